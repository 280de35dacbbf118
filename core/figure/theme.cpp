// SPDX-License-Identifier: MIT
#include "core/figure/theme.h"

#include "core/figure/colour_map.h"

#include <array>
#include <cassert>

namespace attn::figure {
namespace {

constexpr Colour rgb(unsigned hex) {
    return {static_cast<std::uint8_t>(hex >> 16 & 0xFF), static_cast<std::uint8_t>(hex >> 8 & 0xFF),
            static_cast<std::uint8_t>(hex & 0xFF), 255};
}

constexpr Theme light{
    .background = rgb(0xF6F7F9),
    .panel_background = rgb(0xFFFFFF),
    .line = rgb(0xD9DCE2),
    .text = rgb(0x14171C),
    .dim_text = rgb(0x5F6874),
    .query = rgb(0xF58200),
    .query_text = rgb(0xA85200),
    .key = rgb(0x0B9E8E),
    .key_text = rgb(0x08766B),
    .weight = rgb(0x5B45C9),
    .score = rgb(0x8A94A6),
    .accent = rgb(0x2D6BEF),
    .accent_text = rgb(0x1F5AD8),
    .on_accent = rgb(0xFFFFFF),
    .editable = rgb(0xFFFFFF),
    .editable_line = rgb(0x7FA3F0),
    .computed = rgb(0xF6F7F9),
    .mark = rgb(0x14171C),
    .error = rgb(0xC0182B),
    .error_background = rgb(0xFDE7EA),
    .masked = rgb(0xC9CDD3),
    .masked_text = rgb(0x3C434C),
    .stroke = 1,
};

constexpr Theme dark{
    .background = rgb(0x101317),
    .panel_background = rgb(0x1A1D23),
    .line = rgb(0x31363F),
    .text = rgb(0xF1F3F6),
    .dim_text = rgb(0x98A2B0),
    .query = rgb(0xFFA033),
    .query_text = rgb(0xFFB259),
    .key = rgb(0x3BD0BE),
    .key_text = rgb(0x55DCCB),
    .weight = rgb(0x9384F5),
    .score = rgb(0x717C8D),
    .accent = rgb(0x6B9BFF),
    .accent_text = rgb(0x8FB3FF),
    .on_accent = rgb(0x0B0D10),
    .editable = rgb(0x1D2430),
    .editable_line = rgb(0x4E76C4),
    .computed = rgb(0x101317),
    .mark = rgb(0xFFFFFF),
    .error = rgb(0xFF7A86),
    .error_background = rgb(0x3A161B),
    .masked = rgb(0x3A3F47),
    .masked_text = rgb(0xC6CCD5),
    .stroke = 1,
};

constexpr Theme projector{
    .background = rgb(0xFFFFFF),
    .panel_background = rgb(0xFFFFFF),
    .line = rgb(0x8A919B),
    .text = rgb(0x000000),
    .dim_text = rgb(0x30363D),
    .query = rgb(0xF07800),
    .query_text = rgb(0x7A3A00),
    .key = rgb(0x008577),
    .key_text = rgb(0x00544B),
    .weight = rgb(0x4A34B0),
    .score = rgb(0x6F7A8A),
    .accent = rgb(0x1B54CE),
    .accent_text = rgb(0x123F9E),
    .on_accent = rgb(0xFFFFFF),
    .editable = rgb(0xE8F0FF),
    .editable_line = rgb(0x1B54CE),
    .computed = rgb(0xFFFFFF),
    .mark = rgb(0x000000),
    .error = rgb(0x9B0016),
    .error_background = rgb(0xFFE3E6),
    .masked = rgb(0xBFC4CA),
    .masked_text = rgb(0x000000),
    .stroke = 1.6F,
};

constexpr Theme print{
    .background = rgb(0xFFFFFF),
    .panel_background = rgb(0xFFFFFF),
    .line = rgb(0xB4B4B4),
    .text = rgb(0x000000),
    .dim_text = rgb(0x4A4A4A),
    .query = rgb(0x000000),
    .query_text = rgb(0x000000),
    .key = rgb(0x555555),
    .key_text = rgb(0x3A3A3A),
    .weight = rgb(0x3C3C3C),
    .score = rgb(0x8A8A8A),
    .accent = rgb(0x3C3C3C),
    .accent_text = rgb(0x2A2A2A),
    .on_accent = rgb(0xFFFFFF),
    .editable = rgb(0xFFFFFF),
    .editable_line = rgb(0x707070),
    .computed = rgb(0xFFFFFF),
    .mark = rgb(0x000000),
    .error = rgb(0x000000),
    .error_background = rgb(0xEDEDED),
    .masked = rgb(0xD0D0D0),
    .masked_text = rgb(0x2E2E2E),
    .stroke = 1.2F,
};

} // namespace

Theme theme(ThemeName name) {
    switch (name) {
    case ThemeName::Light:
        return light;
    case ThemeName::Dark:
        return dark;
    case ThemeName::Projector:
        return projector;
    case ThemeName::Print:
        return print;
    }
    assert(false && "every theme is handled");
    return light;
}

Colour role_colour(const Theme& theme, std::string_view role) {
    return role == "query" ? theme.query_text : role == "key" ? theme.key_text : theme.dim_text;
}

Colour head_colour(Index head, ThemeName theme) {
    constexpr std::array<Colour, 4> colours{
        {{61, 108, 181}, {163, 72, 122}, {95, 129, 48}, {86, 103, 124}}};
    const Colour colour = colours[static_cast<std::size_t>(head) % colours.size()];
    return theme == ThemeName::Dark ? mix(colour, {255, 255, 255}, 0.35F) : colour;
}

} // namespace attn::figure
