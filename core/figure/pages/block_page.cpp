// SPDX-License-Identifier: MIT
#include "core/figure/pages/block_page.h"

#include "core/base/covered.h"
#include "core/document/model/document.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/engine/numbers/positions.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/legend.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/block_layout.h"
#include "core/figure/pages/block_plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

// Draws what the cards of a block show besides matrices: what a norm does to the query word, how
// many hidden numbers are cut to 0, the likeliest next words, and the positions as curves. Only the
// page of a block reads it.

/// The numbers a norm uses of a row: mean and standard deviation, or the root mean square.
struct RowSize {
    Real mean = 0, spread = 0;
};
/// Measures one row of the part's matrix; covered if one of its numbers is.
RowSize row_size(const Matrix& values, Index row, bool is_rms);

void draw_norm_text(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                    const View& view);
void draw_cut_text(Drawing& drawing, const CardBox& card, const BlockContents& shown);
/// Draws the list of next words. The regions of its numbers are named as in the part.
void draw_next_words(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                     const View& view);
void draw_small_curves(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                       const View& view);

// Draws the band of the stream, what is taken from it and what is added to it. Only the page of a
// block reads it.

/// Draws the band behind everything else. The band is broken where a norm takes a sum.
void draw_block_band(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout);
/// Draws the arrows between the band, the states and the cards, and a plus at each sum.
void draw_block_arrows(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout);

namespace {

class BlockDrawing {
public:
    BlockDrawing(const BlockPlan& plan, BlockContents& shown, const View& view,
                 const FoldedCards& folded, const CanvasOptions& options)
        : plan_(plan), shown_(shown), view_(view), options_(options), colours_(theme(view.theme)),
          layout_(lay_out_block(plan, shown, view, folded, options)), unit_(layout_.lengths.unit) {
        page_.figure.size = layout_.size;
        page_.figure.background = colours_.background;
    }

    BlockPage draw() && {
        Drawing draw_behind = drawing();
        draw_block_band(draw_behind, plan_, layout_);
        for (const CardBox& card : layout_.cards)
            draw_card(card);
        Drawing draw_between = drawing();
        draw_block_arrows(draw_between, plan_, layout_);
        for (const StateBox& state : layout_.states)
            draw_state(state);
        write_stream();
        draw_legend_of_page();
        return std::move(page_);
    }

private:
    Drawing drawing() { return {page_.figure, colours_, options_.measure, options_.visible}; }
    TextStyle small(Colour colour, Anchor anchor = Anchor::Left) const {
        return {Font::Sans, layout_.lengths.small_size(), colour, anchor};
    }
    float stroke() const { return 1.3F * colours_.stroke; }
    const SheetBox& state(std::size_t at) const { return layout_.states[at].matrix.box; }

    /// Draws with the sheet names of the part, then converts its regions to the names of the whole
    /// document and adds them to the page.
    template <class Draw>
    void draw_in_part(std::size_t part, const Draw& draw) {
        Figure own;
        Drawing of_part{own, colours_, options_.measure, options_.visible};
        draw(of_part);
        own = in_whole(std::move(own), shown_.parts[part]);
        Figure& all = page_.figure;
        const auto join = [](auto& to, auto& from) {
            std::move(from.begin(), from.end(), std::back_inserter(to));
        };
        join(all.shapes, own.shapes);
        join(all.grids, own.grids);
        join(all.labels, own.labels);
        join(all.places, own.places);
        join(all.titles, own.titles);
        join(all.given, own.given);
    }

    void draw_box(const BlockBox& matrix) {
        draw_in_part(matrix.part, [&](Drawing& draw) {
            draw_matrix(draw, matrix.box, shown_.contents[matrix.part].words(),
                        shown_.views[matrix.part]);
        });
    }

