// SPDX-License-Identifier: MIT
#include "core/figure/plots/positions_figure.h"

#include "core/base/number_text.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/stage_plan.h"
#include "core/document/model/view.h"
#include "core/engine/numbers/positions.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

// Draws the columns of P as curves.

/// Fills the figure's size, and sets its height if that is 0.
void draw_position_curves(Drawing& drawing, const Document& document, const Trace& trace,
                          const View& view, float text);

// Draws queries and keys before and after they are turned.

/// Fills the figure's size, and sets its height if that is 0.
void draw_position_turns(Drawing& drawing, const Document& document, const Trace& trace,
                         const View& view, float text);

bool has_positions_figure(const Document& document) {
    return has_stage(document, Stage("P")) || has_stage(document, Stage::QRotated);
}

Figure positions_figure(const Document& document, const Trace& trace, const View& asked,
                        Size available, float text, const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    if (has_stage(document, Stage("P")))
        draw_position_curves(drawing, document, trace, view, text);
    else if (has_stage(document, Stage::QRotated))
        draw_position_turns(drawing, document, trace, view, text);
    return figure;
}

namespace {

const SheetId sheet_of_p{Stage("P")};

/// One range of numbers for all strips, which includes zero.
struct CurveRange {
    Real low = 0, high = 0;
};
CurveRange curve_range(const Matrix& p) {
    CurveRange range;
    for (Index at = 0; at < p.size(); ++at)
        if (const Real number = p.data()[at]; std::isfinite(number)) {
            range.low = std::min(range.low, number);
            range.high = std::max(range.high, number);
        }
    if (range.low == range.high)
        range.high = 1;
    return range;
}

class Curves {
public:
    Curves(Drawing& drawing, const Document& document, const Matrix& p, const View& view,
           float text)
        : drawing_(drawing), theme_(drawing.theme), document_(document), p_(p), view_(view),
          text_(text), range_(curve_range(p)),
          is_of_sines_(document.options.positions.kind == Positions::Kind::Sinusoidal &&
                       !is_given_stage(document, {Stage::P})) {}

    void draw() {
        Size& size = drawing_.figure.size;
        const Index per_strip = is_of_sines_ ? 2 : 1;
        const Index strips = (p_.cols() + per_strip - 1) / per_strip;
        const float head = 2 * text_, foot = 2.2F * text_, least = 2.6F * text_;
        constexpr Index usual = 8;
        if (size.height <= 0)
            size.height = head + foot + 4 * text_ * static_cast<float>(std::min(strips, usual));
        const float room = size.height - head - foot;
        const Index shown =
            std::clamp<Index>(static_cast<Index>(room / least), strips > 0 ? 1 : 0, strips);
        plot_ = {11 * text_, head, size.width - 12.5F * text_, room};
        if (plot_.width < 4 * text_ || plot_.height < text_)
            return;
        write_head(strips - shown, per_strip);
        mark_query();
        const float high = plot_.height / static_cast<float>(shown);
        for (Index at = 0; at < shown; ++at) {
            strip_ = {plot_.x, plot_.y + high * static_cast<float>(at), plot_.width, high};
            draw_strip(columns_of(at));
        }
        name_words();
    }

private:
    void write_head(Index left_out, Index per_strip) {
        const float size = small_letters * text_, y = 0.95F * text_;
        float x = 0.8F * text_;
        x += draw_text(drawing_, {x, y}, "P", {Font::Bold, size, theme_.text}) + text_;
        std::string said = is_of_sines_ ? "a sine and a cosine (dashed) in each strip, slower from "
                                          "one to the next"
                                        : "each column over the positions";
        if (left_out > 0)
            said += "; " + std::to_string(left_out * per_strip) + " more columns have no room";
        draw_text(drawing_, {x, y},
                  escape(shortened(said, drawing_.figure.size.width - x - text_, Font::Sans, size,
                                   drawing_.measure)),
                  {Font::Sans, size, theme_.dim_text});
    }

    float x_of(Real position) const {
        return plot_.x +
               plot_.width * static_cast<float>((position + 0.5) / static_cast<Real>(p_.rows()));
    }
    float y_of(Real number) const {
        const float inset = 0.6F * text_, high = strip_.height - 2 * inset;
        return strip_.bottom() - inset -
               high * static_cast<float>((number - range_.low) / (range_.high - range_.low));
    }

