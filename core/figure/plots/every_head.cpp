// SPDX-License-Identifier: MIT
#include "core/figure/plots/every_head.h"

#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/plots/heatmap_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// "head 1"; with several attentions "layer 1, cross, head 1".
std::string name_of(const Document& document, const View& view, Index head) {
    std::string name;
    if (layer_count(document) > 1)
        name = "layer " + std::to_string(view.layer);
    if (has_cross(document))
        name += std::string(name.empty() ? "" : ", ") + (view.is_cross ? "cross" : "self");
    if (head_count(document) > 1 || name.empty())
        name += (name.empty() ? "" : ", ") + head_name(head);
    return name;
}

/// "layer 1, cross, head 1", "L1 cross H1", "1×·1": the last form is for many small heads.
std::array<std::string, 3> names_of(const Document& document, const View& view, Index head) {
    const std::string number = std::to_string(head);
    std::string brief, least;
    if (layer_count(document) > 1) {
        brief = "L" + std::to_string(view.layer) + " ";
        least = std::to_string(view.layer);
    }
    if (has_cross(document)) {
        brief += view.is_cross ? "cross " : "self ";
        least += view.is_cross ? "×" : "";
    }
    return {name_of(document, view, head), brief + "H" + number,
            least + (least.empty() ? "" : "·") + number};
}

void give_one_range(std::vector<ShownHead>& all) {
    const SheetLook* widest = &all.front().look();
    Real low = widest->scale.low;
    for (const ShownHead& one : all) {
        if (one.look().scale.high > widest->scale.high)
            widest = &one.look();
        low = std::min(low, one.look().scale.low);
    }
    const ColourScale scale{widest->scale.colours, low, widest->scale.high, widest->scale.least};
    const std::string high_text = widest->scale_high;
    for (ShownHead& one : all) {
        SheetLook& look = one.contents.sheets.front();
        look.scale = scale;
        look.scale_high = high_text;
        look.has_row_sums = look.has_column_sums = false;
    }
}

} // namespace

EveryHead every_head(const Document& document, const Trace& trace, const View& view) {
    EveryHead all;
    for (Index at = 0; at < part_count(document); ++at) {
        View opened = view;
        open_part(document, at, opened);
        const OpenPart& part = all.parts.emplace_back(document, trace, opened);
        for (Index head = 0; head < head_count(document); ++head) {
            View of_part = within(part.document(), part.view(opened));
            of_part.head = head;
            Contents made = contents(part.document(), part.trace(), of_part, Stage::Weights);
            const bool is_open = head == view.head && at == part_index(document, view);
            all.heads.push_back(
                {&part, of_part, std::move(made), names_of(document, opened, head), is_open});
        }
    }
    give_one_range(all.heads);
    return all;
}

std::size_t form_of_names(const std::vector<ShownHead>& all, float room, float size,
                          const Measure& measure) {
    for (std::size_t form = 0; form + 1 < all.front().names.size(); ++form)
        if (std::all_of(all.begin(), all.end(), [&](const ShownHead& one) {
                return fits_in(measure(one.names[form], Font::Bold, size), room);
            }))
            return form;
    return all.front().names.size() - 1;
}

float draw_head_name(Drawing& drawing, const ShownHead& head, const HeadName& name, Point at,
                     float room) {
    const float mark = name.mark();
    drawing.figure.shapes.emplace_back(Box{{at.x, at.y - 0.5F * mark, mark, mark},
                                           head_colour(head.view.head, head.view.theme),
                                           transparent,
                                           0,
                                           0.2F * mark});
    const std::string text =
        shortened(head.names[name.form], room, Font::Bold, name.size, drawing.measure);
    return name.before() + draw_text(drawing, {at.x + name.before(), at.y}, text,
                                     {Font::Bold, name.size, drawing.theme.text});
}

