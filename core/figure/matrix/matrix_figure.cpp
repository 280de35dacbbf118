// SPDX-License-Identifier: MIT
#include "core/figure/matrix/matrix_figure.h"

#include "core/figure/base/colours.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/matrix_cells.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// Draws the card that marks an input as editable. Draws nothing for other matrices.
void draw_card(Drawing& drawing, const SheetBox& box) {
    if (!box.look->is_input)
        return;
    const float by = std::clamp(0.22F * box.lengths.unit, 2.0F, 6.0F);
    const float stroke = 1.2F * drawing.theme.stroke;
    drawing.figure.shapes.emplace_back(Box{grown(box.cells, by), drawing.theme.editable,
                                           drawing.theme.editable_line, stroke, by + 2});
}

void draw_row_sums(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    if (!look.has_row_sums || !look.remarks.empty())
        return;
    const float size = box.has_numbers
                           ? box.number_size
                           : std::min(box.lengths.least_digits, 0.79F * box.cell_height());
    const float x = box.cells.right() + 0.8F * size;
    const Theme& theme = drawing.theme;
    draw_text(drawing, {x, box.cells.y - 0.55F * box.lengths.label_line()}, "Σ",
              {Font::Sans, box.lengths.small_size(), theme.dim_text});
    if (size < box.lengths.least_digits)
        return;
    const CellPart part = visible_part(drawing, box);
    for (Index row = part.row; row < part.row + part.rows; ++row) {
        const float y = cell_in(box, row, 0).y + box.cell_height() / 2;
        const RowSum sum = row_sum(look, row);
        draw_text(drawing, {x, y}, (sum.is_rounding_off ? "≈" : "=") + sum.text,
                  {Font::Mono, size, sum.is_rounding_off ? theme.accent_text : theme.dim_text});
    }
}

/// Writes the sums below the columns, if words are columns.
void draw_column_sums(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    if (!look.has_column_sums || !look.remarks.empty())
        return;
    const float around = look.range.low < 0 ? 2.6F : 1.6F; // the mark, a sign and a little air
    const float room = box.cell_width() / (static_cast<float>(look.characters) + around) /
                       drawing.measure("0", Font::Mono, 1);
    const float size = std::min({box.lengths.number_size(), box.lengths.sum_line(), room});
    const float y = box.cells.bottom() + 0.5F * box.lengths.sum_line();
    const Theme& theme = drawing.theme;
    draw_text(drawing, {box.cells.x - box.lengths.label_gap(), y}, "Σ",
              {Font::Sans, box.lengths.small_size(), theme.dim_text, Anchor::Right});
    if (size < box.lengths.least_digits)
        return;
    for (Index column = 0; column < look.column_count(); ++column) {
        const Rect cell = cell_in(box, 0, column);
        const RowSum sum = row_sum(look, column);
        draw_text(drawing, {cell.x + cell.width / 2, y},
                  (sum.is_rounding_off ? "≈" : "=") + sum.text,
                  {Font::Mono, size, sum.is_rounding_off ? theme.accent_text : theme.dim_text,
                   Anchor::Centre});
    }
}

/// Neighbouring cells of one row or one column.
struct CellBlock {
    Index row = 0, column = 0, last_row = 0, last_column = 0;
};

/// Groups the cells into the fewest blocks, by rows or by columns: highlighted cells are a row of
/// one matrix and a column of another, which one frame each makes visible at a glance.
std::vector<CellBlock> blocks(std::vector<std::pair<Index, Index>> cells) {
    std::set<Index> rows, columns;
    for (const auto& [row, column] : cells) {
        rows.insert(row);
        columns.insert(column);
    }
    const bool is_by_rows = rows.size() <= columns.size();
    std::sort(cells.begin(), cells.end(), [&](const auto& a, const auto& b) {
        return is_by_rows ? a < b : std::pair(a.second, a.first) < std::pair(b.second, b.first);
    });
    std::vector<CellBlock> list;
    for (const auto& [row, column] : cells) {
        CellBlock* last = list.empty() ? nullptr : &list.back();
        if (last && is_by_rows && last->row == row && last->last_column + 1 == column)
            last->last_column = column;
        else if (last && !is_by_rows && last->column == column && last->last_row + 1 == row)
            last->last_row = row;
        else
            list.push_back({row, column, row, column});
    }
    return list;
}

