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
#include "core/figure/spotlight/spotlight_figure.h"

#include <algorithm>
#include <utility>

namespace page {

using namespace attn;

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
    options.has_offers = edits_;
    if (const auto light = telling_.light(document(), view); part == Part::Canvas && light) {
        made = figure::spotlight_figure(seen_document(), seen_trace(), view, *light, options,
                                        lit_phrase());
    } else if (part == Part::Canvas) {
        made = figure::canvas(seen_document(), seen_trace(), view, options);
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
        if (std::exchange(effects_evaluation_, evaluations_) != evaluations_)
            effects_.reset();
        input.effects = &effects_;
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

std::size_t Lab::lit_phrase() const {
    if (phrase_ > 0 || !view_.pointed)
        return phrase_;
    const auto light = telling_.light(document(), figure::within(document(), view_));
    std::size_t found = 0;
    Index least = 0;
    for (std::size_t at = 0; light && at < light->pointed.size(); ++at) {
        auto cells = cells_of(document(), light->pointed[at]);
        if (!cells)
            continue;
        const Place& here = *view_.pointed;
        const Index size = cells->rows * cells->columns;
        const bool is_in = shown_place(document(), {cells->sheet, 0, 0}).sheet == here.sheet &&
                           here.row >= cells->row && here.row < cells->row + cells->rows &&
                           here.column >= cells->column &&
                           here.column < cells->column + cells->columns;
        if (is_in && (found == 0 || size < least)) {
            found = at + 1;
            least = size;
        }
    }
    return found;
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
