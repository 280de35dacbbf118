// SPDX-License-Identifier: MIT
// Completes the word being typed. The shells' scripts are short: they ask the program, which
// answers from what its parser knows.
#pragma once

#include "app/cli/arguments.h"

#include <string>
#include <string_view>
#include <vector>

namespace app::cli {

/// The script for a shell.
std::string_view completion_script(Shell shell);

struct Candidates {
    std::vector<std::string> words; // all begin with the last word
    bool has_files = false;         // file names are possible too
    bool goes_on = false;           // the words are incomplete, so no space follows
};

/// Completes the last of the arguments. Stages, figures and words come from the document named
/// before, if it opens.
Candidates candidates(const std::vector<CommandInfo>& commands,
                      const std::vector<std::string>& arguments);

} // namespace app::cli
