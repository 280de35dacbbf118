// SPDX-License-Identifier: MIT
// Records what changed since something was made from a matrix.
#pragma once

#include "core/engine/change.h"

#include <algorithm>
#include <vector>

namespace attn::figure {

/// The lines of a matrix that belong to these words; in a tokens × tokens matrix both rows and
/// columns.
struct Stale {
    bool is_all = true;
    std::vector<Index> words; // if not is_all

    bool is_none() const { return !is_all && words.empty(); }

    void add_all() {
        is_all = true;
        words.clear();
    }
    void add(const std::vector<Index>& changed) {
        constexpr std::size_t few = 64; // with more, everything is made again
        for (const Index word : changed)
            if (!is_all && std::find(words.begin(), words.end(), word) == words.end())
                words.push_back(word);
        if (words.size() > few)
            add_all();
    }
    void add(const Change& change) {
        using How = Change::Kind;
        if (change.kind == How::Rows || change.kind == How::RowsAndColumns)
            add(change.lines);
        else if (!change.is_none())
            add_all();
    }
};

} // namespace attn::figure