float draw_foot_of_heads(Drawing& drawing, const std::vector<ShownHead>& all, std::size_t form,
                         Point at, float size, const FootOfHeads& foot) {
    const SheetLook& look = all.front().look();
    const TextStyle dim{Font::Sans, size, drawing.theme.dim_text};
    const float unit = size / 0.86F, left = at.x, line = 1.5F * size;
    if (foot.has_bar) {
        at.x += draw_text(drawing, at, "weights  " + look.scale_low, dim) + 0.5F * unit;
        const float end = 0.5F * unit + drawing.measure(look.scale_high, dim.font, dim.size);
        const float bar = std::clamp(foot.right - at.x - end, 2 * unit, 8 * unit);
        draw_scale(drawing, look.scale, {at.x, at.y - 0.35F * unit, bar, 0.7F * unit});
        at.x += bar + 0.5F * unit;
        at.x += draw_text(drawing, at, look.scale_high, dim) + 1.5F * unit;
    }
    if (form == 0)
        return 0;
    const ShownHead& last = all.back();
    const std::string means = last.names[form] + " is " + last.names.front();
    const bool is_below = !fits_in(at.x + drawing.measure(means, dim.font, dim.size), foot.right);
    if (is_below)
        at = {left, at.y + line};
    draw_text(drawing, at, shortened(means, foot.right - at.x, dim.font, size, drawing.measure),
              dim);
    return is_below ? line : 0;
}

namespace {

/// The number of heads in a row and the size of each.
struct Grid {
    Index columns = 1, rows = 1;
    float side_x = 0, side_y = 0; // the cells of one head together
};

/// `in_row` fixes the number of heads in a row; 0 takes the number that makes them largest.
Grid grid_of(Index heads, Index in_row, const SheetLook& look, Size room, float title, float gap) {
    const float ratio = static_cast<float>(look.row_count()) /
                        static_cast<float>(std::max<Index>(1, look.column_count()));
    Grid best;
    for (Index columns = in_row > 0 ? in_row : 1; columns <= (in_row > 0 ? in_row : heads);
         ++columns) {
        Grid one{columns, (heads + columns - 1) / columns, 0, 0};
        one.side_x =
            (room.width - gap * static_cast<float>(columns + 1)) / static_cast<float>(columns);
        one.side_y = one.side_x * ratio;
        const float most = (room.height - (title + gap) * static_cast<float>(one.rows)) /
                           static_cast<float>(one.rows);
        if (one.side_y > most) {
            one.side_y = std::max(1.0F, most);
            // Wide cells have room for numbers if height is scarce.
            one.side_x = std::min(one.side_x, 1.8F * one.side_y / ratio);
        }
        if (one.side_x > best.side_x || best.side_x <= 0)
            best = one;
    }
    return best;
}

} // namespace

Figure heads_figure(const Document& document, const Trace& trace, const View& asked, Size available,
                    float text, const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const EveryHead all = every_head(document, trace, view);
    const std::vector<ShownHead>& shown = all.heads;
    const SheetLook& first = shown.front().look();
    const auto count = static_cast<Index>(shown.size());
    const Index heads = head_count(document);
    const float title = 1.8F * text, gap = 1.2F * text, foot = 2.2F * text;
    const Size room{available.width, available.height - foot - 0.5F * text};
    // Gives each part a row if there are several heads and they stay nearly as large.
    Grid grid = grid_of(count, 0, first, room, title, gap);
    const auto part_rows = static_cast<float>(all.parts.size());
    if (all.parts.size() > 1 && heads > 1 && part_rows * (2 * title + gap) <= room.height) {
        const Grid by_part = grid_of(count, heads, first, room, title, gap);
        if (by_part.side_x >= 0.6F * grid.side_x)
            grid = by_part;
    }

    Figure figure;
    figure.size = available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    Lengths lengths;
    lengths.unit = text;
    lengths.least_digits = std::min(lengths.least_digits, 0.86F * text); // as the other letters
    HeadName name{0, 0.9F * text};
    name.form = form_of_names(shown, grid.side_x - name.before(), name.size, measure);
    for (Index at = 0; at < count; ++at) {
        const ShownHead& one = shown[static_cast<std::size_t>(at)];
        const SheetLook& look = one.look();
        const auto across = static_cast<float>(at % grid.columns);
        const auto down = static_cast<float>(at / grid.columns);
        SheetBox box;
        box.look = &look;
        box.lengths = lengths;
        box.corner = {gap + across * (grid.side_x + gap),
                      0.5F * text + down * (title + grid.side_y + gap)};
        box.width = grid.side_x;
        box.cells = {box.corner.x, box.corner.y + title, grid.side_x, grid.side_y};
        box.has_header = box.has_labels = box.has_colour_bar = false;
        const float digits =
            measure("0", Font::Mono, 1) * (static_cast<float>(look.characters) + 1);
        box.number_size =
            std::min({0.86F * text, 0.6F * box.cell_height(), box.cell_width() / digits});
        box.has_numbers = box.number_size >= lengths.least_digits;
        draw_head_name(drawing, one, name, {box.corner.x, box.corner.y + 0.5F * title},
                       box.width - name.before() + 0.4F * gap);
        figure.shapes.emplace_back(
            Box{grown(box.cells, 1), transparent, colours.line, colours.stroke});
        const std::size_t grids = figure.grids.size();
        draw_matrix(drawing, box, one.contents.words(), one.view);
        for (std::size_t of = grids; of < figure.grids.size(); ++of)
            figure.grids[of].sheet = one.part->in_whole(figure.grids[of].sheet);
        if (one.is_open && count > 1)
            draw_frame(drawing, grown(box.cells, 0.15F * text), colours.accent, 0.12F * text);
    }
    draw_foot_of_heads(drawing, shown, name.form, {gap, figure.size.height - 0.5F * foot},
                       0.86F * text);
    return figure;
}

