// SPDX-License-Identifier: MIT
#include "core/figure/base/colours.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

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

namespace {

struct Triple {
    double red, green, blue; // 0 to 1
};

constexpr std::uint8_t byte(double part) {
    return static_cast<std::uint8_t>(std::clamp(part, 0.0, 1.0) * 255 + 0.5);
}

constexpr Triple add(Triple a, Triple b) {
    return {a.red + b.red, a.green + b.green, a.blue + b.blue};
}
constexpr Triple times(Triple a, double factor) {
    return {a.red * factor, a.green * factor, a.blue * factor};
}

/// c0 + t (c1 + t (c2 + …))
template <std::size_t Count>
constexpr Triple polynomial(const std::array<Triple, Count>& c, double t) {
    Triple sum = c[Count - 1];
    for (std::size_t i = Count - 1; i-- > 0;)
        sum = add(times(sum, t), c[i]);
    return sum;
}

template <class Map>
constexpr ColourTable tabulate(Map map) {
    ColourTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const Triple c = map(static_cast<double>(i) / 255);
        table[i] = {byte(c.red), byte(c.green), byte(c.blue), 255};
    }
    return table;
}

// Viridis by Stéfan van der Walt and Nathaniel Smith (matplotlib, CC0), as the polynomial that
// Matt Zucker fitted to it (CC0).
constexpr std::array<Triple, 7> viridis{{{0.2777273272, 0.0054073445, 0.3340998053},
                                         {0.1050930431, 1.4046135299, 1.3845901626},
                                         {-0.3308618287, 0.2148475595, 0.0950951630},
                                         {-4.6342304990, -5.7991009734, -19.3324409563},
                                         {6.2282699363, 14.1799333668, 56.6905526007},
                                         {4.7763849977, -13.7451453777, -65.3530326334},
                                         {-5.4354558559, 4.6458526122, 26.3124352496}}};
constexpr ColourTable viridis_table = tabulate([](double t) { return polynomial(viridis, t); });

// Magma by the same authors (matplotlib, CC0) and fitted by the same (CC0).
constexpr std::array<Triple, 7> magma{{{-0.0021364851, -0.0007496551, -0.0053861279},
                                       {0.2516605407, 0.6775232437, 2.4940265993},
                                       {8.3537172792, -3.5777195150, 0.3144679030},
                                       {-27.6687330858, 14.2647307810, -13.6492131881},
                                       {52.1761398123, -27.9436060717, 12.9441694424},
                                       {-50.7685253647, 29.0465828213, 4.2341529938},
                                       {18.6557050659, -11.4897735200, -5.6019615087}}};
constexpr ColourTable magma_table = tabulate([](double t) { return polynomial(magma, t); });

// Cividis: Nuñez, Anderton, Renslow 2018, "Optimizing colormaps with consideration for color vision
// deficiency", PLOS ONE 13(7), as the polynomial in d3-scale-chromatic.
constexpr std::array<Triple, 6> cividis{{{-4.54, 32.49, 81.24},
                                         {-35.34, 170.73, 442.36},
                                         {2381.73, 52.82, -2482.43},
                                         {-6402.7, -131.46, 6167.24},
                                         {7024.72, 176.58, -6614.94},
                                         {-2710.57, -67.37, 2475.67}}};
constexpr ColourTable cividis_table =
    tabulate([](double t) { return times(polynomial(cividis, t), 1.0 / 255); });

constexpr ColourTable grey_table = tabulate([](double t) { return Triple{t, t, t}; });

constexpr ColourTable between(Triple from, Triple to) {
    return tabulate(
        [from, to](double t) { return times(add(times(from, 1 - t), times(to, t)), 1.0 / 255); });
}
constexpr ColourTable violet_table = between({0xFD, 0xFC, 0xFF}, {0x5F, 0x48, 0xB8});
constexpr ColourTable violet_on_dark_table = between({0x1E, 0x1C, 0x2E}, {0xB9, 0xAB, 0xFF});

