// SPDX-License-Identifier: MIT
// The program with the window. A desktop starts it with a DOCUMENT or with nothing; attention-lab
// with DOCUMENT PROBE whole|"" ends, so that a document that is rejected ends it, with --opengl, or
// with --command and its own arguments, to import a model.
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

/// A file manager may start attention-lab, which becomes this program. It shows no standard error,
/// so a program that ends would not say why.
bool is_started_by_desktop() {
    const char* const started = std::getenv("GIO_LAUNCHED_DESKTOP_FILE_PID");
    return started && started == std::to_string(::getpid());
}

} // namespace

int main(int count, char** arguments) {
    // A closed pipe or a size limit is an error of the write, not the program's end.
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
        return app::cli::run(count - 1, arguments + 1, hooks);
    }
    const std::string whole = count > 3 ? arguments[3] : "";
    const std::string ends = count > 4 ? arguments[4] : "";
    return app::run_window({.document = document,
                            .probe = count > 2 ? arguments[2] : "",
                            .draws_whole = whole == "whole",
                            .ends_if_rejected = ends == "ends" && !is_started_by_desktop()});
}
