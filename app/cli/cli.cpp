// SPDX-License-Identifier: MIT
#include "app/cli/cli.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/match.h"

#include <csignal>
#include <new>

namespace app::cli {

int run(int count, const char* const* arguments, const Hooks& hooks) {
    // A closed pipe or a size limit is an error of the write, not the program's end.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    const auto code = [](ExitCode exit) { return static_cast<int>(exit); };
    try {
        return attn::match(
            parse(count, arguments),
            [&](const WindowRequest& request) {
                if (hooks.open_window)
                    return hooks.open_window(request);
                say("this program was built without its window");
                return code(ExitCode::NoDisplay);
            },
            [&](const PresetsRequest&) { return code(list_presets()); },
            [&](const ShowRequest& request) { return code(show(request)); },
            [&](const ExplainRequest& request) { return code(explain(request)); },
            [&](const ExportRequest& request) { return code(export_file(request)); },
            [&](const ImportRequest& request) { return code(import_files(request)); },
            [&](const LessonRequest& request) { return code(lesson(request)); },
            [&](const CheckRequest& request) { return code(check(request)); },
            [&](const InfoRequest&) { return code(print_info(hooks)); },
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
