// SPDX-License-Identifier: MIT
#include "core/figure/legend.h"

#include "core/figure/colour_map.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <vector>

namespace attn::figure {
namespace {

struct Entry {
    std::string text;           // plain
    Box sample;                 // without its place
    Colour inner = transparent; // of a smaller box inside
    float margin = 0;
    float radius = 0;
};

std::vector<Entry> entries(const Theme& theme, const Contents& contents, const View& view) {
    const auto word = [&](Index at) {
        return "“" + contents.words()[static_cast<std::size_t>(at)] + "”";
    };
    const float stroke = theme.stroke;
    const Colour number = colour(
        {&table(view.theme == ThemeName::Print ? Diverging::Grey : view.diverging), -1, 1}, 0.45);
    std::vector<Entry> list{
        {"editable", {{}, theme.editable, theme.editable_line, 1.2F * stroke, 4}, number, 2.5F, 3},
        {"computed", {{}, number, transparent, 0, 1}},
        {"query word " + word(view.query), {{}, transparent, theme.query, 2 * stroke, 3}}};
    if (view.key)
        list.push_back(
            {"key word " + word(*view.key), {{}, transparent, theme.key, 2 * stroke, 3}});
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == Stage::Weights && look.mask)
            list.push_back({"masked", {{}, theme.masked, transparent, 0, 1}});
    return list;
}

} // namespace

void draw_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                 const View& view) {
    const Lengths& lengths = layout.lengths;
    const SheetBox& words = layout.boxes.front();
    const std::vector<Entry> list = entries(drawing.theme, contents, view);
    const float line = 1.5F * lengths.unit;
    const float height = line * static_cast<float>(list.size());
    const float least_top = words.cells.bottom() + lengths.bar_line() + 1.2F * lengths.unit;
    const float bottom = layout.sections_bottom - 0.5F * lengths.unit;
    if (bottom - height < least_top)
        return;
    const Section& section = layout.sections.front();
    const float sample = 1.7F * lengths.unit, gap = 0.6F * lengths.unit;
    const float left = words.corner.x;
    const float room = section.x + section.width - left - sample - gap - 0.4F * lengths.unit;
    float y = bottom - height + line / 2;
    for (Entry entry : list) {
        entry.sample.rect = {left, y - 0.45F * lengths.unit, sample, 0.9F * lengths.unit};
        drawing.figure.shapes.emplace_back(entry.sample);
        if (entry.inner.alpha > 0)
            drawing.figure.shapes.emplace_back(Box{grown(entry.sample.rect, -entry.margin),
                                                   entry.inner, transparent, 0, entry.radius});
        if (entry.sample.fill == drawing.theme.masked)
            draw_masked_sign(drawing, entry.sample.rect, false);
        draw_text(
            drawing, {left + sample + gap, y},
            escape(shortened(entry.text, room, Font::Sans, lengths.small_size(), drawing.measure)),
            {Font::Sans, lengths.small_size(), drawing.theme.dim_text});
        y += line;
    }
}

} // namespace attn::figure
