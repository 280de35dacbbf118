// SPDX-License-Identifier: MIT
// What may stand in place of a word that is being typed. The shells' scripts are short: they ask
// the program, which answers from what its parser knows.
#pragma once

#include "app/cli/arguments.h"

#include <string>
#include <string_view>
#include <vector>

namespace app::cli {

/// The script for a shell.
std::string_view completion_script(Shell shell);

struct Candidates {
    std::vector<std::string> words; // that begin as the last word does
    bool has_files = false;         // file names may stand there as well
    bool goes_on = false;           // the words are not whole yet: no blank follows
};

/// For the arguments typed so far, the last of which is being typed. Stages, figures and words are
/// those of the document that was named before, if it opens.
Candidates candidates(const std::vector<CommandInfo>& commands,
                      const std::vector<std::string>& arguments);

} // namespace app::cli
