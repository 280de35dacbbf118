// SPDX-License-Identifier: MIT
// Draws what each head adds to the output of the query word, and the legend of the page of all
// heads.
#include "core/engine/head_name.h"
#include "core/figure/derivation_runs.h"
#include "core/figure/heads_page_parts.h"
#include "core/figure/matrix_cells.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

class Sum {
public:
    Sum(Drawing& drawing, const HeadsLooks& looks, const SumPlace& place, const Lengths& lengths,
        const View& view)
        : drawing_(drawing), looks_(looks), place_(place), lengths_(lengths), view_(view),
          unit_(lengths.unit), query_(looks.words()[static_cast<std::size_t>(view.query)]) {}

    void draw() {
        draw_heading();
        draw_column_names();
        draw_matrix_cells(drawing_, place_.added);
        const SheetLook& total = *place_.total.look;
        for (Index row = 0; row < place_.added.look->row_count(); ++row) {
            const Index head = looks_.heads[static_cast<std::size_t>(row)].head;
            const Rect line = line_of(place_.added, row);
            draw_line_of(line, row > 0 ? "+" : "", head_name(head), head_colour(head, view_.theme));
            draw_length(line, static_cast<std::size_t>(row), head_colour(head, view_.theme));
            // The numbers of a line stand for the sum: pointing at one points at the sum.
            for (Index column = 0; column < total.column_count(); ++column)
                drawing_.figure.places.push_back(
                    {cell_in(place_.added, row, column), total.place(0, column)});
        }
        if (place_.b_o) {
            const Rect line = line_of(*place_.b_o, 0);
            draw_matrix(drawing_, *place_.b_o, looks_.words(), view_);
            draw_line_of(line, "+", "b_{O}", std::nullopt);
            draw_length(line, looks_.lengths.size() - 1, drawing_.theme.score);
        }
        const Rect line = line_of(place_.total, 0);
        const float rule = (line.y + (place_.b_o ? *place_.b_o : place_.added).cells.bottom()) / 2;
        draw_line(drawing_, {place_.labels, rule}, {place_.lengths, rule}, drawing_.theme.line,
                  drawing_.theme.stroke);
        draw_matrix(drawing_, place_.total, looks_.words(), view_);
        draw_total_name(line);
    }

private:
    static Rect line_of(const SheetBox& box, Index row) {
        const Rect cell = cell_in(box, row, 0);
        return {box.cells.x, cell.y, box.cells.width, cell.height};
    }
    TextStyle small(Colour colour) const {
        return {Font::Sans, lengths_.label_size(), colour, Anchor::Left};
    }

    void draw_heading() {
        const Theme& theme = drawing_.theme;
        const float right = place_.lengths;
        const TextStyle bold{Font::Bold, unit_, theme.text};
        float x = place_.title.x;
        x += draw_text(drawing_, place_.title, "What each head adds to ", bold);
        draw_text(drawing_, {x, place_.title.y},
                  escape(shortened(query_, std::max(right - x, 2 * unit_), Font::Bold, unit_,
                                   drawing_.measure)),
                  {Font::Bold, unit_, theme.query_text});
        const std::string rest = looks_.b_o ? " and b_{O}" : "";
        for (const std::string& text :
             {"the same output as a sum: each head’s output times its rows of W_{O}" + rest,
              "each head’s output times its rows of W_{O}" + rest,
              "output times rows of W_{O}" + rest})
            if (rich_width(text, Font::Sans, lengths_.small_size(), drawing_.measure) <=
                right - place_.title.x) {
                draw_text(drawing_, {place_.title.x, place_.title.y + 1.35F * unit_}, text,
                          {Font::Sans, lengths_.small_size(), theme.dim_text});
                break;
            }
    }

    /// Writes the names as over every matrix, but without regions: the table is no matrix of the
    /// document.
    void draw_column_names() {
        Figure names;
        Drawing drawing{names, drawing_.theme, drawing_.measure};
        draw_labels(drawing, place_.added, looks_.words());
        for (Shape& shape : names.shapes)
            drawing_.figure.shapes.push_back(std::move(shape));
        const float y = place_.added.cells.y - 0.58F * lengths_.label_line();
        draw_text(drawing_, {place_.bars, y}, "length",
                  {Font::Sans, lengths_.small_size(), drawing_.theme.dim_text});
    }

