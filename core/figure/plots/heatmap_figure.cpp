// SPDX-License-Identifier: MIT
#include "core/figure/plots/heatmap_figure.h"

#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/pooled.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

std::string row_name(const Contents& shown, const SheetLook& look, Index row) {
    return look.row_name(row, shown.words());
}

std::string column_name(const Contents& shown, const SheetLook& look, Index column) {
    return look.column_name(column, shown.words());
}

/// The width of the widest name, at most `most`.
template <class Name>
float widest(Index count, Name name, float size, float most, const Measure& measure) {
    float width = 0;
    for (Index at = 0; at < count && width < most; ++at)
        width = std::max(width, measure(name(at), Font::Sans, size));
    return std::min(width, most);
}

/// The greatest width of row names: 28 % of the picture, up to half if the cells keep room for
/// numbers.
float most_row_labels(const SheetLook& look, const HeatmapOptions& options) {
    const float cells = digits_width(look, options.measure) * options.text / 0.82F *
                        static_cast<float>(look.column_count());
    return std::clamp(options.width - cells - 8 * options.text, 0.28F * options.width,
                      0.5F * options.width);
}

} // namespace

float digits_width(const SheetLook& look, const Measure& measure) {
    // A sign takes the room of a digit.
    const bool has_sign = look.range.low < 0;
    return measure("0", Font::Mono, 1) *
           static_cast<float>(std::max(look.characters, 2) + (has_sign ? 1 : 0));
}

float height_of_names(ColumnLabels labels, float length, float text) {
    constexpr float slant = 0.7071F; // the sine of 45 degrees
    return labels == ColumnLabels::Turned    ? slant * (length + 0.9F * text)
           : labels == ColumnLabels::Upright ? length + 0.2F * text
                                             : 1.35F * text;
}

std::vector<std::string> caption_lines(const std::string& text, float width, float size,
                                       const Measure& measure) {
    std::vector<std::string> list;
    std::string line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = piece_end(text, at);
        const std::string word = text.substr(at, end - at);
        const std::string longer = line.empty() ? word : line + " " + word;
        if (!line.empty() && !fits_in(measure(longer, Font::Sans, size), width)) {
            list.push_back(line);
            line = word;
        } else {
            line = longer;
        }
        at = end + 1;
    }
    if (!line.empty())
        list.push_back(line);
    return list;
}

float size_of_numbers(const SheetLook& look, Size cell, float text, const Measure& measure) {
    return std::max(
        0.0F, std::min({std::max(text, std::min(1.4F * text, 0.3F * cell.height)),
                        0.82F * cell.width / digits_width(look, measure), 0.62F * cell.height}));
}

