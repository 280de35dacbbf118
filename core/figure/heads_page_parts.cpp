// SPDX-License-Identifier: MIT
#include "core/figure/heads_page_parts.h"

#include "core/engine/head_name.h"
#include "core/figure/colour_map.h"
#include "core/figure/derivation_runs.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <vector>

namespace attn::figure {
namespace {

/// Makes the head's colour readable as text by darkening or lightening it against the background.
Colour readable(const Theme& theme, Colour colour) {
    for (float amount = 0; amount < 0.9F; amount += 0.1F)
        if (const Colour mixed = mix(colour, theme.text, amount);
            contrast(mixed, theme.background) >= 5.2)
            return mixed;
    return theme.text;
}

/// Draws the head's number on its colour. Returns the width.
float draw_badge(Drawing& drawing, Point at, Index head, Colour colour, float size) {
    const std::string number = std::to_string(head);
    const TextStyle style{Font::Bold, 0.62F * size, digit_colour(colour), Anchor::Centre};
    const float width =
        std::max(size, drawing.measure(number, style.font, style.size) + 0.5F * size);
    drawing.figure.shapes.emplace_back(
        Box{{at.x, at.y - size / 2, width, size}, colour, transparent, 0, 0.24F * size});
    draw_text(drawing, {at.x + width / 2, at.y}, number, style);
    return width;
}

float width_of(const std::vector<Run>& runs, float size, const Measure& measure) {
    return flow_width(runs, size, measure);
}

/// The forms of the sentence from long to short: "cat listens to chased 69 %", "chased 69 %",
/// "chased".
std::vector<std::vector<Run>> sentences(const Theme& theme, const Listening& said,
                                        const std::string& query) {
    const Run asks{escape(query), Font::Bold, theme.query_text};
    if (said.word.empty())
        return {{asks, {"listens to no word", Font::Sans, theme.dim_text, true}},
                {{"no word", Font::Sans, theme.dim_text}},
                {{"no word", Font::Sans, theme.dim_text}},
                {{"–", Font::Sans, theme.dim_text}}};
    const Run share{said.share, Font::Sans, theme.dim_text, true};
    const Run word{escape(said.word), Font::Bold, theme.text, true};
    return {{asks, {"listens to", Font::Sans, theme.dim_text, true}, word, share},
            {word, share},
            {word},
            {share}};
}

float title_size(const HeadTitle& title) {
    return title.is_brief ? title.lengths.small_size() : title.lengths.label_size();
}

/// What the word listens to most. Which form is chosen follows the longest word that there is, and
/// not today's.
void draw_listening(Drawing& drawing, const std::vector<std::string>& keys,
                    const Listening& listening, Point at, float right, const HeadTitle& title) {
    const float unit = title.lengths.unit, size = title_size(title);
    const Theme& theme = drawing.theme;
    std::string longest;
    float widest = 0;
    constexpr float most = 7; // letters of the word that is listened to, in units
    for (const std::string& word : keys)
        if (const float width = drawing.measure(word, Font::Bold, size); width > widest) {
            widest = width;
            longest = word;
        }
    const auto brief = [&](const std::string& word) {
        return shortened(word, most * unit, Font::Bold, size, drawing.measure);
    };
    const auto wanted = sentences(theme, {brief(longest), "100 %"}, brief(title.query));
    const auto now = sentences(
        theme,
        listening.word.empty() ? Listening{} : Listening{brief(listening.word), listening.share},
        brief(title.query));
    for (std::size_t form = 0; form < wanted.size(); ++form)
        if (fits_in(at.x + width_of(wanted[form], size, drawing.measure), right)) {
            draw_flow(drawing, now[form],
                      {{at.x, at.y - unit, right - at.x + unit, 2 * unit}, size, 2 * unit, 0, {}});
            break;
        }
}

} // namespace

void draw_head_title(Drawing& drawing, const HeadLooks& head, Point at, float right,
                     const HeadTitle& title) {
    const float unit = title.lengths.unit;
    const Theme& theme = drawing.theme;
    float x = at.x;
    x += draw_badge(drawing, at, head.head, title.colour, 1.35F * unit) +
         (title.is_brief ? 0.35F : 0.55F) * unit;
    const std::string name = "Head " + std::to_string(head.head);
    if (!title.is_brief)
        x += draw_text(drawing, {x, at.y}, name, {Font::Bold, 0.95F * unit, theme.text}) +
             0.8F * unit;
    draw_listening(drawing, head.weights.keys(), head.listening, {x, at.y}, right, title);
}

void draw_mean_title(Drawing& drawing, const MeanLooks& mean, Point at, float right,
                     const HeadTitle& title) {
    const float unit = title.lengths.unit;
    const TextStyle style{Font::Bold, title.is_brief ? title_size(title) : 0.95F * unit,
                          drawing.theme.text};
    const std::string name = title.is_brief ? "Mean" : "Mean of the heads";
    const float x =
        at.x + draw_text(drawing, at, name, style) + (title.is_brief ? 0.35F : 0.8F) * unit;
    draw_listening(drawing, mean.weights.keys(), mean.listening, {x, at.y}, right, title);
}

void draw_switch(Drawing& drawing, Rect rect, bool is_on) {
    const Theme& theme = drawing.theme;
    const float radius = rect.height / 2, inset = 0.14F * rect.height;
    drawing.figure.shapes.emplace_back(Box{rect, is_on ? theme.accent : theme.panel_background,
                                           is_on ? transparent : theme.dim_text,
                                           is_on ? 0 : 1.4F * theme.stroke, radius});
    const float side = rect.height - 2 * inset;
    const float x = is_on ? rect.right() - inset - side : rect.x + inset;
    drawing.figure.shapes.emplace_back(Box{{x, rect.y + inset, side, side},
                                           is_on ? theme.on_accent : theme.dim_text,
                                           transparent,
                                           0,
                                           side / 2});
}

void draw_head_arrow(Drawing& drawing, const HeadArrow& arrow, float top, float level, float end,
                     float unit) {
    const float width = std::max(1.0F, 0.11F * unit) * drawing.theme.stroke;
    const float length = 0.42F * unit, half = 0.26F * unit;
    draw_line(drawing, {arrow.from, top}, {arrow.from, level}, arrow.colour, width);
    draw_line(drawing, {arrow.from, level}, {arrow.to, level}, arrow.colour, width);
    draw_line(drawing, {arrow.to, level}, {arrow.to, end - length}, arrow.colour, width);
    drawing.figure.shapes.emplace_back(
        Polygon{{{arrow.to, end}, {arrow.to - half, end - length}, {arrow.to + half, end - length}},
                arrow.colour});
}

void draw_head_columns(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float labels,
                       float unit) {
    const Theme& theme = drawing.theme;
    const float inset = std::min(1.0F, 0.05F * strip.length);
    const float high = 1.15F * unit, y = labels - high - 0.15F * unit;
    drawing.figure.shapes.emplace_back(Box{{strip.from + inset, y, strip.length - 2 * inset, high},
                                           mix(theme.background, strip.colour, 0.16F),
                                           transparent,
                                           0,
                                           0.2F * unit});
    const TextStyle style{Font::Bold, box.lengths.small_size(), readable(theme, strip.colour),
                          Anchor::Centre};
    for (const std::string& name : {head_name(strip.head), std::to_string(strip.head)})
        if (fits_in(drawing.measure(name, style.font, style.size), strip.length - 0.3F * unit)) {
            draw_text(drawing, {strip.from + strip.length / 2, y + high / 2}, name, style);
            break;
        }
    drawing.figure.shapes.emplace_back(Box{{strip.from + inset, box.cells.bottom() + 0.3F * unit,
                                            strip.length - 2 * inset, 0.2F * unit},
                                           strip.colour});
}

void draw_head_rows(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float unit) {
    const Theme& theme = drawing.theme;
    const float inset = std::min(1.0F, 0.05F * strip.length), thick = 0.2F * unit;
    const float x = box.cells.x - 0.55F * unit;
    drawing.figure.shapes.emplace_back(
        Box{{x, strip.from + inset, thick, strip.length - 2 * inset}, strip.colour});
    const TextStyle style{Font::Bold, box.lengths.small_size(), readable(theme, strip.colour),
                          Anchor::Right};
    if (strip.length >= 1.05F * style.size)
        draw_text(drawing, {x - 0.4F * unit, strip.from + strip.length / 2}, head_name(strip.head),
                  style);
}

} // namespace attn::figure
