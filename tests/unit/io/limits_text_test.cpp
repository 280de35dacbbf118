// SPDX-License-Identifier: MIT
// Typed ranges.
#include "core/document/model/written_place.h"
#include "core/io/document/library.h"
#include "core/io/text/limits_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

using namespace attn;

namespace {

constexpr Real open = std::numeric_limits<Real>::infinity();

struct LimitsText : ::testing::Test {
    Document document = *io::open_document("the-cat-chased-the-mouse");
    CellRange x = all_cells(document, SheetId{Stage::X});
    CellRange w_q = all_cells(document, SheetId{Stage::W_Q});

    std::vector<Limits> read(const std::string& text) const {
        const auto limits = io::read_limits(document, {x, w_q}, text);
        EXPECT_TRUE(limits) << text << ": " << limits.error().message;
        return limits ? *limits : std::vector<Limits>{};
    }
    static void expect(const Limits& found, const CellRange& cells, Real least, Real greatest) {
        EXPECT_EQ(found.cells, cells);
        EXPECT_EQ(found.least, least);
        EXPECT_EQ(found.greatest, greatest);
    }
};

} // namespace

TEST_F(LimitsText, ApplyToAllOrSomeCells) {
    EXPECT_TRUE(read("").empty());
    const auto all = read("-1:1");
    ASSERT_EQ(all.size(), 2U);
    expect(all[0], x, -1, 1);
    expect(all[1], w_q, -1, 1);
    const auto some = read(" −0.5 : 2e-1 , X[cat] = 0: ,W_Q[0,:]=:3");
    ASSERT_EQ(some.size(), 4U);
    expect(some[1], w_q, -0.5, 0.2);
    expect(some[2], *parse_written_cells(document, "X[cat]"), 0, open);
    expect(some[3], *parse_written_cells(document, "W_Q[0,:]"), -open, 3);
}

TEST_F(LimitsText, ErrorsExplainInvalidRanges) {
    for (const char* text : {"1", ":", "a:b", "X=", "X=1", "0:1,", "nan:1", "1:2:3"}) {
        const auto limits = io::read_limits(document, {x}, text);
        ASSERT_FALSE(limits) << text;
        EXPECT_NE(limits.error().message.find("is not a range"), std::string::npos) << text;
    }
    EXPECT_NE(io::read_limits(document, {x}, "X[dog]=0:1").error().message.find("no word \"dog\""),
              std::string::npos);
}
