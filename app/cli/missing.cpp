// SPDX-License-Identifier: MIT
#include "app/cli/missing.h"

#include "core/document/sheet.h"

namespace app::cli {
namespace {

using namespace attn;

/// "X, W_Q, …, output" of this document.
std::string stage_list(const Document& document) {
    std::string names;
    for (const SheetId& sheet : sheets(document))
        if (sheet.head == 0)
            names += (names.empty() ? "" : ", ") + std::string(info(sheet.stage).name);
    return names;
}

std::string head_list(const Document& document) {
    const Index heads = head_count(document);
    return heads == 1 ? "the document has one head, 0"
                      : "the heads are 0 to " + std::to_string(heads - 1);
}

/// "rows are 0 to 3", "there is one row, 0".
std::string range(const std::string& one, const std::string& many, Index count) {
    return count == 1 ? "there is one " + one + ", 0"
                      : many + " are 0 to " + std::to_string(count - 1);
}

} // namespace

Error missing(const Document& document, const SheetId& sheet) {
    if (!exists(document, SheetId{sheet.stage})) {
        const bool is_concepts = document.kind == Kind::Concepts;
        const char* why =
            !belongs(sheet.stage, document.kind)
                ? is_concepts ? "it is a concepts document" : "it is a document of attention"
            : is_concepts ? "it has no new vectors"
                          : "it has no projections";
        return Error{"this document has no stage " + std::string(info(sheet.stage).name) +
                     " because " + why + "; its stages are " + stage_list(document)};
    }
    return Error{"there is no " + to_text(sheet) + ": " + head_list(document)};
}

Error missing(const Document& document, const Place& place) {
    const SheetId first{place.sheet.stage, place.sheet.head, 0};
    if (!exists(document, first))
        return missing(document, first);
    const Shape shape = shape_of(document, first);
    const std::string query = place.sheet.stage == Stage::WeightedValues
                                  ? range("query", "queries", token_count(document)) + ", "
                                  : "";
    return Error{"there is no " + to_text(place) + ": " + query + range("row", "rows", shape.rows) +
                 ", " + range("column", "columns", shape.columns)};
}

} // namespace app::cli