namespace {

constexpr std::size_t most_in_line = 12;
/// The greatest height of a figure in a column of paper: relative to its width, and in texts.
constexpr float highest = 0.8F, most_texts = 45;
constexpr float flattest = 1.8F; // width of a cell relative to its height, at most

/// The names of rows as they are drawn, transposed or not.
std::vector<std::string> names_of_rows(const ShownHead& head) {
    std::vector<std::string> names;
    for (Index row = 0; row < head.look().row_count(); ++row)
        names.push_back(head.look().row_name(row, head.contents.words()));
    return names;
}
std::vector<std::string> names_of_columns(const ShownHead& head) {
    std::vector<std::string> names;
    for (Index column = 0; column < head.look().column_count(); ++column)
        names.push_back(head.look().column_name(column, head.contents.words()));
    return names;
}

/// Heads side by side whose rows have the same names.
struct LineOfHeads {
    std::size_t first = 0, count = 0;
    std::vector<bool> has_names; // over the columns, if they differ from those above
    float top = 0;

    bool has_any_names() const {
        return std::find(has_names.begin(), has_names.end(), true) != has_names.end();
    }
};

struct GridOfHeads {
    std::vector<LineOfHeads> lines;
    Size map;          // the cells of one head
    float quality = 0; // how large and nearly square the cells are
    float left = 0;    // left edge of the first map
    float names = 0;   // height of the column names
    float height = 0;
    ColumnLabels labels = ColumnLabels::None;
};

class LayoutOfHeads {
public:
    LayoutOfHeads(const Document& document, const EveryHead& all, const HeatmapOptions& options)
        : options_(options), heads_(all.heads), text_(options.text),
          heads_of_part_(static_cast<std::size_t>(head_count(document))) {
        for (const ShownHead& head : heads_) {
            rows_.push_back(names_of_rows(head));
            columns_.push_back(names_of_columns(head));
            most_rows_ = std::max(most_rows_, head.look().row_count());
            most_columns_ = std::max(most_columns_, head.look().column_count());
        }
        if (!options.has_labels)
            return;
        const SheetLook& look = heads_.front().look();
        row_labels_ = std::min(
            std::max(widest(rows_), options.measure(look.row_role + " ↓", Font::Sans, small())),
            0.28F * options.width);
        const float most = options.most_height > 0
                               ? std::clamp(0.2F * options.most_height, 3 * text_, 24 * text_)
                               : 24 * text_;
        label_length_ = std::min(widest(columns_), most);
    }

    float small() const { return options_.is_column ? text_ : 0.9F * text_; }
    float margin() const { return 0.6F * text_; }
    float gap() const { return 1.2F * text_; }
    float title() const { return 1.7F * text_; }
    float foot() const { return 2.2F * text_; }
    float left() const { return margin() + (options_.has_labels ? row_labels_ + 0.5F * text_ : 0); }
    float row_labels() const { return row_labels_; }
    float label_length() const { return label_length_; }

