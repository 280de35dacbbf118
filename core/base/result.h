// SPDX-License-Identifier: MIT
// Expected failures as values: what went wrong, where, and what to do about it.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace attn {

/// A message for a person. `where` names the file, key, line or cell; `message` says what was
/// found, what was expected and how to fix it.
struct Error {
    std::string message;
    std::string where = {};

    std::string text() const { return where.empty() ? message : where + ": " + message; }
    friend bool operator==(const Error&, const Error&) = default;
};

struct Nothing {
    friend bool operator==(const Nothing&, const Nothing&) = default;
};

/// Either a value or an Error. The members are named like those of std::expected (C++23).
template <class T = Nothing>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    const T& value() const& {
        assert(has_value() && "value() of a Result that holds an error");
        return std::get<0>(state_);
    }
    T& value() & {
        assert(has_value() && "value() of a Result that holds an error");
        return std::get<0>(state_);
    }
    T&& value() && {
        assert(has_value() && "value() of a Result that holds an error");
        return std::get<0>(std::move(state_));
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const {
        assert(!has_value() && "error() of a Result that holds a value");
        return std::get<1>(state_);
    }

private:
    std::variant<T, Error> state_;
};

} // namespace attn