/// Frames the query row, the key row or column, the highlighted cells, the largest change, and the
/// cells that are pointed at or selected.
void draw_marks(Drawing& drawing, const SheetBox& box, const OpenLines& open, const View& view) {
    const SheetLook& look = *box.look;
    const Theme& theme = drawing.theme;
    float width = std::clamp(0.15F * box.lengths.unit, 1.5F, 4.5F) * theme.stroke;
    if (box.has_numbers) // thin enough not to cover the numbers
        width = std::min(width, 0.11F * std::min(box.cell_width(), box.cell_height()));
    const Index last_row = look.row_count() - 1, last_column = look.column_count() - 1;
    const auto span = [&](Index row, Index column, Index to_row, Index to_column) {
        const Rect first = drawn_cell(box, open, row, column);
        const Rect last = drawn_cell(box, open, to_row, to_column);
        return Rect{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
    };
    const auto frame = [&](const std::optional<Rect>& opened, Rect line, Colour colour) {
        draw_frame(drawing, opened.value_or(line), colour, width);
    };
    // A thin line of the key word may be hidden below the enlarged line of the query word beside
    // it.
    const bool is_column_hidden =
        open.query_column && !open.key_column && look.key_column != look.query_column;
    const bool is_row_hidden = open.query_row && !open.key_row && look.key_row != look.query_row;
    if (look.key_column && !is_column_hidden)
        frame(open.key_column, span(0, *look.key_column, last_row, *look.key_column), theme.key);
    if (look.key_row && !is_row_hidden)
        frame(open.key_row, span(*look.key_row, 0, *look.key_row, last_column), theme.key);
    if (look.query_row)
        frame(open.query_row, span(*look.query_row, 0, *look.query_row, last_column), theme.query);
    if (look.query_column)
        frame(open.query_column, span(0, *look.query_column, last_row, *look.query_column),
              theme.query);
    const auto drawn_at = [&](const Place& place) {
        return std::pair((look.is_transposed ? place.column : place.row) - look.first_row,
                         (look.is_transposed ? place.row : place.column) - look.first_column);
    };
    const auto has = [&](const Place& place) {
        const auto [row, column] = drawn_at(place);
        return place.sheet == look.id && row >= 0 && row <= last_row && column >= 0 &&
               column <= last_column;
    };
    const auto cell_at = [&](const Place& place) {
        const auto [row, column] = drawn_at(place);
        return drawn_cell(box, open, row, column);
    };
    std::vector<std::pair<Index, Index>> lit;
    for (const Place& place : view.marked)
        if (has(place))
            lit.push_back(drawn_at(place));
    for (const CellBlock& block : blocks(std::move(lit)))
        draw_frame(drawing, span(block.row, block.column, block.last_row, block.last_column),
                   theme.mark, width);
    if (look.chosen && has(*look.chosen))
        draw_frame(drawing, grown(cell_at(*look.chosen), 0.6F * width), theme.mark, 1.3F * width);
    if (look.changes && !look.changes->is_computed && look.changes->count > 1 &&
        has(*look.changes->largest))
        draw_frame(drawing, cell_at(*look.changes->largest), theme.text, 0.7F * width);
    if (view.pointed && has(*view.pointed))
        draw_frame(drawing, cell_at(*view.pointed), theme.dim_text, pointer_frame * theme.stroke);
    if (view.selected && has(*view.selected))
        draw_frame(drawing, cell_at(*view.selected), theme.accent, 1.6F * width);
    const auto range = selection(view);
    if (range && range->sheet == look.id && range->rows * range->columns > 1) {
        const Index first = std::max<Index>(range->row - look.first_row, 0);
        const Index last = std::min(range->row + range->rows - 1 - look.first_row, last_row);
        if (first <= last)
            draw_frame(drawing,
                       span(first, range->column, last,
                            std::min(range->column + range->columns - 1, last_column)),
                       theme.accent, 1.6F * width);
    }
}

} // namespace

void draw_matrix(Drawing& drawing, const SheetBox& box, const std::vector<std::string>& words,
                 const View& view) {
    const SheetLook& look = *box.look;
    drawing.figure.grids.push_back({look.id, box.cells, look.row_count(), look.column_count(),
                                    look.first_row, look.first_column, look.is_transposed});
    if (box.has_header)
        draw_matrix_header(drawing, box);
    if (look.row_count() > 0 && look.column_count() > 0) {
        draw_card(drawing, box);
        const OpenLines open = open_lines(box);
        draw_matrix_cells(drawing, box);
        draw_open_lines(drawing, box, open);
        draw_marks(drawing, box, open, view);
        if (box.has_labels)
            draw_labels(drawing, box, words);
        draw_row_sums(drawing, box);
        draw_column_sums(drawing, box);
        if (box.has_colour_bar)
            draw_colour_bar(drawing, box);
    }
}

