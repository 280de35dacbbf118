// SPDX-License-Identifier: MIT
// Every kind of file that a document can become, chosen by the file's ending.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/evaluate.h"
#include "core/figure/paper/worksheet.h"
#include "core/publish/code/code.h"
#include "core/publish/page_file.h"
#include "core/publish/pictures/pictures.h"
#include "core/publish/text/latex.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

enum class FileKind {
    Png,
    Svg,
    Pdf,
    Gif,
    Csv,
    Tsv,
    Npy,
    Npz,
    Safetensors,
    Markdown,
    Json,
    Python,
    Cpp,
    Matlab,
    Notebook,
    Tex,
    Html,
    Attn
};

/// A file ending and what it makes; help, errors and the window read this list.
struct FileKindInfo {
    FileKind kind;
    std::string_view ending; // ".csv"
    std::string_view title;  // "comma-separated values"
};
const std::vector<FileKindInfo>& file_kinds();

/// The file kind for a path's ending, in small or capital letters. The error lists the endings.
Result<FileKind> file_kind(std::string_view path);

/// The picture kind of a file kind; nothing if it is not a picture.
std::optional<PictureKind> picture_kind(FileKind kind);

/// Whether the file is a figure: a picture or an animation.
bool is_figure(FileKind kind);

struct ExportOptions {
    std::optional<SheetId> stage;      // nothing: all, if the file can hold several
    std::optional<int> digits;         // decimals of tables; nothing: as many as the number has
    PictureRequest picture;            // for .png, .svg and .pdf
    Language python = Language::NumPy; // the library that a .py file uses
    std::optional<TrainingSettings> training; // if set, the .py file trains
    std::optional<LatexKind> latex; // nothing: a stage as a matrix, otherwise the query word's
                                    // steps
    bool is_fragment = false;       // LaTeX without a preamble
    std::optional<figure::WorksheetOptions> worksheet; // if set, a worksheet as .pdf instead of a
                                                       // picture, as .html instead of the lab
    std::optional<WorksheetClass> variants;            // if set, several worksheets with different
                                                       // numbers
    PageOffer page;                                    // for .html
    bool reveals = false;                              // also shows what the document covers
};

/// The worksheet options with the export's title and task.
figure::WorksheetOptions worksheet_of(const ExportOptions& options);

/// Makes the bytes of the file. The stage must exist. The same document and options give the same
/// bytes. The error says what cannot be made and what can.
Result<std::string> exported(const Document& document, FileKind kind, const ExportOptions& options);
/// As exported(), with a note about the picture if the file is a figure; draws the figure only
/// once.
Result<NotedFile> noted_file(const Document& document, FileKind kind, const ExportOptions& options);

// Writes the losses of a training as a file: a table, or a picture of their curve.

/// The file kind for a path's ending: .csv, .png, .svg or .pdf. The error lists these four.
Result<FileKind> curve_kind(std::string_view path);

/// Makes the bytes of the file, which is one of those four kinds. A picture remembers the trained
/// document.
Result<std::string> curve_file(const Document& document, std::span<const Real> losses,
                               FileKind kind, bool is_logarithmic);

} // namespace attn::publish