    /// Returns the grid with the best cells. Each attention begins a line if the cells stay nearly
    /// as good.
    GridOfHeads best() const {
        GridOfHeads best = best_of(false);
        if (heads_of_part_ > 1 && heads_.size() > heads_of_part_)
            if (GridOfHeads by_part = best_of(true); by_part.quality >= 0.6F * best.quality)
                best = std::move(by_part);
        place_lines(best);
        return best;
    }

private:
    float widest(const std::vector<std::vector<std::string>>& lists) const {
        float width = 0;
        for (const auto& list : lists)
            if (&list == &lists.front() || list != lists.front())
                for (const std::string& name : list)
                    width = std::max(width, options_.measure(name, Font::Sans, text_));
        return width;
    }

    GridOfHeads best_of(bool by_part) const {
        const std::size_t most = by_part ? heads_of_part_ : heads_.size();
        GridOfHeads best;
        for (std::size_t in_line = 1; in_line <= std::min(most, most_in_line); ++in_line) {
            // Skips sizes that leave lines unfilled with the same number of lines: 4 heads are 2
            // and 2, not 3 and 1.
            const std::size_t lines = (most + in_line - 1) / in_line;
            if ((most + lines - 1) / lines != in_line)
                continue;
            GridOfHeads one = grid(in_line, by_part);
            if (best.lines.empty() || one.quality > best.quality)
                best = std::move(one);
        }
        return best;
    }

    GridOfHeads grid(std::size_t in_line, bool by_part) const {
        GridOfHeads grid;
        for (std::size_t at = 0; at < heads_.size(); ++at) {
            const bool is_new = grid.lines.empty() || grid.lines.back().count == in_line ||
                                (by_part && at % heads_of_part_ == 0) || rows_[at] != rows_[at - 1];
            if (is_new)
                grid.lines.push_back({at, 0, {}, 0});
            LineOfHeads& line = grid.lines.back();
            const LineOfHeads* const above =
                grid.lines.size() > 1 ? &grid.lines[grid.lines.size() - 2] : nullptr;
            line.has_names.push_back(options_.has_labels &&
                                     (!above || line.count >= above->count ||
                                      columns_[at] != columns_[above->first + line.count]));
            ++line.count;
        }
        std::size_t most = 0;
        for (const LineOfHeads& line : grid.lines)
            most = std::max(most, line.count);
        const bool has_labels = options_.has_labels;
        const bool has_words = heads_.front().look().has_word_columns;
        grid.labels = has_labels ? ColumnLabels::Level : ColumnLabels::None;
        size_cells(grid, static_cast<float>(most));
        if (has_labels && !fits_in(label_length_ + 0.4F * text_,
                                   grid.map.width / static_cast<float>(most_columns_))) {
            grid.labels = has_words ? ColumnLabels::Upright : ColumnLabels::Thinned;
            size_cells(grid, static_cast<float>(most));
        }
        return grid;
    }

    void size_cells(GridOfHeads& grid, float in_line) const {
        const auto rows = static_cast<float>(most_rows_),
                   columns = static_cast<float>(most_columns_);
        const auto lines = static_cast<float>(grid.lines.size());
        grid.names = options_.has_labels
                         ? height_of_names(grid.labels, label_length_, text_) + 0.25F * text_
                         : 0;
        float around = margin() + foot();
        for (const LineOfHeads& line : grid.lines)
            around += title() + gap() + (line.has_any_names() ? grid.names : 0);
        const float high = options_.most_height > 0
                               ? options_.most_height
                               : std::max(highest * options_.width, most_texts * text_);
        const float room = options_.width - left() - margin() - gap() * (in_line - 1);
        Size cell;
        cell.width = std::max(room, 0.1F * text_ * in_line) / (in_line * columns);
        // Square cells if there is room, otherwise wide ones, which may have room for numbers.
        const float most = std::max(high - around, 0.1F * text_ * lines) / (lines * rows);
        cell.height = std::min(cell.width, most);
        cell.width = std::min(cell.width, flattest * cell.height);
        // A little higher if every row then has its name.
        if (const float named = 1.2F * text_;
            cell.height < named && named <= std::min(most, 1.5F * cell.width))
            cell.height = named;
        const float least = std::min(cell.width, cell.height);
        grid.quality = least * std::sqrt(least / std::max(cell.width, cell.height));
        grid.map = {cell.width * columns, cell.height * rows};
        grid.left = left() + (room - grid.map.width * in_line) / 2;
        grid.height = around + grid.map.height * lines;
    }

