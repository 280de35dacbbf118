// SPDX-License-Identifier: MIT
#include "core/figure/every_head.h"

#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/engine/head_name.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/rich_text.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <utility>

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

} // namespace attn::figure
