// SPDX-License-Identifier: MIT
// Typesets the program's LaTeX with a TeX engine, as people do.
#pragma once

#include "tests/support/python.h"

#include <string>
#include <vector>

namespace attn::test {

struct Typeset {
    int code = 0;                    // of the engine; 127 if it is not installed
    std::vector<std::string> faults; // errors, missing letters, lines too wide, unknown references
    std::string text;                // what pdftotext finds on the pages
    int pages = 0;
};

/// Typesets a whole document. The PDF stays in the folder as NAME.pdf. If the environment has
/// ATTENTION_KEEP_LATEX=FOLDER, source and PDF are also copied there for inspection. `engine`:
/// pdflatex, lualatex or xelatex.
Typeset typeset(const TempDir& folder, const std::string& name, const std::string& source,
                const std::string& engine = "pdflatex");

/// Wraps formulas in a document that loads only amsmath and graphicx; with "twocolumn" in `options`
/// it has two columns.
std::string with_amsmath(const std::string& body, const std::string& options = "a4paper");

/// Lists everything that went wrong, one per line; empty if nothing did.
std::string complaints(const Typeset& result);

} // namespace attn::test