    /// Marks the column of the query word's position behind everything else.
    void mark_query() {
        const float wide = std::clamp(plot_.width / static_cast<float>(p_.rows()), 2.0F, 3 * text_);
        const float middle = x_of(static_cast<Real>(view_.query));
        drawing_.figure.shapes.emplace_back(Box{{middle - wide / 2, plot_.y, wide, plot_.height},
                                                mix(theme_.panel_background, theme_.query, 0.16F)});
    }

    /// The columns of a strip: one, or both of a pair of sines.
    std::vector<Index> columns_of(Index strip) const {
        if (!is_of_sines_)
            return {strip};
        if (document_.options.positions.waves != Waves::Alternating)
            return {strip, strip + p_.cols() / 2};
        const Index first = 2 * strip;
        return first + 1 < p_.cols() ? std::vector<Index>{first, first + 1}
                                     : std::vector<Index>{first};
    }

    void draw_strip(const std::vector<Index>& columns) {
        draw_line(drawing_, {strip_.x, y_of(0)}, {strip_.right(), y_of(0)}, theme_.line);
        draw_line(drawing_, {strip_.x, strip_.y}, {strip_.x, strip_.bottom()}, theme_.line);
        const float middle = strip_.y + strip_.height / 2;
        const bool has_two_lines = is_of_sines_ && strip_.height > 2.4F * text_;
        std::string name = "column " + std::to_string(columns.front());
        if (columns.size() == 2)
            name = "columns " + std::to_string(columns.front()) + ", " +
                   std::to_string(columns.back());
        draw_text(drawing_, {0.8F * text_, middle - (has_two_lines ? 0.55F * text_ : 0)}, name,
                  {Font::Sans, small_letters * text_, theme_.text});
        if (has_two_lines)
            draw_text(drawing_, {0.8F * text_, middle + 0.65F * text_},
                      "a turn in " + significant(words_a_turn(columns.front()), 3) + " words",
                      {Font::Sans, small_letters * text_, theme_.dim_text});
        for (const Real number : {range_.low, range_.high})
            if (number != 0)
                draw_text(drawing_, {strip_.x - 0.3F * text_, y_of(number)}, spoken_tick(number),
                          {Font::Mono, small_letters * text_, theme_.dim_text, Anchor::Right});
        for (std::size_t at = 0; at < columns.size(); ++at)
            draw_column(columns[at], colour_of(static_cast<Index>(at)), at > 0);
    }

    std::string spoken_tick(Real number) const {
        return number_text(number, {NumberFormat::Kind::Significant, 2});
    }

    Colour colour_of(Index in_strip) const {
        return in_strip == 0 ? theme_.accent : head_colour(1, view_.theme);
    }

    Real words_a_turn(Index column) const { return 2 * std::numbers::pi * wave_of(column).length; }
    Wave wave_of(Index column) const {
        const Positions& positions = document_.options.positions;
        return wave({positions.base, positions.waves}, column, p_.cols());
    }

    /// The column's value between two words: the formula for sines, otherwise linear.
    Real between(Index column, Real position) const {
        const auto before = static_cast<Index>(std::floor(position));
        const Real part = position - static_cast<Real>(before);
        if (part == 0)
            return p_(before, column);
        if (is_of_sines_) {
            const Wave of = wave_of(column);
            return of.is_cosine ? std::cos(position / of.length) : std::sin(position / of.length);
        }
        return (1 - part) * p_(before, column) + part * p_(before + 1, column);
    }

