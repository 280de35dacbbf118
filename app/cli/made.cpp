// SPDX-License-Identifier: MIT
#include "app/cli/made.h"

#include "core/document/mistake.h"
#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/document/written_place.h"
#include "core/figure/figures.h"
#include "core/figure/pages.h"
#include "core/figure/part_figures.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string_view>

namespace app::cli {
namespace {

using namespace attn;
using publish::FileKind;

constexpr std::uint64_t numbers = reads::Numbers | reads::Digits;
constexpr std::uint64_t coloured = reads::Colours | reads::Range | reads::SharedRange;
constexpr std::uint64_t scales = reads::WeightScale | reads::ScoreScale | reads::SignedScale;
/// The choices for matrices of one head, with the query word marked.
constexpr std::uint64_t matrices =
    reads::Query | reads::Head | numbers | coloured | reads::Mark | reads::Signed | scales;
/// The choices for the parts of a single matrix.
constexpr std::uint64_t parts =
    reads::Gap | reads::Labels | reads::CellNumbers | reads::ColourBar | reads::Blocked;
constexpr std::uint64_t any_figure = matrices | parts | reads::Lines;

struct OtherFigure {
    std::string_view name;
    std::uint64_t reads;
};
/// Figures that are no page of the window.
constexpr OtherFigure other_figures[] = {
    {"lines/query", reads::Query | reads::Lines | numbers}, // lines of every head
    {"map", reads::Query},
    {"map/q", reads::Query | reads::Head},
    {"map/k", reads::Head}, // the query word is not a point of it
    {"map/qk", reads::Query | reads::Head},
    {"derivation", reads::Query | reads::Head | numbers},
};

const StageInfo& about(const Document& document, const SheetId& sheet) {
    return info(sheet.stage, document.model);
}

/// Cosines are between -1 and 1 and weights at least 0, whatever else is shown.
std::uint64_t colours_of(Family family) {
    constexpr std::uint64_t of_signed = reads::Signed | reads::SignedScale;
    return family == Family::Cosines   ? reads::Colours | of_signed
           : family == Family::Weights ? (coloured & ~reads::SharedRange) | reads::WeightScale
           : family == Family::Scores  ? coloured | reads::ScoreScale
                                       : coloured | of_signed;
}

std::uint64_t reads_of_page(const figure::PageInfo& page) {
    namespace pages = figure::page_reads;
    std::uint64_t read = 0;
    const auto add = [&](pages::Read what, std::uint64_t choices) {
        if (page.reads & what)
            read |= choices;
    };
    add(pages::Query, reads::Query);
    add(pages::Head, reads::Head);
    add(pages::Numbers, numbers);
    add(pages::Marks, reads::Mark);
    add(pages::Weights, colours_of(Family::Weights));
    add(pages::Scores, colours_of(Family::Scores) & ~reads::SharedRange);
    add(pages::Signed, colours_of(Family::Signed) & ~reads::SharedRange);
    add(pages::SharedRange, reads::SharedRange);
    add(pages::Lines, reads::Lines);
    add(pages::Parts, parts);
    add(pages::Bars, reads::Colours | reads::Range | reads::Signed);
    return read;
}

/// One matrix, whose name includes its head.
std::uint64_t matrix_reads(const Document& document, const SheetId& sheet) {
    const StageInfo& of = about(document, sheet);
    const Role rows = roles_of(document, sheet).rows;
    const bool has_query = of.is_by_query || rows == Role::Query || rows == Role::Token;
    const bool has_mask = sheet.stage == Stage::Masked || sheet.stage == Stage::Weights;
    std::uint64_t read = numbers | reads::Mark | colours_of(of.family) | parts;
    if (of.family == Family::Scores) // scores share their range with other scores only
        read &= ~reads::SharedRange;
    if (!has_mask)
        read &= ~reads::Blocked;
    return has_query ? read | reads::Query : read;
}

/// The derivation of a number. For an input it only names what the number is part of.
std::uint64_t place_reads(const Document& document, const Place& place) {
    return is_given(document, place.sheet.stage) ? 0 : numbers;
}

/// The canvas with the gradient of a number; only that number's stage keeps its colours. Concepts
/// have no gradient, so their canvas is as usual.
std::uint64_t sensitivity_reads(const Document& document, const SheetId& sheet) {
    const StageInfo& of = about(document, sheet);
    const bool is_shared = of.is_per_group && group_count(document) < head_count(document);
    std::uint64_t read = matrices;
    if (document.model == Model::Attention) // gradients have their own scale
        read &= ~scales | colours_of(of.family);
    if (of.is_per_head && !is_shared)
        read &= ~reads::Head;
    if (of.family == Family::Weights && document.model == Model::Attention)
        read &= ~reads::SharedRange;
    return read;
}

std::uint64_t step_reads(const Document& document, const Step& step) {
    switch (step.kind) {
    case StepKind::Embed:
    case StepKind::Position:
    case StepKind::Norm:
    case StepKind::Add:
    case StepKind::SecondNorm:
    case StepKind::Mlp:
    case StepKind::SecondAdd:
    case StepKind::Predict:
    case StepKind::Loss: // belongs to the compared head
        return matrices & ~reads::Head;
    // W_O's input comes from all heads, and only some outputs of a word are shown.
    case StepKind::Join:
        return document.join == Join::WO || (!step.is_for_all && head_count(document) <= 3)
                   ? matrices & ~reads::Head
                   : matrices;
    case StepKind::Scale: // applies to scores only
    case StepKind::Mask:
        return matrices & ~(reads::Signed | reads::WeightScale | reads::SignedScale);
    case StepKind::Softmax: // shows the query word's scores as a table
        return matrices & ~(reads::Signed | reads::SignedScale) &
               ~(step.is_for_all ? 0 : std::uint64_t{reads::WeightScale});
    case StepKind::Keep:
    case StepKind::Compare:
        return matrices & ~reads::Query;
    case StepKind::Map:
        return reads::Query | numbers;
    default:
        return matrices;
    }
}

/// Two matrices and their difference. A head in the name is the shown one.
std::uint64_t compared_reads(const Document& document, const SheetId& sheet) {
    const StageInfo& of = about(document, sheet);
    std::uint64_t read = numbers | colours_of(of.family) | reads::Signed; // for the difference
    if (of.family == Family::Cosines) // the difference has its own scale
        read &= ~scales;
    if (of.is_per_head && sheet.head == 0)
        read |= reads::Head;
    return of.is_by_query ? read | reads::Query : read;
}

std::uint64_t mistake_reads(const Document& document, const MistakeInfo& mistake) {
    const std::uint64_t read = compared_reads(document, {mistake.stage});
    // If the matrices differ in shape, the sentence is about the query word.
    const bool is_about_query =
        mistake.mistake == Mistake::MaskWithMinusBillion ||
        mistake.mistake == Mistake::ComponentSums ||
        (mistake.mistake == Mistake::ValueIsKey && d_k(document) != d_v(document));
    return is_about_query ? read | reads::Query : read;
}

/// Only what the figure adds to the choices of every picture.
std::uint64_t figure_reads(const Document& document, const std::string& name) {
    const bool is_attention = document.model == Model::Attention;
    if (const auto part = figure::part_name(document, name); part && !parse_sheet(name))
        return figure_reads(OpenPart::shape(document, part->part), part->figure);
    for (const OtherFigure& one : other_figures)
        if (one.name == name) {
            // The derived number in a concepts document is the cosine of two new vectors.
            const bool has_pair = !is_attention && document.concepts.names.size() > 1;
            return name == "derivation" && has_pair ? one.reads & ~reads::Query : one.reads;
        }
    if (name == "positions") // P belongs to all heads
        return has_stage(document, Stage("P")) ? std::uint64_t{reads::Query}
                                               : reads::Query | reads::Head;
    if (name == figure::sensitivity_figure) // the gradient of a weight of the view's head
        return is_attention
                   ? matrices & ~(reads::SharedRange | reads::ScoreScale | reads::SignedScale)
                   : matrices;
    if (const std::string begin = std::string(figure::sensitivity_figure) + "/";
        name.starts_with(begin)) {
        const std::string rest = name.substr(begin.size());
        const auto place = parse_written_place(document, rest);
        return rest == "loss" ? sensitivity_reads(document, {Stage::Loss})
               : place        ? sensitivity_reads(document, place->sheet)
                              : any_figure;
    }
    const std::string page(name.starts_with(std::string(figure::enlarged_figure) + "/")
                               ? figure::enlarged_figure
                               : std::string_view(name));
    for (const auto pages : {figure::canvas_pages(), figure::panel_pages()})
        if (const figure::PageInfo* const found = figure::page_with_name(pages, page))
            return reads_of_page(*found);
    for (const auto& [number, step, skipped] : numbered_steps(document))
        if (name == "step/" + std::to_string(number))
            return step_reads(OpenPart::shape(document, step.part), step);
    for (const MistakeInfo& mistake : mistakes())
        if (name == "mistake/" + std::string(mistake.name))
            return mistake_reads(document, mistake);
    if (const auto sheet = parse_sheet(name); sheet && exists(document, *sheet))
        return matrix_reads(document, *sheet);
    if (const auto place = parse_written_place(document, name); place && exists(document, *place))
        return place_reads(document, *place);
    return any_figure;
}

/// The requested stage, or `otherwise`.
std::optional<SheetId> stage_of(const Document& document, const ExportRequest& request,
                                Stage otherwise) {
    if (request.stage.empty())
        return SheetId{otherwise};
    const auto sheet = parse_sheet(request.stage);
    return sheet && exists(document, *sheet) ? std::optional(*sheet) : std::nullopt;
}

Made picture_made(const Document& document, const ExportRequest& request, FileKind kind) {
    const bool is_compared =
        request.figure == "comparison" || (request.figure.empty() && !request.against.empty());
    const std::string name = !request.figure.empty()  ? request.figure
                             : !request.stage.empty() ? request.stage
                                                      : "canvas";
    Made made;
    made.where = is_compared ? "in a comparison" : "in the picture of " + name;
    made.reads = reads::FigureName | reads::Theme | reads::Page | reads::Words;
    if (is_compared) {
        const auto sheet = stage_of(document, request, Stage::Weights);
        made.reads |= reads::Against | reads::Stage;
        made.reads |= sheet ? compared_reads(document, *sheet) : any_figure;
    } else {
        made.reads |= figure_reads(document, name);
        if (request.figure.empty())
            made.reads |= reads::Stage;
    }
    const auto size = publish::parse_size(request.size);
    const bool is_in_pixels = !size || size->kind == publish::PictureSize::Kind::Pixels;
    if (kind == FileKind::Png || kind == FileKind::Gif || is_in_pixels)
        made.reads |= reads::Resolution;
    if (kind == FileKind::Svg)
        made.reads |= reads::Outlines;
    return made;
}

Made latex_made(const Document& document, const ExportRequest& request) {
    using publish::LatexKind;
    const bool has_stage = !request.stage.empty();
    const bool is_attention = document.model == Model::Attention;
    auto kind = !request.latex.empty() ? chosen(latex_kinds, request.latex)
                : has_stage            ? LatexKind::Matrix
                                       : LatexKind::Steps;
    if (kind == LatexKind::Steps && !is_attention)
        kind = LatexKind::Matrix; // this is how other models are described
    const auto sheet = stage_of(document, request, model_of(document).shown);
    const std::uint64_t of_matrix = sheet ? matrix_reads(document, *sheet) : any_figure;
    const std::uint64_t picture =
        (of_matrix & ~(reads::Gap | reads::ColourBar)) | reads::Theme | reads::Stage;
    const std::uint64_t every = reads::Latex | reads::Words | reads::Labels | reads::Mark | numbers;
    // Or the stage's name includes it.
    const std::uint64_t head = has_stage ? 0 : std::uint64_t{reads::Head};
    switch (kind) {
    case LatexKind::Steps:
        return {every | reads::Query | reads::Head, "in the steps of LaTeX", ""};
    case LatexKind::Matrix: {
        // Among all matrices, the weighted values depend on the query word; a single one may.
        const bool is_by_query =
            has_stage ? !sheet || about(document, *sheet).is_by_query : is_attention;
        return {every | reads::Stage | (is_by_query ? std::uint64_t{reads::Query} : 0),
                "in a matrix of LaTeX", ""};
    }
    case LatexKind::Table:
        return {every | picture | head, "in a table of LaTeX", ""};
    case LatexKind::Heatmap:
        return {every | picture | head | reads::ColourBar, "in a heatmap of LaTeX", ""};
    }
    assert(false && "every kind of LaTeX is handled");
    return {};
}

Made file_made(const Document& document, const ExportRequest& request, FileKind kind) {
    switch (kind) {
    case FileKind::Pdf:
        if (request.is_worksheet) {
            // Covered numbers are empty; others only if requested.
            const bool is_drawn =
                request.level.empty() &&
                (document.covers.empty() || request.reveals || !request.blank.empty());
            const bool is_seeded = is_drawn || request.variants || !request.names.empty() ||
                                   request.level == "mistake";
            std::uint64_t read = reads::Worksheet | reads::Words | reads::Head | numbers;
            if (is_drawn)
                read |= reads::Boxes;
            if (is_seeded)
                read |= reads::Seed;
            if (request.level == "row")
                read |= reads::Query;
            return {read, "on a worksheet", "on a worksheet"};
        }
        [[fallthrough]];
    case FileKind::Png:
    case FileKind::Svg:
    case FileKind::Gif:
        return picture_made(document, request, kind);
    case FileKind::Csv:
    case FileKind::Tsv:
    case FileKind::Markdown:
    case FileKind::Json:
        return {reads::Stage | reads::Digits, "", ""};
    case FileKind::Npy:
    case FileKind::Npz:
    case FileKind::Safetensors:
        return {reads::Stage, "", ""};
    case FileKind::Python:
        return {reads::Program | (request.is_training ? reads::Training | reads::Seed : 0), "", ""};
    case FileKind::Tex:
        return latex_made(document, request);
    case FileKind::Cpp:
    case FileKind::Matlab:
    case FileKind::Notebook:
    case FileKind::Attn:
        return {};
    case FileKind::Html:
        return {reads::Offer, "", ""};
    }
    assert(false && "every kind of file is handled");
    return {};
}

} // namespace

Made made_by(const Document& document, const ExportRequest& request, FileKind kind) {
    Made made = file_made(document, request, kind);
    // Programs compute every number.
    const bool is_program = kind == FileKind::Python || kind == FileKind::Cpp ||
                            kind == FileKind::Matlab || kind == FileKind::Notebook;
    if (!document.covers.empty() && !is_program)
        made.reads |= reads::Covers;
    const auto& kinds = publish::file_kinds();
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.kind == kind; });
    const std::string file = "in a " + std::string(found->ending) + " file";
    if (made.in_file.empty())
        made.in_file = publish::is_figure(kind) ? file : made.where;
    if (made.where.empty())
        made.where = made.in_file = file;
    if (document.model != Model::Attention) // other models have no heads
        made.reads &= ~reads::Head;
    return made;
}

} // namespace app::cli
