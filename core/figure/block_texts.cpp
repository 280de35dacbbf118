// SPDX-License-Identifier: MIT
#include "core/figure/block_texts.h"

#include "core/base/covered.h"
#include "core/document/model.h"
#include "core/document/next_word.h"
#include "core/document/sheet.h"
#include "core/engine/positions.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace attn::figure {
namespace {

std::string query_word(const BlockContents& shown, const View& view) {
    return shown.contents.front().words()[static_cast<std::size_t>(view.query)];
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
                  number_text(one, view.numbers) + " → " + number_text(other, view.numbers),
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
    const std::string word = escape(shortened("after “" + query_word(shown, view) + "”", room.width,
                                              Font::Bold, size, drawing.measure));
    draw_text(drawing, {room.x, y}, word, {Font::Bold, size, theme.query_text});
    y += line;
    const Index count = shares.cols();
    if (count == 0)
        return;
    // With a table of zeros all shares are equal, which is no answer.
    if (!why_no_next_word(part.document()).empty()) {
        draw_text(drawing, {room.x, y},
                  escape(shortened("none: E is all zeros", room.width, Font::Sans, size,
                                   drawing.measure)),
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
    const std::vector<std::string>& words = part.document().words_out.list();
    float widest = 0;
    for (const std::string& one : words)
        widest = std::max(widest, drawing.measure(visible_word(one), Font::Sans, size));
    const float names = std::min(widest, 0.35F * room.width);
    const float number = drawing.measure(
        std::string(static_cast<std::size_t>(reserved_characters(view.numbers)), '0'), Font::Mono,
        size);
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
        draw_text(drawing, {room.right(), y}, number_text(share, view.numbers),
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

} // namespace attn::figure