    void draw_column(Index column, Colour colour, bool is_dashed) {
        const Index last = p_.rows() - 1;
        // Fine enough for a smooth curve, limited to what a page can hold.
        const Index fine = last > 0 && is_of_sines_ ? std::clamp<Index>(160 / last, 1, 80) : 1;
        const auto at = [&](Index step) {
            const Real position = static_cast<Real>(step) / static_cast<Real>(fine);
            return Point{x_of(position), y_of(between(column, position))};
        };
        const auto is_drawn = [&](Index step) {
            return std::isfinite(p_(step / fine, column)) &&
                   std::isfinite(p_((step + fine) / fine, column));
        };
        for (Index step = 0; step < last * fine; ++step)
            if (is_drawn(step) && !(is_dashed && step % 3 == 2))
                draw_line(drawing_, at(step), at(step + 1), colour, 1.3F * theme_.stroke);
        const float by = p_.rows() > 64 ? 0 : 0.26F * text_;
        for (Index word = 0; word <= last; ++word) {
            if (!std::isfinite(p_(word, column)))
                continue;
            const Point middle{x_of(static_cast<Real>(word)), y_of(p_(word, column))};
            const Rect dot{middle.x - by, middle.y - by, 2 * by, 2 * by};
            if (by > 0)
                drawing_.figure.shapes.emplace_back(
                    Box{dot, colour, theme_.panel_background, 1, by});
            drawing_.figure.places.push_back(
                {grown(dot, 0.15F * text_), {sheet_of_p, word, column}});
        }
    }

    /// Writes the words below their positions, or the numbers of some if words do not fit.
    void name_words() {
        const float wide = plot_.width / static_cast<float>(p_.rows());
        const float size = small_letters * text_, y = plot_.bottom() + 0.9F * text_;
        const bool has_words = wide >= 2.6F * text_;
        const Index every =
            has_words ? 1 : std::max<Index>(1, static_cast<Index>(std::ceil(2 * text_ / wide)));
        for (Index word = 0; word < p_.rows(); ++word) {
            const bool is_query = word == view_.query;
            if (!is_query && word % every != 0)
                continue;
            if (!has_words && !is_query && std::abs(word - view_.query) < every)
                continue;
            const Font font = is_query ? Font::Bold : Font::Sans;
            const std::string name =
                has_words
                    ? shortened(visible_word(document_.tokens[static_cast<std::size_t>(word)]),
                                wide - 0.3F * text_, font, size, drawing_.measure)
                    : std::to_string(word);
            draw_text(drawing_, {x_of(static_cast<Real>(word)), y}, escape(name),
                      {font, size, is_query ? theme_.query_text : theme_.dim_text, Anchor::Centre});
        }
    }

    Drawing& drawing_;
    const Theme& theme_;
    const Document& document_;
    const Matrix& p_;
    const View& view_;
    float text_;
    CurveRange range_;
    bool is_of_sines_;
    Rect plot_, strip_;
};

} // namespace

void draw_position_curves(Drawing& drawing, const Document& document, const Trace& trace,
                          const View& view, float text) {
    const Matrix p = matrix_of(document, trace, sheet_of_p);
    Curves(drawing, document, p, view, text).draw();
}

namespace {

/// Two columns that are turned together, and by what angle from one word to the next.
struct TurnedPair {
    Index x = 0, y = 0;
    Real angle = 0;
};

/// The pairs of columns, as the derivations of the turned numbers name them.
std::vector<TurnedPair> turned_pairs(const Document& document, const Trace& trace,
                                     const SheetId& turned, Index row) {
    const Index all = document.options.positions.turned;
    const Index width = all == 0 ? shape_of(document, turned).columns : all;
    const Graph stages = graph(document);
    std::vector<bool> is_taken(static_cast<std::size_t>(width));
    std::vector<TurnedPair> pairs;
    for (Index column = 0; column < width; ++column) {
        if (is_taken[static_cast<std::size_t>(column)])
            continue;
        TurnedPair pair{
            column, column,
            attn::turn(document.options.positions.base, static_cast<Index>(pairs.size()), width)};
        for (const Place& read : places(derive(stages, document, trace, {turned, row, column})))
            if (read.column != column)
                pair.y = read.column;
        is_taken[static_cast<std::size_t>(pair.y)] = true;
        pairs.push_back(pair);
    }
    return pairs;
}

/// A query or a key before and after it is turned.
struct TurnedRow {
    std::string name; // "q of “cat”"
    Matrix before, after;
    SheetId sheet; // the sheet that is turned
    Index row = 0;
    Colour colour, ink;
};

class Turns {
public:
    Turns(Drawing& drawing, std::vector<TurnedPair> pairs, std::vector<TurnedRow> turned,
          float text)
        : drawing_(drawing), theme_(drawing.theme), pairs_(std::move(pairs)),
          turned_(std::move(turned)), text_(text) {
        for (const TurnedRow& one : turned_)
            for (const TurnedPair& pair : pairs_)
                if (const Real length = std::hypot(one.before(0, pair.x), one.before(0, pair.y));
                    std::isfinite(length))
                    longest_ = std::max(longest_, length);
    }