    void draw_state(const StateBox& one) {
        const SheetBox& box = one.matrix.box;
        const float y = box.corner.y + 0.5F * layout_.lengths.title_line();
        draw_in_part(one.matrix.part, [&](Drawing& draw) {
            float x = box.cells.x;
            x += draw_text(draw, {x, y}, one.plan->name, {Font::Bold, unit_, colours_.text});
            x += 0.5F * unit_;
            x += draw_text(draw, {x, y}, box.look->shape, small(colours_.dim_text));
            draw.figure.titles.push_back({{box.cells.x, y - 0.5F * layout_.lengths.title_line(),
                                           x - box.cells.x, layout_.lengths.title_line()},
                                          box.look->id});
            x += draw_given_marks(draw, *box.look, {x, y}, layout_.lengths.small_size(),
                                  title_end(one));
            x += 0.6F * unit_;
            const std::string count = count_of_changes(*box.look);
            const std::string& said = count.empty() ? one.plan->formula : count;
            if (x + rich_width(said, Font::Sans, layout_.lengths.small_size(), draw.measure) <=
                title_end(one))
                draw_text(draw, {x, y}, said, small(colours_.dim_text));
        });
        draw_box(one.matrix);
    }
    /// The x at which a state's title must end: at the next state's title, or at the page's margin.
    float title_end(const StateBox& one) const {
        for (const StateBox& other : layout_.states)
            if (other.matrix.box.cells.x > one.matrix.box.cells.x)
                return other.matrix.box.corner.x - unit_;
        return page_.figure.size.width - 0.3F * unit_;
    }

    void draw_card(const CardBox& card) {
        const BlockCardPlan& plan = *card.plan;
        const bool is_open = view_.selected && opens(plan) == view_.selected->sheet;
        page_.figure.shapes.emplace_back(Box{card.rect, colours_.panel_background,
                                             is_open ? colours_.accent : colours_.line,
                                             colours_.stroke, 0.5F * unit_});
        Drawing draw = drawing();
        const float y = card.title.y + card.title.height / 2;
        draw_text(
            draw, {card.title.x, y},
            escape(shortened(plan.title, card.title.width, Font::Bold, unit_, options_.measure)),
            {Font::Bold, unit_, colours_.text});
        if (!options_.is_picture)
            draw_fold(card);
        const std::string about = said_about(card);
        const float size = layout_.lengths.small_size();
        draw_text(draw, {card.title.x, card.title.bottom() + 0.5F * unit_},
                  fits_in(rich_width(about, Font::Sans, size, options_.measure), card.inner.width)
                      ? about
                      : escape(shortened(plain_text(about), card.inner.width, Font::Sans, size,
                                         options_.measure)),
                  small(colours_.dim_text));
        page_.cards.push_back({plan.card, card.title, card.fold, opens(plan), card.is_folded});
        if (card.is_folded)
            return;
        for (const BlockBox& box : card.boxes) {
            write_name(box);
            draw_box(box);
        }
        draw_texts(card);
    }
    SheetId opens(const BlockCardPlan& plan) const {
        const OpenPart& part = shown_.parts[plan.opens.part];
        return part.in_whole(sheet_of_head(part.document(), plan.opens.stage, view_.head));
    }
    /// The description of the card; the shape of its matrix if it is folded.
    std::string said_about(const CardBox& card) const {
        if (!card.is_folded || card.plan->matrices.empty())
            return card.plan->about;
        const SheetLook* const look = shown_.look(card.plan->matrices.back().of);
        return look ? look->shape : card.plan->about;
    }
    void draw_fold(const CardBox& card) {
        Drawing draw = drawing();
        const float x = card.fold.x + card.fold.width / 2, y = card.fold.y + card.fold.height / 2;
        const float by = 0.28F * unit_;
        const auto line = [&](Point from, Point to) {
            draw_line(draw, from, to, colours_.dim_text, stroke());
        };
        if (card.is_folded) {
            line({x - by / 2, y - by}, {x + by / 2, y});
            line({x + by / 2, y}, {x - by / 2, y + by});
        } else {
            line({x - by, y - by / 2}, {x, y + by / 2});
            line({x, y + by / 2}, {x + by, y - by / 2});
        }
    }
    void write_name(const BlockBox& box) {
        const SheetBox& at = box.box;
        const float line = 1.25F * unit_, y = at.corner.y + line / 2;
        const float size = layout_.lengths.small_size();
        const float right = box.name_right;
        const std::string count = count_of_changes(*box.whole);
        std::string name = count.empty() ? box.name : count;
        // A name wider than its cells may begin over the row names.
        float x = at.cells.x;
        const float wide = rich_width(name, Font::Sans, size, options_.measure);
        if (!fits_in(x + wide, right))
            x = std::max(at.corner.x, right - wide);
        if (!fits_in(x + wide, right))
            name =
                escape(shortened(plain_text(name), right - x, Font::Sans, size, options_.measure));
        draw_in_part(box.part, [&](Drawing& draw) {
            const float end = x + draw_text(draw, {x, y}, name, small(colours_.dim_text));
            draw.figure.titles.push_back({{x, y - line / 2, end - x, line}, at.look->id});
            draw_given_marks(draw, *at.look, {end, y}, size, right);
        });
    }
    void draw_texts(const CardBox& card) {
        const BlockCardPlan& plan = *card.plan;
        draw_in_part(plan.opens.part, [&](Drawing& draw) {
            if (plan.normed_from)
                draw_norm_text(draw, card, shown_, view_);
            if (plan.cut)
                draw_cut_text(draw, card, shown_);
            if (plan.card == BlockCard::NextWord)
                draw_next_words(draw, card, shown_, view_);
            const bool has_room =
                std::none_of(card.boxes.begin(), card.boxes.end(),
                             [&](const BlockBox& box) { return box.box.cells.y > card.lower.y; });
            if (plan.has_curves && has_room)
                draw_small_curves(draw, card, shown_, view_);
        });
    }

