// SPDX-License-Identifier: MIT
// A document's figure as a picture file in a style; the file remembers the document.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/sweep.h"
#include "core/figure/figures.h"
#include "core/publish/cairo.h"
#include "core/publish/style.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

enum class PictureKind { Png, Svg, Pdf };

struct PictureRequest {
    std::string figure = "canvas"; // as figure::named_figure() knows it
    figure::ComparedWith compared; // for "comparison"
    figure::ShownLosses losses;    // for "losses"
    View view;                     // query, numbers, colour maps and their range
    bool shows_query = false;      // matrices frame the query word
    std::vector<Index> heads;      // of lines, as in figure::HeatmapOptions
    std::optional<Sweep> sweep;    // the figure at every step, as small pictures beside each other
    PictureStyle style;
};

/// A file with what is to be said about it.
struct NotedFile {
    std::string bytes;
    std::string note; // as note_on_size() says it
};
/// The picture as a file. The error says which figures there are or which size was refused.
/// The same document and request give the same bytes on the same libraries and fonts. A typesetter
/// that has painted before saves time.
Result<NotedFile> noted_picture(const Document& document, PictureKind kind,
                                const PictureRequest& request, const Type& type = {});
/// Its bytes alone.
Result<std::string> picture(const Document& document, PictureKind kind,
                            const PictureRequest& request, const Type& type = {});

/// What the file shows, on its page.
Result<figure::Figure> picture_figure(const Document& document, const PictureRequest& request,
                                      const Type& type = {});

/// The pixels of a PNG of the picture, or of one that is so much of its size.
Result<figure::Pixels> picture_pixels(const Document& document, const PictureRequest& request,
                                      const Type& type, float share = 1);

/// A picture with the pixels that show it.
struct SeenPicture {
    std::string bytes;         // of the file
    figure::Pixels pixels;     // of a PNG file all of its own, smaller if it has more than `most`
    int width = 0, height = 0; // of a PNG of the picture
    std::string note;          // as note_on_size() says it
};
/// `most`: the longest side that can be shown.
Result<SeenPicture> seen_picture(const Document& document, PictureKind kind,
                                 const PictureRequest& request, int most, const Type& type = {});

/// A sentence about letters that are smaller than paper promises, because the figure has no room on
/// the page, and the width that would do; empty if they are not.
std::string note_on_size(const Document& document, const PictureRequest& request,
                         const Type& type = {});

/// A sentence about the words of the document that no typeface on this machine has all letters of;
/// empty if there are none. Pictures show the letters' code numbers in their place.
std::string note_on_letters(const Document& document);

} // namespace attn::publish