// Places the parts of one matrix in an area of its own.

SheetBox box_in(const Drawing& drawing, const SheetLook& look, Rect area, float unit,
                const std::vector<std::string>& words, Size most_cell) {
    SheetBox box;
    box.look = &look;
    box.lengths.unit = unit;
    box.corner = {area.x, area.y};
    box.width = area.width;
    for (const std::string& word : words)
        box.widest_word = std::max(box.widest_word, drawing.measure(word, Font::Sans, unit) / unit);
    box.label_width = look.has_word_rows
                          ? std::min(box.widest_word * box.lengths.label_size(), 0.25F * area.width)
                          : 2 * box.lengths.small_size();
    const float left = area.x + box.label_width + box.lengths.label_gap();
    const float top = area.y + box.lengths.header(look);
    const float height = (area.bottom() - top - box.lengths.bar_line() * 1.2F) /
                         static_cast<float>(std::max<Index>(1, look.row_count()));
    const float width =
        (area.right() - left) / static_cast<float>(std::max<Index>(1, look.column_count()));
    const float cell_height = std::min(height, most_cell.height);
    const float cell_width = std::min(width, most_cell.width);
    box.cells = {left, top, cell_width * static_cast<float>(look.column_count()),
                 cell_height * static_cast<float>(look.row_count())};
    const float digit = drawing.measure("0", Font::Mono, unit) / unit;
    box.number_size =
        std::min({box.lengths.number_size() * 1.1F, 0.72F * cell_height,
                  cell_width / (digit * (static_cast<float>(look.characters) + 1.4F))});
    box.has_numbers = box.number_size >= box.lengths.least_digits;
    return box;
}

// Writes everything around the cells of a matrix.