    /// Writes over the widest piece of the band.
    void write_stream() {
        const float y = state(0).corner.y + 0.5F * layout_.lengths.title_line();
        for (const std::string& text : {plan_.stream, std::string("the stream")})
            for (std::size_t at = 0; at + 1 < layout_.states.size(); ++at) {
                const float from =
                    std::max(state(at).cells.right(), state(at).cells.x + title_width(at)) +
                    1.5F * unit_;
                const float to = state(at + 1).corner.x - unit_;
                const float wide =
                    rich_width(text, Font::Sans, layout_.lengths.small_size(), options_.measure);
                if (!fits_in(from + wide, to))
                    continue;
                Drawing draw = drawing();
                draw_text(draw, {from, y}, text, small(colours_.dim_text));
                return;
            }
    }
    /// The width of a state's title as if no number had changed, so that changes move nothing.
    float title_width(std::size_t at) const {
        const StateBox& one = layout_.states[at];
        const float size = layout_.lengths.small_size();
        return rich_width(one.plan->name, Font::Bold, unit_, options_.measure) +
               rich_width(one.matrix.box.look->shape + one.plan->formula, Font::Sans, size,
                          options_.measure) +
               1.1F * unit_;
    }

    /// Draws the meaning of frames and fills, and the colour ranges.
    void draw_legend_of_page() {
        CanvasLayout layout;
        layout.lengths = layout_.lengths;
        layout.has_legend_line = true;
        layout.legend = layout_.legend;
        // The legend reads the ranges from these copies.
        std::vector<std::unique_ptr<SheetLook>> looks;
        for (const auto& [range, look] : shown_.ranges) {
            looks.push_back(std::make_unique<SheetLook>(*look));
            looks.back()->id.stage = range;
            SheetBox box;
            box.look = looks.back().get();
            layout.boxes.push_back(box);
        }
        Drawing draw = drawing();
        draw_legend(draw, layout, shown_.contents.front(), view_, {}, options_.is_picture);
    }

    const BlockPlan& plan_;
    BlockContents& shown_;
    const View& view_;
    const CanvasOptions& options_;
    Theme colours_;
    BlockLayout layout_;
    float unit_;
    BlockPage page_;
};

} // namespace

bool has_block_page(const Document& document) {
    return document.options.block.has_value() && has_stage(document, Stage::Weights);
}

BlockPage block_page(const Document& document, const Trace& trace, const View& asked,
                     const FoldedCards& folded, const CanvasOptions& options) {
    const View view = within(document, asked);
    BlockShown shown = block_shown(document, trace, view, options);
    return BlockDrawing(shown.plan, shown.contents, view, folded, options).draw();
}

namespace {

std::string query_word(const BlockContents& shown, const View& view) {
    return told_word(shown.contents.front().words(), view.query);
}

Matrix numbers_of(const BlockContents& shown, const BlockStage& of) {
    const OpenPart& part = shown.parts[of.part];
    return attn::matrix_of(part.document(), part.trace(), {of.stage});
}

} // namespace

