// SPDX-License-Identifier: MIT
// The program: the command line, and the window when no command is given.
#include "app/cli/cli.h"
#include "app/window.h"
#include "app/window_main.h"

int main(int count, char** arguments) {
    app::cli::Hooks hooks;
    hooks.open_window = [](const app::cli::WindowRequest& request) {
        return app::run_window({.document = request.document, .probe = request.probe});
    };
    hooks.opengl = app::opengl_description;
    return app::cli::run(count, arguments, hooks);
}
