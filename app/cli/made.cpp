// SPDX-License-Identifier: MIT
#include "app/cli/made.h"

#include "app/cli/arguments.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/step.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"
#include "core/figure/spotlight/spotlight.h"
#include "core/publish/exporters.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace app::cli {

// What export makes of a document, and which options affect it. Figures differ: a map has no
// colours of numbers, and a matrix whose name includes its head has no other. made.h takes its
// rules from here.

/// What options can choose for a file, one bit each. Every option of export chooses one of them.
namespace reads {
enum Choice : std::uint64_t {
    Stage = std::uint64_t{1} << 0U,
    FigureName = std::uint64_t{1} << 1U,
    Query = std::uint64_t{1} << 2U,
    Head = std::uint64_t{1} << 3U,
    Numbers = std::uint64_t{1} << 4U, // their kind
    Digits = std::uint64_t{1} << 5U,
    Colours = std::uint64_t{1} << 6U, // the colour map
    Range = std::uint64_t{1} << 7U,   // the map's ends
    SharedRange = std::uint64_t{1} << 8U,
    Mark = std::uint64_t{1} << 9U,
    Theme = std::uint64_t{1} << 10U,
    Page = std::uint64_t{1} << 11U,       // size and background of a picture
    Resolution = std::uint64_t{1} << 12U, // pixels per inch
    Outlines = std::uint64_t{1} << 13U,
    Words = std::uint64_t{1} << 14U,   // title and caption
    Against = std::uint64_t{1} << 15U, // the other document
    Gap = std::uint64_t{1} << 16U,
    Labels = std::uint64_t{1} << 17U,
    CellNumbers = std::uint64_t{1} << 18U,
    ColourBar = std::uint64_t{1} << 19U,
    Blocked = std::uint64_t{1} << 20U, // how masked cells look
    Program = std::uint64_t{1} << 21U, // Python library, and whether the program trains
    Training = std::uint64_t{1} << 22U,
    Latex = std::uint64_t{1} << 23U,
    Worksheet = std::uint64_t{1} << 24U,
    Seed = std::uint64_t{1} << 25U,
    Offer = std::uint64_t{1} << 26U, // what a page offers
    Covers = std::uint64_t{1} << 27U,
    Boxes = std::uint64_t{1} << 28U,       // random boxes of a worksheet
    Signed = std::uint64_t{1} << 29U,      // the colour map of signed numbers
    WeightScale = std::uint64_t{1} << 30U, // the scale from numbers to colours, for each sort
    ScoreScale = std::uint64_t{1} << 31U,
    SignedScale = std::uint64_t{1} << 32U,
    Lines = std::uint64_t{1} << 33U, // the figure of lines: heads and least weight
    Paper = std::uint64_t{1} << 34U  // what only a printed worksheet has
};
} // namespace reads

struct Made {
    std::uint64_t reads = 0; // the choices that affect it
    std::string where;       // "in the picture of canvas", "on a worksheet"
    std::string in_file;     // "in a .svg file"; set if the kind of file decides and not the figure
};

/// If the figure or stage of the request does not exist, all choices count, because another error
/// is reported.
Made made_by(const attn::Document& document, const ExportRequest& request,
             attn::publish::FileKind kind);

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

