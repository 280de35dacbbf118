// SPDX-License-Identifier: MIT
// Writes a document as a page for any browser: one file with the document, its picture and the core
// as WebAssembly, in which every number can be changed (app/page).
#pragma once

#include "core/base/result.h"
#include "core/document/model/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// The page without a document; empty if the program was built without the tools for it.
std::string_view page_bytes();

/// What a page offers apart from its document.
struct PageOffer {
    bool has_edits = true;            // numbers and switches can be changed
    std::vector<std::string> lessons; // names of the lessons that it offers

    friend bool operator==(const PageOffer&, const PageOffer&) = default;
};

/// Makes the file. The error says which packages the build lacked, or that there is no such lesson.
Result<std::string> page_file(const Document& document, const PageOffer& offer = {});

} // namespace attn::publish
