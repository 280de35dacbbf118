// SPDX-License-Identifier: MIT
#include "core/figure/spotlight/spotlight_items.h"

#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas_places.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_figure.h"

#include <algorithm>

namespace attn::figure {

SpotlightItems::SpotlightItems(const Document& document, const Trace& trace, const View& view,
                               const Spotlight& light, const CanvasOptions& options)
    : document_(document), trace_(trace), view_(view), light_(light), options_(options),
      stages_(graph(document)) {
    for (const LitSheet& one : light.sheets)
        one.is_gradient ? add_gradient(one) : add(one);
    stand_in_lanes();
    find_frames();
}

void SpotlightItems::mark(Contents& contents) const {
    // A lesson tells itself what would be computed, when it is time.
    compare(contents, document_, trace_,
            {options_.before, !options_.is_picture && light_.pointed.empty(), options_.has_offers});
}

/// The matrices of the canvas, whose colours a matrix keeps in the light.
Contents& SpotlightItems::of_canvas() {
    if (contents_.empty()) {
        contents_.push_back(contents(document_, trace_, view_, options_.kept));
        mark(contents_.front());
    }
    return contents_.front();
}

/// Finds the look of a matrix among those of the canvas, or makes one if it is of another head
/// or layer, or for another query.
std::pair<const SheetLook*, const Contents*> SpotlightItems::look_for(const SheetId& sheet) {
    // Heads beside each other look alike, whichever the view shows.
    const bool is_one_of_several =
        info(sheet.stage).is_per_head &&
        std::any_of(light_.sheets.begin(), light_.sheets.end(), [&](const LitSheet& one) {
            return one.sheet.stage == sheet.stage && one.sheet.head != sheet.head;
        });
    if (!has_parts(document_) && !is_one_of_several) {
        const Contents& all = of_canvas();
        for (const SheetLook& look : all.sheets)
            if (look.id == sheet)
                return {&look, &all};
    }
    View view = view_;
    if (is_by_query(sheet.stage))
        view.query = sheet.query;
    contents_.push_back(contents(document_, trace_, view, sheet));
    mark(contents_.back());
    return {&contents_.back().sheets.front(), &contents_.back()};
}

/// Finds the gradient among those of the canvas, whose colours it keeps, or makes it if it is of
/// another layer.
std::pair<const SheetLook*, const Contents*> SpotlightItems::gradient_of(const SheetId& sheet) {
    const auto find = [&]() -> const SheetLook* {
        for (const Contents& one : gradients_)
            for (const SheetLook& look : one.sheets)
                if (key_of(look.id) == key_of(sheet))
                    return &look;
        return nullptr;
    };
    const auto make = [&](Contents made) {
        show_gradients(made, document_, *options_.gradients, view_);
        gradients_.push_back(std::move(made));
    };
    if (gradients_.empty() && !has_parts(document_))
        make(contents(document_, trace_, view_, options_.kept));
    if (!find())
        make(contents(document_, trace_, view_, sheet));
    return {find(), &gradients_.front()};
}

void SpotlightItems::add_gradient(const LitSheet& lit) {
    if (!options_.gradients || !options_.gradients->has_gradient() || !exists(document_, lit.sheet))
        return;
    const auto [found, own] = gradient_of(lit.sheet);
    if (!found)
        return;
    SpotlightItem item;
    item.look = *found;
    item.words = &own->words();
    item.is_needed = lit.is_needed;
    item.is_gradient = true;
    SheetLook& look = item.look;
    if (!look.is_blank)
        reserve_for_gradient(look);
    look.is_derived = false;
    if (!look.chosen) // the number itself
        look.title = "∂" + look.title;
    constexpr std::string_view own_name = "∂ ";
    look.formula = look.remarks.empty() ? "" : look.remarks.front();
    if (look.formula.starts_with(own_name)) // The title says what is derived.
        look.formula.erase(0, own_name.size());
    list.push_back(std::move(item));
}

bool SpotlightItems::is_made_of_all(const SpotlightItem& item) const {
    return item.is_gradient && item.is_needed && list.size() > 1 && &item == &list.back();
}

void SpotlightItems::add(const LitSheet& lit) {
    if (!exists(document_, lit.sheet))
        return;
    const auto [found, own] = look_for(lit.sheet);
    SpotlightItem item;
    item.look = *found;
    item.look.numbers = readable_form(item.look);
    reserve_characters(item.look);
    item.words = &own->words();
    item.is_needed = lit.is_needed;
    // The key word of the view may be one that this layer's attention does not have.
    const auto keep_inside = [](std::optional<Index>& line, Index count) {
        if (line && *line >= count)
            line.reset();
    };
    for (std::optional<Index>* const line : {&item.look.query_row, &item.look.key_row})
        keep_inside(*line, item.look.row_count());
    for (std::optional<Index>* const line : {&item.look.query_column, &item.look.key_column})
        keep_inside(*line, item.look.column_count());
    if (lit.is_query_row)
        item.row = row_of_query(item.look, view_);
    keep_inside(item.row, item.look.values.rows());
    SheetLook& look = item.look;
    if (options_.expected_number && options_.expected_number->place.sheet == look.id)
        look.expected = *options_.expected_number;
    look.is_derived = false; // Its formula is beside its title.
    look.formula = look.formula_brief;
    if (look.id.layer > 0 || (layer_count(document_) > 1 && !is_of_all_layers(look.id.stage)))
        look.title += " of layer " + std::to_string(look.id.layer);
    if (look.id.is_cross)
        look.title += ", cross-attention";
    const bool is_of_head = info(look.id.stage).is_per_head && head_count(document_) > 1;
    if (is_of_head &&
        std::any_of(light_.sheets.begin(), light_.sheets.end(), [&](const LitSheet& one) {
            return info(one.sheet.stage).is_per_head && one.sheet.head != look.id.head;
        }))
        look.title += " of head " + std::to_string(look.id.head);
    list.push_back(std::move(item));
}

/// The index of a matrix that the stage reads, by the number of the input.
std::optional<std::size_t> SpotlightItems::input(const SpotlightItem& of,
                                                 std::size_t number) const {
    if (is_made_of_all(of))
        return number + 1 < list.size() ? std::optional(number) : std::nullopt;
    if (of.is_gradient)
        return std::nullopt;
    const auto at = stages_.find(of.look.id);
    if (!at || number >= stages_[*at].inputs.size())
        return std::nullopt;
    const SheetId sheet =
        shown_place(document_, {stages_[stages_[*at].inputs[number]].sheet, 0, 0}).sheet;
    for (std::size_t item = 0; item < list.size(); ++item) // whatever the query
        if (&list[item] != &of && !list[item].is_gradient &&
            key_of(list[item].look.id) == key_of(sheet))
            return item;
    return std::nullopt;
}

const Operation* SpotlightItems::operation_of(const SpotlightItem& item) const {
    if (item.is_gradient)
        return nullptr;
    const auto at = stages_.find(item.look.id);
    return at ? stages_[*at].operation : nullptr;
}

std::size_t SpotlightItems::input_count(const SpotlightItem& item) const {
    if (item.is_gradient)
        return is_made_of_all(item) ? list.size() - 1 : 0;
    const auto at = stages_.find(item.look.id);
    return at ? stages_[*at].inputs.size() : 0;
}

bool SpotlightItems::reads(const SpotlightItem& item, std::size_t other) const {
    for (std::size_t number = 0; number < input_count(item); ++number)
        if (input(item, number) == other)
            return true;
    return false;
}

bool SpotlightItems::is_read(std::size_t item) const {
    return std::any_of(list.begin(), list.end(),
                       [&](const SpotlightItem& other) { return reads(other, item); });
}

bool SpotlightItems::is_product(const SpotlightItem& item) const {
    const Operation* const made = operation_of(item);
    return made == &operation::product || made == &operation::product_transposed ||
           made == &operation::transposed_product;
}

/// Gives each matrix the place that it has on the canvas of its part, and turns Kᵀ.
void SpotlightItems::stand_in_lanes() {
    if (std::any_of(list.begin(), list.end(),
                    [](const SpotlightItem& one) { return one.is_gradient; })) {
        for (std::size_t at = 0; at < list.size(); ++at) { // as they are written, in a line
            list[at].column = {at, 0};
            measure(list[at]);
        }
        return;
    }
    std::vector<SheetId> firsts;     // of the groups
    std::vector<CanvasPlace> places; // those of a document of one part are found once
    const bool is_attention = has_stage(document_, Stage::Weights);
    if (is_attention && !has_parts(document_))
        places = canvas_places(document_);
    for (std::size_t at = 0; at < list.size(); ++at) {
        SpotlightItem& item = list[at];
        const SheetId& id = item.look.id;
        const auto is_twice = [&](std::size_t group) {
            for (std::size_t before = 0; before < at; ++before)
                if (list[before].group == group && list[before].look.id.stage == id.stage)
                    return true;
            return false;
        };
        const bool is_shared = is_of_all_layers(id.stage) || !info(id.stage).is_per_head;
        std::size_t group = 0;
        for (; group < firsts.size(); ++group)
            if (firsts[group].layer == id.layer && firsts[group].is_cross == id.is_cross &&
                (is_shared || firsts[group].head == id.head || !has_another_head(group, at)) &&
                !is_twice(group))
                break;
        if (group == firsts.size())
            firsts.push_back(id);
        item.group = group;
        if (is_attention && has_parts(document_))
            places = places_of(id);
        place(item, places, at);
        for (std::size_t before = 0; before < at; ++before)
            while (list[before].group == item.group && list[before].lane == item.lane &&
                   list[before].column == item.column)
                ++item.column.second; // Two guests of one matrix stand side by side.
        if (item.is_read_across) {
            turn(item.look);
            item.look.title += "^{T}";
            item.look.formula.clear();
        }
        measure(item);
    }
}

/// Whether a group holds a matrix of a head that differs from the one at `at`.
bool SpotlightItems::has_another_head(std::size_t group, std::size_t at) const {
    for (std::size_t before = 0; before < at; ++before)
        if (list[before].group == group && info(list[before].look.id.stage).is_per_head &&
            list[before].look.id.head != list[at].look.id.head &&
            !info(list[before].look.id.stage).is_per_group)
            return true;
    return false;
}

std::vector<CanvasPlace> SpotlightItems::places_of(const SheetId& id) const {
    View view;
    view.layer = id.layer;
    view.is_cross = id.is_cross;
    return canvas_places(OpenPart::shape(document_, part_index(document_, view)));
}

void SpotlightItems::place(SpotlightItem& item, const std::vector<CanvasPlace>& places,
                           std::size_t at) {
    const auto find = [&](Stage stage) {
        return std::find_if(places.begin(), places.end(),
                            [&](const CanvasPlace& one) { return one.stage == stage; });
    };
    if (const auto found = find(item.look.id.stage); found != places.end()) {
        item.column = {100 * found->pair + found->column, found->host ? 1 : 0};
        item.lane = 2 * found->pair + (found->is_above ? 0 : 1);
        item.is_read_across = found->is_turned && is_read(at);
        if (found->is_above && is_product(item) && !is_read(at)) {
            // Nothing below is made from it: it stands where its own factors meet.
            item.lane = 2 * found->pair + 1;
            for (std::size_t number = 0; number < input_count(item); ++number)
                if (const auto factor = input(item, number))
                    if (const auto above = find(list[*factor].look.id.stage);
                        above != places.end() && above->is_above)
                        item.column.first = 100 * above->pair + above->column;
        }
        return;
    }
    // Scores that the canvas draws as masked ones stand left of them.
    item.lane = 1;
    item.column = {at, 0};
    if (const auto masked = find(Stage::Masked);
        masked != places.end() && item.look.family == Family::Scores) {
        item.column = {masked->column, -1};
        item.lane = masked->pair * 2 + 1;
    } else if (at > 0) {
        item.column = {list[at - 1].column.first, list[at - 1].column.second + 1};
        item.lane = list[at - 1].lane;
    }
}

/// Whether the cells are a whole matrix, whose frame is outside of it.
bool SpotlightItems::is_whole(const CellRange& cells) const {
    const attn::Shape shape = shape_of(document_, cells.sheet);
    return cells.rows == shape.rows && cells.columns == shape.columns;
}

/// Counts, for the place with the most, the frames around it that share one of its sides: they
/// are drawn inside each other there.
void SpotlightItems::find_frames() {
    std::vector<CellRange> places;
    for (const Region& region : light_.pointed)
        if (auto cells = cells_of(document_, region)) {
            cells->sheet = shown_place(document_, {cells->sheet, 0, 0}).sheet;
            places.push_back(*cells);
        }
    Size& most = frame_depth_;
    for (const CellRange& one : places) {
        has_frames_inside_ |= !is_whole(one);
        Size left_top, right_bottom;
        for (const CellRange& other : places) {
            const Index right = one.column + one.columns, bottom = one.row + one.rows;
            const Index outer_right = other.column + other.columns;
            const Index outer_bottom = other.row + other.rows;
            if (&other == &one || other.sheet != one.sheet || is_whole(other) ||
                other.row > one.row || other.column > one.column || outer_right < right ||
                outer_bottom < bottom)
                continue;
            left_top.width += other.column == one.column ? 1.0F : 0.0F;
            right_bottom.width += outer_right == right ? 1.0F : 0.0F;
            left_top.height += other.row == one.row ? 1.0F : 0.0F;
            right_bottom.height += outer_bottom == bottom ? 1.0F : 0.0F;
        }
        most.width = std::max({most.width, left_top.width, right_bottom.width});
        most.height = std::max({most.height, left_top.height, right_bottom.height});
    }
}

/// Measures the texts beside a matrix once; they scale with its unit.
void SpotlightItems::measure(SpotlightItem& item) const {
    constexpr float large = 64; // so that rounding of widths does not matter
    const SheetLook& look = item.look;
    const auto width = [&](const std::string& text, Font font) {
        return options_.measure(text, font, large) / large;
    };
    const Lengths one{1, 9, true};
    item.names = one.small_size() *
                     index_width(look.row_count(), Font::Sans, large, options_.measure) / large +
                 0.1F;
    for (Index row = 0; look.has_word_rows && row < look.row_count(); ++row)
        item.names =
            std::max(item.names,
                     one.label_size() * width(look.row_name(row, *item.words), Font::Bold) + 0.3F);
    for (Index column = 0; look.has_word_columns && column < look.column_count(); ++column)
        item.widest_column =
            std::max(item.widest_column, width(look.column_name(column, *item.words), Font::Bold));
    item.title = rich_width(look.title, Font::Bold, large, options_.measure) / large + 0.5F +
                 one.formula_size() * (width(look.shape, Font::Sans) +
                                       given_marks_width(given_marks(look), options_.measure));
}

/// Keeps only the lines from the first to the last that something points at. Returns whether
/// that leaves out any.
bool SpotlightItems::cut(SpotlightItem& item, bool cuts_columns) {
    std::optional<CellRange> all;
    for (const Region& region : light_.pointed) {
        const auto cells = cells_of(document_, region);
        if (!cells || shown_place(document_, {cells->sheet, 0, 0}).sheet != item.look.id)
            continue;
        if (!all) {
            all = cells;
            continue;
        }
        const Index bottom = std::max(all->row + all->rows, cells->row + cells->rows);
        const Index right = std::max(all->column + all->columns, cells->column + cells->columns);
        all->row = std::min(all->row, cells->row);
        all->column = std::min(all->column, cells->column);
        all->rows = bottom - all->row;
        all->columns = right - all->column;
    }
    const bool is_row_of_query = !all && item.row;
    if (is_row_of_query)
        all = CellRange{item.look.id, *item.row, 0, 1, item.look.values.cols()};
    if (!all)
        return false;
    const SheetLook& whole = item.whole ? *item.whole : item.look;
    const Index rows = whole.values.rows(), columns = whole.values.cols();
    CellPart part{all->row, 0, all->rows, columns};
    if (cuts_columns && !is_row_of_query) {
        part.column = all->column;
        part.columns = all->columns;
    }
    if (part.rows == rows && part.columns == columns)
        return false;
    const bool is_smaller =
        part.rows * part.columns < item.look.row_count() * item.look.column_count();
    show(item, part);
    return is_smaller;
}

void SpotlightItems::show(SpotlightItem& item, const CellPart& part) {
    if (item.part && item.part->row == part.row && item.part->column == part.column &&
        item.part->rows == part.rows && item.part->columns == part.columns)
        return;
    if (!item.whole)
        item.whole = item.look;
    item.look = *item.whole;
    item.part = part;
    show_part(contents_.front(), item.look, part);
}

} // namespace attn::figure
