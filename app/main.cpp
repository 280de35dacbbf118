// SPDX-License-Identifier: MIT
// The program: runs a command, or becomes the window if none is given.
#include "app/cli/cli.h"
#include "app/cli/window_program.h"

int main(int count, char** arguments) {
    return app::cli::run(
        count, arguments,
        {.open_window = app::become_window,
         .opengl = app::ask_opengl,
         .import_model =
             [&](const app::cli::ImportRequest&) { return app::become_model_reader(arguments); },
         .next =
             [&](const app::cli::NextRequest&) { return app::become_model_reader(arguments); }});
}