namespace {

/// The middle of a row or column as it is drawn: of its enlarged line, otherwise of its cells.
float middle_of_row(const SheetBox& box, const OpenLines& open, Index row) {
    const Rect cell = drawn_cell(box, open, row, 0);
    return cell.y + cell.height / 2;
}
float middle_of_column(const SheetBox& box, const OpenLines& open, Index column) {
    const Rect cell = drawn_cell(box, open, 0, column);
    return cell.x + cell.width / 2;
}

/// Picks the labels to write if only every `step`-th of `count` fits: always the marked ones, and
/// no others that would touch them. `length` is the length of a label along the line of labels.
template <typename Middle>
std::vector<Index> shown_labels(Index count, Index step, std::optional<Index> first_marked,
                                std::optional<Index> second_marked, float length,
                                const Middle& middle) {
    const auto are_apart = [&](Index one, Index other) {
        return std::abs(middle(one) - middle(other)) >= length;
    };
    std::vector<Index> shown;
    std::vector<Index> marked;
    if (first_marked)
        marked.push_back(*first_marked);
    if (second_marked && (!first_marked || are_apart(*second_marked, *first_marked)))
        marked.push_back(*second_marked);
    std::sort(marked.begin(), marked.end());
    auto next = marked.begin();
    for (Index at = 0; at < count; at += step) {
        const bool is_near = std::any_of(marked.begin(), marked.end(), [&](Index other) {
            return std::abs(other - at) < step || !are_apart(other, at);
        });
        for (; next != marked.end() && *next <= at; ++next)
            shown.push_back(*next);
        if (!is_near)
            shown.push_back(at);
    }
    shown.insert(shown.end(), next, marked.end());
    return shown;
}

struct LabelLook {
    Font font = Font::Sans;
    Colour colour;
    Colour fill = transparent;
    Colour outline = transparent;
};

/// The look of a label: the query word on a filled plate, the key word in an outlined one, to tell
/// them apart without colours.
LabelLook label_look(const Theme& theme, bool is_query, bool is_key, bool is_word) {
    if (is_query)
        return {Font::Bold, digit_colour(theme.query), theme.query, transparent};
    if (is_key)
        return {Font::Bold, theme.key_text, transparent, theme.key};
    return {Font::Sans, is_word ? theme.text : theme.dim_text};
}

void draw_plate(Drawing& drawing, Rect rect, const LabelLook& style, float size) {
    if (style.fill == transparent && style.outline == transparent)
        return;
    drawing.figure.shapes.emplace_back(Box{rect, style.fill, style.outline,
                                           style.outline == transparent ? 0 : drawing.theme.stroke,
                                           0.25F * size});
}

/// Draws a plain label with its left side at `left`, on a plate if the look has one.
void draw_label(Drawing& drawing, Point left, float width, const std::string& text,
                const LabelLook& style, float size) {
    const float side = 0.24F * size, height = 1.16F * size;
    draw_plate(drawing, {left.x - side, left.y - height / 2, width + 2 * side, height}, style,
               size);
    draw_text(drawing, left, escape(text), {style.font, size, style.colour});
}

/// Shortens a name of a line; `names` are all of them if they are words.
std::string cut_name(const std::string& name, const std::vector<std::string>* names, float width,
                     Font font, float size, const Measure& measure) {
    return names ? shortened_name(name, *names, width, font, size, measure)
                 : shortened(name, width, font, size, measure);
}

void draw_row_labels(Drawing& drawing, const SheetBox& box, const std::vector<std::string>& words) {
    if (box.label_width <= 0)
        return;
    const SheetLook& look = *box.look;
    const float height = box.cell_height();
    const float wanted = look.has_word_rows ? box.lengths.label_size() : box.lengths.small_size();
    const float size =
        std::clamp(height / 1.25F, std::min(box.lengths.least_digits, wanted), wanted);
    const Index step = round_line_step(static_cast<Index>(std::ceil(name_height * size / height)));
    const OpenLines open = open_lines(box);
    const auto middle = [&](Index row) { return middle_of_row(box, open, row); };
    for (const Index row :
         shown_labels(look.row_count(), step, look.query_row, look.key_row,
                      std::min(1.16F * size, height * static_cast<float>(step)) - 0.01F, middle)) {
        const LabelLook style = label_look(drawing.theme, look.query_row == row,
                                           look.key_row == row, look.has_word_rows);
        const float y = middle(row);
        const std::string text = cut_name(look.row_name(row, words), look.row_names(words),
                                          box.label_width, style.font, size, drawing.measure);
        const float width = drawing.measure(text, style.font, size);
        draw_label(drawing, {box.cells.x - box.lengths.label_gap() - width, y}, width, text, style,
                   size);
    }
    drawing.figure.labels.push_back(
        {{box.corner.x, box.cells.y, box.cells.x - box.corner.x, box.cells.height},
         look.id,
         !look.is_transposed,
         look.first_row,
         look.row_count(),
         true});
    for (const auto& [line, row] :
         {std::pair(open.key_row, look.key_row), std::pair(open.query_row, look.query_row)})
        if (line)
            drawing.figure.labels.push_back(
                {{box.corner.x, line->y, box.cells.x - box.corner.x, line->height},
                 look.id,
                 !look.is_transposed,
                 look.first_row + *row,
                 1,
                 true});
}

void note_column_labels(Drawing& drawing, const SheetBox& box, const OpenLines& open,
                        float height) {
    const SheetLook& look = *box.look;
    const float top = box.cells.y - height;
    drawing.figure.labels.push_back({{box.cells.x, top, box.cells.width, height},
                                     look.id,
                                     look.is_transposed,
                                     look.first_column,
                                     look.column_count(),
                                     false});
    for (const auto& [line, column] : {std::pair(open.query_column, look.query_column),
                                       std::pair(open.key_column, look.key_column)})
        if (line)
            drawing.figure.labels.push_back({{line->x, top, line->width, height},
                                             look.id,
                                             look.is_transposed,
                                             look.first_column + *column,
                                             1,
                                             false});
}

/// Writes column names turned by 90 degrees: all of them if columns are as wide as a line is high.
void draw_upright_names(Drawing& drawing, const SheetBox& box,
                        const std::vector<std::string>& words) {
    const SheetLook& look = *box.look;
    const float width = box.cell_width(), size = box.lengths.label_size();
    const Index step = round_line_step(static_cast<Index>(std::ceil(size / width - 0.001F)));
    const OpenLines open = open_lines(box);
    const auto middle = [&](Index column) { return middle_of_column(box, open, column); };
    for (const Index column :
         shown_labels(look.column_count(), step, look.query_column, look.key_column,
                      std::min(1.16F * size, width * static_cast<float>(step)) - 0.01F, middle)) {
        const LabelLook style = label_look(drawing.theme, look.query_column == column,
                                           look.key_column == column, look.has_word_columns);
        const Point at{middle(column), box.cells.y - 0.35F * size};
        const std::string name = cut_name(look.column_name(column, words), look.column_names(words),
                                          box.upright_names, style.font, size, drawing.measure);
        const float length = drawing.measure(name, style.font, size);
        draw_plate(drawing,
                   {at.x - 0.58F * size, at.y - length - 0.24F * size, 1.16F * size,
                    length + 0.48F * size},
                   style, size);
        figure::Text text{at, escape(name), style.font, size, style.colour, Anchor::Left};
        text.turn = 90;
        drawing.figure.shapes.emplace_back(std::move(text));
    }
    note_column_labels(drawing, box, open, box.upright_names);
}

void draw_column_labels(Drawing& drawing, const SheetBox& box,
                        const std::vector<std::string>& words) {
    const SheetLook& look = *box.look;
    const float width = box.cell_width();
    const float line = box.lengths.label_line();
    float size =
        look.has_word_columns ? 0.94F * box.lengths.label_size() : box.lengths.small_size();
    const float gap = 0.25F * size;
    constexpr float between = 3; // names of one size, side by side
    // Words shrink, then are shortened, as long as each has room for a few letters or all fit
    // whole; otherwise only every n-th is written.
    float least =
        drawing.measure(std::to_string(look.column_count() - 1), Font::Sans, size) + 0.6F * size;
    if (look.has_word_columns) {
        const float smallest = std::min(size, box.lengths.least_digits);
        const bool has_all =
            fits_in(2.5F * smallest, width) || fits_in(box.widest_word * smallest + gap, width);
        least = has_all ? width : std::min(box.widest_word * size + 2 * gap, 5 * size);
        if (has_all) // All have one size.
            size = std::clamp((width - between) / box.widest_word, smallest, size);
    }
    const Index step = round_line_step(static_cast<Index>(std::ceil(least / width)));
    const float y = box.cells.y - 0.58F * line;

    const OpenLines open = open_lines(box);
    std::vector<std::pair<float, float>> taken;
    const auto draw = [&](Index column, bool is_query, bool is_key) {
        const LabelLook style = label_look(drawing.theme, is_query, is_key, look.has_word_columns);
        const bool is_marked = is_query || is_key;
        const float end = is_marked ? box.corner.x + box.width : box.cells.right();
        float left = box.cells.x + static_cast<float>(column) * width;
        float room = std::min(static_cast<float>(step) * width - gap, end - box.cells.x);
        const std::string name = look.column_name(column, words);
        float own_size = size;
        if (look.has_word_columns && step == 1) {
            room = std::min(width - between, end - box.cells.x);
            // Widths do not scale evenly with size, and bold names are wider.
            const float smallest = std::min(size, box.lengths.least_digits);
            while (own_size > smallest &&
                   !fits_in(drawing.measure(name, style.font, own_size), room))
                own_size = std::max(own_size - 0.25F, smallest);
        }
        const std::string text =
            cut_name(name, look.column_names(words), room, style.font, own_size, drawing.measure);
        const float own = drawing.measure(text, style.font, own_size);
        if (!fits_in(own, room) || (!look.has_word_columns && text != name))
            return;
        if (is_query ? open.query_column : is_key ? open.key_column : std::nullopt)
            left = std::max(middle_of_column(box, open, column) - own / 2, box.cells.x);
        else if (step == 1)
            left += (width - own) / 2;
        if (left + own > end && is_marked)
            left = end - own;
        const bool is_free = std::none_of(taken.begin(), taken.end(), [&](const auto& other) {
            return left < other.second + gap && other.first < left + own + gap;
        });
        if (left + own > end + gap || (step > 1 && !is_free))
            return;
        taken.emplace_back(left, left + own);
        draw_label(drawing, {left, y}, own, text, style, own_size);
    };
    if (look.query_column)
        draw(*look.query_column, true, false);
    if (look.key_column && look.key_column != look.query_column)
        draw(*look.key_column, false, true);
    for (Index column = 0; column < look.column_count(); column += step)
        if (look.key_column != column && look.query_column != column)
            draw(column, false, false);
    note_column_labels(drawing, box, open, line);
}

} // namespace

