// SPDX-License-Identifier: MIT
// What the import panel guesses after people's choices, and what it asks.
#include "app/importing/import_making.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "tests/support/archive_maker.h"
#include "tests/support/import_desk.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace attn::import_binding_test {

using namespace app;
using namespace test;

TEST(Importing, ChoicesGuideTheGuesses) {
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

TEST(Importing, ComputedArraysAreNotTakenForX) {
    const TempDir home;
    for (const char* name : {"object.npz"}) {
        ImportDesk desk(home);
        desk.post(Open{std::string(ATTENTION_SOURCE_DIR "/tests/data/borders/") + name});
        ASSERT_TRUE(desk.ui().importing) << name;
        EXPECT_FALSE(desk.panel().made) << name;
        EXPECT_NE(desk.panel().fault, "") << name;
    }
}

TEST(Importing, NumbersThatAttentionComputesComeInAsGivenStages) {
    const TempDir home;
    for (const char* name : {"attn_nn.npy", "attn_bhnn.npy", "qkv.npz"}) {
        ImportDesk desk(home);
        desk.post(Open{std::string(ATTENTION_SOURCE_DIR "/tests/data/borders/") + name});
        ASSERT_TRUE(desk.ui().importing) << name;
        ASSERT_TRUE(desk.panel().made) << name << ": " << desk.panel().fault;
        const Document& made = desk.panel().made->document;
        EXPECT_FALSE(has_x(made)) << name;
        EXPECT_TRUE(has_stage(made, Stage::Weights)) << name;
        EXPECT_NE(import_sentences(desk.panel()).find("taken as"), std::string::npos) << name;
    }
}

namespace {

/// The options named in an import's message, except in commands.
bool names_an_option(const std::string& text) {
    for (auto at = text.find("--"); at != std::string::npos; at = text.find("--", at + 2))
        if (text.find("of the command attention-lab import", at) == std::string::npos &&
            text.rfind("attention-lab import FOLDER", at) == std::string::npos)
            return true;
    return false;
}

} // namespace

TEST(Importing, EachChoiceIsSaidInTheWordsOfTheCommandLineAndOfThePanel) {
    using io::ImportChoice;
    using io::ImportOption;
    using Kind = ImportChoice::Kind;
    struct Said {
        ImportChoice choice;
        std::string in_options, in_panel;
    };
    const std::vector<Said> list = {
        {{ImportOption::Heads, Kind::Value, "8"}, "--heads 8", "8 in “Heads in W”"},
        {{ImportOption::Heads, Kind::Own}, "--heads N", "their number in “Heads in W”"},
        {{ImportOption::Heads}, "--heads", "“Heads in W”"},
        {{ImportOption::Rows, Kind::Value, "0:8"}, "--rows 0:8", "0:8 in “Rows”"},
        {{ImportOption::X, Kind::Value, "a.b[0][1]"},
         "--x 'a.b[0][1]'",
         "0,1 in “Of the axes before the last two”"},
        {{ImportOption::X, Kind::Value, "rows"}, "--x rows", "rows for X"},
        {{ImportOption::X, Kind::LeftOut}, "--x identity", "“none” for X"},
        {{ImportOption::WK, Kind::Own}, "--w-k NAME", "W_K and its array in the list"},
        {{ImportOption::WK, Kind::LeftOut}, "--w-k identity", "“none” for W_K"},
        {{ImportOption::Tokens, Kind::Own}, "--tokens NAME", "words and its array in the list"},
        {{ImportOption::Transposed}, "--transposed", "“stored transposed (nn.Linear)”"},
        {{ImportOption::AsStored}, "--as-stored", "“stored transposed (nn.Linear)” turned off"},
        {{ImportOption::Mask, Kind::LeftOut}, "--mask none", "“leave the mask out”"},
        {{ImportOption::Mask, Kind::Own},
         "--mask NAME",
         "“--mask NAME” of the command attention-lab import"},
        {{ImportOption::MaskTrue, Kind::Value, "takes-part"},
         "--mask-true takes-part",
         "“lets it take part”"},
        {{ImportOption::MaskTrue, Kind::Value, "blocked"},
         "--mask-true blocked",
         "“blocks its key”"},
        {{ImportOption::MaskTrue}, "--mask-true", "“A true cell of the mask”"},
        {{ImportOption::QkvLayout, Kind::Value, "head-by-head"},
         "--qkv-layout head-by-head",
         "“head by head”"},
        {{ImportOption::QkvLayout, Kind::Value, "side-by-side"},
         "--qkv-layout side-by-side",
         "“head by head” turned off"},
        {{ImportOption::HeadAxis, Kind::Value, "1"},
         "--head-axis 1",
         "“--head-axis 1” of the command attention-lab import"},
        {{ImportOption::Weights, Kind::Own},
         "--weights NAME",
         "“--weights NAME” of the command attention-lab import"},
        {{ImportOption::Batch, Kind::Own}, "--batch I", "a number in “Text of a batch”"},
        {{ImportOption::Layer, Kind::Own}, "--layer N", "a number in “Layer”"},
        {{ImportOption::Normalise}, "--normalise", "Fill ▸ Make each row sum to 1"}};
    for (const Said& one : list) {
        EXPECT_EQ(io::in_options(one.choice), one.in_options);
        EXPECT_EQ(in_panel(one.choice), one.in_panel);
    }
}

TEST(Importing, ANameThatLooksLikeAnOptionStaysAsItIs) {
    const TempDir home;
    const std::string eight(8 * 8 * 8, '\0'); // two matrices of 8 × 4
    const std::string path = home.file(
        "named.npz",
        archive({stored(
            "--heads 8.npy",
            npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 8, 4), }", eight))}));
    ImportDesk desk(home);
    desk.post(Open{path});
    ASSERT_TRUE(desk.ui().importing) << desk.message();
    EXPECT_NE(desk.panel().fault.find("--heads 8: it is 2 × 8 × 4"), std::string::npos)
        << desk.panel().fault;
}

TEST(Importing, RemediesNameNoCommandLineOptions) {
    const TempDir home;
    int tried = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(ATTENTION_SOURCE_DIR "/tests/data/borders")) {
        const std::string ending = entry.path().extension().string();
        if (ending != ".npz" && ending != ".npy" && ending != ".safetensors")
            continue;
        ImportDesk desk(home);
        desk.post(Open{entry.path().string()});
        EXPECT_FALSE(names_an_option(desk.message())) << entry.path() << ": " << desk.message();
        if (!desk.ui().importing)
            continue;
        ++tried;
        const auto check = [&](const std::string& when) {
            const std::string said = desk.panel().fault + import_sentences(desk.panel());
            EXPECT_FALSE(names_an_option(said)) << entry.path() << when << ": " << said;
        };
        check("");
        desk.fill(ImportField::Heads, "2");
        check(", two heads");
        for (const ImportTarget target : {ImportTarget::WQ, ImportTarget::WK, ImportTarget::X})
            for (std::size_t at = 0; at < desk.panel().shown.size(); ++at) {
                choose_target(desk.panel(), target);
                choose_array(desk.panel(), desk.panel().shown[at]);
                check(", another array");
                turn_transposed(desk.panel());
                check(", turned");
                turn_fused(desk.panel());
                check(", fused");
                if (has_mask(desk.panel())) {
                    const std::size_t array = desk.panel().plan.mask->array;
                    turn_mask_out(desk.panel());
                    EXPECT_FALSE(has_mask(desk.panel()));
                    EXPECT_TRUE(is_mask_left_out(desk.panel())) << "there is a way back";
                    check(", without its mask");
                    turn_mask_out(desk.panel());
                    ASSERT_TRUE(has_mask(desk.panel()));
                    EXPECT_EQ(desk.panel().plan.mask->array, array);
                    check(", with its mask again");
                }
            }
    }
    EXPECT_GT(tried, 10);
}

TEST(Importing, AnUnusableMaskIsLeftOut) {
    const TempDir home;
    const std::string numbers(4 * 8, '\0');
    std::string mask; // of numbers that are none, which is a fault
    for (int cell = 0; cell < 4; ++cell)
        mask += std::string(6, '\0') + "\xf8\x7f";
    const auto array = [](const std::string& name, const std::string& bytes) {
        return stored(name + ".npy",
                      npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }", bytes));
    };
    const std::string path =
        home.file("small.npz", archive({array("X", numbers), array("attn_mask", mask)}));
    ImportDesk desk(home);
    desk.post(Open{path});
    ASSERT_TRUE(desk.ui().importing) << desk.message();
    ASSERT_TRUE(has_mask(desk.panel()));
    EXPECT_FALSE(desk.panel().made);
    EXPECT_NE(desk.panel().fault.find("“leave the mask out”"), std::string::npos)
        << desk.panel().fault;
    turn_mask_out(desk.panel());
    EXPECT_TRUE(desk.panel().made) << desk.panel().fault;
}

TEST(Importing, AMaskThatWasLeftOutCanBeRestored) {
    const TempDir home;
    ImportDesk desk(home);
    desk.post(Open{std::string(ATTENTION_SOURCE_DIR "/tests/data/borders/masked.npz")});
    ASSERT_TRUE(desk.ui().importing);
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    ASSERT_TRUE(has_mask(desk.panel()));
    EXPECT_FALSE(is_mask_left_out(desk.panel()));
    read_mask_as(desk.panel(), io::MaskTrue::Blocked);
    const Document before = desk.panel().made->document;
    const KeyPress turn{Key::Character, 'm', true};
    desk.press(turn);
    EXPECT_TRUE(is_mask_left_out(desk.panel()));
    EXPECT_EQ(mask_reading(desk.panel()), io::MaskTrue::Unsaid);
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    EXPECT_EQ(desk.panel().made->document.switches.mask.kind, Mask::Kind::None);
    // Another choice does not bring it back.
    desk.fill(ImportField::Dimensions, "0");
    EXPECT_TRUE(is_mask_left_out(desk.panel()));
    desk.fill(ImportField::Dimensions, "");
    desk.press(turn);
    EXPECT_FALSE(is_mask_left_out(desk.panel()));
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    EXPECT_EQ(desk.panel().made->document.switches.mask, before.switches.mask)
        << "read as it was before";

    desk.press(Key::Escape);
    desk.post(Open{std::string(ATTENTION_SOURCE_DIR "/tests/data/borders/layers.safetensors")});
    ASSERT_TRUE(desk.ui().importing);
    ASSERT_FALSE(has_mask(desk.panel()));
    desk.press(turn);
    EXPECT_FALSE(is_mask_left_out(desk.panel())) << "these files have no mask";
}

} // namespace attn::import_binding_test
