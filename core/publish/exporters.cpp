// SPDX-License-Identifier: MIT
#include "core/publish/exporters.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/covers.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/document_json.h"
#include "core/io/text/markup_text.h"
#include "core/publish/pictures/pictures.h"
#include "core/publish/text/sheet_formats.h"
#include "core/publish/worksheet_page.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace attn::publish {
namespace {

/// A larger table would not fit in memory as text.
constexpr Index max_table_numbers = 50'000'000;

Result<std::vector<SheetTable>> tables(const Document& document, const ExportOptions& options) {
    const std::vector<SheetId> list =
        options.stage ? std::vector<SheetId>{*options.stage} : sheets(document);
    Index numbers = 0;
    for (const SheetId& sheet : list)
        numbers += numbers_in(document, sheet);
    if (numbers > max_table_numbers)
        return Error{"the file would hold " + std::to_string(numbers) + " numbers, but at most " +
                     std::to_string(max_table_numbers) + " are written; choose a smaller stage"};
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    std::vector<SheetTable> made;
    for (const SheetId& sheet : list)
        made.push_back(sheet_table(seen.document(), seen.trace(), sheet));
    return made;
}

std::string markdown(const Document& document, const std::vector<SheetTable>& list,
                     const ExportOptions& options) {
    std::string text;
    if (!options.stage && !document.title.empty())
        text = "## " + io::markdown_literal(document.title) + "\n\n";
    for (std::size_t at = 0; at < list.size(); ++at)
        text += (at == 0 ? "" : "\n") + to_markdown(list[at], options.digits);
    return text;
}

Result<std::string> table_file(const Document& document, FileKind kind,
                               const ExportOptions& options) {
    const bool holds_one = kind == FileKind::Csv || kind == FileKind::Tsv || kind == FileKind::Npy;
    if (holds_one && !options.stage)
        return Error{"a file of this kind holds one stage; choose it, or write all stages as "
                     ".npz, .safetensors, .json or .md"};
    const auto list = tables(document, options);
    if (!list)
        return list.error();
    switch (kind) {
    case FileKind::Csv:
        return to_csv(list->front(), options.digits);
    case FileKind::Tsv:
        return to_tsv(list->front(), options.digits);
    case FileKind::Npy:
        return to_npy(list->front());
    case FileKind::Npz:
        return to_npz(*list, options.stage ? ArchiveFacts() : archive_facts(document));
    case FileKind::Safetensors:
        return to_safetensors(*list, options.stage ? ArchiveFacts() : archive_facts(document));
    case FileKind::Json:
        return options.stage ? to_json(list->front(), options.digits)
                             : to_json(*list, options.digits);
    default:
        assert(kind == FileKind::Markdown && "every kind of table is handled");
        return markdown(document, *list, options);
    }
}

/// Uses the picture options as far as LaTeX can follow them.
LatexRequest latex_request(const ExportOptions& options) {
    const PictureStyle& style = options.picture.style;
    LatexRequest request;
    request.kind = options.latex.value_or(options.stage ? LatexKind::Matrix : LatexKind::Steps);
    request.stage = options.stage;
    request.view = options.picture.view;
    request.view.theme = style.theme;
    request.shows_query = options.picture.shows_query;
    request.title = style.title;
    request.caption = style.caption;
    request.has_labels = style.has_labels;
    request.has_numbers = style.has_numbers;
    request.has_colour_bar = style.has_colour_bar;
    request.is_blank_where_blocked = style.is_blank_where_blocked;
    request.is_fragment = options.is_fragment;
    return request;
}

Result<std::string> worksheet_file(const Document& document, FileKind kind,
                                   const ExportOptions& options) {
    const figure::WorksheetOptions worksheet = worksheet_of(options);
    if (kind == FileKind::Html)
        return worksheet_page(document, options.picture.view, worksheet, options.variants);
    if (kind != FileKind::Pdf)
        return Error{"a worksheet is a page to be printed, or a form; let the name end in .pdf or "
                     ".html"};
    return options.variants
               ? worksheets_pdf(document, options.picture.view, worksheet, *options.variants)
               : worksheet_pdf(document, options.picture.view, worksheet);
}

bool is_of_losses(const PictureRequest& request) {
    return request.figure == figure::loss_figure && request.losses.losses;
}

/// The column separator in a table of losses; nothing if the file is not a table.
std::optional<char> between_losses(FileKind kind) {
    return kind == FileKind::Csv   ? std::optional(',')
           : kind == FileKind::Tsv ? std::optional('\t')
                                   : std::nullopt;
}

/// Makes any kind of file except pictures.
Result<std::string> file_of(const Document& document, FileKind kind, const ExportOptions& options) {
    if (options.worksheet)
        return worksheet_file(document, kind, options);
    if (const auto between = between_losses(kind); between && is_of_losses(options.picture))
        return losses_table(*options.picture.losses.losses, *between);
    switch (kind) {
    case FileKind::Png:
    case FileKind::Svg:
    case FileKind::Pdf:
        break;
    case FileKind::Gif:
        return animation(document, options.picture);
    case FileKind::Csv:
    case FileKind::Tsv:
    case FileKind::Npy:
    case FileKind::Npz:
    case FileKind::Safetensors:
    case FileKind::Markdown:
    case FileKind::Json:
        return table_file(document, kind, options);
    case FileKind::Python:
        return options.training ? training_program(document, options.python, *options.training)
                                : program(document, options.python);
    case FileKind::Cpp:
        return program(document, Language::Cpp);
    case FileKind::Matlab:
        return program(document, Language::Matlab);
    case FileKind::Notebook:
        return program(document, Language::Notebook);
    case FileKind::Tex:
        return latex(document, latex_request(options));
    case FileKind::Html:
        return page_file(document, options.page);
    case FileKind::Attn:
        return io::write_document(document);
    }
    assert(false && "every kind of file is handled");
    return std::string();
}

} // namespace