void draw_labels(Drawing& drawing, const SheetBox& box, const std::vector<std::string>& words) {
    draw_row_labels(drawing, box, words);
    if (!box.has_column_labels)
        return;
    if (box.upright_names > 0)
        draw_upright_names(drawing, box, words);
    else
        draw_column_labels(drawing, box, words);
}

namespace {

constexpr const char *given_mark = "given", *short_offer = "normalise",
                     *long_offer = "Σ ≠ 1: normalise";
constexpr float mark_gap = 0.5F, mark_inset = 0.4F, mark_height = 1.5F; // in sizes of the text

} // namespace

std::vector<std::string> given_marks(const SheetLook& look) {
    std::vector<std::string> marks;
    if (look.is_given)
        marks.emplace_back(given_mark);
    if (look.may_offer_shares)
        marks.emplace_back(short_offer);
    return marks;
}

float given_marks_width(const std::vector<std::string>& marks, const Measure& measure) {
    constexpr float size = 64; // measured large, so that rounding of widths does not matter
    float width = 0;
    for (const std::string& mark : marks)
        width += mark_gap + 2 * mark_inset + measure(mark, Font::Sans, size) / size;
    return width;
}

float draw_given_marks(Drawing& drawing, const SheetLook& look, Point from, float size,
                       float right) {
    const Theme& theme = drawing.theme;
    float x = from.x;
    const auto draw = [&](const char* name, GivenRegion::Act act, Colour line) {
        const float width = drawing.measure(name, Font::Sans, size) + 2 * mark_inset * size;
        const Rect mark{x + mark_gap * size, from.y - mark_height * size / 2, width,
                        mark_height * size};
        if (!fits_in(mark.right(), right))
            return false;
        drawing.figure.shapes.emplace_back(
            Box{mark, theme.editable, line, theme.stroke, 0.3F * size});
        draw_text(drawing, {mark.x + mark_inset * size, from.y}, name,
                  {Font::Sans, size, theme.accent_text});
        drawing.figure.given.push_back({mark, look.id, act});
        x = mark.right();
        return true;
    };
    if (look.is_given)
        draw(given_mark, GivenRegion::Act::Release, theme.editable_line);
    if (look.offers_shares && !draw(long_offer, GivenRegion::Act::Normalise, theme.accent))
        draw(short_offer, GivenRegion::Act::Normalise, theme.accent);
    return x - from.x;
}