HeatmapLayout lay_out(const Contents& shown, const HeatmapOptions& options) {
    const SheetLook& look = shown.sheets.front();
    const Measure& measure = options.measure;
    const float t = options.text;
    const auto rows = static_cast<float>(look.row_count());
    const auto columns = static_cast<float>(look.column_count());
    HeatmapLayout layout;
    layout.text = t;
    layout.margin = 0.6F * t;
    layout.small = options.is_column ? t : 0.9F * t;
    const float inner = options.width - 2 * layout.margin;
    float top = layout.margin;
    if (options.has_title)
        top += 1.9F * t;
    layout.title_y = layout.margin + 0.75F * t;

    float left = layout.margin;
    if (options.has_labels) {
        layout.row_labels = widest(
            look.row_count(), [&](Index at) { return row_name(shown, look, at); }, t,
            most_row_labels(look, options), measure);
        const float role = rich_width(look.row_role + " ↓", Font::Sans, layout.small, measure);
        layout.row_labels = std::max(layout.row_labels, std::min(role, 0.28F * options.width));
        left += layout.row_labels + 0.5F * t;
    }
    float right = layout.margin;
    if (options.has_colour_bar)
        right += 1.6F * t +
                 std::min(widest_tick(look, layout.small, measure), 0.2F * options.width) +
                 0.6F * t;

    const auto name = [&](Index at) { return column_name(shown, look, at); };
    // Names are cut only if there is no room.
    const float most_label =
        options.most_height > 0 ? std::clamp(0.35F * options.most_height, 3 * t, 24 * t) : 24 * t;
    const float label =
        options.has_labels ? widest(look.column_count(), name, t, most_label, measure) : 0;
    float cell = (options.width - left - right) / columns;
    constexpr float slant = 0.7071F; // the sine of 45 degrees
    constexpr float apart = 1.4F;    // slanted names stand closer than their starts
    layout.column_labels = !options.has_labels               ? ColumnLabels::None
                           : fits_in(label + 0.4F * t, cell) ? ColumnLabels::Level
                           : !look.has_word_columns          ? ColumnLabels::Thinned
                                                             : ColumnLabels::Upright;
    if (layout.column_labels == ColumnLabels::Upright && label <= 9 * t) {
        // The last name leans over what is right of the cells.
        const float last = std::min(measure(name(look.column_count() - 1), Font::Sans, t), label);
        const float wider = std::max(right, layout.margin + slant * (last + t) - cell / 2);
        if (const float left_over = (options.width - left - wider) / columns;
            left_over >= apart * t) {
            layout.column_labels = ColumnLabels::Turned;
            right = wider;
            cell = left_over;
        }
    }
    if (options.has_labels)
        top += 1.35F * t + height_of_names(layout.column_labels, label, t);
    layout.label_length = label;

    const std::vector<std::string> caption = caption_lines(options.caption, inner, t, measure);
    float bottom = layout.margin + (caption.empty() ? 0 : 0.6F * t);
    bottom += 1.4F * t * static_cast<float>(caption.size());

    cell = std::max(cell, 0.01F * options.width / columns);
    // Square cells, unless the picture would become a tower or a line.
    float height = cell;
    const float most =
        options.most_height > 0 ? options.most_height - top - bottom : 0.8F * options.width;
    height = std::max(height, std::min(1.35F * t, most / rows));
    height = std::max(std::min(height, most / rows), 0.01F * options.width / rows);
    constexpr float flattest = 0.6F;
    if (height < flattest * cell && look.has_word_columns && look.has_word_rows) {
        const float named = layout.column_labels == ColumnLabels::Level    ? label + 0.4F * t
                            : layout.column_labels == ColumnLabels::Turned ? apart * t
                                                                           : std::min(cell, t);
        const float least = std::max((options.width - left - right) * 0.35F / columns, named);
        cell = std::min(cell, std::max(height / flattest, least)); // keeps cells nearly square
    }
    layout.number_size = size_of_numbers(look, {cell, height}, t, measure);
    layout.has_numbers =
        options.has_numbers &&
        layout.number_size >= (options.is_column ? least_on_paper : least_number) * t;
    layout.cells = {left, top, cell * columns, height * rows};
    layout.bar_x = layout.cells.right() + 1.1F * t;
    layout.size = {options.width, layout.cells.bottom() + bottom};
    layout.caption = caption;
    layout.caption_y = layout.cells.bottom() + layout.margin + 0.9F * t;
    return layout;
}

void draw_heatmap_cells(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout,
                        const HeatmapOptions& options) {
    const Rect& cells = layout.cells;
    const float width = cells.width / static_cast<float>(look.column_count());
    const float height = cells.height / static_cast<float>(look.row_count());
    if (look.row_count() * look.column_count() > layout.most_shapes) {
        drawing.figure.shapes.emplace_back(
            Image{cells, pooled(look, drawing.theme, layout.most_pixels, layout.most_pixels)});
        return;
    }
    const float least = std::min(width, height);
    const float gap = options.gap >= 0     ? std::min(options.gap, 0.8F * least)
                      : layout.has_numbers ? std::clamp(0.04F * least, 0.3F, 2.0F)
                                           : 0;
    const float digit = drawing.measure("0", Font::Mono, layout.number_size);
    for (Index row = 0; row < look.row_count(); ++row)
        for (Index column = 0; column < look.column_count(); ++column) {
            const bool is_blank = options.is_blank_where_blocked && look.is_blocked(row, column);
            if (is_blank)
                continue;
            const Rect cell{cells.x + static_cast<float>(column) * width + gap / 2,
                            cells.y + static_cast<float>(row) * height + gap / 2, width - gap,
                            height - gap};
            const Colour fill = cell_colour(look, drawing.theme, row, column);
            drawing.figure.shapes.emplace_back(Box{cell, fill});
            if (!layout.has_numbers)
                continue;
            const std::string text = cell_text(look, row, column);
            const Colour ink =
                look.is_masked(row, column) ? drawing.theme.masked_text : digit_colour(fill);
            const float x = cell.x + cell.width / 2, y = cell.y + cell.height / 2;
            if (look.has_no_key(row, column) || !std::isfinite(look.value(row, column))) {
                draw_text(drawing, {x, y}, text,
                          {Font::Mono, layout.number_size, ink, Anchor::Centre});
                continue;
            }
            // Aligns decimal points if there is room.
            const auto end = aligned_end(look, text, {cell.width, digit, look.fraction_characters});
            draw_text(drawing, {x + end.value_or(0), y}, text,
                      {Font::Mono, layout.number_size, ink, end ? Anchor::Right : Anchor::Centre});
        }
}

