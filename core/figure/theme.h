// SPDX-License-Identifier: MIT
// The colours of the program, for figures and for the window around them.
#pragma once

#include "core/document/view.h"
#include "core/figure/figure.h"

#include <string_view>

namespace attn::figure {

/// Every colour except the colours of cells, which the colour maps give. Text colours have a
/// contrast of at least 4.5 : 1 on both backgrounds (WCAG 2.1 AA), at least 7 : 1 in the projector
/// theme.
struct Theme {
    Colour background;       // the canvas's background
    Colour panel_background; // behind toolbars, panels and cards
    Colour line;             // separators and faint frames
    Colour text;
    Colour dim_text; // shapes, formulas, roles
    Colour query;    // the query word: frames and bars
    Colour query_text;
    Colour key; // the key word under the pointer
    Colour key_text;
    Colour weight; // bars of weights
    Colour score;  // bars of scores
    Colour accent; // links, the focus
    Colour accent_text;
    Colour on_accent;     // text on query, key and accent
    Colour editable;      // the card behind editable numbers
    Colour editable_line; // its frame
    Colour computed;      // the card behind computed numbers
    Colour mark;          // frames of highlighted cells
    Colour error;         // text and frames of errors
    Colour error_background;
    Colour masked; // cells that a mask blocks
    Colour masked_text;
    float stroke = 1; // line widths are multiplied by it

    friend bool operator==(const Theme&, const Theme&) = default;
};

Theme theme(ThemeName name);
/// The colour for the names of a matrix's lines: role "query", "key" or another.
Colour role_colour(const Theme& theme, std::string_view role);
/// The colour of a head, which is also numbered: four colours, then again from the first.
Colour head_colour(Index head, ThemeName theme);

} // namespace attn::figure
