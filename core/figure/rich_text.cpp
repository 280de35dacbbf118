// SPDX-License-Identifier: MIT
#include "core/figure/rich_text.h"

namespace attn::figure {
namespace {

constexpr float script_size = 0.72F;
constexpr float lowered_by = 0.22F; // relative to the size of the line
constexpr float raised_by = 0.34F;

void append(std::vector<Span>& spans, std::string& text, int level) {
    if (!text.empty())
        spans.push_back({std::move(text), level});
    text.clear();
}

bool is_plain(std::string_view rich) {
    return rich.find_first_of("_^\\") == std::string_view::npos;
}

} // namespace

std::vector<Span> spans(std::string_view rich) {
    std::vector<Span> list;
    std::string text;
    int level = 0;
    for (std::size_t at = 0; at < rich.size(); ++at) {
        const char c = rich[at];
        if (c == '\\' && at + 1 < rich.size()) {
            text += rich[++at];
        } else if (level == 0 && (c == '_' || c == '^') && at + 1 < rich.size() &&
                   rich[at + 1] == '{') {
            append(list, text, level);
            level = c == '_' ? -1 : 1;
            ++at;
        } else if (level != 0 && c == '}') {
            append(list, text, level);
            level = 0;
        } else {
            text += c;
        }
    }
    append(list, text, level);
    return list;
}

std::string escape(std::string_view plain) {
    if (is_plain(plain))
        return std::string(plain);
    std::string rich;
    for (const char c : plain) {
        if (c == '_' || c == '^' || c == '\\')
            rich += '\\';
        rich += c;
    }
    return rich;
}

std::string plain_text(std::string_view rich) {
    std::string text;
    for (const Span& span : spans(rich))
        text += span.text;
    return text;
}

PlacedText place_text(std::string_view rich, Font font, float size, const Measure& measure) {
    PlacedText placed;
    for (Span& span : spans(rich)) {
        const float own = span.level == 0 ? size : size * script_size;
        const float drop = span.level < 0   ? size * lowered_by
                           : span.level > 0 ? -size * raised_by
                                            : 0;
        const float width = measure(span.text, font, own);
        placed.spans.push_back({std::move(span.text), placed.width, drop, own});
        placed.width += width;
    }
    return placed;
}

float rich_width(std::string_view rich, Font font, float size, const Measure& measure) {
    return is_plain(rich) ? measure(rich, font, size) : place_text(rich, font, size, measure).width;
}

} // namespace attn::figure
