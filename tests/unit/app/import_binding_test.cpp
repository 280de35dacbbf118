// SPDX-License-Identifier: MIT
// What the panel of arrays finds beside what people chose, and what it asks.
#include "tests/support/import_desk.h"

#include <gtest/gtest.h>

#include <string>

using namespace app;
using namespace attn;
using namespace attn::test;

TEST(Importing, AChoiceBindsWhatIsGuessed) {
    const TempDir home;
    const std::string borders = ATTENTION_SOURCE_DIR "/tests/data/borders/";
    ImportDesk desk(home);
    desk.post(Open{borders + "layers.safetensors"});
    ASSERT_TRUE(desk.ui().importing);
    EXPECT_NE(desk.panel().fault.find("type their number in Heads in W"), std::string::npos)
        << "the file does not say how many heads there are";
    desk.fill(ImportField::Heads, "2");
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    const auto name = [&](ImportTarget target) {
        const auto& own = choice_of(desk.panel().plan, target);
        return own ? desk.panel().files[own->file].arrays[own->array].name : "";
    };
    EXPECT_EQ(name(ImportTarget::WK), "layers.0.attn.k_proj.weight");
    desk.target(ImportTarget::WQ);
    desk.array("layers.2.attn.q_proj.weight");
    EXPECT_EQ(name(ImportTarget::WK), "layers.2.attn.k_proj.weight");
    EXPECT_EQ(name(ImportTarget::WV), "layers.2.attn.v_proj.weight");
    desk.target(ImportTarget::WK);
    desk.array("layers.10.attn.k_proj.weight");
    EXPECT_FALSE(desk.panel().made) << "W_V could be of either";
    EXPECT_NE(desk.panel().fault.find("W_V"), std::string::npos) << desk.panel().fault;
}

TEST(Importing, AMaskIsReadInEitherWay) {
    const TempDir home;
    ImportDesk desk(home);
    desk.post(Open{std::string(ATTENTION_SOURCE_DIR "/tests/data/borders/masked.npz")});
    ASSERT_TRUE(desk.ui().importing);
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    EXPECT_EQ(desk.panel().made->document.switches.mask.kind, Mask::Kind::Causal);
    EXPECT_EQ(mask_reading(desk.panel()), io::MaskTrue::TakesPart);
    read_mask_as(desk.panel(), io::MaskTrue::Blocked);
    EXPECT_EQ(mask_reading(desk.panel()), io::MaskTrue::Blocked);
    EXPECT_TRUE((*desk.panel().made->document.switches.mask.painted)(3, 0));
    read_mask_as(desk.panel(), io::MaskTrue::TakesPart);
    EXPECT_EQ(desk.panel().made->document.switches.mask.kind, Mask::Kind::Causal);
}

TEST(Importing, WhatADocumentComputesIsNotTakenForX) {
    const TempDir home;
    for (const char* name : {"attn_nn.npy", "attn_bhnn.npy", "qkv.npz", "object.npz"}) {
        ImportDesk desk(home);
        desk.post(Open{std::string(ATTENTION_SOURCE_DIR "/tests/data/borders/") + name});
        ASSERT_TRUE(desk.ui().importing) << name;
        EXPECT_FALSE(desk.panel().made) << name;
        EXPECT_NE(desk.panel().fault, "") << name;
    }
}
