// SPDX-License-Identifier: MIT
#include "app/panels/canvas/scrubbing.h"
#include "app/session/session.h"
#include "app/ui/compat.h"
#include "core/document/commands/placing.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

using namespace app;
using attn::scrubbed;

namespace {

/// A pointer on the first number of X, in frames that are not rendered.
struct Pointer {
    Session session{attn::new_document()};

    Pointer() {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().DisplaySize = {800, 600};
        compat::begin_without_renderer();
        frame(100, false);
    }
    ~Pointer() { ImGui::DestroyContext(); }
    Pointer(const Pointer&) = delete;
    Pointer& operator=(const Pointer&) = delete;

    /// Makes a frame with the pointer and the button in this state.
    void frame(float x, bool is_down) {
        compat::move_mouse(x, 50);
        compat::press_mouse(0, is_down);
        ImGui::GetIO().DeltaTime = 0.016F;
        ImGui::NewFrame();
        if (session.ui.dragging.scrub)
            continue_scrub(session.frame(), ImGui::GetIO().MousePos.x);
        else if (ImGui::IsMouseClicked(0))
            begin_scrub(session.frame(), {}, ImGui::GetIO().MousePos.x, 1);
        ImGui::EndFrame();
        session.carry_out([](const std::string&) { return attn::Error{"no file"}; });
    }
    double value() { return value_at(session.document(), session.trace(), {}); }
};

} // namespace

TEST(Scrubbing, MovementInTheFrameOfTheReleaseCounts) {
    Pointer pointer;
    const double start = pointer.value();
    pointer.frame(100, true);
    pointer.frame(110, true);
    EXPECT_EQ(pointer.value(), scrubbed(start, 10, false));
    pointer.frame(140, false);
    EXPECT_EQ(pointer.value(), scrubbed(start, 40, false));
    EXPECT_FALSE(pointer.session.ui.dragging.scrub);
    EXPECT_EQ(pointer.session.history().size(), 2U) << "one drag is one step";
    pointer.frame(180, false);
    EXPECT_EQ(pointer.value(), scrubbed(start, 40, false)) << "what comes after does not";
}

TEST(Scrubbing, AWholeDragInTheFrameOfTheReleaseCounts) {
    Pointer pointer;
    const double start = pointer.value();
    pointer.frame(100, true);
    pointer.frame(70, false);
    EXPECT_EQ(pointer.value(), scrubbed(start, -30, false));
}

TEST(Scrubbing, ATinyMovementIsNoDrag) {
    Pointer pointer;
    const double start = pointer.value();
    pointer.frame(100, true);
    pointer.frame(102, false);
    EXPECT_EQ(pointer.value(), start);
    EXPECT_EQ(pointer.session.history().size(), 1U);
}

TEST(Scrubbing, APointerOutsideTheWindowDragsNothing) {
    Pointer pointer;
    const double start = pointer.value();
    pointer.frame(100, true);
    pointer.frame(120, true);
    pointer.frame(-FLT_MAX, true);
    EXPECT_EQ(pointer.value(), scrubbed(start, 20, false));
    pointer.frame(130, false);
    EXPECT_EQ(pointer.value(), scrubbed(start, 30, false));
}

TEST(Scrubbing, NoMovementKeepsTheNumberBitForBit) {
    for (const double start : {0.5488135039273248, 1.0 / 3, 12345.678, -0.0, 1e-300})
        EXPECT_EQ(scrubbed(start, 0, false), start);
}

TEST(Scrubbing, APixelIsAHundredthOnRoundNumbers) {
    EXPECT_EQ(scrubbed(0.5488135039273248, 1, false), 0.56);
    EXPECT_EQ(scrubbed(1, 37, false), 1.37);
    EXPECT_EQ(scrubbed(1, -37, false), 0.63);
    EXPECT_EQ(scrubbed(0, -250, false), -2.5);
}

TEST(Scrubbing, EveryPixelIsAStepFromAnyNumber) {
    for (const bool fine : {false, true})
        for (int start = -9995; start < 9999; start += 5) // in thousandths
            for (int travelled = 1; travelled < 30; ++travelled) {
                const double here = scrubbed(start / 1e3, travelled, fine);
                ASSERT_NEAR(scrubbed(start / 1e3, travelled + 1, fine) - here, 0.01, 1e-9)
                    << start << " thousandths, after " << travelled;
            }
}

TEST(Scrubbing, TheStepGrowsWithTheNumber) {
    EXPECT_EQ(scrubbed(12, 3, false), 12.3);
    EXPECT_EQ(scrubbed(250, 3, false), 253);
    EXPECT_EQ(scrubbed(4000, 2, false), 4020);
}

TEST(Scrubbing, FineMovementUsesAFinerGrid) {
    EXPECT_EQ(scrubbed(1, 0.4, true), 1.004);
    EXPECT_EQ(scrubbed(0.56, -0.1, true), 0.559);
}
