// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/document/sheet.h"
#include "core/io/library.h"
#include "core/io/machine.h"
#include "core/io/save.h"
#include "core/publish/exporters.h"

#include <sstream>

namespace app::cli {
namespace {

using namespace attn;

ExitCode usage(const Error& error) {
    say(error);
    return ExitCode::Usage;
}

publish::Language python_library(const std::string& name) {
    return name == "pytorch" ? publish::Language::PyTorch
           : name == "jax"   ? publish::Language::Jax
                             : publish::Language::NumPy;
}

std::optional<publish::LatexKind> latex_kind(const std::string& name) {
    using enum publish::LatexKind;
    if (name == "steps")
        return Steps;
    if (name == "matrix")
        return Matrix;
    if (name == "table")
        return Table;
    if (name == "heatmap")
        return Heatmap;
    return std::nullopt;
}

ThemeName theme_named(const std::string& name) {
    return name == "dark"        ? ThemeName::Dark
           : name == "projector" ? ThemeName::Projector
           : name == "grey"      ? ThemeName::Print
                                 : ThemeName::Light;
}

/// The picture that was asked for; the error says what the document does not have.
Result<publish::PictureRequest> picture_of(const Document& document, const ExportRequest& request) {
    publish::PictureRequest picture;
    picture.style = request.style;
    const auto size = publish::parse_size(request.size);
    if (!size)
        return size.error();
    picture.style.size = *size;
    picture.style.theme = theme_named(request.theme);
    picture.style.is_transparent = request.background == "transparent";
    picture.style.title = request.title;
    if (!request.figure.empty())
        picture.figure = request.figure;
    else if (!request.against.empty())
        picture.figure = "comparison";
    else if (!request.stage.empty())
        picture.figure = request.stage;
    if (picture.figure == "comparison" && request.against.empty())
        return Error{"a comparison needs the other document: --against DOCUMENT"};
    View& view = picture.view;
    const auto is_within = [](const std::optional<Index>& number, Index count) {
        return !number || *number < count;
    };
    if (!is_within(request.query, token_count(document)))
        return Error{"there is no query " + std::to_string(*request.query) +
                     "; the words are 0 to " + std::to_string(token_count(document) - 1)};
    if (!is_within(request.head, head_count(document)))
        return Error{"there is no head " + std::to_string(*request.head) + "; the heads are 0 to " +
                     std::to_string(head_count(document) - 1)};
    view.query = request.query.value_or(0);
    view.head = request.head.value_or(0);
    picture.shows_query = request.query.has_value();
    view.numbers.kind = request.numbers == "significant" ? NumberFormat::Kind::Significant
                        : request.numbers == "fraction"  ? NumberFormat::Kind::Fraction
                                                         : NumberFormat::Kind::Decimals;
    if (request.decimals)
        view.numbers.digits = *request.decimals;
    for (const std::string& mark : request.marks) {
        const auto place = parse_place(mark);
        if (!place)
            return place.error();
        if (!exists(document, *place))
            return missing(document, *place);
        view.marked.push_back(*place);
    }
    if (request.colours == "cividis")
        view.sequential = Sequential::Cividis;
    if (request.colours == "grey") {
        view.sequential = Sequential::Grey;
        view.diverging = Diverging::Grey;
    }
    if (request.has_shared_range)
        view.range.kind = ColourRange::Kind::Shared;
    if (request.range.size() == 2) {
        if (!(request.range[0] < request.range[1]))
            return Error{"the range must begin with its lower end"};
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
        say(Error{saved.error.message + "; they do", saved.error.where});
        choices.breaks_link = true;
        saved = io::save_document(document, file, std::nullopt, choices);
    }
    if (!saved.obstacle)
        return ExitCode::Done;
    say(saved.error);
    return ExitCode::NotWritten;
}

/// The worksheet that was asked for; nothing if none was.
Result<std::optional<figure::WorksheetOptions>> worksheet_of(const ExportRequest& request) {
    using Answer = std::optional<figure::WorksheetOptions>;
    if (!request.is_worksheet) {
        if (request.is_key || !request.blank.empty())
            return Error{"--key and --blank are of worksheets; add --worksheet"};
        return Answer{};
    }
    figure::WorksheetOptions options;
    options.share = request.share;
    options.seed = request.seed;
    options.is_key = request.is_key;
    if (request.blank.empty())
        return Answer{options};
    options.stages.clear();
    std::istringstream names(request.blank);
    for (std::string name; std::getline(names, name, ',');) {
        const auto sheet = parse_sheet(name);
        if (!sheet)
            return sheet.error();
        options.stages.push_back(sheet->stage);
    }
    return Answer{options};
}

} // namespace

ExitCode export_file(const ExportRequest& request) {
    const auto kind = publish::file_kind(request.file);
    if (!kind)
        return usage(kind.error());
    const auto document = io::open_document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    publish::ExportOptions options;
    options.digits = request.decimals;
    options.python = python_library(request.program);
    options.latex = latex_kind(request.latex);
    options.is_fragment = request.is_fragment;
    if (!request.stage.empty()) {
        const auto sheet = parse_sheet(request.stage);
        if (!sheet)
            return usage(sheet.error());
        if (!exists(*document, *sheet))
            return usage(missing(*document, *sheet));
        options.stage = *sheet;
    }
    const auto worksheet = worksheet_of(request);
    if (!worksheet)
        return usage(worksheet.error());
    options.worksheet = *worksheet;
    const auto picture = picture_of(*document, request);
    if (!picture)
        return usage(picture.error());
    options.picture = *picture;
    if (!request.against.empty()) {
        auto other = io::open_document(request.against);
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
    if (*kind == publish::FileKind::Attn)
        return save(*document, request.file);
    const auto bytes = publish::exported(*document, *kind, options);
    if (!bytes)
        return usage(bytes.error());
    const bool is_painted = *kind == publish::FileKind::Png || *kind == publish::FileKind::Svg ||
                            *kind == publish::FileKind::Pdf;
    if (const std::string note = is_painted ? publish::note_on_letters(*document) : "";
        !note.empty())
        say("note: " + note);
    // A hundred pictures should not wait a hundred times for the disk; they can be made again.
    return write_result(*bytes, request.file, io::Flush::Later);
}

} // namespace app::cli
