// SPDX-License-Identifier: MIT
// LaTeX that the program writes, typeset by a TeX engine as people typeset it in their notes.
#pragma once

#include "tests/support/python.h"

#include <string>
#include <vector>

namespace attn::test {

struct Typeset {
    int code = 0;                    // of the engine; 127 when it is not installed
    std::vector<std::string> faults; // errors, missing letters, lines too wide, unknown references
    std::string text;                // what pdftotext finds on the pages
    int pages = 0;
};

/// Typesets a whole document. The PDF stays in the folder as NAME.pdf; with
/// ATTENTION_KEEP_LATEX=FOLDER in the environment, source and PDF are also copied there to be
/// looked at. `engine`: pdflatex, lualatex or xelatex.
Typeset typeset(const TempDir& folder, const std::string& name, const std::string& source,
                const std::string& engine = "pdflatex");

/// A document around formulas that need amsmath and graphicx and nothing else, in one column or,
/// with "twocolumn", in two.
std::string with_amsmath(const std::string& body, const std::string& options = "a4paper");

/// Everything that went wrong, in lines; empty if nothing did.
std::string complaints(const Typeset& result);

} // namespace attn::test
