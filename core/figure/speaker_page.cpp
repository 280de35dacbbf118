// SPDX-License-Identifier: MIT
#include "core/figure/speaker_page.h"

#include "core/figure/drawing.h"
#include "core/figure/magnified.h"
#include "core/figure/prose_layout.h"
#include "core/figure/theme.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace attn::figure {
namespace {

/// Adds the page in the upper left corner of the area. Returns its rectangle.
Rect add_page(Drawing& drawing, const SpeakerPage::PageMaker& make, Size shape, Rect area) {
    const float factor = std::min(area.width / shape.width, area.height / shape.height);
    const Rect place{area.x, area.y, factor * shape.width, factor * shape.height};
    Figure page = make({place.width, place.height});
    std::vector<Shape>& shapes = drawing.figure.shapes;
    shapes.emplace_back(Box{place, page.background});
    Figure small = magnified(std::move(page), 1, {place.x, place.y});
    shapes.insert(shapes.end(), std::move_iterator(small.shapes.begin()),
                  std::move_iterator(small.shapes.end()));
    shapes.emplace_back(Box{place, transparent, drawing.theme.line, drawing.theme.stroke});
    return place;
}

} // namespace

Figure speaker_page(const SpeakerPage& page, const View& view, Size size, const Measure& measure) {
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = size;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    const float unit = std::max(9.0F, std::min(size.height / 34, size.width / 48));
    const float margin = 1.2F * unit, wide = size.width - 2 * margin;

    const float top = 2.6F * unit, middle = margin / 2 + top / 2;
    draw_text(drawing, {margin, middle}, page.step, {Font::Bold, 1.3F * unit, colours.text});
    draw_text(drawing, {size.width - margin, middle}, page.clock,
              {Font::Bold, 1.7F * unit, colours.text, Anchor::Right});
    draw_text(drawing,
              {size.width - 1.5F * margin - measure(page.clock, Font::Bold, 1.7F * unit), middle},
              page.elapsed, {Font::Sans, 1.1F * unit, colours.dim_text, Anchor::Right});

    // The notes have at least a third of the height.
    const float label = 1.6F * unit, y = margin / 2 + top + label;
    const float most = page.notes.empty() ? size.height - y - margin : 0.5F * size.height - label;
    const float left = 0.6F * wide - margin / 2, right = wide - left - margin;
    const auto name = [&](float x, const char* text) {
        draw_text(drawing, {x, y - 0.8F * unit}, text, {Font::Sans, unit, colours.dim_text});
    };
    name(margin, "On the screen");
    float bottom = add_page(drawing, page.now, page.shape, {margin, y, left, most}).bottom();
    const float beside = margin + left + margin;
    name(beside, page.next ? "Next" : "This is the last step");
    if (page.next)
        bottom = std::max(
            bottom, add_page(drawing, page.next, page.shape, {beside, y, right, most}).bottom());

    const float notes = bottom + unit, room = size.height - margin - notes;
    if (page.notes.empty())
        return figure;
    ProseStyle style{Font::Sans, 1.5F * unit, colours.text, 1.4F};
    while (style.size > 0.9F * unit &&
           !fits_in(prose_height(page.notes, wide, style, measure), room))
        style.size *= 0.94F;
    draw_prose(drawing, {margin, notes}, wide, page.notes, style);
    return figure;
}

} // namespace attn::figure