RowSize row_size(const Matrix& values, Index row, bool is_rms) {
    const Index count = values.cols();
    for (Index column = 0; column < count; ++column)
        if (is_covered(values(row, column)))
            return {covered_number, covered_number};
    RowSize size;
    if (!is_rms)
        size.mean = values.row(row).sum() / static_cast<Real>(count);
    Real sum = 0;
    for (Index column = 0; column < count; ++column)
        sum += (values(row, column) - size.mean) * (values(row, column) - size.mean);
    size.spread = std::sqrt(sum / static_cast<Real>(count));
    return size;
}

void draw_norm_text(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                    const View& view) {
    const BlockCardPlan& plan = *card.plan;
    const Matrix from = numbers_of(shown, *plan.normed_from),
                 to = numbers_of(shown, *plan.normed_to);
    const RowSize before = row_size(from, view.query, plan.is_rms);
    const RowSize after = row_size(to, view.query, plan.is_rms);
    const float unit = card.boxes.empty() ? 14 : card.boxes.front().box.lengths.unit;
    const float size = 0.76F * unit, line = 1.3F * unit;
    const Theme& theme = drawing.theme;
    float y = card.lower.y + line / 2;
    const std::string word =
        escape(shortened(query_word(shown, view),
                         card.lower.width - drawing.measure(" before → after", Font::Sans, size),
                         Font::Bold, size, drawing.measure));
    const float end =
        draw_text(drawing, {card.lower.x, y}, word, {Font::Bold, size, theme.query_text});
    draw_text(drawing, {card.lower.x + end, y}, " before → after",
              {Font::Sans, size, theme.dim_text});
    const auto say = [&](const std::string& name, Real one, Real other) {
        y += line;
        const float wide =
            draw_text(drawing, {card.lower.x, y}, name + " ", {Font::Sans, size, theme.dim_text});
        draw_text(drawing, {card.lower.x + wide + 0.3F * size, y},
                  number_text(one, compared_format(view.numbers)) + " → " +
                      number_text(other, compared_format(view.numbers)),
                  {Font::Mono, size, theme.text});
    };
    if (!plan.is_rms)
        say("mean", before.mean, after.mean);
    say(plan.is_rms ? "size" : "spread", before.spread, after.spread);
}

void draw_cut_text(Drawing& drawing, const CardBox& card, const BlockContents& shown) {
    const Matrix hidden = numbers_of(shown, *card.plan->cut);
    const float unit = card.boxes.empty() ? 14 : card.boxes.front().box.lengths.unit;
    const float size = 0.76F * unit;
    const bool is_known = !has_covered(hidden.reshaped());
    const auto cut = static_cast<Index>((hidden.array() == 0).count());
    const std::string count = is_known ? std::to_string(cut) : "?";
    const std::string count_of = count + " of " + std::to_string(hidden.size());
    std::string text = count_of + " are cut to 0 by ReLU";
    if (!fits_in(drawing.measure(text, Font::Sans, size), card.note.width))
        text = count_of + " cut to 0";
    draw_text(drawing, {card.note.x, card.note.y + card.note.height / 2},
              escape(shortened(text, card.note.width, Font::Sans, size, drawing.measure)),
              {Font::Sans, size, drawing.theme.dim_text});
}

