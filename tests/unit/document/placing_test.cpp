// SPDX-License-Identifier: MIT
#include "core/document/commands/placing.h"
#include "core/document/model/sheet.h"
#include "tests/support/small_ratings.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace attn;

namespace {

/// Three words, d_model 3, d_k 2, d_v 4.
Document document() {
    Document made;
    made.tokens = {"a", "b", "c"};
    made.embeddings = Matrix::Zero(3, 3);
    made.heads = {{Matrix::Zero(3, 2), Matrix::Zero(3, 2), Matrix::Zero(3, 4)}};
    return made;
}

Matrix counted(Index rows, Index columns) {
    Matrix matrix(rows, columns);
    for (Index at = 0; at < matrix.size(); ++at)
        matrix.data()[at] = static_cast<Real>(at + 1);
    return matrix;
}

Document after(const Placing& way) {
    const auto made = apply_all(document(), way.commands);
    EXPECT_TRUE(made);
    return *made;
}

} // namespace

TEST(Placing, IntoEqualCellsAsksNoQuestion) {
    const Placings found = placings(document(), {{Stage::W_V}, 1, 1, 2, 2}, counted(2, 2), {});
    ASSERT_TRUE(found.fits);
    const Matrix w_v = *after(found.ways[0]).heads[0].w_v;
    EXPECT_EQ(w_v.block(1, 1, 2, 2), counted(2, 2));
    EXPECT_EQ(w_v.sum(), 10);
}

TEST(Placing, StartsAtASingleCellOrTakesTheWholeMatrix) {
    const Placings from = placings(document(), {{Stage::W_V}, 1, 2}, counted(2, 2), {});
    ASSERT_TRUE(from.fits);
    EXPECT_EQ((*after(from.ways[0]).heads[0].w_v)(2, 3), 4);
    const Placings whole = placings(document(), {{Stage::W_V}, 2, 2}, counted(3, 4), {});
    ASSERT_TRUE(whole.fits);
    EXPECT_EQ(*after(whole.ways[0]).heads[0].w_v, counted(3, 4));
}

TEST(Placing, OffersToTransposeToResizeOrToCut) {
    const Placings found = placings(document(), {{Stage::W_Q}, 0, 0}, counted(2, 3), {});
    EXPECT_FALSE(found.fits);
    std::vector<std::string> titles;
    for (const Placing& way : found.ways)
        titles.push_back(way.title);
    EXPECT_EQ(titles, (std::vector<std::string>{
                          "Transposed, over all of W_Q", "Over all of W_Q, which becomes 2 × 3",
                          "Only the first 2 × 2 of 2 × 3, starting at the selected cell"}));
    EXPECT_EQ(*after(found.ways[0]).heads[0].w_q, counted(2, 3).transpose());
    const Document resized = after(found.ways[1]);
    EXPECT_EQ(*resized.heads[0].w_q, counted(2, 3));
    EXPECT_EQ(d_model(resized), 2);
    EXPECT_EQ(d_k(resized), 3);
    EXPECT_EQ(found.ways[1].sentence,
              "d_model 3 → 2, d_k 2 → 3; new numbers in other matrices are 0");
    EXPECT_EQ(after(found.ways[2]).heads[0].w_q->sum(), 1 + 2 + 4 + 5);
}

TEST(Placing, OverXAddsNamesAndRemovesWords) {
    const Placings more = placings(document(), {{Stage::X}, 0, 0}, counted(5, 3),
                                   {{"P1", "P2", "P3", "P4", "P5"}, {}});
    ASSERT_FALSE(more.fits);
    const Document longer = after(more.ways.front());
    EXPECT_EQ(longer.tokens, (std::vector<std::string>{"P1", "P2", "P3", "P4", "P5"}));
    EXPECT_EQ(*longer.embeddings, counted(5, 3));
    // If transposed, its names are not the words.
    const auto turned = std::find_if(more.ways.begin(), more.ways.end(), [](const Placing& way) {
        return way.title.find("Transposed, over") == 0;
    });
    ASSERT_NE(turned, more.ways.end());
    EXPECT_EQ(after(*turned).tokens, document().tokens);
    EXPECT_EQ(*after(*turned).embeddings, counted(5, 3).transpose());
    const Document shorter =
        after(placings(document(), {{Stage::X}, 0, 0, 3, 3}, counted(1, 2), {}).ways.front());
    EXPECT_EQ(shorter.tokens, (std::vector<std::string>{"a"}));
    EXPECT_EQ(d_model(shorter), 2);
}

TEST(Placing, PutsOneNumberIntoEachSelectedCell) {
    const Placings found = placings(document(), {{Stage::X}, 0, 0, 2, 3}, counted(1, 1), {});
    ASSERT_TRUE(found.fits);
    EXPECT_EQ(after(found.ways[0]).embeddings->sum(), 6);
}

TEST(Placing, OverRatingsAddsPeopleAndFilmsWithTheirNames) {
    const Document ratings = attn::test::small_ratings();
    ASSERT_TRUE(validate(ratings));
    const auto way = [&](const CellRange& range, const Matrix& grid, const GridNames& given) {
        const Placings found = placings(ratings, range, grid, given);
        EXPECT_FALSE(found.ways.empty());
        const auto made = apply_all(ratings, found.ways.front().commands);
        EXPECT_TRUE(made);
        EXPECT_TRUE(validate(*made));
        return std::pair(found.ways.front().sentence, *made);
    };
    const auto [sentence, wide] =
        way({{Stage::X}, 0, 0}, counted(3, 3), {{"B", "A", "C"}, {"Titanic", "Alien", "Up"}});
    EXPECT_EQ(sentence, "people 2 → 3, films 2 → 3; new numbers in other matrices are 0");
    EXPECT_EQ(wide.tokens, (std::vector<std::string>{"B", "A", "C"}));
    EXPECT_EQ(*wide.embeddings, counted(3, 3));
    EXPECT_EQ(wide.concepts.columns, (std::vector<std::string>{"Titanic", "Alien", "Up"}));
    EXPECT_EQ(*wide.concepts.vectors, (Matrix(1, 3) << 1, 1, 0).finished());
    // Two new people cannot have the same name.
    const Document twice = way({{Stage::Vectors}, 0, 0}, counted(2, 2), {{"Q", "Q"}, {}}).second;
    EXPECT_EQ(*twice.concepts.vectors, counted(2, 2));
    EXPECT_EQ(twice.concepts.names, (std::vector<std::string>{"N", "P2"}));
    const auto [told, vectors] = way({{Stage::Vectors}, 0, 0}, counted(3, 2), {{"P8", "P9"}, {}});
    EXPECT_EQ(told, "new people 1 → 3; new numbers in other matrices are 0");
    EXPECT_EQ(*vectors.concepts.vectors, counted(3, 2));
    EXPECT_EQ(vectors.concepts.names[1], "P9");
    EXPECT_EQ(*vectors.embeddings, *ratings.embeddings);
}

TEST(Placing, RefusesComputedStages) {
    EXPECT_TRUE(placings(document(), {{Stage::Scores}, 0, 0}, counted(3, 3), {}).ways.empty());
}
