// SPDX-License-Identifier: MIT
// What stands on the paper, read from the PDF: letters as large as its size promises, nothing
// beyond the page or its cell, nothing on top of something else, typefaces that are embedded.
#pragma once

#include "core/document/document.h"
#include "core/publish/cairo.h"

#include <span>
#include <string>
#include <vector>

namespace attn::test {

/// Figures that are pages of one PDF, each with a name for what is said of it.
struct PaperPages {
    std::vector<std::string> names;
    std::vector<figure::Figure> figures;
    double promised = 0; // points that every letter has but lowered and raised ones; 0: no promise
};

/// Every figure of the document but matrices of later heads, which look alike, at the size; or
/// only the one of a name.
PaperPages pages_of_figures(const Document& document, const std::string& size,
                            const publish::Type& type, const std::string& only = "");

/// What is wrong on the pages, a sentence each: "weights: “0.12” leaves its cell".
std::vector<std::string> faults_on_paper(const PaperPages& pages, const publish::Type& type);

/// All figures of the document at the size, or only the one of a name, have no fault.
void expect_readable_figures(const Document& document, const std::string& name,
                             const std::string& size, const publish::Type& type,
                             const std::string& only = "");

} // namespace attn::test
