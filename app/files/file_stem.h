// SPDX-License-Identifier: MIT
// Names of files that are made from titles.
#pragma once

#include <string>

namespace app {

/// A title as the name of a file: keeps letters and digits of any language, and joins them by
/// hyphens. Empty if there are none.
std::string hyphened(const std::string& name);

} // namespace app
