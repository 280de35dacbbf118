// SPDX-License-Identifier: MIT
// Pages made of pieces: where each piece is, and how large cells become.
#include "core/figure/canvas/readable.h"
#include "core/figure/pages/board.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace attn::figure::board {
namespace {

/// A look of a matrix with so many rows and columns.
struct Shaped {
    Shaped(Index rows, Index columns) : numbers(Matrix::Zero(rows, columns)) {
        look.values = Cells(numbers);
    }
    Shaped(const Shaped&) = delete;
    Shaped& operator=(const Shaped&) = delete;

    Matrix numbers;
    SheetLook look;
};

void expect_rect(const Rect& rect, const Rect& wanted) {
    EXPECT_FLOAT_EQ(rect.x, wanted.x);
    EXPECT_FLOAT_EQ(rect.y, wanted.y);
    EXPECT_FLOAT_EQ(rect.width, wanted.width);
    EXPECT_FLOAT_EQ(rect.height, wanted.height);
}

const CellSizes no_cells;
const Lengths lengths; // label_gap() is 7

TEST(Board, ARowPutsPiecesSideBySide) {
    const Piece page = row({room(10, 30, 0), room(20, 40, 1), room(5, 5, 2)}, 3);
    EXPECT_FLOAT_EQ(width_across(page, no_cells), 10 + 3 + 20 + 3 + 5);
    EXPECT_FLOAT_EQ(height_down(page, no_cells), 40);
    const Places places = place(page, no_cells, {100, 200, 41, 40});
    expect_rect(places.rect(0), {100, 200, 10, 30});
    expect_rect(places.rect(1), {113, 200, 20, 40});
    expect_rect(places.rect(2), {136, 200, 5, 5});
    EXPECT_EQ(places.find(3), nullptr);
}

TEST(Board, AColumnPutsPiecesOneBelowTheOther) {
    Piece page = column({room(10, 30, 0), room(20, 40, 1)}, 4);
    page.around = {1, 2, 3, 5};
    EXPECT_FLOAT_EQ(width_across(page, no_cells), 1 + 20 + 3);
    EXPECT_FLOAT_EQ(height_down(page, no_cells), 2 + 30 + 4 + 40 + 5);
    const Places places = place(page, no_cells, {});
    expect_rect(places.rect(0), {1, 2, 10, 30});
    expect_rect(places.rect(1), {1, 36, 20, 40});
}

TEST(Board, AMatrixHasNamesAndATitleAroundItsCells) {
    const Shaped shaped(2, 3);
    const SheetLook& look = shaped.look;
    const Piece page = matrix(7, look, lengths, 13, 11);
    const CellSizes cells{{10}, {4}};
    EXPECT_FLOAT_EQ(width_across(page, cells), 13 + lengths.label_gap() + 3 * 10);
    EXPECT_FLOAT_EQ(height_down(page, cells), 11 + 2 * 4);
    const SheetBox box = place(page, cells, {100, 50, 0, 0}).box(7, lengths);
    EXPECT_EQ(box.look, &look);
    expect_rect(box.cells, {100 + 13 + lengths.label_gap(), 61, 30, 8});
    EXPECT_FLOAT_EQ(box.corner.x, 100);
    EXPECT_FLOAT_EQ(box.corner.y, 50);
    EXPECT_FLOAT_EQ(box.width, 50);
    EXPECT_FLOAT_EQ(box.label_width, 13);
    EXPECT_FALSE(box.has_numbers);
}

TEST(Board, CellsOfEachClassHaveTheirOwnSize) {
    const Shaped small(2, 2), large(3, 5);
    Piece other = matrix(1, large.look, lengths, 0, 0);
    other.wide = 1;
    const Piece page = row({matrix(0, small.look, lengths, 0, 0), other});
    const CellSizes cells{{10, 20}, {4}};
    EXPECT_FLOAT_EQ(width_across(page, cells), 2 * 10 + 5 * 20);
    const Places places = place(page, cells, {});
    EXPECT_FLOAT_EQ(places.find(0)->cell.width, 10);
    expect_rect(places.find(1)->cells, {20, 0, 100, 12});
}

/// A piece at its column and lane.
Piece at(Piece piece, std::size_t column, std::size_t lane) {
    piece.column = column;
    piece.lane = lane;
    return piece;
}

TEST(Board, AGridAlignsColumnsAndLanes) {
    const Piece page = grid({at(room(10, 1, 0), 0, 0), at(room(2, 5, 1), 1, 0),
                             at(room(30, 2, 2), 0, 1), at(room(4, 3, 3), 1, 1)},
                            {6, 8});
    EXPECT_FLOAT_EQ(width_across(page, no_cells), 30 + 6 + 4);
    EXPECT_FLOAT_EQ(height_down(page, no_cells), 5 + 8 + 3);
    const Places places = place(page, no_cells, {});
    expect_rect(places.rect(0), {0, 0, 10, 1});
    expect_rect(places.rect(1), {36, 0, 2, 5});
    expect_rect(places.rect(2), {0, 13, 30, 2});
    expect_rect(places.rect(3), {36, 13, 4, 3});
}

TEST(Board, AColumnOfMatricesIsAlignedAtTheCells) {
    const Shaped shaped(1, 2);
    const SheetLook& look = shaped.look;
    const Piece page = column({matrix(0, look, lengths, 0, 0), matrix(1, look, lengths, 13, 0)});
    const CellSizes cells{{10}, {4}};
    const Places places = place(page, cells, {});
    EXPECT_FLOAT_EQ(places.find(0)->cells.x, 13 + lengths.label_gap());
    EXPECT_FLOAT_EQ(places.find(1)->cells.x, 13 + lengths.label_gap());
}

TEST(Board, APieceReachesDownOverSeveralLanes) {
    Piece tall = at(room(2, 50, 0), 0, 0);
    tall.last_lane = 1;
    const Piece page = grid({tall, at(room(3, 10, 1), 1, 0), at(room(3, 20, 2), 1, 1)}, {0, 5});
    EXPECT_FLOAT_EQ(height_down(page, no_cells), 50); // The gap counts as well.
    const Places places = place(page, no_cells, {});
    expect_rect(places.rect(0), {0, 0, 2, 50});
    expect_rect(places.rect(2), {2, 15, 3, 20});
}

TEST(Board, APieceReachesOverTheColumnBeforeButStaysClear) {
    const Shaped one(1, 1), two(1, 2);
    const CellSizes cells{{10}, {4}};
    // The second matrix has names, 20 wide with their gap, which reach to the left of its column.
    const auto page = [&](const SheetLook& before) {
        Piece reaching = at(matrix(2, two.look, lengths, 13, 0), 1, 0);
        reaching.clear = 5;
        return grid({at(matrix(0, before, lengths, 0, 0), 0, 0), at(room(30, 1), 0, 1),
                     at(room(30, 1, 1), 1, 1), reaching},
                    {});
    };
    const Places far = place(page(one.look), cells, {}); // Cells before it end at 10.
    EXPECT_FLOAT_EQ(far.rect(2).x, 15);
    EXPECT_FLOAT_EQ(far.rect(1).x, 35);
    const Places near = place(page(two.look), cells, {}); // They end at 20.
    EXPECT_FLOAT_EQ(near.rect(2).x, 25);
    EXPECT_FLOAT_EQ(near.rect(1).x, 45);
    const Shaped none(1, 0);
    EXPECT_FLOAT_EQ(place(page(none.look), cells, {}).rect(2).x, 10); // The column begins at 30.
}

TEST(Board, SharesTakeWhatIsLeftOver) {
    Piece one = room(10, 5, 0), two = room(10, 5, 1);
    one.share = {1, 0};
    two.share = {3, 0};
    const Piece page = row({one, room(7, 5, 2), two});
    const Places places = place(page, no_cells, {0, 0, 67, 5});
    EXPECT_FLOAT_EQ(places.rect(0).width, 10 + 10);
    EXPECT_FLOAT_EQ(places.rect(2).x, 20);
    EXPECT_FLOAT_EQ(places.rect(1).x, 27);
    EXPECT_FLOAT_EQ(places.rect(1).width, 10 + 30);

    Piece below = room(1, 5, 1);
    below.share = {0, 1};
    const Places down = place(column({room(1, 5, 0), below}), no_cells, {0, 0, 1, 40});
    EXPECT_FLOAT_EQ(down.rect(1).height, 35);
}

TEST(Board, APieceIsAsideInItsPlaceOrFillsIt) {
    Piece end = room(10, 5, 0), whole = room(10, 5, 1);
    end.aside = {1, 0.5F};
    whole.fills_across = whole.fills_down = true;
    const Piece page = column({row({end, room(1, 25)}), whole, room(40, 1)});
    const Places places = place(page, no_cells, {});
    expect_rect(places.rect(0), {0, 10, 10, 5});
    expect_rect(places.rect(1), {0, 25, 40, 5});
}

TEST(Board, ALargeGridKeepsAllItsPlaces) {
    std::vector<Piece> parts;
    for (int key = 0; key < 400; ++key)
        parts.push_back(room(1, 2, key));
    const Places places = place(column(parts), no_cells, {});
    EXPECT_FLOAT_EQ(places.rect(399).y, 798);
}

TEST(Board, FitEvenMakesCellsAsLargeAsTheRoomAllows) {
    const Shaped shaped(4, 8);
    const SheetLook& look = shaped.look;
    const Piece page =
        column({matrix(0, look, lengths, 13, 10), matrix(1, look, lengths, 13, 10)}, 5);
    CellSizes cells{{0}, {0}};
    fit_even(page, cells, {180, 105}, {100, 100});
    EXPECT_NEAR(cells.wide[0], (180 - 13 - lengths.label_gap()) / 8, 1e-4);
    EXPECT_NEAR(cells.high[0], (105 - 25) / 8.0, 1e-4);
    EXPECT_LE(width_across(page, cells), 180);
    fit_even(page, cells, {1800, 1050}, {30, 6});
    EXPECT_FLOAT_EQ(cells.wide[0], 30);
    EXPECT_FLOAT_EQ(cells.high[0], 6);
    fit_even(page, cells, {1, 1}, {30, 6}); // Nothing fits.
    EXPECT_GT(cells.wide[0], 0);
    EXPECT_LT(cells.wide[0], 0.2F);
}

TEST(Readable, ANumberFitsIntoACellOfItsWidth) {
    NumberFormat numbers;
    const Readable readable = find_readable(14, numbers, approximate_width);
    EXPECT_FLOAT_EQ(readable.digits, 9);
    EXPECT_FLOAT_EQ(find_readable(30, numbers, approximate_width).digits, 0.62F * 30);
    const Size cell{readable.width(), readable.height()};
    EXPECT_TRUE(readable.holds(cell));
    EXPECT_FALSE(readable.holds({cell.width, 0.99F * cell.height}));
    EXPECT_FALSE(readable.holds({0.99F * readable.scarce_width(), cell.height}));
    EXPECT_NEAR(readable.size_in({cell.width, 2 * cell.height}, 100, readable.characters),
                readable.digits, 1e-4);
    EXPECT_FLOAT_EQ(readable.number_size({1, 1}, 100, 4), readable.digits);
    EXPECT_FLOAT_EQ(readable.number_size({1000, 1000}, 12, 4), 12);
}

TEST(Readable, LargestIsTheLargestThatFits) {
    EXPECT_NEAR(largest(1, 9, [](float one) { return one * one <= 30; }), 5.477226, 1e-5);
    EXPECT_EQ(largest(1, 9, [](float) { return true; }), 9);
    EXPECT_EQ(largest(1, 9, [](float) { return false; }), 1);
}

} // namespace
} // namespace attn::figure::board
