// SPDX-License-Identifier: MIT
// Draws X + P = x₀ + attention = x₁ + MLP = x₂ for one word as cells side by side. If the cells
// would be too narrow, each equation has its own line.
#include "core/document/document.h"
#include "core/figure/block_contents.h"
#include "core/figure/block_page.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/model_figures.h"
#include "core/figure/readable.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// One row of cells and the sign before it.
struct Term {
    std::string sign; // "+", "=", or "norm" if a norm computes it from the term before
    BlockStage of;
    std::string name; // rich
    bool is_state = false;
};

class RowAlongStream {
public:
    RowAlongStream(BlockShown& shown, const View& view, const CanvasOptions& options)
        : shown_(shown), view_(view), options_(options), colours_(theme(view.theme)),
          unit_(options.text), readable_(find_readable(unit_, view.numbers, options.measure)) {
        figure_.size = options.available;
        figure_.background = colours_.panel_background;
    }

    Figure draw() && {
        write_head();
        const std::vector<std::vector<Term>> equations = equations_of_plan();
        std::vector<Term> all;
        for (const std::vector<Term>& one : equations) // Each begins where the last one ended.
            all.insert(all.end(), one.begin() + (all.empty() ? 0 : 1), one.end());
        const float top = 2.0F * unit_, line = 3.7F * unit_;
        const float wanted = least_width();
        const bool fits = fits_in(wanted, cell_width(all));
        const float room = figure_.size.height - top;
        if (fits || !fits_in(static_cast<float>(equations.size()) * line, room)) {
            draw_line_of(all, top, std::min(cell_width(all), widest()));
            return std::move(figure_);
        }
        float width = widest();
        for (const std::vector<Term>& one : equations)
            width = std::min(width, cell_width(one));
        float y = top;
        for (const std::vector<Term>& one : equations) {
            draw_line_of(one, y, width);
            y += line;
        }
        return std::move(figure_);
    }

private:
    float edge() const { return 1.2F * unit_; }
    float gap() const { return 2.2F * unit_; }      // around a sign
    float norm_gap() const { return 4.2F * unit_; } // around an arrow with a word
    float widest() const { return 4 * unit_; }
    float size() const { return 0.8F * unit_; }
    float least_width() const { return readable_.width_of(std::min(readable_.characters, 4), 2); }
    Drawing drawing() { return {figure_, colours_, options_.measure, options_.visible}; }

    void write_head() {
        const std::string word =
            shown_.contents.contents.front().words()[static_cast<std::size_t>(view_.query)];
        Drawing draw = drawing();
        float x = edge();
        const float y = 0.9F * unit_;
        x += draw_text(draw, {x, y}, "The row of ", {Font::Sans, size(), colours_.dim_text});
        x += draw_text(draw, {x, y},
                       escape(shortened(word, 0.4F * figure_.size.width, Font::Bold, size(),
                                        options_.measure)),
                       {Font::Bold, size(), colours_.query_text});
        draw_text(draw, {x, y}, " along the stream", {Font::Sans, size(), colours_.dim_text});
    }

    /// One equation for each step, and one for the words with their positions.
    std::vector<std::vector<Term>> equations_of_plan() const {
        const BlockPlan& plan = shown_.plan;
        std::vector<std::vector<Term>> list;
        const auto state = [&](std::size_t at, std::string sign) {
            return Term{std::move(sign), plan.states[at].of, plan.states[at].name, true};
        };
        if (plan.words)
            list.push_back(
                {{"", {0, Stage::X}, "X", false}, {"+", {0, Stage::P}, "P", false}, state(0, "=")});
        for (std::size_t step = 0; step < plan.steps.size(); ++step) {
            const BlockStep& one = plan.steps[step];
            const BlockCardPlan& card = one.cards[one.adds];
            std::vector<Term> terms{state(step, "")};
            terms.push_back(
                {one.has_sum ? "+" : "→", card.matrices.back().of, escape(card.title), false});
            if (one.norms_sum) {
                terms.push_back({"=", one.cards.back().matrices.front().of, "sum", false});
                terms.push_back(state(step + 1, "norm"));
            } else {
                terms.push_back(state(step + 1, "="));
            }
            list.push_back(std::move(terms));
        }
        return list;
    }