void draw_row_names(Drawing& drawing, const Contents& shown, const HeatmapLayout& layout) {
    const SheetLook& look = shown.sheets.front();
    const float t = layout.text;
    const Rect& cells = layout.cells;
    const float height = cells.height / static_cast<float>(look.row_count());
    const TextStyle name{Font::Sans, t, drawing.theme.text, Anchor::Right};
    const Index step = round_line_step(static_cast<Index>(std::ceil(1.2F * t / height)));
    for (Index row = 0; row < look.row_count(); row += step)
        draw_text(drawing,
                  {cells.x - 0.5F * t, cells.y + (static_cast<float>(row) + 0.5F) * height},
                  escape(shortened(row_name(shown, look, row), layout.row_labels, name.font, t,
                                   drawing.measure)),
                  name);
}

void draw_row_role(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout) {
    const float t = layout.text;
    const Rect& cells = layout.cells;
    const float height = cells.height / static_cast<float>(look.row_count());
    // If rows are thin the name of the first row extends above it.
    draw_text(
        drawing,
        {cells.x - 0.5F * t, std::min(layout.base_of_names(), cells.y + height / 2 - 1.15F * t)},
        look.row_role + " ↓", {Font::Sans, layout.small, drawing.theme.dim_text, Anchor::Right});
}

void draw_column_names(Drawing& drawing, const Contents& shown, const HeatmapLayout& layout) {
    const SheetLook& look = shown.sheets.front();
    const float t = layout.text;
    const Rect& cells = layout.cells;
    const float width = cells.width / static_cast<float>(look.column_count());
    const ColumnLabels labels = layout.column_labels;
    const bool is_turned = labels == ColumnLabels::Turned,
               is_upright = labels == ColumnLabels::Upright;
    const float number = drawing.measure(std::to_string(look.column_count() - 1), Font::Sans, t);
    const float least = labels == ColumnLabels::Thinned ? number + 0.7F * t
                        : is_upright                    ? t
                                                        : width;
    const Index skip = round_line_step(static_cast<Index>(std::ceil(least / width - 0.001F)));
    for (Index column = 0; column < look.column_count(); column += skip) {
        const float room = is_turned || is_upright ? layout.label_length
                                                   : static_cast<float>(skip) * width - 0.3F * t;
        figure::Text text{
            {cells.x + (static_cast<float>(column) + 0.5F) * width, layout.base_of_names()},
            escape(
                shortened(column_name(shown, look, column), room, Font::Sans, t, drawing.measure)),
            Font::Sans,
            t,
            look.has_word_columns ? drawing.theme.text : drawing.theme.dim_text,
            is_turned || is_upright ? Anchor::Left : Anchor::Centre};
        text.turn = is_turned ? 45.0F : is_upright ? 90.0F : 0.0F;
        drawing.figure.shapes.emplace_back(std::move(text));
    }
}

