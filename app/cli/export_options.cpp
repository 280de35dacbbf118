// SPDX-License-Identifier: MIT
#include "app/cli/export_options.h"

#include "app/cli/missing.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/evaluate.h"
#include "core/document/open_part.h"
#include "core/engine/head_name.h"
#include "core/io/file.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;

/// Reads "0,2" or "all".
Result<std::vector<Index>> heads_named(const Document& document, const std::string& text) {
    std::vector<Index> heads;
    if (text == "all") {
        for (Index head = 0; head < head_count(document); ++head)
            heads.push_back(head);
        return heads;
    }
    std::istringstream list(text);
    for (std::string one; std::getline(list, one, ',');) {
        const bool is_number = !one.empty() && one.size() < 5 &&
                               one.find_first_not_of("0123456789") == std::string::npos;
        const Index head = is_number ? std::stoi(one) : -1;
        if (head < 0 || head >= head_count(document))
            return Error{"--heads: there is no head " + cite(one) + "; " + head_list(document) +
                         ". Separate them by commas, or say all"};
        heads.push_back(head);
    }
    return heads;
}

/// The requested picture; the error says what the document does not have.
Result<publish::PictureRequest> picture_of(const Document& document, const ExportRequest& request,
                                           publish::FileKind kind) {
    publish::PictureRequest picture;
    picture.style = request.look.picture;
    const auto size = publish::parse_size(request.size);
    if (!size)
        return size.error();
    picture.style.size = *size;
    if (!request.figure.empty())
        picture.figure = request.figure;
    else if (!request.against.empty())
        picture.figure = "comparison";
    else if (!request.stage.empty())
        picture.figure = request.stage;
    if (picture.figure == "comparison" && request.against.empty())
        return Error{"a comparison needs a second document; name it with --against DOCUMENT"};
    View& view = picture.view;
    if (!request.query.empty()) {
        const auto query = query_named(document, request.query);
        if (!query)
            return query.error();
        view.query = *query;
        picture.shows_query = true;
    }
    view.head = request.head.value_or(0);
    if (view.head >= head_count(document))
        return Error{"there is no " + head_name(view.head) + "; " + head_list(document)};
    // The names of other figures include their attention: cross.canvas@1.
    if (request.is_worksheet) {
        view.layer = request.layer.value_or(0);
        if (view.layer >= layer_count(document))
            return Error{"there is no layer " + std::to_string(view.layer) + "; " +
                         layer_list(document)};
        view.is_cross = request.is_cross;
        if (view.is_cross && !has_cross(document))
            return Error{"the document has no cross-attention; leave --cross out"};
    }
    // Without --sweep a .gif shows the usual sweep, and other pictures show none.
    if (!request.sweep.empty() || (request.frames && kind == publish::FileKind::Gif)) {
        auto sweep = request.sweep.empty() ? Result<Sweep>(usual_sweep(document))
                                           : parse_sweep(document, request.sweep);
        if (!sweep)
            return Error{"--sweep: " + sweep.error().message};
        sweep->steps = request.frames.value_or(0);
        picture.sweep = *sweep;
    }
    const auto heads = heads_named(document, request.line_heads);
    if (!heads)
        return heads.error();
    picture.heads = *heads;
    view.numbers = request.look.numbers;
    if (request.decimals)
        view.numbers.digits = *request.decimals;
    for (const std::string& mark : request.marks) {
        const auto place = place_named(document, mark);
        if (!place)
            return place.error();
        view.marked.push_back(*place);
    }
    view.sequential = request.look.sequential;
    view.diverging = request.look.diverging;
    const bool is_signed_given =
        std::find(request.given.begin(), request.given.end(), "--signed") != request.given.end();
    if (view.sequential == Sequential::Grey && !is_signed_given)
        view.diverging = Diverging::Grey;
    view.range.kind = chosen(range_kinds, request.scale);
    if (request.has_shared_range)
        view.range.kind = ColourRange::Kind::Shared;
    if (request.range.size() == 2) {
        if (!(request.range[0] < request.range[1]))
            return Error{"--range must begin with its lower end; found " +
                         shortest(request.range[0]) + " before " + shortest(request.range[1])};
        view.range = {ColourRange::Kind::Fixed, request.range[0], request.range[1]};
    }
    return picture;
}

