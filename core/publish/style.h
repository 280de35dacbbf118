// SPDX-License-Identifier: MIT
// How large and in which dress a picture is made: presets for notes, slides and papers.
#pragma once

#include "core/base/result.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// Note: 1600 pixels wide at 2×. Slide: 1920 × 1080. Paper1: one column of 89 mm, Paper2: two of
/// 183 mm, both with 7 pt type. Pixels: a size typed by a person, the figure in its middle.
struct PictureSize {
    enum class Kind { Note, Slide, Paper1, Paper2, Pixels };
    Kind kind = Kind::Note;
    int width = 0, height = 0; // only Pixels
    friend bool operator==(const PictureSize&, const PictureSize&) = default;
};
/// "note", "slide", "paper-1", "paper-2" or "800x600", of which each side has at least 64 pixels.
/// The error says what is accepted.
Result<PictureSize> parse_size(std::string_view text);
/// The sizes that have a name.
std::vector<std::string> size_names();
/// What parse_size() reads.
std::string to_text(const PictureSize& size);

struct PictureStyle {
    PictureSize size;
    int dpi = 0; // 0: 192 for notes and slides, 300 for papers
    ThemeName theme = ThemeName::Light;
    bool is_transparent = false;
    std::optional<std::string> title; // nothing: the figure's own, none on paper; empty: none
    std::string caption;
    bool has_labels = true, has_numbers = true, has_colour_bar = true;
    bool is_blank_where_blocked = false;
    bool outlines = false; // SVG: texts as outlines instead of texts
    float gap = -1;        // between cells; below 0: a hair

    friend bool operator==(const PictureStyle&, const PictureStyle&) = default;
};

/// What a size means: the page in the figure's units and how many pixels a unit has.
struct Page {
    float width = 0;
    std::optional<float> height; // as high as the figure if nothing is said
    float text = 14;
    float scale = 2;
    int dpi = 192;
    bool is_paper = false; // a unit is a point of 1/72 inch
};
Page page(const PictureStyle& style);

} // namespace attn::publish
