// SPDX-License-Identifier: MIT
// The program: the command line, and the window when no command is given.
#include "app/cli/cli.h"

int main(int count, char** arguments) {
    app::cli::Hooks hooks;
    return app::cli::run(count, arguments, hooks);
}
