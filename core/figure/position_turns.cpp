// SPDX-License-Identifier: MIT
#include "core/figure/position_turns.h"

#include "core/base/number_text.h"
#include "core/document/derivation.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/stage_plan.h"
#include "core/engine/positions.h"
#include "core/figure/colour_map.h"
#include "core/figure/positions_figure.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
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
