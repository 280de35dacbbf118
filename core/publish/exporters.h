// SPDX-License-Identifier: MIT
// Every kind of file a document can become, by the file's ending.
#pragma once

#include "core/document/evaluate.h"
#include "core/figure/worksheet.h"
#include "core/publish/code.h"
#include "core/publish/latex.h"
#include "core/publish/page_file.h"
#include "core/publish/pictures.h"
#include "core/publish/worksheets.h"

#include <optional>
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

/// One ending and what it makes; the list that help, errors and the window read.
struct FileKindInfo {
    FileKind kind;
    std::string_view ending; // ".csv"
    std::string_view title;  // "comma-separated values"
};
const std::vector<FileKindInfo>& file_kinds();

/// The kind of file that a path's ending names, in small or capital letters. The error lists the
/// endings.
Result<FileKind> file_kind(std::string_view path);

/// The picture that a file of the kind is; nothing of other kinds.
std::optional<PictureKind> picture_kind(FileKind kind);

/// Whether a file of the kind is a figure: one of the pictures, or an animation.
bool is_figure(FileKind kind);

struct ExportOptions {
    std::optional<SheetId> stage;      // nothing: all, where the file can hold several
    std::optional<int> digits;         // decimals of tables; nothing: as many as the number has
    PictureRequest picture;            // of .png, .svg and .pdf
    Language python = Language::NumPy; // which library an .py file uses
    std::optional<TrainingSettings> training; // the .py file trains
    std::optional<LatexKind> latex; // nothing: a stage as matrix, else the query word's steps
    bool is_fragment = false;       // LaTeX without a preamble
    std::optional<figure::WorksheetOptions> worksheet; // instead of a picture, as .pdf
    std::optional<WorksheetClass> variants;            // worksheets with other numbers each
    PageOffer page;                                    // of .html
    bool reveals = false; // what the document covers is shown all the same
};

/// The worksheet of the options with their title and task.
figure::WorksheetOptions worksheet_of(const ExportOptions& options);

/// The bytes of the file. The stage must exist. The same document and options give the same bytes.
/// The error says what cannot be made and what can.
Result<std::string> exported(const Document& document, FileKind kind, const ExportOptions& options);
/// The same with the note on what it shows, if it is a figure: it is drawn once for both.
Result<NotedFile> noted_file(const Document& document, FileKind kind, const ExportOptions& options);

} // namespace attn::publish
