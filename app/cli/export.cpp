// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/figure/figures.h"
#include "core/io/machine.h"
#include "core/io/save.h"
#include "core/publish/exporters.h"

#include <sstream>
#include <utility>

namespace app::cli {
namespace {

using namespace attn;

ExitCode usage(const Error& error) {
    say(error);
    return ExitCode::Usage;
}

/// ".png, .svg, …" without the dots.
std::string endings() {
    std::string list;
    for (const publish::FileKindInfo& kind : publish::file_kinds())
        list += (list.empty() ? "" : ", ") + std::string(kind.ending.substr(1));
    return list;
}

bool is_text(publish::FileKind kind) {
    using enum publish::FileKind;
    return kind != Png && kind != Pdf && kind != Npy && kind != Npz;
}

/// The error with the figure that was meant by a name that is none.
Error with_meant_figure(const Document& document, const std::string& name, const Error& error) {
    if (name.empty() || figure::named_figure(document, name))
        return error;
    std::vector<std::string> names;
    for (const figure::NamedFigure& one : figure::figures(document))
        names.push_back(one.name);
    return Error{error.message + did_you_mean(name, names), error.where};
}

/// The kind of file that was asked for: by --format, else by the ending of the name.
Result<publish::FileKind> kind_of(const ExportRequest& request) {
    const bool is_output = is_standard_output(request.file);
    if (request.format.empty() && is_output)
        return Error{"standard output has no ending that says what to write; add --format with "
                     "one of " +
                     endings()};
    auto by_ending =
        is_output ? Result<publish::FileKind>(Error{}) : publish::file_kind(request.file);
    if (request.format.empty())
        return by_ending;
    const auto by_format = publish::file_kind("." + request.format + "." + request.format);
    if (by_ending && *by_ending != *by_format)
        return Error{"the ending of the name and --format " + request.format +
                         " say different things; leave --format out or choose another name",
                     printable(request.file)};
    return by_format;
}

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

/// As the window saves. The command was the agreement that a file of this name is replaced.
ExitCode save(const Document& document, const std::string& file) {
    io::SaveChoices choices;
    choices.replaces = true;
    choices.copies_folder = io::state_folder() + "/copies";
    io::Saved saved = io::save_document(document, file, std::nullopt, choices);
    if (saved.obstacle == io::Obstacle::HardLink) {
        say(Error{saved.error.message + "; only this name gets the new one", saved.error.where});
        choices.breaks_link = true;
        saved = io::save_document(document, file, std::nullopt, choices);
    }
    if (!saved.obstacle)
        return ExitCode::Done;
    say(saved.error);
    return ExitCode::NotWritten;
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

ExitCode export_file(const ExportRequest& request) {
    if (!request.into.empty())
        return export_into(request);
    const auto kind = kind_of(request);
    if (!kind)
        return usage(kind.error());
    if (const auto fault = idle_option(request, *kind))
        return usage(*fault);
    Input input;
    const auto document = input.document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    publish::ExportOptions options;
    options.digits = request.decimals;
    options.python = chosen(libraries_of_python, request.program);
    if (request.is_training) {
        auto run = training_run(*document, request.training);
        if (!run)
            return usage(run.error());
        options.training = *std::move(run);
    }
    if (!request.latex.empty())
        options.latex = chosen(latex_kinds, request.latex);
    options.is_fragment = request.is_fragment;
    if (!request.stage.empty()) {
        const auto sheet = sheet_named(*document, request.stage);
        if (!sheet)
            return usage(sheet.error());
        options.stage = *sheet;
    }
    const auto worksheet = worksheet_of(*document, request);
    if (!worksheet)
        return usage(worksheet.error());
    options.worksheet = *worksheet;
    const auto picture = picture_of(*document, request);
    if (!picture)
        return usage(picture.error());
    options.picture = *picture;
    if (!request.against.empty()) {
        auto other = input.document(request.against);
        if (!other) {
            say(other.error());
            return ExitCode::Rejected;
        }
        Trace trace = evaluate(*other);
        options.picture.compared = {
            std::make_shared<const Calculation>(Calculation{std::move(*other), std::move(trace)}),
            "", options.stage ? options.stage->stage : Stage::Weights};
        options.picture.compared.a_name = printable(options.picture.compared.a->document.title);
    }
    if (*kind == publish::FileKind::Attn && !is_standard_output(request.file))
        return save(*document, request.file);
    if (!is_text(*kind) && would_spoil_terminal(request.file, request.format))
        return ExitCode::Usage;
    const auto bytes = publish::exported(*document, *kind, options);
    if (!bytes)
        return usage(with_meant_figure(*document, request.figure, bytes.error()));
    const bool is_painted = *kind == publish::FileKind::Png || *kind == publish::FileKind::Svg ||
                            *kind == publish::FileKind::Pdf;
    if (const std::string note = is_painted ? publish::note_on_letters(*document) : "";
        !note.empty())
        say("note: " + note);
    // A hundred pictures should not wait a hundred times for the disk; they can be made again.
    return write_result(*bytes, request.file, io::Flush::Later);
}

} // namespace app::cli