namespace {

void draw_column_role(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout) {
    const float t = layout.text;
    const ColumnLabels labels = layout.column_labels;
    const float top =
        layout.has_high_names()
            ? layout.cells.y - height_of_names(labels, layout.label_length, t) - 0.4F * t
            : layout.cells.y - 2.0F * t;
    draw_text(drawing, {layout.cells.x + layout.cells.width / 2, top}, look.column_role + " →",
              {Font::Sans, layout.small, drawing.theme.dim_text, Anchor::Centre});
}

Rect cell_at(const HeatmapLayout& layout, const SheetLook& look, const Place& place) {
    const float width = layout.cells.width / static_cast<float>(look.column_count());
    const float height = layout.cells.height / static_cast<float>(look.row_count());
    const Index row = (look.is_transposed ? place.column : place.row) - look.first_row;
    const Index column = (look.is_transposed ? place.row : place.column) - look.first_column;
    return {layout.cells.x + static_cast<float>(column) * width,
            layout.cells.y + static_cast<float>(row) * height, width, height};
}

bool is_shown(const SheetLook& look, const Place& place) {
    const Index row = (look.is_transposed ? place.column : place.row) - look.first_row;
    const Index column = (look.is_transposed ? place.row : place.column) - look.first_column;
    return row >= 0 && row < look.row_count() && column >= 0 && column < look.column_count();
}

void draw_title(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout,
                const HeatmapOptions& options) {
    const float t = layout.text, size = 1.15F * t;
    float x = layout.margin;
    const float room = layout.size.width - 2 * layout.margin;
    if (!options.title.empty()) {
        draw_text(drawing, {x, layout.title_y},
                  escape(shortened(options.title, room, Font::Bold, size, drawing.measure)),
                  {Font::Bold, size, drawing.theme.text});
        return;
    }
    x +=
        draw_text(drawing, {x, layout.title_y}, look.title, {Font::Bold, size, drawing.theme.text});
    std::string formula = look.formula.empty() ? "" : "= " + look.formula;
    if (look.is_given)
        formula = look.formula.empty() ? "given" : "given · " + look.formula;
    for (const std::string& text :
         {look.shape + (formula.empty() ? "" : "   ") + formula, look.shape})
        if (x + 0.7F * t + rich_width(text, Font::Sans, t, drawing.measure) <=
            layout.margin + room) {
            draw_text(drawing, {x + 0.7F * t, layout.title_y}, text,
                      {Font::Sans, t, drawing.theme.dim_text});
            return;
        }
}

} // namespace

void draw_heatmap_marks(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout,
                        const View& view, const HeatmapOptions& options) {
    if (options.shows_query && look.query_row) {
        const float height = layout.cells.height / static_cast<float>(look.row_count());
        draw_frame(drawing,
                   {layout.cells.x, layout.cells.y + static_cast<float>(*look.query_row) * height,
                    layout.cells.width, height},
                   drawing.theme.query, 0.12F * layout.text);
    }
    if (options.shows_query && look.query_column) {
        const float width = layout.cells.width / static_cast<float>(look.column_count());
        draw_frame(drawing,
                   {layout.cells.x + static_cast<float>(*look.query_column) * width, layout.cells.y,
                    width, layout.cells.height},
                   drawing.theme.query, 0.12F * layout.text);
    }
    for (const Place& place : view.marked)
        if (place.sheet == look.id && is_shown(look, place))
            draw_frame(drawing, cell_at(layout, look, place), drawing.theme.mark,
                       0.12F * layout.text);
}

Figure heatmap_figure(const Document& document, const Trace& trace, const View& asked,
                      const SheetId& sheet, const HeatmapOptions& options) {
    View view = asked;
    view.head = head_showing(document, sheet, view.head);
    if (sheet.stage == Stage::WeightedValues)
        view.query = sheet.query;
    view = within(document, view);
    const Theme colours = theme(view.theme);
    Contents shown = contents(document, trace, view, sheet);
    if (const auto& part = options.part)
        show_part(shown, shown.sheets.front(),
                  {part->row, part->column, part->rows, part->columns});
    const SheetLook& look = shown.sheets.front();
    const HeatmapLayout layout = lay_out(shown, options);

    Figure figure;
    figure.size = layout.size;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    if (options.has_title)
        draw_title(drawing, look, layout, options);
    draw_heatmap_cells(drawing, look, layout, options);
    if (options.has_labels) {
        draw_row_names(drawing, shown, layout);
        draw_column_names(drawing, shown, layout);
        draw_column_role(drawing, look, layout);
        draw_row_role(drawing, look, layout);
    }
    draw_heatmap_marks(drawing, look, layout, view, options);
    if (options.has_colour_bar)
        draw_bar(drawing, look, layout);
    float y = layout.caption_y;
    for (const std::string& line : layout.caption) {
        draw_text(drawing, {layout.margin, y}, escape(line),
                  {Font::Sans, layout.text, colours.text});
        y += 1.4F * layout.text;
    }
    figure.grids.push_back({look.id, layout.cells, look.row_count(), look.column_count(),
                            look.first_row, look.first_column, look.is_transposed});
    return figure;
}

