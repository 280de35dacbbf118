// SPDX-License-Identifier: MIT
// Runs work that may take long: on a terminal a line shows the progress, and Ctrl+C ends it at once
// without leaving anything behind.
#pragma once

#include "core/engine/progress.h"

#include <functional>
#include <string>

namespace app::cli {

/// Runs the work on its own thread and waits for it. SIGINT, SIGTERM and SIGHUP cancel it; when it
/// has returned, the program ends by that signal. Once cancelled, the work must not start to write
/// a result, but it completes one it is writing. `doing`: "reading the model".
void do_long_work(const std::string& doing, const std::function<void(attn::Progress&)>& work);

} // namespace app::cli
