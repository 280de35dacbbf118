// SPDX-License-Identifier: MIT
// A page as narrow as the column of a paper: texts and matrices follow each other, with letters in
// the size that was asked for, and it is as high as they need.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"
#include "core/figure/flow_text.h"

#include <string>
#include <vector>

namespace attn::figure {

class PaperPage {
public:
    /// `view`, `measure` and whatever is put on the page must live as long as it is made.
    PaperPage(const View& view, float width, float text, const Measure& measure);

    const Theme& colours() const { return theme_; }
    float text() const { return text_; }
    float inner() const { return width_ - 2 * margin(); }

    /// A paragraph, below all that stands there.
    void write(const std::string& plain, Font font);
    void write(const std::vector<Run>& runs);
    /// Room as wide as the page and so high, below all that stands there, to be drawn into.
    Rect room(float height);
    Drawing drawing() { return {figure_, theme_, measure_}; }

    /// A matrix beside the one before where it has room there, else below. No letter of it is
    /// smaller than the text but those that are lowered or raised. Numbers give up decimals where
    /// their column has no room for them; columns that have no room at all go on below. A matrix
    /// that would be too tall is shown in colours, and a line at the foot says what would do.
    void put(Contents& contents, SheetLook look);

    Figure made();

private:
    float margin() const { return 0.6F * text_; }
    float digit() const { return measure_("0", Font::Mono, text_); }
    float tallest() const;
    float width_of_names(const Contents& contents, const SheetLook& look) const;
    float width_of_header(const SheetLook& look) const;
    float cell_for(const SheetLook& look, int characters) const;
    void put_cells(const Contents& contents, const SheetLook& look, Size cell, float names,
                   bool has_numbers);
    void say_what_would_do(const SheetLook& look, float left, float least);
    void end_line();

    const View& view_;
    float width_, text_;
    const Measure& measure_;
    Theme theme_;
    Lengths lengths_;
    Figure figure_;
    std::vector<std::string> notes_, too_tall_;
    float x_ = 0, y_ = 0, line_ = 0;
};

} // namespace attn::figure