void draw_next_words(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                     const View& view) {
    const BlockStage& of = card.plan->opens;
    const OpenPart& part = shown.parts[of.part];
    const Matrix shares = numbers_of(shown, of);
    const Theme& theme = drawing.theme;
    const float unit = card.title.height / 1.45F, size = 0.8F * unit, line = 1.55F * unit;
    const Rect& room = card.inner;
    float y = room.y + 0.6F * line;
    const std::string word =
        escape(shortened("after " + quoted_word(shown.contents.front().words(), view.query),
                         room.width, Font::Bold, size, drawing.measure));
    draw_text(drawing, {room.x, y}, word, {Font::Bold, size, theme.query_text});
    y += line;
    const Index count = shares.cols();
    if (count == 0)
        return;
    // With a table of zeros all shares are equal, which is no answer.
    if (!why_no_next_word(part.document()).empty()) {
        draw_text(drawing, {room.x, y},
                  escape(shortened("none: " + std::string(table_of_logits(part.document()).name()) +
                                       " is all zeros",
                                   room.width, Font::Sans, size, drawing.measure)),
                  {Font::Sans, size, theme.dim_text});
        return;
    }
    std::vector<Index> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), Index{0});
    const bool is_known = !has_covered(shares.row(view.query));
    if (is_known) // If the shares are covered, so is their order.
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
            return shares(view.query, a) > shares(view.query, b);
        });
    const auto lines = static_cast<Index>((room.bottom() - y + line / 2) / line);
    const bool has_all = count <= lines;
    const Index listed = has_all ? count : std::max<Index>(1, lines - 1);
    const std::vector<std::string>& words = output_words(part.document()).list();
    float widest = 0;
    for (const std::string& one : words)
        widest = std::max(widest, drawing.measure(visible_word(one), Font::Sans, size));
    const float names = std::min(widest, 0.35F * room.width);
    const float number = drawing.measure(
        std::string(static_cast<std::size_t>(reserved_characters(view.numbers)), '0'), Font::Mono,
        size);
    const NumberFormat numbers = format_of(shares, view.numbers);
    const Rect bars{room.x + names + 0.6F * size, 0, room.width - names - number - 1.4F * size, 0};
    const auto draw = [&](const std::string& name, Real share, bool is_rest) {
        draw_text(drawing, {room.x + names, y},
                  escape(shortened(name, names, Font::Sans, size, drawing.measure)),
                  {Font::Sans, size, is_rest ? theme.dim_text : theme.text, Anchor::Right});
        const float high = 0.72F * line;
        if (std::isfinite(share) && share > 0)
            drawing.figure.shapes.emplace_back(Box{
                {bars.x, y - high / 2, bars.width * static_cast<float>(std::min(share, 1.0)), high},
                is_rest ? theme.dim_text : theme.weight,
                transparent,
                0,
                2});
        draw_text(drawing, {room.right(), y}, number_text(share, numbers),
                  {Font::Mono, size, theme.text, Anchor::Right});
    };
    Real rest = 1;
    for (Index at = 0; at < listed; ++at, y += line) {
        const Index column = order[static_cast<std::size_t>(at)];
        const Real share = shares(view.query, column);
        rest -= share;
        draw(visible_word(words[static_cast<std::size_t>(column)]), share, false);
        drawing.figure.places.push_back(
            {{room.x, y - line / 2, room.width, line}, {{of.stage}, view.query, column}});
    }
    if (!has_all)
        draw("others", is_known ? std::max(0.0, rest) : covered_number, true);
}

