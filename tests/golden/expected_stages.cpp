// SPDX-License-Identifier: MIT
#include "tests/golden/expected_stages.h"

#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/sheet.h"
#include "core/io/document/document_json.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace attn::test {
namespace {

using nlohmann::json;

/// The stage's name in the references: "Q/0", "joined", "cross.Q/0@1".
std::string name_of(SheetId sheet) {
    const std::string head = info(sheet.stage).is_per_head ? "/" + std::to_string(sheet.head) : "";
    sheet.head = 0;
    std::string name = to_text(sheet);
    return name.insert(std::min(name.find('@'), name.size()), head);
}

} // namespace

std::size_t expect_stages(const json& entry) {
    const std::string title = entry["document"]["title"];
    SCOPED_TRACE(title + ": " + entry["document"]["model"].dump());
    const auto document = io::read_document(entry["document"].dump(), title);
    if (!document) {
        ADD_FAILURE() << document.error().text();
        return 0;
    }
    const Trace trace = evaluate(*document);
    std::size_t compared = 0;
    for (SheetId sheet : sheets(*document)) {
        const auto expected = entry["stages"].find(name_of(sheet));
        if (expected == entry["stages"].end())
            continue;
        ++compared;
        if (sheet.stage != Stage::WeightedValues) {
            expect_golden(matrix_of(*document, trace, sheet), golden_matrix(*expected),
                          to_text(sheet));
            continue;
        }
        for (; sheet.query < token_count(*document); ++sheet.query)
            expect_golden(matrix_of(*document, trace, sheet),
                          golden_matrix(expected->at(static_cast<std::size_t>(sheet.query))),
                          to_text(sheet));
    }
    EXPECT_EQ(compared, entry["stages"].size()) << "a stage is missing";
    return compared;
}

void expect_every_stage(const json& all) {
    for (const json& entry : all) {
        const auto document = io::read_document(entry["document"].dump(), "reference");
        ASSERT_TRUE(document) << document.error().text();
        std::size_t computed = 0;
        for (const SheetId& sheet : sheets(*document))
            computed += !is_given(*document, sheet) || is_given_stage(*document, sheet);
        EXPECT_EQ(expect_stages(entry), computed) << entry["document"]["title"];
    }
}

} // namespace attn::test
