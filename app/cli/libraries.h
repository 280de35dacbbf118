// SPDX-License-Identifier: MIT
// The libraries that the program was built with, and their versions.
#pragma once

#include <string>
#include <vector>

namespace app::cli {

struct Library {
    std::string name;
    std::string version;
};
std::vector<Library> libraries();

} // namespace app::cli
