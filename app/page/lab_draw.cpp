// SPDX-License-Identifier: MIT
// Draws the figures of a page's lab: the calculation, one matrix or a part of it, and the query
// word.
#include "app/page/lab.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/drawing.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/plots/heatmap_figure.h"

#include <algorithm>
#include <utility>

namespace page {

using namespace attn;

namespace {

figure::Rect around(figure::Rect one, figure::Rect other) {
    const float x = std::min(one.x, other.x), y = std::min(one.y, other.y);
    return {x, y, std::max(one.right(), other.right()) - x,
            std::max(one.bottom(), other.bottom()) - y};
}

/// Fades what the step is not about; fades nothing if the canvas shows none of the step's matrices.
/// Returns the rectangle around the step's matrices.
figure::Rect step_back(figure::Figure& made, const figure::Picture& picture, figure::Colour back) {
    const auto is_told = [&](const SheetId& sheet) {
        for (const auto& column : picture.columns)
            for (const figure::Part& part : column)
                if (part.stage == sheet.stage)
                    return true;
        return false;
    };
    figure::Rect told;
    for (const figure::GridRegion& grid : made.grids)
        if (is_told(grid.sheet))
            told = told.width > 0 ? around(told, grid.cells) : grid.cells;
    if (told.width <= 0)
        return {};
    back.alpha = 190;
    const auto veil = [&](const auto& regions, const auto& rect_of) {
        for (const auto& region : regions)
            if (!is_told(region.sheet))
                made.shapes.push_back(figure::Box{rect_of(region), back});
    };
    veil(made.grids, [](const figure::GridRegion& grid) { return grid.cells; });
    veil(made.labels, [](const figure::LabelRegion& label) { return label.rect; });
    veil(made.titles, [](const figure::TitleRegion& title) { return title.rect; });
    return told;
}

} // namespace

std::vector<const figure::PageInfo*> pages_of(const Document& document) {
    std::vector<const figure::PageInfo*> list;
    for (const figure::PageInfo& page : figure::canvas_pages())
        if (!page.tab.empty() && page.name != "canvas" && !page.needs_more &&
            page.lack(document).empty())
            list.push_back(&page);
    return list;
}

Result<> Lab::show_page(std::string_view id) {
    for (const figure::PageInfo* const page : pages_of(document()))
        if (page->id == id) {
            page_ = id;
            return Nothing{};
        }
    return Error{"this document has no page " + std::string(id)};
}

bool Lab::has_parts() const {
    constexpr Index most_lines = 20;
    const Shape shape = shape_of(document(), alone());
    return std::max(shape.rows, shape.columns) > most_lines;
}

CellRange Lab::part_for(const Room& room) const {
    const SheetId sheet = alone();
    const Shape shape = shape_of(document(), sheet);
    // Names take a part of the width; the title and names take some lines of the height.
    auto across = static_cast<Index>(0.75F * room.width / (4.0F * room.text));
    auto down = static_cast<Index>(room.height / (2.0F * room.text)) - 3;
    Place middle{sheet, std::min(view_.query, shape.rows - 1),
                 std::min(view_.query, shape.columns - 1)};
    if (view_.selected && view_.selected->sheet.stage == sheet.stage)
        middle = *view_.selected;
    if (written_form(document(), sheet).is_transposed)
        std::swap(across, down);
    const Index rows = std::clamp<Index>(down, 1, shape.rows);
    const Index columns = std::clamp<Index>(across, 1, shape.columns);
    return {sheet, std::clamp<Index>(middle.row - rows / 2, 0, shape.rows - rows),
            std::clamp<Index>(middle.column - columns / 2, 0, shape.columns - columns), rows,
            columns};
}

const figure::Figure& Lab::draw(Part part, const Room& room) {
    view_.theme = room.is_dark ? ThemeName::Dark : ThemeName::Light;
    const View view = figure::within(document(), view_);
    kept_.follow(seen_document(), seen_trace(), view.head, evaluations_);
    kept_.hold_ranges(drag_.gesture != 0);
    figure::Figure& made = shown_[static_cast<std::size_t>(part)];
    figure::CanvasOptions options{
        {room.width, room.height}, 1, room.text, browser_measure(), &kept_};
    options.before = before_ ? &*before_ : nullptr;
    options.layouts = &layouts_;
    if (part == Part::Canvas) {
        made = figure::canvas(seen_document(), seen_trace(), view, options);
        told_rect_ =
            step_back(made, telling_.picture(document()), figure::theme(view.theme).background);
    } else if (part == Part::Query) {
        made = figure::query_panel(seen_document(), seen_trace(), view, options);
    } else if (const auto* const page = figure::page_with_id(figure::canvas_pages(), page_);
               page && part == Part::Page && page->lack(document()).empty()) {
        const OpenPart open(seen_document(), seen_trace(), view);
        options.kept = nullptr; // It belongs to the whole document.
        options.before = nullptr;
        options.is_picture = true; // The script knows no switches or cards.
        options.part = attn::has_parts(document()) ? &open : nullptr;
        figure::PageInput input{open, seen_trace(), view, options};
        input.before = before_ ? &*before_ : nullptr;
        made = page->make(input).figure;
    } else {
        figure::HeatmapOptions choices;
        choices.width = room.width;
        choices.most_height = room.height;
        choices.text = room.text;
        choices.shows_query = true;
        choices.has_colour_bar = false;
        choices.measure = browser_measure();
        if (shows_part_ && has_parts())
            choices.part = part_for(room);
        made = figure::heatmap_figure(seen_document(), seen_trace(), view, alone(), choices);
        const figure::Theme theme = figure::theme(view.theme);
        figure::Drawing drawing{made, theme, choices.measure};
        for (const auto& place : {view.pointed, view.selected})
            if (const auto rect = place ? figure::cell_rect(made, *place) : std::nullopt)
                figure::draw_frame(drawing, *rect, theme.accent, 2);
    }
    return made;
}

figure::Hit Lab::hit(Part part, figure::Point point) const {
    return figure::hit(shown_[static_cast<std::size_t>(part)], point);
}

std::optional<figure::Rect> Lab::selected_rect(Part part) const {
    return view_.selected
               ? figure::cell_rect(shown_[static_cast<std::size_t>(part)], *view_.selected)
               : std::nullopt;
}

} // namespace page