/// Interpolates between colours of 0 to 255 in even steps.
template <std::size_t Count>
constexpr ColourTable through(const std::array<Triple, Count>& colours) {
    return tabulate([&colours](double t) {
        const double at = t * (Count - 1);
        const auto before = std::min<std::size_t>(static_cast<std::size_t>(at), Count - 2);
        const double part = at - static_cast<double>(before);
        return times(add(times(colours[before], 1 - part), times(colours[before + 1], part)),
                     1.0 / 255);
    });
}
template <std::size_t Count>
constexpr std::array<Triple, Count> reversed(std::array<Triple, Count> colours) {
    std::reverse(colours.begin(), colours.end());
    return colours;
}

// ColorBrewer's Blues, Purples and Greys (Cynthia Brewer, colorbrewer2.org).
constexpr std::array<Triple, 9> blues{{{0xF7, 0xFB, 0xFF},
                                       {0xDE, 0xEB, 0xF7},
                                       {0xC6, 0xDB, 0xEF},
                                       {0x9E, 0xCA, 0xE1},
                                       {0x6B, 0xAE, 0xD6},
                                       {0x42, 0x92, 0xC6},
                                       {0x21, 0x71, 0xB5},
                                       {0x08, 0x51, 0x9C},
                                       {0x08, 0x30, 0x6B}}};
constexpr std::array<Triple, 9> purples{{{0xFC, 0xFB, 0xFD},
                                         {0xEF, 0xED, 0xF5},
                                         {0xDA, 0xDA, 0xEB},
                                         {0xBC, 0xBD, 0xDC},
                                         {0x9E, 0x9A, 0xC8},
                                         {0x80, 0x7D, 0xBA},
                                         {0x6A, 0x51, 0xA3},
                                         {0x54, 0x27, 0x8F},
                                         {0x3F, 0x00, 0x7D}}};
constexpr std::array<Triple, 9> greys{{{0xFF, 0xFF, 0xFF},
                                       {0xF0, 0xF0, 0xF0},
                                       {0xD9, 0xD9, 0xD9},
                                       {0xBD, 0xBD, 0xBD},
                                       {0x96, 0x96, 0x96},
                                       {0x73, 0x73, 0x73},
                                       {0x52, 0x52, 0x52},
                                       {0x25, 0x25, 0x25},
                                       {0x00, 0x00, 0x00}}};
constexpr ColourTable blues_table = through(blues), blues_on_dark_table = through(reversed(blues));
constexpr ColourTable purples_table = through(purples),
                      purples_on_dark_table = through(reversed(purples));
constexpr ColourTable greys_table = through(greys), greys_on_dark_table = through(reversed(greys));

// ColorBrewer's PuOr, reversed, without its two darkest ends.
constexpr std::array<Triple, 9> purple_orange{{{0x54, 0x27, 0x88},
                                               {0x80, 0x73, 0xAC},
                                               {0xB2, 0xAB, 0xD2},
                                               {0xD8, 0xDA, 0xEB},
                                               {0xF7, 0xF7, 0xF7},
                                               {0xFE, 0xE0, 0xB6},
                                               {0xFD, 0xB8, 0x63},
                                               {0xE0, 0x82, 0x14},
                                               {0xB3, 0x58, 0x06}}};
constexpr ColourTable purple_orange_table = through(purple_orange);

// Blue and rose, because orange, teal and the blue of inputs have other meanings.
constexpr std::array<Triple, 9> blue_red{{{0x2F, 0x6D, 0xB0},
                                          {0x77, 0xA6, 0xD4},
                                          {0xA6, 0xC7, 0xE4},
                                          {0xD6, 0xE5, 0xF3},
                                          {0xFB, 0xFB, 0xFC},
                                          {0xF8, 0xDE, 0xDE},
                                          {0xEE, 0xB6, 0xB9},
                                          {0xDF, 0x87, 0x90},
                                          {0xC9, 0x4A, 0x5E}}};
constexpr ColourTable blue_red_table = through(blue_red);

// The same for a dark background, where zero is dark.
constexpr std::array<Triple, 9> blue_red_on_dark{{{0x7F, 0xB2, 0xE8},
                                                  {0x4A, 0x7D, 0xB5},
                                                  {0x33, 0x56, 0x80},
                                                  {0x2A, 0x3A, 0x50},
                                                  {0x24, 0x28, 0x31},
                                                  {0x4B, 0x2E, 0x37},
                                                  {0x7D, 0x3A, 0x48},
                                                  {0xB1, 0x53, 0x65},
                                                  {0xE9, 0x88, 0x96}}};
