// SPDX-License-Identifier: MIT
// Draws a document's figure in a style and writes it as a picture file that remembers the document.
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
    std::string figure = "canvas"; // a name of figure::named_figure()
    figure::ComparedWith compared; // for "comparison"
    figure::ShownLosses losses;    // for "losses"
    View view;                     // query, numbers, colour maps and their range
    bool shows_query = false;      // matrices frame the query word
    std::vector<Index> heads;      // for line figures, as in figure::HeatmapOptions
    std::optional<Sweep> sweep;    // if set, the figure at every step, as small pictures side by
                                   // side
    PictureStyle style;
};

/// A file and a note about it.
struct NotedFile {
    std::string bytes;
    std::string note; // as note_on_size() gives it
};
/// Makes the picture file and its note. The error lists the figures that there are or says which
/// size was refused. The same document and request give the same bytes on the same libraries and
/// fonts. A typesetter that has painted before saves time.
Result<NotedFile> noted_picture(const Document& document, PictureKind kind,
                                const PictureRequest& request, const Type& type = {});
/// As noted_picture(), without the note.
Result<std::string> picture(const Document& document, PictureKind kind,
                            const PictureRequest& request, const Type& type = {});

/// The figure of the file, on its page.
Result<figure::Figure> picture_figure(const Document& document, const PictureRequest& request,
                                      const Type& type = {});

/// Paints the pixels of the picture as a PNG, scaled by `share`.
Result<figure::Pixels> picture_pixels(const Document& document, const PictureRequest& request,
                                      const Type& type, float share = 1);

/// A picture file and the pixels that preview it.
struct SeenPicture {
    std::string bytes;         // the file's
    figure::Pixels pixels;     // the PNG file's pixels, or fewer if a side is longer than `most`
    int width = 0, height = 0; // the picture's as a PNG
    std::string note;          // as note_on_size() gives it
};
/// `most`: the longest side of the preview.
Result<SeenPicture> seen_picture(const Document& document, PictureKind kind,
                                 const PictureRequest& request, int most, const Type& type = {});

/// Returns a sentence if letters are smaller than a paper size promises, because the figure does
/// not fit the page, with the width that would do; otherwise empty.
std::string note_on_size(const Document& document, const PictureRequest& request,
                         const Type& type = {});

/// Returns a sentence that names the words with letters that no typeface on this machine has; empty
/// if there are none. Pictures show such letters as code numbers.
std::string note_on_letters(const Document& document);

} // namespace attn::publish
