// SPDX-License-Identifier: MIT
#include "core/engine/numbers/normalisers.h"
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace attn::test;

namespace {

struct Switch {
    const char* menu;
    std::string action;
    const char* key;  // in the model of the document
    Json value;       // there, afterwards
    const char* back; // the action that gives the first state again
    bool changes_output;
};
/// Every way to make weights except the usual one.
std::vector<Switch> with_normalisers(std::vector<Switch> list) {
    for (const attn::NormaliserInfo& how : attn::normalisers)
        if (how.normaliser != attn::Normaliser::Softmax)
            list.push_back({"Normalise", "normalise." + std::string(how.word), "normaliser",
                            std::string(how.word), "normalise.softmax",
                            how.normaliser != attn::Normaliser::NaiveSoftmax});
    return list;
}
const std::vector<Switch>& switches() {
    static const std::vector<Switch> list = with_normalisers({
        {"Scale", "scale.none", "scale", "none", "scale.sqrt_d_k", true},
        {"Scale", "scale.d_k", "scale", "d_k", "scale.sqrt_d_k", true},
        {"Scale", "scale.sqrt_d_model", "scale", "sqrt_d_model", "scale.sqrt_d_k", true},
        {"Mask", "mask.causal", "mask", "causal", "mask.none", true},
        {"Normalise", "axis.columns", "axis", "columns", "axis.rows", true},
        {"Convention", "convention.columns", "convention", "tokens_as_columns", "convention.rows",
         false},
        {"W_Q", "projections.none", "projections", "none", "projections.learned", true},
    });
    return list;
}

/// The largest difference between two matrices of the same shape.
double distance(const Json& one, const Json& other) {
    const Json left = one.flatten(), right = other.flatten();
    double most = 0;
    for (const auto& [where, value] : left.items())
        most = std::max(most, std::abs(value.get<double>() - right.at(where).get<double>()));
    return most;
}

} // namespace

TEST(Switches, EachIsTurnedFromItsMenuAndBack) {
    // d_model and d_k differ here, so every scale gives different numbers.
    LabDriver lab({"four-words"});
    lab.choose("W_Q", "shape.d_k");
    lab.until("the open width", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    lab.type("2");
    lab.press("Return");
    lab.until("two columns", [](const Json& now) { return now["stages"]["W_Q"][0].size() == 2; });
    const Json first = lab.settled();

    for (const Switch& one : switches()) {
        SCOPED_TRACE(one.action);
        lab.choose(one.menu, one.action);
        const Json turned = lab.until(one.action, [&](const Json& now) {
            const Json& document = now["document"]; // which holds the convention
            return document["model"].value(one.key, document.value(one.key, Json())) == one.value;
        });
        EXPECT_EQ(difference_from_elsewhere(turned), "");
        EXPECT_EQ(distance(turned["stages"]["output"], first["stages"]["output"]) > 1e-12,
                  one.changes_output);
        lab.picture(std::string("switch-") + one.action);
        lab.choose(one.menu, one.back);
        const Json back = lab.until(
            one.back, [&](const Json& now) { return document_text(now) == document_text(first); });
        EXPECT_EQ(back["stages"], first["stages"]);
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Switches, TheTemperatureIsTyped) {
    LabDriver lab;
    lab.click(lab.control("Temperature"));
    lab.until("the open field", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    lab.type("1/4");
    lab.press("Return");
    const Json now = lab.until("the temperature", [](const Json& probe) {
        return probe["document"]["model"]["temperature"] == 0.25;
    });
    EXPECT_EQ(difference_from_elsewhere(now), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Switches, ANumberDividesTheScores) {
    LabDriver lab;
    lab.choose("Scale", "scale.number");
    lab.until("the open field", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    lab.type("3");
    lab.press("Return");
    const Json now = lab.until(
        "the scale", [](const Json& probe) { return probe["document"]["model"]["scale"] == 3.0; });
    EXPECT_EQ(number(now, "scaled", 1, 2), number(now, "scores", 1, 2) / 3);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Switches, AMaskIsPaintedByHand) {
    LabDriver lab;
    lab.choose("Mask", "mask.painted");
    lab.until("the masked scores", [](const Json& now) { return now["cells"].contains("masked"); });
    lab.settled();
    lab.click(lab.cell("masked", 1, 3));
    const Json blocked = lab.until("the blocked cell", [](const Json& now) {
        return now["document"]["model"]["mask"].is_array() &&
               now["document"]["model"]["mask"][1][3] == true;
    });
    EXPECT_EQ(number(blocked, "weights", 1, 3), 0);
    EXPECT_EQ(difference_from_elsewhere(blocked), "");
    lab.picture("mask-painted");
    lab.click(lab.cell("masked", 1, 3));
    lab.until("the open cell",
              [](const Json& now) { return now["document"]["model"]["mask"][1][3] == false; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Switches, AMaskIsPaintedByKeyboardAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const auto goes_to = [&](const char* key, const char* place) {
        lab.press(key);
        lab.until(place, [&](const Json& now) { return now["view"]["selected"] == place; });
    };
    const auto blocks = [](const Json& wanted) {
        return [wanted](const Json& now) { return now["document"]["model"]["mask"] == wanted; };
    };
    lab.choose_by_name("Painted mask");
    lab.until("the masked scores", [](const Json& now) { return now["cells"].contains("masked"); });
    const Json open = lab.settled()["document"]["model"]["mask"];
    for (const char* place : {"output[0,0]", "weights[0,0]", "masked[0,0]"})
        goes_to("ctrl+shift+Tab", place);
    goes_to("Right", "masked[0,1]");
    Json wanted = open;
    wanted[0][1] = true;
    lab.press("space");
    const Json blocked = lab.until("a blocked cell", blocks(wanted));
    EXPECT_EQ(number(blocked, "weights", 0, 1), 0);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    goes_to("shift+Right", "masked[0,2]");
    goes_to("shift+Down", "masked[1,2]");
    for (const std::size_t row : {0U, 1U})
        for (const std::size_t column : {1U, 2U})
            wanted[row][column] = true;
    lab.press("space");
    lab.until("four blocked cells", blocks(wanted));
    lab.settled();
    lab.picture("mask-painted-keys-1366");
    lab.press("space");
    lab.until("all open", blocks(open));
    lab.press("ctrl+z"); // each is one step
    lab.until("four blocked cells", blocks(wanted));
    lab.press("Menu");
    lab.until("the menu", [](const Json& now) { return now["controls"].contains("mask.paint"); });
    lab.settled();
    lab.picture("mask-painted-menu-1366");
    lab.press("Escape");
    lab.until("no menu", [](const Json& now) { return !now["controls"].contains("mask.paint"); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Switches, TheCommandPaletteFindsThem) {
    LabDriver lab;
    lab.press("ctrl+k");
    lab.until("the palette", [](const Json& now) { return now["palette"] == true; });
    lab.type("causal");
    lab.until("the causal mask in the palette",
              [](const Json& now) { return now["controls"].contains("palette/mask.causal"); });
    lab.picture("palette");
    lab.press("Return");
    const Json now = lab.until("the causal mask", [](const Json& probe) {
        return probe["document"]["model"]["mask"] == "causal";
    });
    EXPECT_EQ(now["palette"], false);
    EXPECT_EQ(number(now, "weights", 0, 4), 0);
    EXPECT_EQ(lab.quit(), "");
}