void draw_matrix_header(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    const Lengths& lengths = box.lengths;
    const Theme& theme = drawing.theme;
    const float right = box.corner.x + box.width;
    const TextStyle dim{Font::Sans, lengths.formula_size(), theme.dim_text};
    float y = box.corner.y + 0.5F * lengths.title_line();
    float x = box.corner.x;
    // The shape is always written; a title too long for the rest is shortened.
    const float shape = drawing.measure(look.shape, dim.font, dim.size);
    const float room = box.width - shape - 0.5F * lengths.unit;
    std::string title = look.title;
    if (!fits_in(rich_width(title, Font::Bold, lengths.unit, drawing.measure), room))
        title =
            escape(shortened(plain_text(title), room, Font::Bold, lengths.unit, drawing.measure));
    x += draw_text(drawing, {x, y}, title, {Font::Bold, lengths.unit, theme.text});
    x += 0.5F * lengths.unit;
    x += draw_text(drawing, {x, y}, look.shape, dim);
    drawing.figure.titles.push_back(
        {{box.corner.x, box.corner.y, x - box.corner.x, lengths.title_line()}, look.id});
    if (look.is_given) {
        x += draw_given_marks(drawing, look, {x, y}, lengths.small_size(), right);
    } else if (look.is_input) {
        const float size = lengths.small_size();
        if (fits_in(x + 0.6F * lengths.unit + drawing.measure("editable", Font::Sans, size), right))
            draw_text(drawing, {x + 0.6F * lengths.unit, y}, "editable",
                      {Font::Sans, size, theme.accent_text});
    } else if (!look.is_derived && !look.formula.empty()) {
        draw_text(drawing, {x + 0.4F * lengths.unit, y}, "= " + look.formula, dim);
    }
    y = box.corner.y + lengths.title_line();
    const auto width_of = [&](const std::string& text) {
        return rich_width(text, dim.font, dim.size, drawing.measure);
    };
    const std::string& brief = look.formula_brief;
    bool is_written = !look.is_derived;
    if (lengths.has_formula_line(look)) {
        std::string text = fits_in(width_of(look.formula), box.width) ? look.formula : brief;
        if (!fits_in(width_of(text), box.width))
            text =
                escape(shortened(plain_text(text), box.width, dim.font, dim.size, drawing.measure));
        draw_text(drawing, {box.corner.x, y + 0.45F * lengths.formula_line()}, text, dim);
        y += lengths.formula_line();
        is_written = true;
    } else if (!is_written && fits_in(x + 0.6F * lengths.unit + width_of(brief), right)) {
        draw_text(drawing, {x + 0.6F * lengths.unit, box.corner.y + 0.5F * lengths.title_line()},
                  brief, dim);
        is_written = true;
    }
    const TextStyle role{Font::Sans, lengths.small_size(), theme.dim_text};
    y += 0.5F * lengths.role_line();
    // If words are columns the row labels are numbers, too narrow for their role.
    const std::string rows = look.row_role + " ↓";
    const float rows_width = rich_width(rows, role.font, role.size, drawing.measure);
    const bool is_beside_labels = fits_in(rows_width, box.label_width + 0.3F * lengths.unit);
    std::string roles = look.column_role + " →";
    if (look.is_transposed && !is_beside_labels) {
        const std::string both = rows + "   " + roles;
        if (fits_in(box.cells.x + rich_width(both, role.font, role.size, drawing.measure), right))
            roles = both;
    }
    const float role_end = box.cells.x + draw_text(drawing, {box.cells.x, y}, roles, role);
    if (!is_written) {
        const float room_left = right - role_end - lengths.unit;
        const float size =
            std::clamp(dim.size * room_left / width_of(brief), lengths.small_size(), dim.size);
        const bool fits = fits_in(rich_width(brief, dim.font, size, drawing.measure), room_left);
        draw_text(
            drawing, {right, y},
            fits ? brief
                 : escape(shortened(plain_text(brief), room_left, dim.font, size, drawing.measure)),
            {dim.font, size, dim.colour, Anchor::Right});
    }
    // If rows are thin the first name extends above its row; the line above is free.
    const bool is_thin = box.cell_height() < lengths.label_size();
    if (box.label_width < 0) // The names stand at another matrix of the same rows.
        return;
    draw_text(drawing,
              {box.cells.x - lengths.label_gap(),
               is_thin ? y : box.cells.y - 0.58F * lengths.label_line()},
              is_beside_labels ? rows : "↓", {Font::Sans, role.size, role.colour, Anchor::Right});
}

