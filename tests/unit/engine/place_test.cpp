// SPDX-License-Identifier: MIT
#include "core/engine/graph/place.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace attn;

TEST(Place, IsReadBackAsWritten) {
    for (const StageInfo& stage : stages())
        for (const Index head : {0, 3}) {
            if (head != 0 && !stage.is_per_head)
                continue;
            Place place{{stage.stage, head}, 1, 4};
            if (stage.stage == Stage::WeightedValues)
                place.sheet.query = 2;
            EXPECT_EQ(parse_place(to_text(place)).value(), place) << to_text(place);
            EXPECT_EQ(parse_sheet(to_text(place.sheet)).value().head, head);
        }
    EXPECT_EQ(to_text(Place{{Stage::Weights, 1}, 1, 4}), "weights/1[1,4]");
    EXPECT_EQ(parse_sheet("weights/0").value(), SheetId{Stage::Weights});
}

TEST(Place, NamesLayersAndCrossAttention) {
    const SheetId later{Stage::W_Q, 1, 0, 2, true};
    EXPECT_EQ(to_text(later), "cross.W_Q/1@2");
    EXPECT_EQ(to_text(SheetId{Stage("d.W_Q"), 0, 0, 1, true}), "d.cross.W_Q@1");
    EXPECT_EQ(to_text(Place{{Stage("norm_1.mean"), 0, 0, 11}, 3, 0}), "norm_1.mean@11[3,0]");
    for (const char* const text : {"cross.W_Q/1@2", "weights@1", "cross.output", "hidden@3"})
        EXPECT_EQ(to_text(parse_sheet(text).value()), text);
    EXPECT_EQ(parse_sheet("weights/0@0").value(), SheetId{Stage::Weights});
    EXPECT_EQ(parse_place("cross.weighted_values/1@2[0,1,2]").value(),
              (Place{{Stage::WeightedValues, 1, 0, 2, true}, 1, 2}));
    EXPECT_NE(key_of(later), key_of(SheetId{Stage::W_Q, 1, 0, 2}));
    EXPECT_NE(key_of(later), key_of(SheetId{Stage::W_Q, 1, 0, 1, true}));
}

TEST(Place, RefusesInvalidNames) {
    for (const char* const text : {"X@1", "E@2", "loss@1", "weights@", "weights@x", "weights@-1",
                                   "cross.X", "cross.W_1", "cross.after_cross", "cross.weird"})
        EXPECT_FALSE(parse_sheet(text).has_value()) << text;
    for (const char* text :
         {"", "weights", "weights[]", "weights[1]", "weights[1,2,3]", "w[1,2]", "weights[a,b]",
          "weights/x[1,2]", "X/1[0,0]", "weights[-1,0]", "weighted_values[1,2]", "weights[1,2]x"})
        EXPECT_FALSE(parse_place(text).has_value()) << text;
}

TEST(Place, EveryStageOfAModelHasANameOfItsOwn) {
    for (const Model kind : {Model::Attention, Model::Concepts}) {
        std::set<std::string> names;
        for (const StageInfo& stage : stages(kind)) {
            EXPECT_EQ(stage.model, kind);
            EXPECT_TRUE(names.emplace(stage.name()).second) << stage.name();
            EXPECT_EQ(&info(stage.stage, kind), &stage) << stage.name();
        }
    }
}