void draw_small_curves(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                       const View& view) {
    const Document& document = shown.parts.front().document();
    const Matrix p = numbers_of(shown, {0, Stage::P});
    const Theme& theme = drawing.theme;
    const float unit = card.title.height / 1.45F, size = 0.76F * unit;
    constexpr Index most_curves = 4; // each with its own colour
    const Index curves = std::min(p.cols(), most_curves);
    if (p.rows() < 2 || curves == 0)
        return;
    const Rect plot{card.lower.x, card.lower.y + 1.5F * unit, card.lower.width,
                    card.lower.height - 2.9F * unit};
    if (plot.height < 1.5F * unit)
        return;
    draw_text(drawing, {card.lower.x, card.lower.y + 0.6F * unit},
              (curves < p.cols() ? "the first " : "") + std::to_string(curves) +
                  " columns of P, along the words",
              {Font::Sans, size, theme.dim_text});
    Real most = 0;
    for (Index column = 0; column < curves; ++column)
        for (Index row = 0; row < p.rows(); ++row)
            if (std::isfinite(p(row, column)))
                most = std::max(most, std::abs(p(row, column)));
    const Real end = most > 1 ? most : 1; // a fixed scale for sines, whatever the words
    const auto at = [&](Real position, Real number) {
        const auto along = static_cast<float>(position / static_cast<Real>(p.rows() - 1));
        const auto up = static_cast<float>(number / end);
        return Point{plot.x + along * plot.width, plot.y + plot.height / 2 * (1 - up)};
    };
    draw_line(drawing, at(0, 0), at(static_cast<Real>(p.rows() - 1), 0), theme.line);
    const bool is_of_sines = document.options.positions.kind == Positions::Kind::Sinusoidal;
    constexpr Index fine = 8; // segments from one word to the next
    const auto between = [&](Index row, Index step, Index column) -> Real {
        const Real part = static_cast<Real>(step) / fine;
        if (!is_of_sines)
            return (1 - part) * p(row, column) + part * p(std::min(row + 1, p.rows() - 1), column);
        const Positions& positions = document.options.positions;
        const Wave of = wave({positions.base, positions.waves}, column, p.cols());
        const Real angle = (static_cast<Real>(row) + part) / of.length;
        return of.is_cosine ? std::cos(angle) : std::sin(angle);
    };
    for (Index column = 0; column < curves; ++column)
        for (Index row = 0; row + 1 < p.rows(); ++row)
            for (Index step = 0; step < fine; ++step) {
                const Real from = between(row, step, column),
                           to = step + 1 < fine ? between(row, step + 1, column)
                                                : between(row + 1, 0, column);
                if (!std::isfinite(from) || !std::isfinite(to))
                    continue;
                const auto position = [&](Index which) {
                    return static_cast<Real>(row) + static_cast<Real>(which) / fine;
                };
                draw_line(drawing, at(position(step), from), at(position(step + 1), to),
                          head_colour(column, view.theme), 1.3F * theme.stroke);
            }
    const Point middle = at(static_cast<Real>(view.query), 0);
    draw_line(drawing, {middle.x, plot.y}, {middle.x, plot.bottom()}, theme.query,
              1.5F * theme.stroke);
    const std::string word =
        shortened(query_word(shown, view), plot.width, Font::Bold, size, drawing.measure);
    const float wide = drawing.measure(word, Font::Bold, size);
    const float left = std::clamp(middle.x - wide / 2, plot.x, plot.right() - wide);
    draw_text(drawing, {left, plot.bottom() + 0.7F * unit}, escape(word),
              {Font::Bold, size, theme.query_text});
}

namespace {

class Band {
public:
    Band(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout)
        : drawing_(drawing), plan_(plan), layout_(layout), unit_(layout.lengths.unit) {}

    /// Draws the band between the states, broken where a norm takes the sum.
    void draw_band() {
        for (std::size_t step = 0; step < plan_.steps.size(); ++step) {
            float from = after(step);
            if (const auto gap = norm_gap(step)) {
                fill_band(from, gap->first);
                from = gap->second;
            }
            fill_band(from, before(step + 1));
        }
        const float stub = 2.4F * unit_;
        if (!plan_.after.empty()) {
            const float from = after(plan_.steps.size());
            const float to = std::min(from + stub, drawing_.figure.size.width - 0.3F * unit_);
            fill_band(from, to - 0.6F * unit_);
            draw_arrow(drawing_, {to - unit_, band_y()}, unit_, drawing_.theme.dim_text, stroke());
        }
        if (!plan_.before.empty())
            fill_band(std::max(0.0F, before(0) - stub), before(0));
    }

    void draw_steps() {
        const float gap = 0.15F * unit_;
        for (std::size_t step = 0; step < plan_.steps.size(); ++step) {
            const BlockStep& plan = plan_.steps[step];
            const std::vector<std::size_t>& cards = layout_.steps[step];
            const float top = layout_.cards[cards.front()].rect.y - gap;
            const Ways way = ways(step);
            if (step == 0) {
                draw_dot(way.in);
                draw_down(way.in, band_y(), top);
            } else {
                draw_down(way.in, state(step).cells.bottom() + 0.5F * unit_, top);
            }
            const float sum_bottom = band_y() + (plan.has_sum ? 0.85F * unit_ : 0);
            draw_upright(way.sum, top, sum_bottom, drawing_.theme.text);
            if (plan.has_sum)
                draw_plus(way.sum);
            if (way.into_norm) {
                draw_down(*way.into_norm, band_y(), top);
                draw_upright(*way.from_norm, top, band_y() + layout_.band.height / 2,
                             drawing_.theme.text);
            }
            for (std::size_t at = 0; at < plan.adds; ++at)
                draw_between(layout_.cards[cards[at]].rect, layout_.cards[cards[at + 1]].rect);
        }
        if (layout_.words)
            draw_beside_state(layout_.cards[*layout_.words].rect, 0, true);
        if (layout_.next_word)
            draw_beside_state(layout_.cards[*layout_.next_word].rect, plan_.steps.size(), false);
    }

private:
    float stroke() const { return 1.3F * drawing_.theme.stroke; }
    Colour band_colour() const {
        return mix(drawing_.theme.background, drawing_.theme.dim_text, 0.22F);
    }
    const SheetBox& state(std::size_t at) const { return layout_.states[at].matrix.box; }
    float band_y() const { return layout_.band.y + layout_.band.height / 2; }

