// SPDX-License-Identifier: MIT
// The window responds during a long calculation.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace attn::test;

namespace {

/// A document that is computed quickly, except with a softmax over the columns, which one core
/// computes cell by cell for seconds.
std::string many_words(const std::string& path) {
    constexpr int words = 512, width = 9, heads = 64; // Q, K and V: too large for a probe
    Json document{{"format", "attention-lab"},
                  {"version", {2, 0}},
                  {"title", "Many words"},
                  {"model", {{"heads", heads}}}};
    Json calls = Json::array();
    const auto fill = [&](const std::string& into, int rows) {
        calls.push_back({{"into", into}, {"call", "randn"}, {"shape", {rows, width}}});
    };
    fill("X", words);
    for (int head = 0; head < heads; ++head)
        for (const char* of : {"W_Q/", "W_K/", "W_V/"})
            fill(of + std::to_string(head), width);
    for (int word = 0; word < words; ++word)
        document["lists"]["words"].push_back("w" + std::to_string(word));
    document["draw"] = {{{"generator", "numpy"}, {"seed", 1}, {"calls", calls}}};
    std::ofstream(path) << document;
    return path;
}

LabDriver::Setup setup(const TempDir& folder) {
    LabDriver::Setup setup;
    setup.document = many_words((folder.path() / "many.attn").string());
    setup.environment = {{"ATTENTION_LAB_KERNELS", "plain"}}; // slow enough on any processor
    return setup;
}

bool is_computing(const Json& now) {
    return now["computing"].is_number();
}

/// Switches to softmax over columns.
void ask_for_columns(LabDriver& lab) {
    lab.choose("Normalise", "axis.columns");
}

} // namespace

TEST(Computing, LeavesPointerKeysAndUndoResponsive) {
    const TempDir folder;
    LabDriver lab(setup(folder));
    lab.until("the first results", [](const Json& now) { return now["is_exact"] == true; });
    lab.settled();
    ask_for_columns(lab);
    lab.until("a frame while it computes", [](const Json& now) {
        return is_computing(now) && now["document"]["model"]["axis"] == "columns";
    });
    const Area scores = lab.sheet("scores");
    lab.move_to(scores.x + scores.width / 2, scores.y + scores.height / 2);
    lab.until("the cell under the pointer", [](const Json& now) {
        return is_computing(now) && now["view"]["pointed"].is_string() &&
               now["view"]["pointed"].get<std::string>().starts_with("scores[");
    });
    lab.press("Down");
    lab.until("the next query word",
              [](const Json& now) { return is_computing(now) && now["view"]["query"] == 1; });
    lab.until("the bar that says how far it is", [](const Json& now) {
        return now["controls"].contains("progress") && now["computing"] > 0.0;
    });
    lab.press("ctrl+z");
    lab.until("what was there before", [](const Json& now) {
        return now["computing"].is_null() && now["is_exact"] == true && now["can_redo"] == true;
    });
    EXPECT_FALSE(lab.settled()["controls"].contains("progress")) << "at rest nothing is left of it";

    lab.choose("Mask", "mask.causal");
    lab.until("the numbers", [](const Json& now) {
        return now["is_exact"] == true && now["document"]["model"]["mask"] == "causal";
    });
    EXPECT_FALSE(lab.settled()["controls"].contains("progress"));
    EXPECT_EQ(lab.quit(), "");
}