void draw_scale(Drawing& drawing, const ColourScale& scale, Rect bar) {
    auto pixels = std::make_shared<Pixels>();
    constexpr int steps = 64;
    pixels->width = steps;
    pixels->height = 1;
    for (int i = 0; i < steps; ++i)
        pixels->colours.push_back(
            (*scale.colours)[static_cast<std::size_t>(i * 255 / (steps - 1))]);
    drawing.figure.shapes.emplace_back(Image{bar, std::move(pixels)});
    drawing.figure.shapes.emplace_back(Box{bar, transparent, drawing.theme.line, 1, 0});
}

void draw_colour_bar(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    const Lengths& lengths = box.lengths;
    const float y = box.cells.bottom() + lengths.sums(look) + 0.8F * lengths.unit;
    const float height = 0.42F * lengths.unit;
    const TextStyle style{Font::Mono, lengths.range_size(), drawing.theme.dim_text};
    const float low = drawing.measure(look.scale_low, style.font, style.size);
    const float high = drawing.measure(look.scale_high, style.font, style.size);
    const float gap = 0.4F * lengths.unit;
    const float right = box.corner.x + box.width;
    // Below the cells; from the left side of the labels if the cells are narrow.
    float left = box.cells.x;
    if (right - left < low + high + 2 * gap + 2 * lengths.unit)
        left = box.corner.x;
    const float width = std::min(6 * lengths.unit, right - left - low - high - 2 * gap);
    draw_text(drawing, {left, y}, look.scale_low, style);
    if (width < lengths.unit) {
        draw_text(drawing, {left + low + gap / 2, y}, "… " + look.scale_high, style);
        return;
    }
    const Rect bar{left + low + gap, y - height / 2, width, height};
    draw_scale(drawing, look.scale, bar);
    draw_text(drawing, {bar.right() + gap, y}, look.scale_high, style);
}

} // namespace attn::figure
