// SPDX-License-Identifier: MIT
// Checks a PDF page as it would be printed: letters as large as the size promises, nothing outside
// the page or its cell, nothing overlapping, typefaces embedded.
#pragma once

#include "core/document/model/document.h"
#include "core/publish/pictures/cairo.h"

#include <span>
#include <string>
#include <vector>

namespace attn::test {

/// Figures that become the pages of one PDF, each with a name for messages.
struct PaperPages {
    std::vector<std::string> names;
    std::vector<figure::Figure> figures;
    double promised = 0; // smallest size of letters in points, except super- and subscripts; 0: no
                         // promise
};

/// Every figure of the document at this size, except similar matrices of later heads; or only the
/// figure named `only`.
PaperPages pages_of_figures(const Document& document, const std::string& size,
                            const publish::Type& type, const std::string& only = "");

/// Lists the faults on the pages, a sentence each: "weights: “0.12” leaves its cell".
std::vector<std::string> faults_on_paper(const PaperPages& pages, const publish::Type& type);

/// Expects no fault in the document's figures at this size, or in a single one.
void expect_readable_figures(const Document& document, const std::string& name,
                             const std::string& size, const publish::Type& type,
                             const std::string& only = "");

} // namespace attn::test
