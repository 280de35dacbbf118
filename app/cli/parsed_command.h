// SPDX-License-Identifier: MIT
// Declares a command for both the parser and the list of commands, so that help, completion and
// parsing agree. Only for arguments.cpp.
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/choices.h"
#include "app/cli/values.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace app::cli {

/// Thrown by --version, as the parser does for --help.
struct VersionAsked {};

inline CLI::Validator checked(std::function<std::string(std::string&)> fault) {
    return {std::move(fault), ""};
}
inline CLI::Validator one_of(const std::vector<std::string>& words) {
    return checked([words](const std::string& found) { return fault_of_word(found, words); });
}
inline CLI::Validator whole(double low, double high) {
    return checked([=](const std::string& found) { return fault_of_whole(found, low, high); });
}
/// For transform(): replaces arithmetic by its value.
inline CLI::Validator real(double low, double high) {
    return checked([=](std::string& found) { return fault_of_number(found, low, high); });
}
inline CLI::Validator size() {
    return checked(fault_of_size);
}

/// Declares arguments to the parser and in the list of commands.
class Command {
public:
    Command(CLI::App& app, CommandInfo info) : app_(app), info_(std::move(info)) {
        app_.add_flag_callback("--version", [] { throw VersionAsked{}; })->trigger_on_parse();
        info_.options.push_back({{"-h", "--help"}, Takes::Nothing, {}, 0});
        info_.options.push_back({{"--version"}, Takes::Nothing, {}, 0});
    }

    template <class Target>
    CLI::Option* positional(const std::string& name, Target& target, Takes takes) {
        constexpr bool is_repeated = std::is_same_v<Target, std::vector<std::string>>;
        info_.positionals.push_back({{}, takes, {}, 1, is_repeated});
        return app_.add_option(name, target);
    }
    template <class Value, std::size_t count>
    void positional(const std::string& name, std::string& target,
                    const Choices<Value, count>& choices) {
        info_.positionals.push_back({{}, Takes::Choice, words_of(choices), 1});
        app_.add_option(name, target)->required()->check(one_of(words_of(choices)));
    }
    template <class Target>
    CLI::Option* option(const std::string& names, Target& target, Takes takes = Takes::Value,
                        int count = 1) {
        add({}, names, takes, count);
        return app_.add_option(names, target);
    }
    void option(const std::string& names, std::string& target, std::vector<std::string> words) {
        app_.add_option(names, target)->check(one_of(words));
        add(std::move(words), names, Takes::Choice, 1);
    }
    /// An option with words that stand for values. `choices` must outlive the parser.
    template <class Value, std::size_t count>
    void option(const std::string& names, Value& target, const Choices<Value, count>& choices) {
        app_.add_option_function<std::string>(
                names, [&](const std::string& word) { target = chosen(choices, word); })
            ->check(one_of(words_of(choices)));
        add(words_of(choices), names, Takes::Choice, 1);
    }
    void flag(const std::string& name, bool& target) {
        add({}, name, Takes::Nothing, 0);
        app_.add_flag(name, target);
    }
    /// A flag that sets the target to false.
    void flag_without(const std::string& name, bool& target) {
        add({}, name, Takes::Nothing, 0);
        app_.add_flag("!" + name, target);
    }

    /// Words that the last option accepts among others.
    void suggest(std::vector<std::string> words) {
        info_.options.back().takes = Takes::Choice;
        info_.options.back().words = std::move(words);
    }

    const CLI::App& app() const { return app_; }
    const CommandInfo& info() const { return info_; }

private:
    void add(std::vector<std::string> words, const std::string& names, Takes takes, int count) {
        ArgumentInfo argument{{}, takes, std::move(words), count};
        const auto comma = names.find(',');
        argument.names.push_back(names.substr(0, comma));
        if (comma != std::string::npos)
            argument.names.push_back(names.substr(comma + 1));
        info_.options.push_back(std::move(argument));
    }

    CLI::App& app_;
    CommandInfo info_;
};

} // namespace app::cli