    void place_lines(GridOfHeads& grid) const {
        float y = margin();
        for (LineOfHeads& line : grid.lines) {
            line.top = y + title() + (line.has_any_names() ? grid.names : 0);
            y = line.top + grid.map.height + gap();
        }
    }

    const HeatmapOptions& options_;
    const std::vector<ShownHead>& heads_;
    float text_;
    std::size_t heads_of_part_;
    std::vector<std::vector<std::string>> rows_, columns_;
    Index most_rows_ = 1, most_columns_ = 1;
    float row_labels_ = 0, label_length_ = 0;
};

/// Draws one head at its place.
void draw_map(Drawing& drawing, const ShownHead& head, const HeatmapLayout& layout,
              const HeatmapOptions& options) {
    const SheetLook& look = head.look();
    drawing.figure.shapes.emplace_back(
        Box{grown(layout.cells, 1), transparent, drawing.theme.line, drawing.theme.stroke});
    draw_heatmap_cells(drawing, look, layout, options);
    draw_heatmap_marks(drawing, look, layout, head.view, options);
    drawing.figure.grids.push_back({head.part->in_whole(look.id), layout.cells, look.row_count(),
                                    look.column_count(), look.first_row, look.first_column,
                                    look.is_transposed});
}

} // namespace

Figure heads_picture(const Document& document, const Trace& trace, const View& asked,
                     const HeatmapOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const EveryHead all = every_head(document, trace, view);
    const LayoutOfHeads layout(document, all, options);
    const GridOfHeads grid = layout.best();
    Figure figure;
    figure.size = {options.width, grid.height};
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};

    HeadName name{0, options.text};
    name.form =
        form_of_names(all.heads, grid.map.width - name.before(), name.size, options.measure);
    HeatmapLayout one;
    one.text = options.text;
    one.small = layout.small();
    one.row_labels = layout.row_labels();
    one.label_length = layout.label_length();
    one.column_labels = grid.labels;
    one.most_shapes /= static_cast<Index>(all.heads.size());
    one.most_pixels = 1024;
    for (const LineOfHeads& line : grid.lines)
        for (std::size_t across = 0; across < line.count; ++across) {
            const ShownHead& head = all.heads[line.first + across];
            const SheetLook& look = head.look();
            const float x =
                grid.left + static_cast<float>(across) * (grid.map.width + layout.gap());
            one.cells = {x, line.top, grid.map.width, grid.map.height};
            const Size cell{grid.map.width / static_cast<float>(look.column_count()),
                            grid.map.height / static_cast<float>(look.row_count())};
            one.number_size = size_of_numbers(look, cell, options.text, options.measure);
            const float least = options.is_column ? 1 : least_number;
            one.has_numbers = options.has_numbers && one.number_size >= least * options.text;
            float y = line.top - 0.5F * layout.title();
            if (line.has_any_names())
                y -= grid.names;
            const float end =
                x + draw_head_name(drawing, head, name, {x, y}, grid.map.width - name.before());
            draw_map(drawing, head, one, options);
            if (across == 0 && options.has_labels)
                draw_row_names(drawing, head.contents, one);
            if (across == 0 && line.has_any_names())
                draw_row_role(drawing, look, one);
            if (!line.has_names[across])
                continue;
            draw_column_names(drawing, head.contents, one);
            const std::string role = look.column_role + " →";
            if (end + options.text + rich_width(role, Font::Sans, one.small, options.measure) <=
                one.cells.right())
                draw_text(drawing, {one.cells.right(), y}, role,
                          {Font::Sans, one.small, colours.dim_text, Anchor::Right});
        }
    const Point foot{grid.left, figure.size.height - 0.5F * layout.foot()};
    figure.size.height +=
        draw_foot_of_heads(drawing, all.heads, name.form, foot, layout.small(),
                           {options.width - layout.margin(), options.has_colour_bar});
    return figure;
}

} // namespace attn::figure
