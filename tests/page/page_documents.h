// SPDX-License-Identifier: MIT
// The documents that pages are tested with, and how a page gets another document.
#pragma once

#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"
#include "tests/support/random_without_x.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace attn::test {

/// Words that would end or begin a script or an element if a page took them for markup.
inline Document hostile_document() {
    Document document = *io::open_document("four-words");
    const std::string attack = "</script><script>window.ran=1</script>";
    document.title = "<img src=x onerror=\"window.ran=1\">" + attack;
    document.notes = attack;
    document.tokens = std::vector<std::string>{attack, "\"'`${window.ran=1}", "\u202Eabc\u202C",
                                               "\uFEFF@DOCUMENT@<!--<script>"};
    return document;
}

/// `times` · 50 documents over all switches, a fifth of them with joined heads; `times` · 60 with
/// every value of every option, some with tables of words and with given stages; and `times` · 18
/// that begin without X in every way.
inline std::vector<Document> seeded_documents(int times) {
    std::vector<Document> documents;
    const auto count = static_cast<std::uint32_t>(times);
    // Such steps have no common factor with the number of combinations, so they reach all kinds.
    for (std::uint32_t seed = 0; seed < 50 * count; ++seed)
        documents.push_back(seed % 5 == 0 ? attn::test::random_joined_document(seed * 7)
                                          : attn::test::random_document(seed * 7));
    for (std::uint32_t seed = 0; seed < 60 * count; ++seed)
        documents.push_back(attn::test::random_document_of_any_kind(seed));
    for (std::uint32_t seed = 0; seed < 18 * count; ++seed)
        documents.push_back(attn::test::random_document_without_x(seed));
    return documents;
}

/// Gives the page another document, which goes through the file format on both sides.
inline std::string replaced_by(const Document& document) {
    const nlohmann::json command = {
        {"command", "replace"},
        {"document", nlohmann::json::parse(io::write_document(document))},
        {"what", "Open"}};
    return "attentionLab.apply(" + command.dump() + ");";
}

} // namespace attn::test
