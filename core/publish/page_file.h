// SPDX-License-Identifier: MIT
// A document as a page for any browser: one file that holds the document, its picture and the core
// as WebAssembly, so that every number can be changed there (app/page).
#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// The page without a document; empty where the program was built without the tools for it.
std::string_view page_bytes();

/// What a page offers besides its document.
struct PageOffer {
    bool has_edits = true;            // numbers and switches can be changed
    std::vector<std::string> lessons; // the names of those that can be told

    friend bool operator==(const PageOffer&, const PageOffer&) = default;
};

/// The file. The error says which packages the build lacked, or that there is no such lesson.
Result<std::string> page_file(const Document& document, const PageOffer& offer = {});

} // namespace attn::publish