namespace {

constexpr int most_steps = 6;       // from one tick to the next
constexpr float ticks_apart = 2.2F; // in texts

/// The smallest of 1, 2, 2.5, 5, 10 times a power of ten that is at least `least`.
Real bar_step(Real least) {
    const Real power = std::pow(10.0, std::floor(std::log10(least)));
    for (const Real factor : {1.0, 2.0, 2.5, 5.0})
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

std::string tick_text(Real value, Real step) {
    if (std::abs(value) >= 1e5 || (value != 0 && step < 1e-4))
        return number_text(value, short_form);
    const Real places = -std::floor(std::log10(step) + 1e-9);
    int digits = std::clamp(static_cast<int>(places), 0, 6);
    if (std::abs(step * std::pow(10, digits) - std::round(step * std::pow(10, digits))) > 1e-6)
        ++digits; // for a step such as 0.25
    return number_text(value, {NumberFormat::Kind::Decimals, digits});
}

/// Ticks at the powers of ten of a logarithmic scale, and at 0 between them if it is signed.
std::vector<BarTick> power_ticks(const ColourScale& scale) {
    std::vector<BarTick> ticks;
    const auto add = [&](Real value) {
        const Real size = std::abs(value);
        const bool is_short = value == 0 || (size >= 1e-3 && size < 1e4);
        const int digits =
            size >= 1 || value == 0 ? 0 : static_cast<int>(std::ceil(-std::log10(size) - 1e-9));
        ticks.push_back(
            {static_cast<float>(position(scale, value)),
             number_text(value, is_short ? NumberFormat{NumberFormat::Kind::Decimals, digits}
                                         : NumberFormat{NumberFormat::Kind::Scientific, 0})});
    };
    const auto first = static_cast<int>(std::ceil(std::log10(scale.least) - 1e-9));
    const auto last = static_cast<int>(std::floor(std::log10(scale.high) + 1e-9));
    if (scale.low < 0) {
        for (int power = last; power > first; --power)
            add(-std::pow(10.0, power));
        add(0);
    }
    for (int power = scale.low < 0 ? first + 1 : first; power <= last; ++power)
        add(std::pow(10.0, power));
    return ticks;
}

} // namespace

std::vector<BarTick> bar_ticks(const SheetLook& look, float length, float text) {
    const Real low = look.scale.low, high = look.scale.high, range = high - low;
    if (look.scale.least > 0)
        return power_ticks(look.scale);
    const std::vector<BarTick> only{{0.5F, number_text(low, short_form)}};
    if (!(range > 0) || !std::isfinite(range))
        return only;
    const Real most = std::clamp<Real>(std::floor(length / (ticks_apart * text)), 1, most_steps);
    const Real step = bar_step(range / most);
    constexpr Real counted = 1e15; // above this, adding one step does not change the number
    if (!(std::max(std::abs(low), std::abs(high)) / step < counted))
        return only;
    std::vector<BarTick> ticks;
    for (Real number = std::ceil(low / step - 1e-9); number * step <= high + 1e-9 * range;
         ++number) {
        const Real value = number == 0 ? 0 : number * step;
        ticks.push_back({static_cast<float>((value - low) / range), tick_text(value, step)});
    }
    return ticks;
}

float widest_tick(const SheetLook& look, float text, const Measure& measure) {
    float widest = 0;
    for (int steps = 1; steps <= most_steps; ++steps) // a step of 0.25 is wider than one of 0.2
        for (const BarTick& tick :
             bar_ticks(look, (static_cast<float>(steps) + 0.5F) * ticks_apart, 1))
            widest = std::max(widest, measure(tick.text, Font::Sans, text));
    return widest;
}

void draw_bar(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout) {
    const float t = layout.text;
    const float height = std::max(layout.cells.height, 2.4F * t);
    const Rect bar{layout.bar_x, layout.cells.y, 0.9F * t, height};
    auto pixels = std::make_shared<Pixels>();
    pixels->width = 1;
    pixels->height = static_cast<int>(look.scale.colours->size());
    pixels->colours.assign(look.scale.colours->rbegin(), look.scale.colours->rend());
    drawing.figure.shapes.emplace_back(Image{bar, std::move(pixels)});
    for (const BarTick& tick : bar_ticks(look, height, t)) {
        const float y = bar.bottom() - tick.at * bar.height;
        draw_line(drawing, {bar.right(), y}, {bar.right() + 0.25F * t, y}, drawing.theme.dim_text,
                  0.06F * t);
        draw_text(drawing, {bar.right() + 0.45F * t, y}, tick.text,
                  {Font::Sans, layout.small, drawing.theme.text});
    }
}

} // namespace attn::figure
