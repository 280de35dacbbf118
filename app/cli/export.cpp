// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/export_options.h"
#include "app/cli/export_style.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/figure/figures.h"
#include "core/io/machine.h"
#include "core/io/save.h"
#include "core/publish/exporters.h"

#include <optional>
#include <string>
#include <utility>

namespace app::cli {
namespace {

using namespace attn;

ExitCode usage(const Error& error) {
    say(error);
    return ExitCode::Usage;
}

/// Returns "png, svg, …".
std::string endings() {
    std::string list;
    for (const publish::FileKindInfo& kind : publish::file_kinds())
        list += (list.empty() ? "" : ", ") + std::string(kind.ending.substr(1));
    return list;
}

bool is_text(publish::FileKind kind) {
    using enum publish::FileKind;
    return kind != Png && kind != Pdf && kind != Gif && kind != Npy && kind != Npz &&
           kind != Safetensors;
}

/// Adds the figure that was probably meant to the error, if the name is not a figure.
Error with_meant_figure(const Document& document, const std::string& name, const Error& error) {
    if (name.empty() || figure::named_figure(document, name))
        return error;
    std::vector<std::string> names;
    for (const figure::NamedFigure& one : figure::figures(document))
        names.push_back(one.name);
    return Error{error.message + did_you_mean(name, names), error.where};
}

/// The requested kind of file: from --format, else from the file's ending.
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

/// Saves as the window does. Giving the command means agreeing to replace an existing file.
ExitCode save(const Document& document, const std::string& file) {
    io::SaveChoices choices;
    choices.replaces = true;
    choices.copies_folder = io::state_folder() + "/copies";
    io::Saved saved = io::save_document(document, file, std::nullopt, choices);
    if (saved.obstacle == io::Obstacle::HardLink) {
        say(Error{saved.error.message + "; only this name gets the new document",
                  saved.error.where});
        choices.breaks_link = true;
        saved = io::save_document(document, file, std::nullopt, choices);
    }
    if (!saved.obstacle)
        return ExitCode::Done;
    say(saved.error);
    return ExitCode::NotWritten;
}

} // namespace

ExitCode export_file(const ExportRequest& asked) {
    if (!asked.into.empty())
        return export_into(asked);
    const auto kind = kind_of(asked);
    if (!kind)
        return usage(kind.error());
    const bool has_style = publish::is_figure(*kind) && !asked.is_worksheet;
    const auto styled = has_style ? with_style(asked) : Result<ExportRequest>(asked);
    if (!styled)
        return usage(styled.error());
    const ExportRequest& request = *styled;
    Input input;
    const auto document = input.document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    if (const auto fault = idle_option(*document, request, *kind))
        return usage(*fault);
    auto options = export_options(*document, request, *kind);
    if (!options)
        return usage(options.error());
    if (!request.against.empty()) {
        auto other = input.document(request.against);
        if (!other) {
            say(other.error());
            return ExitCode::Rejected;
        }
        compare_with(*options, *std::move(other));
    }
    if (*kind == publish::FileKind::Attn && !is_standard_output(request.file))
        return save(*document, request.file);
    if (!is_text(*kind) && would_spoil_terminal(request.file, request.format))
        return ExitCode::Usage;
    const auto file = publish::noted_file(*document, *kind, *options);
    if (!file)
        return usage(with_meant_figure(*document, request.figure, file.error()));
    const bool is_painted = publish::is_figure(*kind);
    if (const std::string note = is_painted ? publish::note_on_letters(*document) : "";
        !note.empty())
        say("note: " + note);
    if (has_style && !request.save_style.empty())
        if (const auto saved = save_style(request.save_style, options->picture); !saved)
            return usage(saved.error());
    if (!file->note.empty())
        say("note: " + file->note);
    // Does not wait for the disk: a hundred pictures would wait a hundred times, and can be made
    // again.
    return write_result(file->bytes, request.file, io::Flush::Later);
}

} // namespace app::cli
