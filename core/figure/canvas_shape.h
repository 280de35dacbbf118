// SPDX-License-Identifier: MIT
// Everything that the layout of a canvas reads, as one value that can be compared. The layout gets
// only this value and a measure, so that equal shapes have equal layouts. No number is in it:
// during a drag it stays equal.
#pragma once

#include "core/figure/figure.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// The place of a stage in one of two lanes: the row of a left factor and the column of an upper
/// factor meet in their product. A long calculation continues in two more lanes below.
struct CanvasPlace {
    Stage stage;
    bool is_above = false;
    std::size_t column = 0;
    bool is_turned = false;    // drawn with its rows as columns: Kᵀ
    bool is_labelled = true;   // its rows have names
    bool gives_labels = false; // which it loses first if width is scarce
    /// If the stage is absent, room for a stage like this is kept. `longest_title` is the longest
    /// title the place may show.
    std::optional<Stage> like = {};
    std::string_view longest_title = {};
    std::size_t pair = 0; // index of the pair of lanes, from the top
    /// If set, the matrix is a guest of this stage: below its rows or right of its columns, in no
    /// lane.
    std::optional<Stage> host = {};
    bool is_under = false;
    friend bool operator==(const CanvasPlace&, const CanvasPlace&) = default;
};

struct LayoutOptions {
    Size available;
    float text = 14;
    float zoom = 1;
    std::size_t notices = 0; // lines at the bottom
    bool may_scroll = false; // if numbers could not be read otherwise
    bool may_turn = false;   // column names wider than their cells are turned upright
    friend bool operator==(const LayoutOptions&, const LayoutOptions&) = default;
};

/// What the layout reads of one matrix, as it is drawn: Kᵀ has the rows of K as columns.
struct CanvasMatrix {
    Index rows = 0, columns = 0;
    bool has_word_rows = false, has_word_columns = false;
    bool has_row_sums = false, has_column_sums = false;
    int characters = 0;      // for which a number has room, without its sign
    std::string title, size; // rich text; "5 × 4"
    std::string name;        // beside a guest, rich text; empty for others
    friend bool operator==(const CanvasMatrix&, const CanvasMatrix&) = default;
};

/// A list of words. Lists are equal if their words are.
struct WordList {
    std::shared_ptr<const std::vector<std::string>> words;
    friend bool operator==(const WordList& a, const WordList& b) {
        return a.words == b.words || *a.words == *b.words;
    }
};

struct CanvasShape {
    std::vector<CanvasPlace> places;
    /// The matrix of each place; nothing if the stage is absent.
    std::vector<std::optional<CanvasMatrix>> matrices;
    std::vector<WordList> names; // all that name rows or columns, each once
    LayoutOptions options;
    friend bool operator==(const CanvasShape&, const CanvasShape&) = default;
};

} // namespace attn::figure