/// The option that makes a worksheet of the stage; empty if it is one already.
std::string option_for(const SheetId& sheet, const ExportRequest& request) {
    if (sheet.layer > 0 && sheet.layer != request.layer.value_or(0))
        return "--layer " + std::to_string(sheet.layer);
    if (sheet.is_cross && !request.is_cross)
        return "--cross";
    return sheet.head > 0 && sheet.head != request.head.value_or(0)
               ? "--head " + std::to_string(sheet.head)
               : "";
}

/// The requested worksheet; nothing if none was requested.
Result<std::optional<figure::WorksheetOptions>> worksheet_of(const Document& document,
                                                             const ExportRequest& request) {
    using Answer = std::optional<figure::WorksheetOptions>;
    if (!request.is_worksheet)
        return Answer{};
    figure::WorksheetOptions options;
    options.share = request.share;
    options.seed = request.seed;
    options.is_key = request.is_key;
    options.paper = chosen(papers, request.paper);
    if (!request.level.empty())
        options.level = chosen(worksheet_levels, request.level);
    if (request.blank.empty())
        return Answer{options};
    options.stages.emplace();
    std::istringstream names(request.blank);
    for (std::string name; std::getline(names, name, ',');) {
        const auto sheet = sheet_named(document, name);
        if (!sheet)
            return sheet.error();
        if (const std::string option = option_for(*sheet, request); !option.empty())
            return Error{"--blank: " + to_text(*sheet) +
                         " is of another attention than the worksheet; add " + option};
        options.stages->push_back(sheet->stage);
    }
    return Answer{options};
}

/// Whom worksheets are for; nothing for a single one with the document's own numbers.
Result<std::optional<publish::WorksheetClass>> variants_of(const ExportRequest& request) {
    using Answer = std::optional<publish::WorksheetClass>;
    if (!request.is_worksheet || (!request.variants && request.names.empty()))
        return Answer{};
    publish::WorksheetClass of;
    of.count = request.variants.value_or(0);
    if (request.names.empty())
        return Answer{std::move(of)};
    constexpr std::size_t most_bytes = 1 << 20;
    const auto text = io::read_file(request.names, most_bytes);
    if (!text)
        return text.error();
    auto names = publish::class_list(*text);
    if (!names)
        return Error{names.error().message, printable(request.names)};
    of.names = *std::move(names);
    if (request.variants && of.names.size() > *request.variants)
        return Error{"there are " + std::to_string(of.names.size()) + " names for " +
                         std::to_string(*request.variants) +
                         " worksheets; leave --variants out to make one for each",
                     printable(request.names)};
    return Answer{std::move(of)};
}

} // namespace

Result<publish::ExportOptions>
export_options(const Document& document, const ExportRequest& request, publish::FileKind kind) {
    publish::ExportOptions options;
    options.digits = request.decimals;
    options.python = chosen(libraries_of_python, request.program);
    if (request.is_training) {
        auto run = training_run(document, request.training);
        if (!run)
            return run.error();
        options.training = *std::move(run);
    }
    if (!request.latex.empty())
        options.latex = chosen(latex_kinds, request.latex);
    options.is_fragment = request.is_fragment;
    options.reveals = request.reveals;
    options.page.has_edits = !request.is_only_look;
    options.page.lessons = request.lessons;
    if (!request.stage.empty()) {
        const auto sheet = sheet_named(document, request.stage);
        if (!sheet)
            return sheet.error();
        options.stage = *sheet;
    }
    const auto variants = variants_of(request);
    if (!variants)
        return variants.error();
    options.variants = *variants;
    const auto worksheet = worksheet_of(document, request);
    if (!worksheet)
        return worksheet.error();
    options.worksheet = *worksheet;
    const auto picture = picture_of(document, request, kind);
    if (!picture)
        return picture.error();
    options.picture = *picture;
    // A comparison shows the head in its stage's name.
    if (!request.against.empty() && options.stage && !request.head)
        options.picture.view.head = options.stage->head;
    return options;
}

void compare_with(publish::ExportOptions& options, Document other) {
    Trace trace = evaluate(other);
    options.picture.compared = {
        std::make_shared<const Calculation>(Calculation{std::move(other), std::move(trace)}), "",
        options.stage ? options.stage->stage : Stage::Weights};
    options.picture.compared.a_name = printable(options.picture.compared.a->document.title);
}

} // namespace app::cli
