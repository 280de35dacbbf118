// SPDX-License-Identifier: MIT
#include "core/figure/figure.h"
#include "core/figure/named_measure.h"

namespace attn::figure {

float approximate_width(std::string_view text, Font font, float size) {
    // Widths relative to the em square: a fixed pitch, or three classes of letters that approximate
    // Inter.
    float ems = 0;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xC0) == 0x80)
            continue; // continues a character already counted
        if (font == Font::Mono)
            ems += 0.6F;
        else if (std::string_view("ijl|.,:;'!()[]{} ").find(c) != std::string_view::npos)
            ems += 0.32F;
        else if ((c >= 'A' && c <= 'Z') || c == 'm' || c == 'w')
            ems += 0.74F;
        else
            ems += 0.6F;
    }
    return ems * size * (font == Font::Bold ? 1.06F : 1);
}

std::optional<WidthsName> widths_name(const Measure& measure) {
    if (const auto* const named = measure.target<NamedMeasure>())
        return named->name;
    using Function = float (*)(std::string_view, Font, float);
    const auto* const function = measure.target<Function>();
    return function && *function == &approximate_width ? std::optional(WidthsName{}) : std::nullopt;
}

} // namespace attn::figure
