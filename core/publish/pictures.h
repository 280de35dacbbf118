// SPDX-License-Identifier: MIT
// A document's figure as a picture file in a style; the file remembers the document.
#pragma once

#include "core/document/evaluate.h"
#include "core/figure/figures.h"
#include "core/publish/style.h"

#include <string>
#include <string_view>

namespace attn::publish {

enum class PictureKind { Png, Svg, Pdf };

struct PictureRequest {
    std::string figure = "canvas"; // as figure::named_figure() knows it
    figure::ComparedWith compared; // for "comparison"
    View view;                     // query, numbers, colour maps and their range
    bool shows_query = false;      // matrices frame the query word
    PictureStyle style;
};

/// The bytes of the picture. The error says which figures there are or which size was refused.
/// The same document and request give the same bytes on the same libraries and fonts.
Result<std::string> picture(const Document& document, PictureKind kind,
                            const PictureRequest& request);

/// A sentence about the words of the document that no typeface on this machine has all letters of;
/// empty if there are none. Pictures show the letters' code numbers in their place.
std::string note_on_letters(const Document& document);

} // namespace attn::publish