    void fill_band(float from, float to) {
        if (to > from)
            drawing_.figure.shapes.emplace_back(
                Box{{from, layout_.band.y, to - from, layout_.band.height},
                    band_colour(),
                    transparent,
                    0,
                    2});
    }
    float before(std::size_t at) const { return state(at).corner.x - 0.5F * unit_; }
    float after(std::size_t at) const { return state(at).cells.right() + 0.5F * unit_; }

    /// The x positions at which the cards of a step take from the band and give back to it.
    struct Ways {
        float in = 0, sum = 0;
        std::optional<float> into_norm, from_norm;
    };
    Ways ways(std::size_t step) const {
        const BlockStep& plan = plan_.steps[step];
        const std::vector<std::size_t>& cards = layout_.steps[step];
        const Rect& first = layout_.cards[cards.front()].rect;
        const Rect& adding = layout_.cards[cards[plan.adds]].rect;
        const float left = after(step) + 1.2F * unit_, right = before(step + 1) - 1.2F * unit_;
        const auto inside = [&](float x) { return std::clamp(x, left, std::max(left, right)); };
        const bool is_alone = cards.front() == cards[plan.adds];
        Ways made;
        made.in = first.x + (is_alone ? 0.25F : 0.5F) * first.width;
        if (step > 0) // Starts below the state, which is above the card.
            made.in = std::clamp(state(step).cells.x + state(step).cells.width / 2,
                                 first.x + 0.8F * unit_, first.right() - 0.8F * unit_);
        else
            made.in = inside(made.in);
        made.sum = std::min(inside(adding.x + (is_alone ? 0.75F : 0.5F) * adding.width),
                            adding.right() - 0.8F * unit_);
        if (plan.norms_sum) {
            const Rect& norm = layout_.cards[cards.back()].rect;
            made.into_norm = norm.x + 0.25F * norm.width;
            made.from_norm = norm.x + 0.75F * norm.width;
            // All of it is left of the next state.
            if (*made.from_norm > right) {
                made.from_norm = right;
                made.into_norm = std::min(*made.into_norm, right - 2 * unit_);
            }
            made.sum = std::min(made.sum, *made.into_norm - 1.6F * unit_);
        }
        // The arrows down and up stay apart.
        if (step == 0 && made.sum - made.in < 1.4F * unit_)
            made.in = made.sum - 1.4F * unit_;
        return made;
    }
    std::optional<std::pair<float, float>> norm_gap(std::size_t step) const {
        const Ways found = ways(step);
        if (!found.into_norm)
            return std::nullopt;
        return std::pair(*found.into_norm + 0.3F * unit_, *found.from_norm - 0.3F * unit_);
    }

    void draw_down(float x, float from, float to) {
        draw_upright(x, from, to, drawing_.theme.text);
    }
    void draw_upright(float x, float from, float to, Colour colour) {
        const float head = 2.2F * stroke() + 3, by = to > from ? -head : head;
        draw_line(drawing_, {x, from}, {x, to + by}, colour, stroke());
        drawing_.figure.shapes.emplace_back(
            Polygon{{{x, to}, {x - 0.6F * head, to + by}, {x + 0.6F * head, to + by}}, colour});
    }
    void draw_dot(float x) {
        const float by = 0.3F * unit_;
        drawing_.figure.shapes.emplace_back(
            Box{{x - by, band_y() - by, 2 * by, 2 * by}, drawing_.theme.text, transparent, 0, by});
    }
    void draw_plus(float x) {
        const float by = 0.85F * unit_, arm = 0.42F * unit_;
        drawing_.figure.shapes.emplace_back(Box{{x - by, band_y() - by, 2 * by, 2 * by},
                                                drawing_.theme.panel_background,
                                                drawing_.theme.text,
                                                stroke(),
                                                by});
        draw_line(drawing_, {x - arm, band_y()}, {x + arm, band_y()}, drawing_.theme.text,
                  stroke());
        draw_line(drawing_, {x, band_y() - arm}, {x, band_y() + arm}, drawing_.theme.text,
                  stroke());
    }

