// SPDX-License-Identifier: MIT
#include "tests/golden/expected_stages.h"

#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/sheet.h"
#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace attn::testing {
namespace {

using nlohmann::json;

// Both sides round each operation to double; sums of a few terms differ only by their order.
constexpr Real tolerance = 1e-12;

Real number(const json& value) {
    if (!value.is_string())
        return value.get<Real>();
    const Real infinity = std::numeric_limits<Real>::infinity();
    return value == "NaN" || value == "nan" ? std::nan("")
           : value == "Infinity"            ? infinity
                                            : -infinity;
}

Matrix matrix(const json& rows) {
    Matrix result(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) =
                number(rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)));
    return result;
}

/// The stage's name in the references: "Q/0", "joined", "cross.Q/0@1".
std::string name_of(SheetId sheet) {
    const std::string head = info(sheet.stage).is_per_head ? "/" + std::to_string(sheet.head) : "";
    sheet.head = 0;
    std::string name = to_text(sheet);
    return name.insert(std::min(name.find('@'), name.size()), head);
}

bool is_near(Real found, Real expected) {
    if (found == expected || (std::isnan(found) && std::isnan(expected)))
        return true; // Also the infinities.
    return std::abs(found - expected) <= tolerance * std::max<Real>(1, std::abs(expected));
}

void expect_near(const Matrix& found, const Matrix& expected, const std::string& where) {
    ASSERT_EQ(found.rows(), expected.rows()) << where;
    ASSERT_EQ(found.cols(), expected.cols()) << where;
    for (Index row = 0; row < found.rows(); ++row)
        for (Index column = 0; column < found.cols(); ++column)
            EXPECT_TRUE(is_near(found(row, column), expected(row, column)))
                << where << "[" << row << "," << column << "]: found " << found(row, column)
                << ", expected " << expected(row, column);
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
            expect_near(matrix_of(*document, trace, sheet), matrix(*expected), to_text(sheet));
            continue;
        }
        for (; sheet.query < token_count(*document); ++sheet.query)
            expect_near(matrix_of(*document, trace, sheet),
                        matrix(expected->at(static_cast<std::size_t>(sheet.query))),
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

} // namespace attn::testing
