// SPDX-License-Identifier: MIT
#include "app/cli/export_options.h"

#include "app/cli/missing.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/evaluate.h"

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace app::cli {
namespace {

using namespace attn;

/// The picture that was asked for; the error says what the document does not have.
Result<publish::PictureRequest> picture_of(const Document& document, const ExportRequest& request) {
    publish::PictureRequest picture;
    picture.style = request.style;
    const auto size = publish::parse_size(request.size);
    if (!size)
        return size.error();
    picture.style.size = *size;
    picture.style.theme = chosen(themes, request.theme);
    picture.style.is_transparent = chosen(backgrounds, request.background);
    picture.style.title = request.title;
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
        return Error{"there is no head " + std::to_string(view.head) + "; " + head_list(document)};
    view.numbers.kind = chosen(number_kinds, request.numbers);
    if (request.decimals)
        view.numbers.digits = *request.decimals;
    for (const std::string& mark : request.marks) {
        const auto place = place_named(document, mark);
        if (!place)
            return place.error();
        view.marked.push_back(*place);
    }
    view.sequential = chosen(colour_maps, request.colours);
    if (view.sequential == Sequential::Grey)
        view.diverging = Diverging::Grey;
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

/// The worksheet that was asked for; nothing if none was.
Result<std::optional<figure::WorksheetOptions>> worksheet_of(const Document& document,
                                                             const ExportRequest& request) {
    using Answer = std::optional<figure::WorksheetOptions>;
    if (!request.is_worksheet)
        return Answer{};
    figure::WorksheetOptions options;
    options.share = request.share;
    options.seed = request.seed;
    options.is_key = request.is_key;
    if (request.blank.empty())
        return Answer{options};
    options.stages.clear();
    std::istringstream names(request.blank);
    for (std::string name; std::getline(names, name, ',');) {
        const auto sheet = sheet_named(document, name);
        if (!sheet)
            return sheet.error();
        options.stages.push_back(sheet->stage);
    }
    return Answer{options};
}

} // namespace

Result<publish::ExportOptions> export_options(const Document& document,
                                              const ExportRequest& request) {
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
    const auto worksheet = worksheet_of(document, request);
    if (!worksheet)
        return worksheet.error();
    options.worksheet = *worksheet;
    const auto picture = picture_of(document, request);
    if (!picture)
        return picture.error();
    options.picture = *picture;
    // A comparison shows the head that its stage names.
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
