// SPDX-License-Identifier: MIT
// A list of names that is copied by sharing, because a document of thousands of words is copied at
// each edit.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// A value: changing it makes a list of its own first.
class Words {
public:
    Words() : list_(std::make_shared<std::vector<std::string>>()) {}
    Words(std::vector<std::string> list)
        : list_(std::make_shared<std::vector<std::string>>(std::move(list))) {}
    Words(std::initializer_list<std::string> list) : Words(std::vector<std::string>(list)) {}

    const std::vector<std::string>& list() const { return *list_; }
    operator const std::vector<std::string>&() const { return *list_; }
    std::size_t size() const { return list_->size(); }
    bool empty() const { return list_->empty(); }
    const std::string& operator[](std::size_t at) const { return (*list_)[at]; }
    const std::string& front() const { return list_->front(); }
    const std::string& back() const { return list_->back(); }
    auto begin() const { return list_->cbegin(); }
    auto end() const { return list_->cend(); }

    /// Whether both share the same storage.
    bool is_same(const Words& other) const { return list_ == other.list_; }

    /// Returns the list for changing. Do not keep the reference beyond the next copy.
    std::vector<std::string>& own() {
        if (list_.use_count() > 1)
            list_ = std::make_shared<std::vector<std::string>>(*list_);
        return *list_;
    }

    friend bool operator==(const Words& a, const Words& b) {
        return a.is_same(b) || *a.list_ == *b.list_;
    }

private:
    std::shared_ptr<std::vector<std::string>> list_;
};

} // namespace attn
