// SPDX-License-Identifier: MIT
#include "app/cli/cli.h"

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/match.h"
#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/io/document/library.h"
#include "core/publish/exporters.h"

#include <csignal>
#include <filesystem>
#include <new>
#include <optional>
#include <system_error>

namespace app::cli {
namespace {

/// What prevents the window from opening, as far as that is known without one.
std::optional<attn::Error> no_document(const std::string& name) {
    if (name == standard_stream)
        return attn::Error{"the window does not read standard input; save it to a file and open "
                           "that"};
    if (!attn::io::is_preset_name(name) || attn::io::file_of(name).empty())
        return std::nullopt;
    std::error_code ignored;
    if (std::filesystem::exists(name, ignored))
        return std::nullopt;
    // It may also be a mistyped command.
    std::vector<std::string> names;
    for (const CommandInfo& command : commands())
        names.push_back(command.name);
    const auto document = Input().document(name);
    if (document)
        return std::nullopt;
    const bool is_said = document.error().message.ends_with('?');
    return attn::Error{document.error().message + (is_said ? "" : attn::did_you_mean(name, names)),
                       document.error().where};
}

/// An error if the name for a written document ends as another kind of file does: "a.png".
std::optional<attn::Error> not_for_a_document(const std::string& output) {
    const auto kind = attn::publish::file_kind(output);
    const std::size_t dot = output.rfind('.');
    if (is_standard_output(output) || !kind || *kind == attn::publish::FileKind::Attn ||
        *kind == attn::publish::FileKind::Json)
        return std::nullopt;
    const std::string ending = output.substr(dot);
    return attn::Error{
        "a document would be written, and " + ending +
            " is the ending of another kind of file. End the name in .attn; a file of "
            "this kind is made from the document with: attention-lab export NAME.attn "
            "NAME" +
            ending,
        attn::printable(output)};
}

/// Runs a command that writes a document, if the name of its file can be one.
template <class Request, class Command>
ExitCode written(const Request& request, const Command& command) {
    if (const auto fault = not_for_a_document(request.output)) {
        say(*fault);
        return ExitCode::Usage;
    }
    return command(request);
}

} // namespace

int run(int count, const char* const* arguments, const Hooks& hooks) {
    // A closed pipe or a size limit becomes an error of the write and does not end the program.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    const auto code = [](ExitCode exit) { return static_cast<int>(exit); };
    try {
        return attn::match(
            parse(count, arguments),
            [&](const WindowRequest& request) {
                if (const auto fault = no_document(request.document)) {
                    say(*fault);
                    return code(ExitCode::Rejected);
                }
                if (hooks.open_window)
                    return hooks.open_window(request);
                say("this program was built without its window");
                return code(ExitCode::NoDisplay);
            },
            [&](const PresetsRequest&) { return code(list_presets()); },
            [&](const NewRequest& request) { return code(written(request, make_document)); },
            [&](const ShowRequest& request) { return code(show(request)); },
            [&](const ExplainRequest& request) { return code(explain(request)); },
            [&](const GradientRequest& request) { return code(gradient(request)); },
            [&](const NextRequest& request) { return code(hooks.next(request)); },
            [&](const GiveRequest& request) { return code(written(request, give)); },
            [&](const ReleaseRequest& request) { return code(written(request, release)); },
            [&](const MarkRequest& request) { return code(mark(request)); },
            [&](const SeekRequest& request) { return code(written(request, seek)); },
            [&](const TrainRequest& request) { return code(written(request, train)); },
            [&](const ExportRequest& request) { return code(export_file(request)); },
            [&](const ImportRequest& request) {
                return code(
                    written(request, [&](const auto& of) { return import_files(of, hooks); }));
            },
            [&](const CaptureRequest& request) { return code(capture(request)); },
            [&](const LessonRequest& request) { return code(lesson(request)); },
            [&](const StyleRequest& request) { return code(style(request)); },
            [&](const CheckRequest& request) { return code(check(request)); },
            [&](const InfoRequest&) { return code(print_info(hooks)); },
            [&](const CompletionRequest& request) { return code(complete(request)); },
            [&](const CandidatesRequest& request) { return code(print_candidates(request)); },
            [&](const PrintRequest& request) { return code(write_result(request.text)); },
            [&](const UsageError& error) {
                say(error.message);
                return code(ExitCode::Usage);
            });
    } catch (const std::bad_alloc&) {
        say("there is not enough memory for this");
        return code(ExitCode::Failed);
    }
}

} // namespace app::cli
