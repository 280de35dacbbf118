// SPDX-License-Identifier: MIT
// Expected failures as values: what went wrong, where, and what to do about it.
#pragma once

#include <cassert>
#include <memory>
#include <string>
#include <utility>

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

/// Either a value or an Error, with the member names of std::expected (C++23). Keeps a union: a
/// std::variant takes twice as long to compile for each T.
template <class T = Nothing>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result(T value) : value_(std::move(value)), has_value_(true) {}
    Result(Error error) : error_(std::move(error)), has_value_(false) {}

    Result(const Result& other) : has_value_(other.has_value_) {
        if (has_value_)
            std::construct_at(&value_, other.value_);
        else
            std::construct_at(&error_, other.error_);
    }
    Result(Result&& other) noexcept : has_value_(other.has_value_) {
        if (has_value_)
            std::construct_at(&value_, std::move(other.value_));
        else
            std::construct_at(&error_, std::move(other.error_));
    }
    Result& operator=(Result other) noexcept {
        std::destroy_at(this);
        return *std::construct_at(this, std::move(other));
    }
    ~Result() {
        if (has_value_)
            std::destroy_at(&value_);
        else
            std::destroy_at(&error_);
    }

    bool has_value() const { return has_value_; }
    explicit operator bool() const { return has_value(); }

    const T& value() const& {
        assert(has_value() && "value() of a Result that holds an error");
        return value_;
    }
    T& value() & {
        assert(has_value() && "value() of a Result that holds an error");
        return value_;
    }
    T&& value() && {
        assert(has_value() && "value() of a Result that holds an error");
        return std::move(value_);
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const {
        assert(!has_value() && "error() of a Result that holds a value");
        return error_;
    }

private:
    union {
        T value_;
        Error error_;
    };
    bool has_value_;
};

} // namespace attn
