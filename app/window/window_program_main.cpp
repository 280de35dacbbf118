// SPDX-License-Identifier: MIT
// The program with the window. A desktop starts it with a DOCUMENT or nothing. attention-lab starts
// it with DOCUMENT PROBE whole|"" ends (a rejected document then ends it), with --opengl, or with
// --command and its own arguments, for commands that need a model's tokenizer.
#include "app/cli/cli.h"
#include "app/cli/commands.h"
#include "app/window/window.h"
#include "app/window/window_main.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>

namespace {

/// Whether a file manager started attention-lab, which became this program. Then standard error is
/// not visible, so ending with a message there would tell the user nothing.
bool is_started_by_desktop() {
    const char* const started = std::getenv("GIO_LAUNCHED_DESKTOP_FILE_PID");
    return started && started == std::to_string(::getpid());
}

} // namespace

int main(int count, char** arguments) {
    // A closed pipe or a size limit becomes an error of the write and does not end the program.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    const std::string document = count > 1 ? arguments[1] : "";
    if (document == "--opengl") {
        std::cout << app::opengl_description();
        return 0;
    }
    if (document == "--command") {
        app::cli::Hooks hooks;
        hooks.import_model = app::cli::import_model;
        hooks.next = app::cli::next;
        return app::cli::run(count - 1, arguments + 1, hooks);
    }
    const std::string whole = count > 3 ? arguments[3] : "";
    const std::string ends = count > 4 ? arguments[4] : "";
    return app::run_window({.document = document,
                            .probe = count > 2 ? arguments[2] : "",
                            .draws_whole = whole == "whole",
                            .ends_if_rejected = ends == "ends" && !is_started_by_desktop()});
}