    void draw() {
        Size& size = drawing_.figure.size;
        const float head = 2 * text_;
        const float least = 8 * text_; // the least side of a plane with its two lines of text
        const auto fitting = [&](float room) {
            return std::max<Index>(1, static_cast<Index>(room / least));
        };
        const auto count = static_cast<Index>(pairs_.size());
        if (size.height <= 0) {
            constexpr Index usual = 4;
            const Index across = std::min({fitting(size.width), usual, count});
            const Index lines = std::min<Index>((count + across - 1) / across, 3);
            size.height = head + static_cast<float>(lines) *
                                     std::min(size.width / static_cast<float>(across) + 2 * text_,
                                              22 * text_);
        }
        const float room = size.height - head;
        const Index most = fitting(size.width) * fitting(room);
        const Index shown = std::min(count, most);
        Index across = 1;
        float best = 0;
        for (Index columns = 1; columns <= shown; ++columns) {
            const Index lines = (shown + columns - 1) / columns;
            const float side = std::min(size.width / static_cast<float>(columns),
                                        room / static_cast<float>(lines) - 2 * text_);
            if (side > best) {
                best = side;
                across = columns;
            }
        }
        write_head(count - shown);
        if (best < 3 * text_)
            return;
        const Index lines = (shown + across - 1) / across;
        const float wide = size.width / static_cast<float>(across);
        const float high = room / static_cast<float>(lines);
        for (Index at = 0; at < shown; ++at)
            draw_plane(pairs_[static_cast<std::size_t>(at)],
                       {wide * static_cast<float>(at % across),
                        head + high * static_cast<float>(at / across), wide, high});
    }

private:
    void write_head(Index left_out) {
        const float size = small_letters * text_, y = 0.95F * text_,
                    right = drawing_.figure.size.width;
        float x = 0.8F * text_;
        for (const TurnedRow& one : turned_) {
            const std::string said = one.name + ", position " + std::to_string(one.row);
            x += draw_text(drawing_, {x, y},
                           escape(shortened(said, right - x, Font::Bold, size, drawing_.measure)),
                           {Font::Bold, size, one.ink}) +
                 text_;
        }
        std::string said = "dashed before they are turned";
        const Index stay = turned_.front().before.cols() - 2 * static_cast<Index>(pairs_.size());
        if (stay > 0)
            said += "; the last " +
                    (stay == 1 ? "column stays" : std::to_string(stay) + " columns stay");
        if (left_out > 0)
            said += "; " + std::to_string(left_out) + " more pairs have no room";
        if (right - x > 4 * text_)
            draw_text(
                drawing_, {x, y},
                escape(shortened(said, right - x - text_, Font::Sans, size, drawing_.measure)),
                {Font::Sans, size, theme_.dim_text});
    }

    void draw_plane(const TurnedPair& pair, Rect area) {
        const float side = std::min(area.width, area.height - 2 * text_) - text_;
        const Point middle{area.x + area.width / 2, area.y + 2 * text_ + side / 2};
        const float reach = side / 2;
        draw_text(drawing_, {middle.x, area.y + 0.4F * text_},
                  "columns " + std::to_string(pair.x) + ", " + std::to_string(pair.y),
                  {Font::Sans, small_letters * text_, theme_.text, Anchor::Centre});
        draw_text(drawing_, {middle.x, area.y + 1.5F * text_},
                  "θ = " + significant(pair.angle, 3) + " a word",
                  {Font::Sans, small_letters * text_, theme_.dim_text, Anchor::Centre});
        draw_line(drawing_, {middle.x - reach, middle.y}, {middle.x + reach, middle.y},
                  theme_.line);
        draw_line(drawing_, {middle.x, middle.y - reach}, {middle.x, middle.y + reach},
                  theme_.line);
        const Real scale =
            longest_ > 0 ? static_cast<Real>(reach - 0.6F * text_) / longest_ : Real{0};
        for (const TurnedRow& one : turned_)
            draw_turn(one, pair, middle, scale);
    }