    void draw_between(const Rect& left, const Rect& right) {
        const float gap = 0.12F * unit_, from = left.right() + gap;
        draw_arrow(drawing_, {from, left.y + 1.2F * unit_}, right.x - from - gap,
                   drawing_.theme.text, stroke());
    }
    /// Draws an arrow from a card up to the first state, or from the last state down to a card.
    void draw_beside_state(const Rect& card, std::size_t at, bool is_up) {
        const SheetBox& box = state(at);
        const float x =
            std::clamp(box.cells.x + box.cells.width / 2, card.x + unit_, card.right() - unit_);
        const float above = box.cells.bottom() + 0.5F * unit_, below = card.y - 0.15F * unit_;
        draw_upright(x, is_up ? below : above, is_up ? above : below,
                     is_up ? drawing_.theme.dim_text : drawing_.theme.text);
    }
    Drawing& drawing_;
    const BlockPlan& plan_;
    const BlockLayout& layout_;
    float unit_;
};

} // namespace

void draw_block_band(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout) {
    Band(drawing, plan, layout).draw_band();
}

void draw_block_arrows(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout) {
    Band(drawing, plan, layout).draw_steps();
}

// Draws X + P = x₀ + attention = x₁ + MLP = x₂ for one word as cells side by side. If the cells
// would be too narrow, each equation has its own line.

namespace {

/// One row of cells and the sign before it.
struct SumTerm {
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
        const std::vector<std::vector<SumTerm>> equations = equations_of_plan();
        std::vector<SumTerm> all;
        for (const std::vector<SumTerm>& one : equations) // Each begins where the last one ended.
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
        for (const std::vector<SumTerm>& one : equations)
            width = std::min(width, cell_width(one));
        float y = top;
        for (const std::vector<SumTerm>& one : equations) {
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
    std::vector<std::vector<SumTerm>> equations_of_plan() const {
        const BlockPlan& plan = shown_.plan;
        std::vector<std::vector<SumTerm>> list;
        const auto state = [&](std::size_t at, std::string sign) {
            return SumTerm{std::move(sign), plan.states[at].of, plan.states[at].name, true};
        };
        if (plan.words)
            list.push_back(
                {{"", {0, Stage::X}, "X", false}, {"+", {0, Stage::P}, "P", false}, state(0, "=")});
        for (std::size_t step = 0; step < plan.steps.size(); ++step) {
            const BlockStep& one = plan.steps[step];
            const BlockCardPlan& card = one.cards[one.adds];
            std::vector<SumTerm> terms{state(step, "")};
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

    Index columns_of(const SumTerm& term) const {
        const SheetLook* const look = shown_.contents.look(term.of);
        return look ? look->values.cols() : 0;
    }
    float gap_before(const SumTerm& term) const {
        return term.sign.empty() ? 0 : term.sign == "norm" ? norm_gap() : gap();
    }
    float cell_width(const std::vector<SumTerm>& terms) const {
        float gaps = 2 * edge();
        Index columns = 0;
        for (const SumTerm& term : terms) {
            gaps += &term == &terms.front() ? 0 : gap_before(term);
            columns += columns_of(term);
        }
        return std::max(0.05F, (figure_.size.width - gaps) /
                                   static_cast<float>(std::max<Index>(1, columns)));
    }

    void draw_line_of(const std::vector<SumTerm>& terms, float top, float cell) {
        const float height = 1.9F * unit_;
        const Rect line{edge(), top + 1.35F * unit_, 0, height};
        float x = line.x;
        for (const SumTerm& term : terms) {
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
    void draw_row(const SumTerm& term, SheetLook row, Rect cells) {
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