    Index columns_of(const Term& term) const {
        const SheetLook* const look = shown_.contents.look(term.of);
        return look ? look->values.cols() : 0;
    }
    float gap_before(const Term& term) const {
        return term.sign.empty() ? 0 : term.sign == "norm" ? norm_gap() : gap();
    }
    float cell_width(const std::vector<Term>& terms) const {
        float gaps = 2 * edge();
        Index columns = 0;
        for (const Term& term : terms) {
            gaps += &term == &terms.front() ? 0 : gap_before(term);
            columns += columns_of(term);
        }
        return std::max(0.05F, (figure_.size.width - gaps) /
                                   static_cast<float>(std::max<Index>(1, columns)));
    }

    void draw_line_of(const std::vector<Term>& terms, float top, float cell) {
        const float height = 1.9F * unit_;
        const Rect line{edge(), top + 1.35F * unit_, 0, height};
        float x = line.x;
        for (const Term& term : terms) {
            if (&term != &terms.front()) {
                draw_sign(term.sign, x + gap_before(term) / 2, line.y + height / 2);
                x += gap_before(term);
            }
            const SheetLook* const row = shown_.contents.query_row(term.of);
            if (!row)
                continue;
            const float width = cell * static_cast<float>(columns_of(term));
            draw_row(term, *row, {x, line.y, width, height});
            x += width;
        }
    }

    void draw_sign(const std::string& sign, float x, float y) {
        Drawing draw = drawing();
        if (sign != "norm") {
            draw_text(draw, {x, y}, sign, {Font::Sans, unit_, colours_.dim_text, Anchor::Centre});
            return;
        }
        draw_arrow(draw, {x - 1.5F * unit_, y + 0.5F * unit_}, 3 * unit_, colours_.dim_text,
                   colours_.stroke);
        draw_text(draw, {x, y - 0.3F * unit_}, "norm",
                  {Font::Sans, size(), colours_.dim_text, Anchor::Centre});
    }

    /// Draws one row of cells. If words are columns the row is a column of the matrix, which is
    /// turned to lie flat.
    void draw_row(const Term& term, SheetLook row, Rect cells) {
        if (row.is_transposed)
            turn(row);
        if (!term.is_state)
            row.query_row.reset();
        const Lengths lengths{unit_, readable_.digits};
        SheetBox box = sheet_box(row, lengths, {cells.x, cells.y}, {}, 0, 0);
        box.cells = cells;
        box.width = cells.width;
        box.has_labels = false;
        box.has_numbers = box.cell_width() >= 0.999F * least_width();
        const Size cell{box.cell_width(), 2 * unit_}; // high enough for any digits
        box.number_size = readable_.number_size(cell, unit_, readable_.characters + 1);
        Figure own;
        Drawing draw{own, colours_, options_.measure, options_.visible};
        const std::size_t part = term.of.part;
        draw_matrix(draw, box, shown_.contents.contents[part].words(), shown_.contents.views[part]);
        draw_text(draw, {cells.x + cells.width / 2, cells.y - 0.7F * unit_}, term.name,
                  {term.is_state ? Font::Bold : Font::Sans, size(),
                   term.is_state ? colours_.text : colours_.dim_text, Anchor::Centre});
        own = in_whole(std::move(own), shown_.contents.parts[part]);
        std::move(own.shapes.begin(), own.shapes.end(), std::back_inserter(figure_.shapes));
        std::move(own.grids.begin(), own.grids.end(), std::back_inserter(figure_.grids));
    }

    BlockShown& shown_;
    const View& view_;
    const CanvasOptions& options_;
    Theme colours_;
    float unit_;
    Readable readable_;
    Figure figure_;
};

} // namespace

Figure block_panel(const Document& document, const Trace& trace, const View& asked,
                   const CanvasOptions& options) {
    const View view = within(document, asked);
    BlockShown shown = block_shown(document, trace, view, options);
    return RowAlongStream(shown, view, options).draw();
}

} // namespace attn::figure
