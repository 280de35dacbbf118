// SPDX-License-Identifier: MIT
#include "core/figure/position_curves.h"

#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
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
#include <vector>

namespace attn::figure {
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
          is_of_sines_(document.options.positions.kind == Positions::Kind::Sinusoidal) {}

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

} // namespace attn::figure
