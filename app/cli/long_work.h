// SPDX-License-Identifier: MIT
// Work that may take long: on a terminal a line says how far it is, and Ctrl+C ends it at once and
// leaves nothing behind.
#pragma once

#include "core/engine/progress.h"

#include <functional>
#include <string>

namespace app::cli {

/// Does the work on a thread of its own and waits for it. SIGINT, SIGTERM and SIGHUP cancel it;
/// when it has come back, the program ends by that signal. The work must not begin to write a
/// result once it is cancelled; one that it is writing then becomes whole. `doing`: "reading the
/// model".
void do_long_work(const std::string& doing, const std::function<void(attn::Progress&)>& work);

} // namespace app::cli