const std::vector<FileKindInfo>& file_kinds() {
    static const std::vector<FileKindInfo> list = {
        {FileKind::Png, ".png", "PNG picture"},
        {FileKind::Svg, ".svg", "SVG picture"},
        {FileKind::Pdf, ".pdf", "PDF picture"},
        {FileKind::Gif, ".gif", "animation of one number that moves"},
        {FileKind::Csv, ".csv", "comma-separated values"},
        {FileKind::Tsv, ".tsv", "tab-separated values"},
        {FileKind::Npy, ".npy", "NumPy array"},
        {FileKind::Npz, ".npz", "NumPy archive of all stages"},
        {FileKind::Safetensors, ".safetensors", "safetensors of all stages"},
        {FileKind::Markdown, ".md", "Markdown tables"},
        {FileKind::Json, ".json", "JSON"},
        {FileKind::Python, ".py", "Python program"},
        {FileKind::Cpp, ".cpp", "C++ program with Eigen"},
        {FileKind::Matlab, ".m", "MATLAB program"},
        {FileKind::Notebook, ".ipynb", "Jupyter notebook"},
        {FileKind::Tex, ".tex", "LaTeX"},
        {FileKind::Html, ".html", "page for any browser"},
        {FileKind::Attn, ".attn", "Attention Lab document"},
    };
    return list;
}

std::optional<PictureKind> picture_kind(FileKind kind) {
    switch (kind) {
    case FileKind::Png:
        return PictureKind::Png;
    case FileKind::Svg:
        return PictureKind::Svg;
    case FileKind::Pdf:
        return PictureKind::Pdf;
    default:
        return std::nullopt;
    }
}

bool is_figure(FileKind kind) {
    return kind == FileKind::Gif || picture_kind(kind);
}

Result<FileKind> file_kind(std::string_view path) {
    const auto slash = path.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const auto dot = name.rfind('.');
    std::string ending(dot == std::string_view::npos || dot == 0 ? "" : name.substr(dot));
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    std::string known;
    std::vector<std::string> endings;
    for (const FileKindInfo& kind : file_kinds()) {
        if (kind.ending == ending)
            return kind.kind;
        endings.emplace_back(kind.ending);
        known += (known.empty() ? "" : ", ") + endings.back();
    }
    return Error{(ending.empty()
                      ? "the name has no ending that says what to write"
                      : "Attention Lab cannot write " + printable(ending, 40) + " files") +
                     "; the endings are " + known + did_you_mean(ending, endings),
                 printable(path)};
}

figure::WorksheetOptions worksheet_of(const ExportOptions& options) {
    assert(options.worksheet && "a worksheet is asked for");
    figure::WorksheetOptions worksheet = *options.worksheet;
    worksheet.title = options.picture.style.title;
    worksheet.task = options.picture.style.caption;
    return worksheet;
}

Result<NotedFile> noted_file(const Document& document, FileKind kind,
                             const ExportOptions& options) {
    if (options.reveals && !document.covers.empty()) {
        Document revealed = document;
        revealed.covers.clear();
        return noted_file(revealed, kind, options);
    }
    if (const auto picture = picture_kind(kind); picture && !options.worksheet)
        return noted_picture(document, *picture, options.picture);
    auto bytes = file_of(document, kind, options);
    if (!bytes)
        return bytes.error();
    const bool is_animation = kind == FileKind::Gif;
    return NotedFile{*std::move(bytes),
                     is_animation ? note_on_size(document, options.picture) : ""};
}

Result<std::string> exported(const Document& document, FileKind kind,
                             const ExportOptions& options) {
    auto made = noted_file(document, kind, options);
    return made ? Result<std::string>(std::move(made->bytes)) : made.error();
}

Result<FileKind> curve_kind(std::string_view path) {
    const auto kind = file_kind(path);
    if (kind && (*kind == FileKind::Csv || picture_kind(*kind)))
        return *kind;
    return Error{"the name has no ending of a loss curve; "
                 "a loss curve is written as .csv, .png, .svg or .pdf"};
}

Result<std::string> curve_file(const Document& document, std::span<const Real> losses,
                               FileKind kind, bool is_logarithmic) {
    const std::vector<Real> all(losses.begin(), losses.end());
    const std::size_t last = all.empty() ? 0 : all.size() - 1;
    ExportOptions options;
    options.picture.figure = figure::loss_figure;
    options.picture.losses = {std::make_shared<const std::vector<Real>>(all), last, is_logarithmic};
    return exported(document, kind, options);
}

} // namespace attn::publish
