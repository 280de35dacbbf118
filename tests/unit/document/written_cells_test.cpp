// SPDX-License-Identifier: MIT
// Typed cells in both conventions, and lists of cells.
#include "core/document/model/written_place.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace attn;

namespace {

Document cat() {
    return *io::open_document("the-cat-chased-the-mouse");
}

std::string fault_of(const Document& document, const std::string& text) {
    const auto cells = parse_written_cells(document, text);
    return cells ? "" : cells.error().message;
}

} // namespace

TEST(WrittenCells, AreAWordALineAPartOrAll) {
    const Document document = cat();
    const auto read = [&](const std::string& text) {
        const auto cells = parse_written_cells(document, text);
        EXPECT_TRUE(cells) << text << ": " << fault_of(document, text);
        return cells ? *cells : CellRange{};
    };
    const SheetId x{Stage::X}, w_q{Stage::W_Q};
    EXPECT_EQ(read("X"), (CellRange{x, 0, 0, 5, 4}));
    EXPECT_EQ(read("X[cat]"), (CellRange{x, 1, 0, 1, 4}));
    EXPECT_EQ(read("X[1]"), read("X[cat]"));
    EXPECT_EQ(read("X[1,:]"), read("X[cat]"));
    EXPECT_EQ(read("X[ mouse , 2 ]"), (CellRange{x, 4, 2, 1, 1}));
    EXPECT_EQ(read("X[0:2]"), (CellRange{x, 0, 0, 2, 4}));
    EXPECT_EQ(read("X[:]"), read("X"));
    const Index d_k = read("W_Q").columns;
    EXPECT_EQ(read("W_Q[0,:]"), (CellRange{w_q, 0, 0, 1, d_k}));
    EXPECT_EQ(read("W_Q[1:3,1]"), (CellRange{w_q, 1, 1, 2, 1}));
}

TEST(WrittenCells, FollowTheConvention) {
    Document document = cat();
    document.convention = Convention::TokensAsColumns;
    EXPECT_EQ(*parse_written_cells(document, "X[cat]"), (CellRange{{Stage::X}, 1, 0, 1, 4}));
    EXPECT_EQ(*parse_written_cells(document, "X[:,1]"), (CellRange{{Stage::X}, 1, 0, 1, 4}));
    EXPECT_EQ(*parse_written_cells(document, "X[0:2,cat]"), (CellRange{{Stage::X}, 1, 0, 1, 2}));
    EXPECT_EQ(cells_text(document, {{Stage::X}, 1, 0, 1, 4}), "X[:,1]");
}

TEST(WrittenCells, AreReadBackAsWritten) {
    Document document = cat();
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        document.convention = convention;
        for (const char* text : {"X", "X[1,:]", "X[:,2]", "X[0:2,1:3]", "W_V[1,2]"})
            EXPECT_EQ(cells_text(document, *parse_written_cells(document, text)), text);
    }
}

TEST(WrittenCells, NameWhatTheDocumentLacks) {
    Document document = cat();
    EXPECT_EQ(fault_of(document, "X[dog]").find("X: there is no word \"dog\""), 0U);
    EXPECT_NE(fault_of(document, "X[mouze]").find("did you mean \"mouse\"?"), std::string::npos);
    EXPECT_EQ(fault_of(document, "X[7]"), "X: there is no row 7; rows are 0 to 4");
    EXPECT_EQ(fault_of(document, "X[0,4:6]"), "X: there is no column 5; columns are 0 to 3");
    EXPECT_NE(fault_of(document, "W_Q[0]").find("W_Q has no words"), std::string::npos);
    EXPECT_NE(fault_of(document, "W_Q[cat,0]").find("is no row"), std::string::npos);
    EXPECT_NE(fault_of(document, "X[0").find("no closing bracket"), std::string::npos);
    EXPECT_NE(fault_of(document, "X[0,0,0]").find("rows and columns only"), std::string::npos);
    EXPECT_NE(fault_of(document, "Y[0]").find("there is no stage"), std::string::npos);
    EXPECT_NE(fault_of(document, "W_Q/3[0,:]").find("the document has no W_Q/3"),
              std::string::npos);
    document.tokens = Words(std::vector<std::string>{"the", "cat", "chased", "the", "mouse"});
    EXPECT_NE(fault_of(document, "X[the]").find("is at 0 and at 3; write its number"),
              std::string::npos);
}

TEST(WrittenCells, KeepTheirCommasInLists) {
    using Parts = std::vector<std::string_view>;
    EXPECT_EQ(list_parts(""), Parts{});
    EXPECT_EQ(list_parts("X"), Parts{"X"});
    EXPECT_EQ(list_parts("X[0,:],W_Q"), (Parts{"X[0,:]", "W_Q"}));
    EXPECT_EQ(list_parts(" X[cat] , X[mouse,1]"), (Parts{"X[cat]", "X[mouse,1]"}));
    EXPECT_EQ(list_parts("X,,W_Q"), (Parts{"X", "", "W_Q"}));
    EXPECT_EQ(list_parts("X,"), (Parts{"X", ""}));
}
