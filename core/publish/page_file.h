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

/// What a page holds for a lesson step whose document is that of the step before although it has
/// commands.
constexpr std::string_view same_document = "\"same\"";

/// What a page offers apart from its document.
struct PageOffer {
    bool has_edits = true;            // numbers and switches can be changed
    std::vector<std::string> lessons; // names of the lessons that it offers

    friend bool operator==(const PageOffer&, const PageOffer&) = default;
};

/// An empty box of a worksheet.
struct FormBox {
    std::string place; // "weights[1,2]", as answers name it
    std::string title;
};
/// One worksheet of a form.
struct FormSheet {
    std::string code; // "7-03"; empty: the student types a name
    std::string name; // whose it is; empty: not known
    Document document;
    std::vector<FormBox> boxes;
};
/// What a page asks a student to fill in.
struct PageForm {
    std::string task; // empty: the page's own sentence
    std::vector<FormSheet> sheets;
};

/// Makes the file. With a form the document is that of its first worksheet. The error says which
/// packages the build lacked, or that there is no such lesson.
Result<std::string> page_file(const Document& document, const PageOffer& offer = {},
                              const PageForm* form = nullptr);

} // namespace attn::publish
