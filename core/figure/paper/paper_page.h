// SPDX-License-Identifier: MIT
// A page as narrow as a paper's column: texts and matrices follow each other with letters of the
// requested size, and the page is as high as they need.
#pragma once

#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/pages/page.h"
#include "core/figure/plots/heatmap_figure.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

class PaperPage {
public:
    /// `view`, `measure` and everything put on the page must outlive it.
    PaperPage(const View& view, float width, float text, const Measure& measure);

    const Theme& colours() const { return theme_; }
    float text() const { return text_; }
    float inner() const { return width_ - 2 * margin(); }

    /// Adds a paragraph at the bottom.
    void write(const std::string& plain, Font font);
    void write(const std::vector<Run>& runs);
    /// Adds room of this height and the page's width at the bottom, to draw into.
    Rect room(float height);
    Drawing drawing() { return {figure_, theme_, measure_}; }

    /// Adds a matrix beside the preceding one if it fits, otherwise below. No letter is smaller
    /// than the text, except lowered and raised ones. Numbers lose decimals if their column is too
    /// narrow; columns that do not fit continue below. A matrix that would be too tall is shown in
    /// colours, and a line at the foot says what would help.
    void put(Contents& contents, SheetLook look);

    /// Adds matrices with the same rows in one line; the names of rows stand at the first. Numbers
    /// keep their decimals; matrices that could not show numbers alone either are shown in colours,
    /// and a line at the foot says so. Adds nothing and returns false if only one below the other
    /// they show numbers, or if cells would be too narrow to be seen.
    bool put_in_one_line(const Contents& contents, std::vector<SheetLook> looks);

    Figure made();

private:
    float margin() const { return 0.6F * text_; }
    float digit() const { return measure_("0", Font::Mono, text_); }
    float tallest() const;
    float width_of_names(const Contents& contents, const SheetLook& look) const;
    float width_of_header(const SheetLook& look) const;
    float cell_for(const SheetLook& look, int characters) const;
    /// `width`: of the whole matrix with its title, if it is given.
    void put_cells(const Contents& contents, const SheetLook& look, Size cell, float names,
                   bool has_numbers, std::optional<float> width = {});
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

// Draws the whole calculation on a page as narrow as a paper's column: one matrix after the other,
// in as many lines as needed, with letters and numbers of the requested size.

/// Draws the page in the given width, as high as needed. No letter is smaller than the options'
/// text, except lowered and raised ones. Numbers lose decimals if their column is too narrow. A
/// matrix without room for numbers is shown in colours, and a line at the foot says so and how wide
/// the page would have to be.
Figure paper_canvas(const Document& document, const Trace& trace, const View& view, float width,
                    const CanvasOptions& options);

// Draws a step of the calculation on a page as narrow as a paper's column.

/// Draws title, formula, note, matrices and text below each other, with letters at least as large
/// as the options' text, as wide as available and as high as needed.
Figure paper_step(const Document& document, const Trace& trace, const View& view, const Page& page,
                  const CanvasOptions& options);

// Gives a figure its room and letter size, and adds title and caption.

/// Room in which the numbers of a small document can be shown; larger documents adapt to it.
CanvasOptions room_of(const HeatmapOptions& options, float least_width, float usual_share);
/// Room of unlimited height, as in a column of a paper.
CanvasOptions room_on_page(const HeatmapOptions& options, float smallest);

/// The letter size for a figure whose smallest letters are `smallest` times that size. In a column
/// of a paper the smallest letters get the promised size.
float letters(const HeatmapOptions& options, float smallest);

/// Adds the requested title and caption to a figure. Figures of matrices draw their own.
Figure with_words(Figure figure, const Theme& colours, const HeatmapOptions& options);

} // namespace attn::figure