    void draw_sign(const Rect& line, const std::string& sign) {
        draw_text(drawing_, {place_.labels + 0.4F * unit_, line.y + line.height / 2}, sign,
                  {Font::Sans, lengths_.label_size(), drawing_.theme.dim_text, Anchor::Centre});
    }
    void draw_line_of(const Rect& line, const std::string& sign, const std::string& name,
                      const std::optional<Colour>& colour) {
        draw_sign(line, sign);
        float x = place_.labels + 1.1F * unit_;
        const float y = line.y + line.height / 2;
        if (colour) {
            const float side = 0.78F * unit_;
            drawing_.figure.shapes.emplace_back(
                Box{{x, y - side / 2, side, side}, *colour, transparent, 0, 0.2F * side});
            x += 1.2F * unit_;
        }
        draw_text(drawing_, {x, y}, name, small(drawing_.theme.text));
    }
    void draw_total_name(const Rect& line) {
        draw_sign(line, "=");
        float x = place_.labels + 1.1F * unit_;
        const float y = line.y + line.height / 2;
        x += draw_text(drawing_, {x, y}, "output of ", small(drawing_.theme.text));
        const float size = lengths_.label_size();
        draw_text(drawing_, {x, y},
                  escape(shortened(query_, line.x - 0.4F * unit_ - x, Font::Bold, size,
                                   drawing_.measure)),
                  {Font::Bold, size, drawing_.theme.query_text});
    }

    /// The number has a fixed place, however long the bar is.
    void draw_length(const Rect& line, std::size_t at, Colour colour) {
        const Real length = looks_.lengths[at];
        const float y = line.y + line.height / 2, high = 0.62F * unit_;
        if (std::isfinite(length) && looks_.longest > 0) {
            const float width =
                std::max(1.0F, static_cast<float>(length / looks_.longest) * place_.bar_length);
            drawing_.figure.shapes.emplace_back(Box{
                {place_.bars, y - high / 2, width, high}, colour, transparent, 0, 0.15F * unit_});
        }
        const std::string text = number_text(length, view_.numbers);
        const float room = place_.lengths - place_.bars - place_.bar_length - 0.2F * unit_;
        draw_text(drawing_, {place_.lengths, y},
                  shortened(text, room, Font::Mono, 0.9F * lengths_.label_size(), drawing_.measure),
                  {Font::Mono, 0.9F * lengths_.label_size(), drawing_.theme.text, Anchor::Right});
    }

    Drawing& drawing_;
    const HeadsLooks& looks_;
    const SumPlace& place_;
    const Lengths& lengths_;
    const View& view_;
    float unit_;
    std::string query_;
};

struct LegendRange {
    std::string name;
    const SheetLook* look;
};

std::vector<LegendRange> ranges(const HeadsLooks& looks) {
    std::vector<LegendRange> list{{"weights", &looks.heads.front().weights_look()},
                                  {"values", &looks.heads.front().output_look()}};
    if (looks.w_o)
        list.push_back({"W_{O}", &looks.w_o->sheets.front()});
    return list;
}

std::string what_a_click_does(const HeadsLooks& looks, const HeadsLayout& layout) {
    const std::string opens = "A click on a card’s title opens the head on Forward.";
    return !looks.w_o        ? opens
           : layout.is_brief ? opens + " A switch sets a head’s rows of W_O to 0, and back."
                             : opens + " Its switch sets its rows of W_O to 0, and back.";
}

/// Draws the words in a frame if there is room. Returns the frame.
std::optional<Rect> draw_add(Drawing& drawing, Point at, float right, const Lengths& lengths) {
    const std::string text = "+ Add a head";
    const float size = lengths.small_size(), side = 0.6F * lengths.unit;
    const float width = drawing.measure(text, Font::Sans, size) + 2 * side;
    const float height = 1.55F * lengths.unit;
    if (!fits_in(at.x + width, right))
        return std::nullopt;
    const Rect rect{at.x, at.y - height / 2, width, height};
    drawing.figure.shapes.emplace_back(Box{rect, drawing.theme.panel_background, drawing.theme.line,
                                           drawing.theme.stroke, 0.35F * lengths.unit});
    draw_text(drawing, {at.x + side, at.y}, text, {Font::Sans, size, drawing.theme.text});
    return rect;
}

