// SPDX-License-Identifier: MIT
// The program: the window on a preset or a file.
#include <string_view>

#include "app/window_main.h"

int main(int count, char** arguments) {
    app::WindowOptions options;
    for (int at = 1; at < count; ++at) {
        if (std::string_view(arguments[at]) == "--probe" && at + 1 < count)
            options.probe = arguments[++at];
        else
            options.document = arguments[at];
    }
    return app::run_window(options);
}
