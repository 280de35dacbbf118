// SPDX-License-Identifier: MIT
// Tells whether two measures give equal widths, so that a layout made with one can be kept for the
// other.
#pragma once

#include "core/figure/figure.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace attn::figure {

/// Names the widths that a measure gives: equal names promise equal widths of every text.
struct WidthsName {
    const void* of = nullptr;  // the owner of the typefaces; null: approximate_width
    std::uint64_t version = 0; // another one whenever a width may have changed
    friend bool operator==(const WidthsName&, const WidthsName&) = default;
};

/// A measure that carries its name wherever it is copied.
struct NamedMeasure {
    Measure measure;
    WidthsName name;

    float operator()(std::string_view text, Font font, float size) const {
        return measure(text, font, size);
    }
};

/// The name of a measure made from a NamedMeasure or from approximate_width. Nothing for any other:
/// its widths may change at any time, so nothing made with it can be kept.
std::optional<WidthsName> widths_name(const Measure& measure);

} // namespace attn::figure
