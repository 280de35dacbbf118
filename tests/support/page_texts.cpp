// SPDX-License-Identifier: MIT
#include "tests/support/page_texts.h"

#include "core/figure/base/text.h"

namespace attn::test {

using namespace figure;

namespace {

struct Placed {
    Rect rect;
    const Text* text;
};

bool overlap(const Rect& a, const Rect& b) {
    constexpr float slack = 1; // texts are measured in rounded units
    return a.x + slack < b.right() && b.x + slack < a.right() && a.y + slack < b.bottom() &&
           b.y + slack < a.bottom();
}

} // namespace

std::string text_faults(const Figure& drawn, float unit, const Measure& measure) {
    const float least = 24.0F / 34.0F * unit - 0.1F; // a page's unit is 34 of 1080 lines
    std::vector<Placed> all;
    for (const figure::Shape& shape : drawn.shapes) {
        const auto* text = std::get_if<Text>(&shape);
        if (!text)
            continue;
        if (text->size < least)
            return "“" + text->text + "” has size " + std::to_string(text->size);
        const float width = rich_width(text->text, text->font, text->size, measure);
        const float left = text->at.x - (text->anchor == Anchor::Left     ? 0
                                         : text->anchor == Anchor::Centre ? width / 2
                                                                          : width);
        const float height = 0.72F * text->size;
        const Rect rect{left, text->at.y - height / 2, width, height};
        if (rect.x < -1 || rect.y < 0 || rect.right() > drawn.size.width + 1 ||
            rect.bottom() > drawn.size.height)
            return "“" + text->text + "” leaves the page";
        for (const Placed& other : all)
            if (overlap(rect, other.rect))
                return "“" + text->text + "” lies over “" + other.text->text + "”";
        all.push_back({rect, text});
    }
    return "";
}

} // namespace attn::test