    void draw_turn(const TurnedRow& one, const TurnedPair& pair, Point middle, Real scale) {
        const auto at = [&](Real x, Real y) {
            return Point{middle.x + static_cast<float>(x * scale),
                         middle.y - static_cast<float>(y * scale)};
        };
        const Real x = one.before(0, pair.x), y = one.before(0, pair.y);
        const Real to_x = one.after(0, pair.x), to_y = one.after(0, pair.y);
        if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(to_x) || !std::isfinite(to_y))
            return;
        constexpr int dashes = 9; // every other piece
        for (int piece = 0; piece < dashes; piece += 2) {
            const Real from = static_cast<Real>(piece) / dashes;
            const Real to = static_cast<Real>(piece + 1) / dashes;
            draw_line(drawing_, at(from * x, from * y), at(to * x, to * y), one.colour,
                      theme_.stroke);
        }
        // The way it goes, at two thirds of its length.
        const Real angle = pair.angle * static_cast<Real>(one.row);
        const Real most = 2 * std::numbers::pi;
        const Real shown = std::min(angle, most);
        constexpr int pieces = 24;
        for (int piece = 0; piece < pieces; ++piece) {
            const auto on_way = [&](int step) {
                const Real turned = shown * static_cast<Real>(step) / pieces;
                const Real cosine = std::cos(turned), sine = std::sin(turned);
                constexpr Real share = 2.0 / 3;
                return at(share * (x * cosine - y * sine), share * (x * sine + y * cosine));
            };
            draw_line(drawing_, on_way(piece), on_way(piece + 1),
                      mix(theme_.panel_background, one.colour, 0.55F), theme_.stroke);
        }
        // A key that lies on the query is thinner, so that the query shows below it.
        const float wide = &one == &turned_.front() ? 4.0F : 1.8F;
        draw_line(drawing_, at(0, 0), at(to_x, to_y), one.colour, wide * theme_.stroke);
        const Point tip = at(to_x, to_y);
        const float by = (&one == &turned_.front() ? 0.36F : 0.24F) * text_;
        const Rect dot{tip.x - by, tip.y - by, 2 * by, 2 * by};
        drawing_.figure.shapes.emplace_back(Box{dot, one.colour, theme_.panel_background, 1, by});
        drawing_.figure.places.push_back({grown(dot, 0.2F * text_), {one.sheet, one.row, pair.x}});
    }

    Drawing& drawing_;
    const Theme& theme_;
    std::vector<TurnedPair> pairs_;
    std::vector<TurnedRow> turned_;
    float text_;
    Real longest_ = 0;
};

/// The key word of the view, otherwise the key with the query word's largest weight.
Index looked_at_key(const Document& document, const Trace& trace, const View& view) {
    const Index keys = key_count(document);
    if (view.key && *view.key < keys)
        return *view.key;
    const Matrix weights =
        matrix_of(document, trace, sheet_of_head(document, Stage::Weights, view.head));
    Index key = 0;
    if (weights.row(view.query).allFinite())
        weights.row(view.query).maxCoeff(&key);
    return key;
}

} // namespace

void draw_position_turns(Drawing& drawing, const Document& document, const Trace& trace,
                         const View& view, float text) {
    const Theme& colours = drawing.theme;
    const Graph stages = trace.plan ? Graph() : graph(document, 1);
    const Graph& known = trace.plan ? trace.plan->graph() : stages;
    const auto turned = [&](Stage after, Index row, Colour colour, Colour ink,
                            const std::string& name, const std::vector<std::string>& words) {
        const Stage before = known[known[*known.find({after})].inputs.front()].sheet.stage;
        const SheetId from = sheet_of_head(document, before, view.head);
        const SheetId to = sheet_of_head(document, after, view.head);
        return TurnedRow{name + " of “" + visible_word(words[static_cast<std::size_t>(row)]) + "”",
                         matrix_of(document, trace, from).row(row),
                         matrix_of(document, trace, to).row(row),
                         to,
                         row,
                         colour,
                         ink};
    };
    const std::vector<TurnedRow> both{turned(Stage::QRotated, view.query, colours.query,
                                             colours.query_text, "q", document.tokens),
                                      turned(Stage::KRotated, looked_at_key(document, trace, view),
                                             colours.key, colours.key_text, "k",
                                             key_words(document))};
    Turns(drawing, turned_pairs(document, trace, both[0].sheet, view.query), both, text).draw();
}

} // namespace attn::figure