constexpr ColourTable blue_red_on_dark_table = through(blue_red_on_dark);

/// A diverging map for a dark background, where zero is dark.
constexpr ColourTable around_dark(Triple below, Triple above) {
    return tabulate([=](double t) {
        constexpr Triple dark{0x24, 0x28, 0x31};
        return times(t < 0.5 ? add(times(below, 1 - 2 * t), times(dark, 2 * t))
                             : add(times(dark, 2 - 2 * t), times(above, 2 * t - 1)),
                     1.0 / 255);
    });
}
constexpr ColourTable purple_orange_on_dark_table =
    around_dark({0xA5, 0x96, 0xDC}, {0xFD, 0xA0, 0x3C});

constexpr ColourTable diverging_grey_table = tabulate([](double t) {
    const double grey = 0.16 + 0.84 * t;
    return Triple{grey, grey, grey};
});

double linear(std::uint8_t part) {
    const double c = part / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

} // namespace

const ColourTable& table(Sequential map, bool is_on_dark) {
    switch (map) {
    case Sequential::Viridis:
        return viridis_table;
    case Sequential::Cividis:
        return cividis_table;
    case Sequential::Grey:
        return grey_table;
    case Sequential::Violet:
        return is_on_dark ? violet_on_dark_table : violet_table;
    case Sequential::Magma:
        return magma_table;
    case Sequential::Blues:
        return is_on_dark ? blues_on_dark_table : blues_table;
    case Sequential::Purples:
        return is_on_dark ? purples_on_dark_table : purples_table;
    case Sequential::Greys:
        return is_on_dark ? greys_on_dark_table : greys_table;
    }
    assert(false && "every sequential map is handled");
    return viridis_table;
}

const ColourTable& sequential_table(const View& view) {
    return table(view.theme == ThemeName::Print ? Sequential::Grey : view.sequential,
                 view.theme == ThemeName::Dark);
}

const ColourTable& table(Diverging map, bool is_on_dark) {
    switch (map) {
    case Diverging::BlueRed:
        return is_on_dark ? blue_red_on_dark_table : blue_red_table;
    case Diverging::Grey:
        return diverging_grey_table;
    case Diverging::PurpleOrange:
        return is_on_dark ? purple_orange_on_dark_table : purple_orange_table;
    }
    assert(false && "every diverging map is handled");
    return blue_red_table;
}

void put_colours(const ColourScale& scale, const Real* values, int count, Colour* to) {
    if (scale.least > 0) {
        std::transform(values, values + count, to,
                       [&](Real value) { return colour(scale, value); });
        return;
    }
    constexpr int at_once = 16;
    const Real low = scale.low / 2, width = scale.high / 2 - low;
    std::array<std::int32_t, at_once> places;
    for (int first = 0; first < count; first += at_once) {
        const int some = std::min(at_once, count - first);
        for (int at = 0; at < some; ++at) {
            const Real part = width > 0 ? (values[first + at] / 2 - low) / width : 0.5;
            const Real inside = part > 0 ? part < 1 ? part : 1 : 0;
            places[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(inside * 255 + 0.5);
        }
        for (int at = 0; at < some; ++at)
            to[first + at] = std::isfinite(values[first + at])
                                 ? (*scale.colours)[static_cast<std::size_t>(
                                       places[static_cast<std::size_t>(at)])]
                                 : colour_without_scale(values[first + at]);
    }
}

double luminance(Colour colour) {
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) +
           0.0722 * linear(colour.blue);
}

double contrast(Colour a, Colour b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Colour digit_colour(Colour cell) {
    return luminance(cell) > 0.179 ? Colour{0, 0, 0, 255} : Colour{255, 255, 255, 255};
}

Colour mix(Colour under, Colour over, float amount) {
    const auto part = [amount](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(
            std::lround(static_cast<float>(a) * (1 - amount) + static_cast<float>(b) * amount));
    };
    return {part(under.red, over.red), part(under.green, over.green), part(under.blue, over.blue),
            part(under.alpha, over.alpha)};
}

} // namespace attn::figure
