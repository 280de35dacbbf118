// SPDX-License-Identifier: MIT
// Sets environment variables of this process and restores them at the end of its life.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

class Environment {
public:
    using Variable = std::pair<std::string, std::optional<std::string>>;

    /// Removes the variables that have no value.
    explicit Environment(const std::vector<Variable>& wanted) {
        for (const auto& [name, value] : wanted)
            set(name, value);
    }
    ~Environment() {
        for (auto one = before_.rbegin(); one != before_.rend(); ++one)
            put(one->first, one->second);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    void set(const std::string& name, const std::optional<std::string>& value) {
        const char* const now = std::getenv(name.c_str());
        before_.emplace_back(name, now ? std::optional<std::string>(now) : std::nullopt);
        put(name, value);
    }
    static void put(const std::string& name, const std::optional<std::string>& value) {
        if (value)
            setenv(name.c_str(), value->c_str(), 1);
        else
            unsetenv(name.c_str());
    }
    std::vector<Variable> before_;
};

} // namespace attn::test