std::uint64_t reads_of_page(const Document& document, const figure::PageInfo& page) {
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
    add(pages::Changes, reads::Colours | reads::Signed);
    if (has_stage(document, Stage::Weights))
        add(pages::Ends, reads::Range);
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
    return is_given(document, place.sheet) ? 0 : numbers;
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
    std::string_view page = name;
    for (const std::string_view one :
         {figure::enlarged_figure, figure::lit_figure, std::string_view("effects")})
        if (name.starts_with(std::string(one) + "/"))
            page = one;
    for (const auto pages : {figure::canvas_pages(), figure::panel_pages()})
        if (const figure::PageInfo* const found = figure::page_with_name(pages, page)) {
            // The table of a softmax has no scales.
            const bool is_table =
                name == figure::lit_figure && is_attention &&
                figure::spotlight_of(document, SheetId{Stage::Weights}).is_softmax_of_query;
            return reads_of_page(document, *found) & ~(is_table ? scales | reads::Signed : 0);
        }
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

Made worksheet_made(const Document& document, const ExportRequest& request, bool is_printed) {
    // Covered numbers are empty; others only if requested.
    const bool is_drawn = request.level.empty() &&
                          (document.covers.empty() || request.reveals || !request.blank.empty());
    const bool is_seeded =
        is_drawn || request.variants || !request.names.empty() || request.level == "mistake";
    std::uint64_t read = reads::Worksheet | reads::Words | reads::Head;
    if (is_printed)
        read |= reads::Paper | numbers;
    if (is_drawn)
        read |= reads::Boxes;
    if (is_seeded)
        read |= reads::Seed;
    if (request.level == "row")
        read |= reads::Query;
    const std::string where = is_printed ? "on a worksheet" : "in a form";
    return {read, where, where};
}

Made file_made(const Document& document, const ExportRequest& request, FileKind kind) {
    switch (kind) {
    case FileKind::Pdf:
        if (request.is_worksheet)
            return worksheet_made(document, request, true);
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
        if (request.is_worksheet)
            return worksheet_made(document, request, false);
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

namespace {

using publish::FileKind;

/// What options of the other commands choose, one bit each.
enum Choice : std::uint64_t {
    Decimals = 1U << 0U,
    Curve = 1U << 1U,  // a picture of the losses
    Tables = 1U << 2U, // tables that give arrays
    Arrays = 1U << 3U, // a document made from named arrays
    Layer = 1U << 4U   // a document made from a layer of a model's folder
};
constexpr std::uint64_t anything = ~std::uint64_t{0};

/// An option, and what it needs to have an effect.
struct IdleRule {
    std::string_view command, option;
    std::uint64_t read;      // what it chooses
    std::string_view is_for; // what the option is for, in the message
    std::string_view remedy = "leave it out";
    std::string_view needs = {};     // options separated by spaces, one of which must be given
    std::string_view overruled = {}; // an option that makes it ineffective
};

constexpr std::string_view to_train = "add --training or leave it out";
constexpr std::string_view to_ask = "add --worksheet or leave it out";
constexpr std::string_view to_open =
    "name the attention with the figure, as in cross.canvas@1, or add --worksheet";
constexpr std::string_view grey_theme = "--theme grey"; // it has its own colours
constexpr std::string_view to_write = "add -o DOCUMENT or leave it out";

constexpr IdleRule rules[] = {
    {"show", "--precision", Decimals, "text, csv and json"},
    {"gradient", "--precision", Decimals, "text, csv and json"},
    {"train", "--logarithmic", Curve, "pictures of the loss curve",
     "let --curve name a .svg, .pdf or .png file, or leave it out"},
    {"export", "--stage", reads::Stage, "tables and pictures of one stage"},
    {"export", "--digits", reads::Digits, "tables, worksheets, LaTeX and pictures with numbers"},
    {"export", "--program", reads::Program, ".py files"},
    {"export", "--training", reads::Program, ".py files",
     "let the name end in .py or leave it out"},
    {"export", "--steps", reads::Training, "programs that train", to_train},
    {"export", "--rate", reads::Training, "programs that train", to_train},
    {"export", "--optimiser", reads::Training, "programs that train", to_train},
    {"export", "--momentum", reads::Training, "programs that train", to_train},
    {"export", "--betas", reads::Training, "programs that train", to_train},
    {"export", "--epsilon", reads::Training, "programs that train", to_train},
    {"export", "--learn", reads::Training, "programs that train", to_train},
    {"export", "--weight-decay", reads::Training, "programs that train", to_train},
    {"export", "--latex", reads::Latex, ".tex files"},
    {"export", "--fragment", reads::Latex, ".tex files"},
    {"export", "--worksheet", reads::Worksheet, "worksheets",
     "let the name end in .pdf or .html, or leave it out"},
    {"export", "--key", reads::Worksheet, "worksheets", to_ask},
    {"export", "--blank", reads::Worksheet, "worksheets", to_ask},
    {"export", "--blank", anything, "worksheets", "", "", "--level"},
    {"export", "--level", reads::Worksheet, "worksheets", to_ask},
    {"export", "--layer", reads::Worksheet, "worksheets", to_open},
    {"export", "--cross", reads::Worksheet, "worksheets", to_open},
    {"export", "--paper", reads::Paper, "printed worksheets",
     "add --worksheet and let the name end in .pdf, or leave it out"},
    {"export", "--variants", reads::Worksheet, "worksheets", to_ask},
    {"export", "--names", reads::Worksheet, "worksheets", to_ask},
    {"export", "--share", reads::Boxes, "worksheets with boxes drawn at random",
     "add --worksheet, and --blank where the document covers numbers, or leave it out"},
    {"export", "--lesson", reads::Offer, "pages",
     "let the name end in .html without --worksheet, or leave it out"},
    {"export", "--only-look", reads::Offer, "pages",
     "let the name end in .html without --worksheet, or leave it out"},
    {"export", "--reveal", reads::Covers, "documents that cover numbers"},
    {"export", "--seed", reads::Seed,
     "worksheets with boxes drawn at random and programs that train",
     "add --worksheet or --training, or leave it out"},
    {"export", "--figure", reads::FigureName, "pictures"},
    {"export", "--query", reads::Query, "pictures and LaTeX that show a query word"},
    {"export", "--head", reads::Head, "files of one head whose stage or figure does not name it",
     "name the head with its stage, as in weights/1, or leave it out"},
    {"export", "--head", anything, "pictures of one head", "", "", "--heads"},
    {"export", "--heads", reads::Lines, "pictures of lines between words"},
    {"export", "--threshold", reads::Lines, "pictures of lines between words"},
    {"export", "--sweep", reads::Page, "pictures"},
    {"export", "--frames", reads::Page, "pictures of a sweep",
     "add --sweep NUMBER=FROM:TO or leave it out", "--sweep"},
    {"export", "--style", reads::Page, "pictures"},
    {"export", "--save-style", reads::Page, "pictures"},
    {"export", "--size", reads::Page, "pictures"},
    {"export", "--dpi", reads::Resolution, ".png files and for sizes in pixels",
     "add --size WIDTHxHEIGHT or leave it out"},
    {"export", "--font-size", reads::Page, "pictures"},
    {"export", "--theme", reads::Theme, "pictures"},
    {"export", "--background", reads::Page, "pictures"},
    {"export", "--colours", reads::Colours, "pictures that colour their numbers"},
    {"export", "--colours", reads::Colours, "colours", "", "", grey_theme},
    {"export", "--range", reads::Range, "pictures that colour numbers of any size"},
    {"export", "--signed", reads::Signed, "pictures that colour signed numbers"},
    {"export", "--signed", reads::Signed, "colours", "", "", grey_theme},
    {"export", "--scale", reads::WeightScale | reads::ScoreScale | reads::SignedScale,
     "pictures that colour their numbers"},
    {"export", "--scale 0..1", reads::WeightScale, "pictures that colour weights"},
    {"export", "--scale symmetric", reads::ScoreScale, "pictures that colour scores"},
    {"export", "--scale log", reads::WeightScale | reads::SignedScale,
     "pictures that colour weights or signed numbers"},
    {"export", "--scale", anything, "pictures", "", "", "--range"},
    {"export", "--scale", anything, "pictures", "", "", "--shared-range"},
    {"export", "--shared-range", reads::SharedRange, "pictures that colour signed numbers"},
    {"export", "--shared-range", reads::SharedRange, "pictures", "", "", "--range"},
    {"export", "--numbers", reads::Numbers, "worksheets, LaTeX and pictures with numbers"},
    {"export", "--mark", reads::Mark, "pictures and LaTeX that show cells"},
    {"export", "--title", reads::Words, "pictures, LaTeX and worksheets"},
    {"export", "--caption", reads::Words, "pictures, LaTeX and worksheets"},
    {"export", "--gap", reads::Gap, "pictures of one matrix or of every head"},
    {"export", "--no-labels", reads::Labels, "pictures of one matrix or of every head, and LaTeX"},
    {"export", "--no-numbers", reads::CellNumbers, "pictures of one matrix or of every head"},
    {"export", "--no-colour-bar", reads::ColourBar, "pictures of one matrix or of every head"},
    {"export", "--blank-blocked", reads::Blocked, "pictures of masked scores or of weights"},
    {"export", "--outlines", reads::Outlines, ".svg files"},
    {"export", "--against", reads::Against, "comparisons",
     "add --figure comparison or leave it out"},
    {"export", "--name-a", reads::Against, "comparisons", "add --against or leave it out"},
    {"export", "--name-b", reads::Against, "comparisons", "add --against or leave it out"},
    {"export", "--no-changes", reads::Against, "comparisons", "add --against or leave it out"},
    {"import", "--x", Arrays, "arrays"},
    {"import", "--w-q", Arrays, "arrays"},
    {"import", "--w-k", Arrays, "arrays"},
    {"import", "--w-v", Arrays, "arrays"},
    {"import", "--qkv", Arrays, "arrays"},
    {"import", "--qkv-layout", Arrays, "arrays"},
    {"import", "--head-axis", Arrays, "arrays"},
    {"import", "--mask", Arrays, "arrays"},
    {"import", "--mask-true", Arrays, "arrays"},
    {"import", "--bias", Arrays, "arrays"},
    {"import", "--weights", Arrays, "arrays"},
    {"import", "--scores", Arrays, "arrays"},
    {"import", "--q", Arrays, "arrays"},
    {"import", "--k", Arrays, "arrays"},
    {"import", "--v", Arrays, "arrays"},
    {"import", "--batch", Arrays, "arrays"},
    {"import", "--normalise", Arrays, "arrays"},
    {"import", "--transposed", Arrays, "arrays"},
    {"import", "--as-stored", Arrays, "arrays"},
    {"import", "--heads", Arrays, "arrays"},
    {"import", "--rows", Arrays, "arrays"},
    {"import", "--dims", Arrays, "arrays"},
    {"import", "--d-k", Arrays, "arrays"},
    {"import", "--d-v", Arrays, "arrays"},
    {"import", "--tokens", Arrays, "arrays"},
    {"import", "--text", Layer, "folders of models"},
    {"import", "--token-ids", Layer, "folders of models"},
    {"import", "--block", Layer, "folders of models"},
    {"import", "--whole", Layer, "folders of models"},
    {"import", "--whole", anything, "a document", to_write, "--output"},
    {"import", "--layer", anything, "one layer", "", "", "--whole"},
    {"import", "--head", anything, "one layer", "", "", "--whole"},
    {"import", "--block", anything, "one layer", "", "", "--whole"},
    {"import", "--words", anything, "one layer", "", "", "--whole"},
    {"import", "--x", anything, "a document", to_write, "--output"},
    {"import", "--w-q", anything, "a document", to_write, "--output"},
    {"import", "--w-k", anything, "a document", to_write, "--output"},
    {"import", "--w-v", anything, "a document", to_write, "--output"},
    {"import", "--qkv", anything, "a document", to_write, "--output"},
    {"import", "--qkv-layout", anything, "a document", to_write, "--output"},
    {"import", "--head-axis", anything, "a document", to_write, "--output"},
    {"import", "--mask", anything, "a document", to_write, "--output"},
    {"import", "--mask-true", anything, "a document", to_write, "--output"},
    {"import", "--bias", anything, "a document", to_write, "--output"},
    {"import", "--weights", anything, "a document", to_write, "--output"},
    {"import", "--scores", anything, "a document", to_write, "--output"},
    {"import", "--q", anything, "a document", to_write, "--output"},
    {"import", "--k", anything, "a document", to_write, "--output"},
    {"import", "--v", anything, "a document", to_write, "--output"},
    {"import", "--batch", anything, "a document", to_write, "--output"},
    {"import", "--normalise", anything, "a document", to_write, "--output"},
    {"import", "--transposed", anything, "a document", to_write, "--output"},
    {"import", "--transposed", anything, "arrays that are named", "name one with --w-q to --qkv",
     "--w-q --w-k --w-v --qkv"},
    {"import", "--as-stored", anything, "a document", to_write, "--output"},
    {"import", "--as-stored", anything, "arrays that are named", "name one with --w-q to --qkv",
     "--w-q --w-k --w-v --qkv", "--transposed"},
    {"import", "--heads", anything, "a document", to_write, "--output"},
    {"import", "--head", anything, "a document", to_write, "--output"},
    {"import", "--rows", anything, "a document", to_write, "--output"},
    {"import", "--dims", anything, "a document", to_write, "--output"},
    {"import", "--d-k", anything, "a document", to_write, "--output"},
    {"import", "--d-v", anything, "a document", to_write, "--output"},
    {"import", "--tokens", anything, "a document", to_write, "--output"},
    {"import", "--tokens", anything, "words", "", "", "--words"},
    {"import", "--words", anything, "a document", to_write, "--output"},
    {"import", "--text", anything, "a document", to_write, "--output"},
    {"import", "--token-ids", anything, "a document", to_write, "--output", "--text"},
    {"import", "--layer", anything, "a document", to_write, "--output"},
    {"import", "--block", anything, "a document", to_write, "--output"},
    {"import", "--decimal-comma", Tables, "tables"},
    {"import", "--decimal-point", Tables, "tables"},
};

/// The first option that affects nothing in the result.
std::optional<Error> idle(std::string_view command, const std::vector<std::string>& given,
                          const Made& made) {
    const auto is_given = [&](std::string_view option) {
        return std::find(given.begin(), given.end(), option) != given.end();
    };
    const auto any_given = [&](std::string_view options) {
        while (!options.empty()) {
            const auto blank = std::min(options.find(' '), options.size());
            if (is_given(options.substr(0, blank)))
                return true;
            options.remove_prefix(std::min(blank + 1, options.size()));
        }
        return false;
    };
    for (const IdleRule& rule : rules) {
        if (rule.command != command || !is_given(rule.option))
            continue;
        const std::string option(rule.option.substr(0, rule.option.find(' ')));
        const bool is_of_file = rule.read == reads::Outlines || rule.read == reads::Resolution;
        const std::string& where = is_of_file && command == "export" ? made.in_file : made.where;
        if ((rule.read & made.reads) == 0)
            return Error{option + " changes nothing" + (where.empty() ? "" : " ") + where +
                         ": it is for " + std::string(rule.is_for) + "; " +
                         std::string(rule.remedy)};
        if (!rule.needs.empty() && !any_given(rule.needs))
            return Error{option + " changes nothing by itself: it is for " +
                         std::string(rule.is_for) + "; " + std::string(rule.remedy)};
        if (!rule.overruled.empty() && is_given(rule.overruled))
            return Error{option + " changes nothing together with " + std::string(rule.overruled) +
                         ": it is for " + std::string(rule.is_for) + "; leave one of them out"};
    }
    return std::nullopt;
}

constexpr const char* in_npy = "in npy, which keeps every bit";

} // namespace

std::optional<Error> idle_option(const ShowRequest& request) {
    return idle("show", request.given,
                {request.format == Format::Npy ? 0 : std::uint64_t{Decimals}, in_npy, ""});
}

std::optional<Error> idle_option(const GradientRequest& request) {
    std::vector<std::string> given;
    if (request.decimals)
        given.emplace_back("--precision");
    return idle("gradient", given,
                {request.format == Format::Npy ? 0 : std::uint64_t{Decimals}, in_npy, ""});
}

std::optional<Error> idle_option(const TrainRequest& request, FileKind curve) {
    std::vector<std::string> given;
    if (request.is_logarithmic)
        given.emplace_back("--logarithmic");
    const bool is_picture = !request.curve.empty() && publish::picture_kind(curve);
    return idle("train", given,
                {is_picture ? std::uint64_t{Curve} : 0,
                 request.curve.empty() ? "without --curve" : "in a table", ""});
}

std::optional<Error> idle_option(const Document& document, const ExportRequest& request,
                                 FileKind kind) {
    std::vector<std::string> given = request.given;
    if (kind == FileKind::Gif) // a .gif always shows one
        given.emplace_back("--sweep");
    if (request.look.picture.theme == ThemeName::Print)
        given.emplace_back(grey_theme);
    if (std::find(given.begin(), given.end(), "--scale") != given.end())
        given.push_back("--scale " + request.scale);
    const auto fault = idle("export", given, made_by(document, request, kind));
    return !fault && request.is_training ? unread_option(document, request.training) : fault;
}

std::optional<Error> idle_option(const ImportRequest& request) {
    std::error_code ignored;
    const bool is_folder =
        std::any_of(request.files.begin(), request.files.end(), [&](const std::string& file) {
            return std::filesystem::is_directory(file, ignored);
        });
    const auto may_hold_a_table = [](const std::string& file) {
        constexpr std::string_view others[] = {".npy", ".npz", ".safetensors"};
        return std::none_of(std::begin(others), std::end(others),
                            [&](std::string_view ending) { return file.ends_with(ending); });
    };
    const bool has_table =
        std::any_of(request.files.begin(), request.files.end(), may_hold_a_table);
    const std::uint64_t made = is_folder   ? anything & ~(Arrays | Tables)
                               : has_table ? anything & ~Layer
                                           : anything & ~(Layer | Tables);
    return idle("import", request.given, {made, is_folder ? "for a folder" : "", ""});
}

} // namespace app::cli
