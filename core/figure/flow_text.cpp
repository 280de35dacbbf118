// SPDX-License-Identifier: MIT
#include "core/figure/flow_text.h"

#include "core/figure/rich_text.h"

namespace attn::figure {
namespace {

struct Laid {
    float x = 0, width = 0;
    std::size_t line = 0;
};

/// The width of a run and everything up to the next possible break.
float kept_together(const std::vector<Run>& runs, std::size_t from, float size, float space,
                    const Measure& measure) {
    float width = rich_width(runs[from].text, runs[from].font, size, measure);
    for (std::size_t at = from + 1; at < runs.size() && !runs[at].may_break_before; ++at)
        width += rich_width(runs[at].text, runs[at].font, size, measure) +
                 (runs[at].has_space_before ? space : 0);
    return width;
}

std::vector<Laid> laid(const std::vector<Run>& runs, const FlowStyle& style,
                       const Measure& measure) {
    const float space = measure(" ", Font::Sans, style.size) * 1.3F;
    std::vector<Laid> list;
    float x = 0;
    std::size_t line = 0;
    for (std::size_t at = 0; at < runs.size(); ++at) {
        const Run& run = runs[at];
        float from = x + (run.has_space_before && x > 0 ? space : 0);
        if (run.may_break_before && x > style.indent &&
            !fits_in(from + kept_together(runs, at, style.size, space, measure),
                     style.area.width)) {
            from = style.indent;
            ++line;
        }
        const float width = rich_width(run.text, run.font, style.size, measure);
        list.push_back({from, width, line});
        x = from + width;
    }
    return list;
}

} // namespace

std::size_t flow_lines(const std::vector<Run>& runs, const FlowStyle& style,
                       const Measure& measure) {
    return runs.empty() ? 0 : laid(runs, style, measure).back().line + 1;
}

float flow_width(const std::vector<Run>& runs, float size, const Measure& measure) {
    if (runs.empty())
        return 0;
    const Laid last = laid(runs, {{0, 0, 1e9F, 0}, size, size, 0, {}}, measure).back();
    return last.x + last.width;
}

float draw_flow(Drawing& drawing, const std::vector<Run>& runs, const FlowStyle& style) {
    const std::vector<Laid> placed = laid(runs, style, drawing.measure);
    const Theme& theme = drawing.theme;
    for (std::size_t at = 0; at < runs.size(); ++at) {
        const Run& run = runs[at];
        const float x = style.area.x + placed[at].x;
        const float y = style.area.y + (static_cast<float>(placed[at].line) + 0.5F) * style.line;
        draw_text(drawing, {x, y}, run.text, {run.font, style.size, run.colour});
        if (!run.place)
            continue;
        const bool is_pointed = run.place == style.pointed;
        const float under = y + 0.62F * style.size;
        draw_line(drawing, {x, under}, {x + placed[at].width, under},
                  is_pointed ? run.colour : theme.line, (is_pointed ? 2.0F : 1.0F) * theme.stroke);
        drawing.figure.places.push_back(
            {{x, y - style.line / 2, placed[at].width, style.line}, *run.place});
    }
    return style.area.y +
           style.line * (placed.empty() ? 0 : static_cast<float>(placed.back().line + 1));
}

} // namespace attn::figure
