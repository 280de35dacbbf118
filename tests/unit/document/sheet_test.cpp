// SPDX-License-Identifier: MIT
#include "core/document/model/sheet.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(Sheet, ScaledIsARepetitionOnlyIfItIsOneInEveryHead) {
    Document document = new_document();
    const Matrix narrow = Matrix::Ones(2, 1), wide = Matrix::Ones(2, 4);
    document.heads = {{narrow, narrow, narrow}, {narrow, narrow, narrow}};
    EXPECT_TRUE(repeats_previous(document, Stage::Scaled)); // √1 = 1
    document.heads[1] = {wide, wide, narrow};
    EXPECT_FALSE(repeats_previous(document, Stage::Scaled));
    document.switches.scale.kind = Scale::Kind::None;
    EXPECT_TRUE(repeats_previous(document, Stage::Scaled));
}

TEST(Sheet, ManyPlacesMoveLikeEachAlone) {
    Document document = new_document();
    document.switches.scale.kind = Scale::Kind::None; // The scaled scores repeat the scores.
    std::vector<Place> places;
    for (const Stage stage : {Stage::X, Stage::Scaled, Stage::Masked, Stage::Weights, Stage::P})
        for (const Index head : {0, 7})
            for (const Index row : {0, -1, 2, 900})
                for (const Index column : {1, -1, 900})
                    places.push_back({{stage, head}, row, column});
    std::vector<Place> existing, shown;
    for (const Place& place : places)
        if (exists(document, place)) {
            existing.push_back(place);
            shown.push_back(shown_place(document, place));
        }
    ASSERT_FALSE(existing.empty());
    ASSERT_LT(existing.size(), places.size());
    leave_existing(document, places);
    EXPECT_EQ(places, existing);
    move_places(places, [&](const SheetId& sheet) {
        return shown_place(document, {sheet, 0, 0}).sheet;
    });
    EXPECT_EQ(places, shown);
    EXPECT_NE(places, existing);
}
