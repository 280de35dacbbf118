// SPDX-License-Identifier: MIT
#include "core/figure/page_question.h"

#include "core/figure/prose_layout.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>

namespace attn::figure {
namespace {

constexpr float ask_size = 1.12F, said_size = 1.05F, choice_size = 1.0F; // in units
constexpr float choice_height = 2.5F, choice_gap = 0.5F;

ProseStyle ask_style(float unit, Colour colour) {
    return {Font::Bold, ask_size * unit, colour, 1.4F};
}
ProseStyle said_style(float unit, Colour colour) {
    return {Font::Sans, said_size * unit, colour, 1.4F};
}

/// The layout of the choices: side by side if each has room for its text, otherwise below each
/// other.
struct Places {
    bool are_beside = true;
    float width = 0, height = 0;
};

Places places_of(const std::vector<PageChoice>& choices, float width, float unit,
                 const Measure& measure) {
    if (choices.empty())
        return {};
    const auto count = static_cast<float>(choices.size());
    float longest = 0;
    for (const PageChoice& choice : choices)
        longest = std::max(longest, measure(choice.text, Font::Sans, choice_size * unit));
    const float room = (width - (count - 1) * choice_gap * unit) / count;
    if (fits_in(longest + 4.4F * unit, room))
        return {true, std::min(room, 12 * unit), choice_height * unit};
    return {false, width, count * (choice_height + 0.3F) * unit - 0.3F * unit};
}

void draw_choice(Drawing& drawing, const PageChoice& choice, std::size_t digit, int most, Rect rect,
                 float unit) {
    const Theme& theme = drawing.theme;
    const float line = (choice.is_right ? 0.14F : 0.05F) * unit;
    const float text = choice_size * unit, middle = rect.y + 0.45F * rect.height;
    drawing.figure.shapes.emplace_back(Box{rect, theme.panel_background,
                                           choice.is_right ? theme.accent : theme.line, line,
                                           0.3F * unit});
    draw_text(drawing, {rect.x + 0.7F * unit, middle}, std::to_string(digit),
              {Font::Sans, 0.8F * unit, theme.dim_text});
    const std::string count = choice.guesses > 0 ? std::to_string(choice.guesses) : "";
    const float room = rect.width - 4.0F * unit;
    draw_text(drawing, {rect.x + 1.7F * unit, middle},
              escape(shortened(choice.text, room, Font::Sans, text, drawing.measure)),
              {choice.is_right ? Font::Bold : Font::Sans, text, theme.text});
    draw_text(drawing, {rect.right() - 0.6F * unit, middle}, count,
              {Font::Sans, text, theme.text, Anchor::Right});
    if (choice.guesses > 0)
        drawing.figure.shapes.emplace_back(
            Box{{rect.x + 0.6F * unit, rect.bottom() - 0.55F * unit,
                 (rect.width - 1.2F * unit) * static_cast<float>(choice.guesses) /
                     static_cast<float>(most),
                 0.3F * unit},
                theme.accent,
                transparent,
                0,
                0.15F * unit});
}

} // namespace

float question_height(const PageQuestion& question, float width, float unit,
                      const Measure& measure) {
    float said = prose_height(question.said, width, said_style(unit, {}), measure);
    for (const Prose& saying : question.sayings)
        said = std::max(said, prose_height(saying, width, said_style(unit, {}), measure));
    const Places places = places_of(question.choices, width, unit, measure);
    return prose_height(question.ask, width, ask_style(unit, {}), measure) + 0.3F * unit +
           places.height + (places.height > 0 ? 0.4F * unit : 0) + said;
}

void draw_question(Drawing& drawing, const PageQuestion& question, Point corner, float width,
                   float unit) {
    float y = corner.y;
    y += draw_prose(drawing, {corner.x, y}, width, question.ask,
                    ask_style(unit, drawing.theme.text));
    y += 0.3F * unit;
    const Places places = places_of(question.choices, width, unit, drawing.measure);
    int most = 1;
    for (const PageChoice& choice : question.choices)
        most = std::max(most, choice.guesses);
    for (std::size_t at = 0; at < question.choices.size(); ++at) {
        const auto before = static_cast<float>(at);
        const Rect rect = places.are_beside
                              ? Rect{corner.x + before * (places.width + choice_gap * unit), y,
                                     places.width, places.height}
                              : Rect{corner.x, y + before * (choice_height + 0.3F) * unit,
                                     places.width, choice_height * unit};
        draw_choice(drawing, question.choices[at], at + 1, most, rect, unit);
    }
    y += places.height + (places.height > 0 ? 0.4F * unit : 0);
    draw_prose(drawing, {corner.x, y}, width, question.said, said_style(unit, drawing.theme.text));
}

} // namespace attn::figure