/// Draws the bar with its ends and its name. Returns the right end of the name.
float draw_range(Drawing& drawing, const LegendRange& range, Point at, float ends, float bar,
                 const Lengths& lengths) {
    const TextStyle style{Font::Mono, lengths.range_size(), drawing.theme.dim_text};
    const float gap = 0.4F * lengths.unit, high = 0.42F * lengths.unit;
    const Rect rect{at.x + ends + gap, at.y - high / 2, bar, high};
    draw_text(drawing, {rect.x - gap, at.y}, range.look->scale_low,
              {style.font, style.size, style.colour, Anchor::Right});
    draw_scale(drawing, range.look->scale, rect);
    draw_text(drawing, {rect.right() + gap, at.y}, range.look->scale_high, style);
    const float x = rect.right() + ends + 2 * gap;
    return x + draw_text(drawing, {x, at.y}, range.name,
                         {Font::Sans, lengths.small_size(), drawing.theme.dim_text});
}

} // namespace

void draw_sum_of_heads(Drawing& drawing, const HeadsLooks& looks, const SumPlace& place,
                       const Lengths& lengths, const View& view) {
    Sum(drawing, looks, place, lengths, view).draw();
}

std::optional<Rect> draw_heads_legend(Drawing& drawing, const HeadsLooks& looks,
                                      const HeadsLayout& layout, const std::string& caption,
                                      bool is_picture) {
    if (layout.legend.width <= 0) // The legend has no place.
        return std::nullopt;
    const Lengths& lengths = layout.lengths;
    const Theme& theme = drawing.theme;
    const Rect& place = layout.legend;
    const float unit = lengths.unit, size = lengths.small_size();
    const std::vector<LegendRange> list = ranges(looks);
    // Leaves room for the longest end, so that nothing moves while ranges grow.
    const float ends = drawing.measure("−1000", Font::Mono, lengths.range_size());
    std::vector<Run> says;
    if (!is_picture)
        says = sentence_runs(what_a_click_does(looks, layout), theme.dim_text);
    for (Run& run : says)
        if (run.text == escape("W_O"))
            run.text = "W_{O}";
    if (layout.has_legend_line) {
        float x = place.x;
        const float y = place.y + place.height / 2;
        if (!caption.empty())
            x += draw_text(drawing, {x, y}, escape(caption), {Font::Bold, size, theme.text}) +
                 1.4F * unit;
        for (const LegendRange& range : list) {
            const float width =
                2 * ends + 4.2F * unit + rich_width(range.name, Font::Sans, size, drawing.measure);
            if (!fits_in(x + width, place.right()))
                return std::nullopt;
            x = draw_range(drawing, range, {x, y}, ends, 3 * unit, lengths) + 1.4F * unit;
        }
        const float width = flow_width(says, size, drawing.measure);
        if (fits_in(x + width, place.right())) {
            draw_flow(drawing, says, {{x, place.y, 1e6F, 0}, size, place.height, 0, {}});
            x += width + 1.4F * unit;
        }
        return is_picture ? std::nullopt : draw_add(drawing, {x, y}, place.right(), lengths);
    }
    const float line = 1.45F * unit;
    FlowStyle flow{{place.x, 0, place.width, 0}, size * 1.05F, line, 0, {}};
    const auto lines = static_cast<float>(flow_lines(says, flow, drawing.measure));
    const float height = line * (1.3F + static_cast<float>(list.size()) + 2.3F + lines);
    float y = place.y + std::max(0.0F, (place.height - height) / 2);
    draw_text(drawing, {place.x, y + line / 2},
              escape(shortened(caption.empty() ? "All heads, one scale" : caption, place.width,
                               Font::Bold, lengths.label_size(), drawing.measure)),
              {Font::Bold, lengths.label_size(), theme.text});
    y += 1.3F * line;
    for (const LegendRange& range : list) {
        draw_range(drawing, range, {place.x, y + line / 2}, ends, 3.6F * unit, lengths);
        y += line;
    }
    flow.area.y = y + 0.5F * line;
    if (is_picture || flow.area.y + lines * line > place.bottom())
        return std::nullopt;
    y = draw_flow(drawing, says, flow);
    if (y + 1.8F * line > place.bottom())
        return std::nullopt;
    return draw_add(drawing, {place.x, y + line}, place.right(), lengths);
}

} // namespace attn::figure
