// SPDX-License-Identifier: MIT
// Draws a document's figure in a style and writes it as a picture file that remembers the document.
#pragma once

#include "core/document/learning/sweep.h"
#include "core/document/model/evaluate.h"
#include "core/figure/paper/figures.h"
#include "core/figure/paper/worksheet.h"
#include "core/publish/pictures/cairo.h"
#include "core/publish/pictures/style.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

enum class PictureKind { Png, Svg, Pdf };

struct PictureRequest {
    std::string figure = "canvas";                          // a name of figure::named_figure()
    figure::ComparedWith compared;                          // for "comparison"
    figure::ShownLosses losses;                             // for "losses"
    std::shared_ptr<const FolderEffects> effects = nullptr; // for "effects", of a folder's model
    View view;                  // query, numbers, colour maps and their range
    bool shows_query = false;   // matrices frame the query word
    std::vector<Index> heads;   // for line figures, as in figure::HeatmapOptions
    std::optional<Sweep> sweep; // if set, the figure at every step, as small pictures side by
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

// A figure that shows a number changing from one value to another: as an animation, or as small
// pictures side by side.

constexpr std::size_t usual_frames = 24, usual_multiples = 6;

/// Makes a GIF with one frame for each step of the request's sweep, or of the default sweep if the
/// request has none.
Result<std::string> animation(const Document& document, const PictureRequest& request,
                              const Type& type = {});

/// Returns the request with one colour range that fits all documents, if each would otherwise get
/// its own: the range of one matrix, or of the weights of all heads.
PictureRequest with_common_range(const std::vector<Document>& documents,
                                 const PictureRequest& request);
/// Writes a number with three digits and no trailing zeros: "0.25", "−1".
std::string brief_number(Real value);
/// Names the step that a picture shows: "temperature 0.5", "W_Q[0,1] = −2".
std::string step_text(const Document& document, const Sweep& sweep, std::size_t at, std::size_t of);

// Worksheets and their answer keys as PDF: one, or one per student of a class, each with different
// numbers.

/// Makes the PDF of the worksheet or, with `is_key`, of its answers. Only the key remembers the
/// document: a worksheet must not hold its own answers. The measure in the options is not used. The
/// same document and options give the same bytes.
Result<std::string> worksheet_pdf(const Document& document, const View& view,
                                  figure::WorksheetOptions options);

/// Whether worksheets can be made of the document; the error says why not.
Result<> has_worksheets(const Document& document);

/// The students who each get a worksheet.
struct WorksheetClass {
    std::size_t count = 0;          // 0: one for each name
    std::vector<std::string> names; // if fewer than `count`, the others write their own

    friend bool operator==(const WorksheetClass&, const WorksheetClass&) = default;
};

/// A worksheet of one student of a class.
struct StudentSheet {
    Document document; // with numbers of its own
    std::string code;  // "7-03"
    std::string name;  // empty: not known
};
std::size_t sheet_count(const WorksheetClass& of);
/// Makes the documents of the class from the seed, with their codes and names.
Result<std::vector<StudentSheet>> sheets_of_class(const Document& document, std::uint32_t seed,
                                                  const WorksheetClass& of);

/// Makes one PDF with a worksheet or key for each student. variants() makes the numbers from the
/// seed in the options; a worksheet and its key share a code such as "7-03".
Result<std::string> worksheets_pdf(const Document& document, const View& view,
                                   const figure::WorksheetOptions& options,
                                   const WorksheetClass& of);

/// A PDF and the pixels that show its first pages side by side.
struct SeenWorksheet {
    std::string bytes;
    figure::Pixels pixels;
    std::size_t pages = 0;
};
/// Makes the PDF and its preview, for one worksheet or for a class. `most`: the longest side of the
/// preview.
Result<SeenWorksheet> seen_worksheet(const Document& document, const View& view,
                                     const figure::WorksheetOptions& options,
                                     const std::optional<WorksheetClass>& of, int most,
                                     const Type& type);

/// Reads the names of a class list: the first cell of each line of a CSV file, without a heading
/// "name". Fails if there are none or too many; the error says which.
Result<std::vector<std::string>> class_list(std::string_view csv);

} // namespace attn::publish
