// SPDX-License-Identifier: MIT
// The formula as a row of switches, and menus by keyboard, in the window.
#include "core/engine/numbers/normalisers.h"
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

/// Opens a part of the formula by its name, as a click does.
void open_part(LabDriver& lab, const std::string& part, const std::string& choice) {
    lab.click(lab.control(part));
    lab.until("the choices of " + part,
              [&](const Json& now) { return now["controls"].contains(choice); });
    lab.settled();
}

Json until_closed(LabDriver& lab, const std::string& choice) {
    return lab.until("the choices to close",
                     [&](const Json& now) { return !now["controls"].contains(choice); });
}

} // namespace

TEST(Formula, ArrowsTryAChoiceAndEscTakesItBack) {
    LabDriver lab;
    const Json first = lab.settled();
    open_part(lab, "Scale", "scale.none");
    lab.picture("formula-scale");
    lab.press("Down");
    lab.press("Down");
    const Json tried = lab.until("no scale, tried", [](const Json& now) {
        return now["document"]["model"]["scale"] == "none";
    });
    EXPECT_EQ(difference_from_elsewhere(tried), "");
    EXPECT_EQ(tried["view"]["query"], first["view"]["query"]) << "arrows are the menu's";
    lab.settled();
    lab.picture("formula-scale-tried");
    lab.press("Down");
    lab.until("÷ d_k, tried",
              [](const Json& now) { return now["document"]["model"]["scale"] == "d_k"; });
    lab.press("Escape");
    lab.until("the document as it was",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    until_closed(lab, "scale.none");
    lab.press("ctrl+z"); // There is nothing to undo.
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, TheNextPartTakesBackATriedChoice) {
    LabDriver lab;
    const Json first = lab.settled();
    open_part(lab, "Scale", "scale.none");
    lab.press("End");
    lab.press("Home");
    lab.press("Down");
    lab.until("no scale, tried",
              [](const Json& now) { return now["document"]["model"]["scale"] == "none"; });
    lab.settled();
    lab.press("Right");
    lab.until("the masks", [](const Json& now) { return now["controls"].contains("mask.causal"); });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    lab.press("Escape");
    until_closed(lab, "mask.causal");
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, EnterKeepsATriedChoiceAsOneUndoStep) {
    LabDriver lab;
    const Json first = lab.settled();
    open_part(lab, "Mask", "mask.causal");
    lab.press("End");
    lab.press("Home");
    lab.press("Down");
    lab.until("a causal mask, tried",
              [](const Json& now) { return now["document"]["model"]["mask"] == "causal"; });
    lab.settled();
    lab.press("Return");
    until_closed(lab, "mask.causal");
    EXPECT_EQ(lab.settled()["document"]["model"]["mask"], "causal");
    lab.press("ctrl+z");
    lab.until("the document as it was",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, AClickMayTakeAnotherChoiceThanTheTriedOne) {
    LabDriver lab;
    open_part(lab, "Scale", "scale.none");
    lab.press("Down");
    lab.press("Down");
    lab.until("no scale, tried",
              [](const Json& now) { return now["document"]["model"]["scale"] == "none"; });
    lab.settled();
    lab.click(lab.control("scale.sqrt_d_model"));
    lab.until("÷ √d_model",
              [](const Json& now) { return now["document"]["model"]["scale"] == "sqrt_d_model"; });
    until_closed(lab, "scale.none");
    lab.press("ctrl+z");
    lab.until("÷ √d_k again",
              [](const Json& now) { return now["document"]["model"]["scale"] == "sqrt_d_k"; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, MenusAndPartsAreWalkedByKeyboard) {
    LabDriver lab;
    const Json first = lab.settled();
    lab.press("F10");
    lab.until("the menu File",
              [](const Json& now) { return now["controls"].contains("file.open"); });
    lab.settled();
    lab.press("Right");
    lab.until("the menu Edit",
              [](const Json& now) { return now["controls"].contains("edit.history"); });
    lab.settled();
    lab.press("Down"); // Undo, redo and reset are not available yet.
    lab.settled();
    lab.press("Escape");
    until_closed(lab, "edit.history");
    lab.press("shift+F6"); // to the pages
    lab.settled();
    lab.press("shift+F6"); // to the formula
    lab.settled();
    lab.press("Return");
    lab.until("the softmax",
              [](const Json& now) { return now["controls"].contains("normalise.sum"); });
    lab.settled();
    lab.press("Left");
    lab.until("the convention",
              [](const Json& now) { return now["controls"].contains("convention.rows"); });
    lab.settled();
    lab.press("Escape");
    const Json last = until_closed(lab, "convention.rows");
    EXPECT_EQ(document_text(last), document_text(first));
    EXPECT_EQ(last["view"]["query"], first["view"]["query"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, ASubmenuIsOpenedByKeyboard) {
    LabDriver lab;
    lab.press("F10");
    lab.until("the menu File",
              [](const Json& now) { return now["controls"].contains("file.open"); });
    for (int menu = 0; menu < 4; ++menu) { // Edit, View, Insert, Model
        lab.settled();
        lab.press("Right");
    }
    lab.until("the menu Model",
              [](const Json& now) { return now["controls"].contains("Model/Score"); });
    lab.settled();
    lab.press("Down"); // Heads
    lab.settled();
    lab.press("Return");
    lab.until("the heads", [](const Json& now) { return now["controls"].contains("heads.w_o"); });
    lab.settled();
    lab.press("Down");
    lab.settled();
    lab.press("Down");
    lab.settled();
    lab.press("Down");
    lab.settled();
    lab.press("Return");
    lab.until("heads joined by W_O", [](const Json& now) {
        return now["document"]["model"].value("join", "none") == "w_o";
    });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, TheTemperatureIsDragged) {
    LabDriver lab;
    const Area tau = lab.control("Temperature");
    const int x = tau.x + tau.width / 2, y = tau.y + tau.height / 2;
    lab.move_to(x, y);
    lab.press_button();
    lab.move_to(x - 30, y);
    lab.until("a lower temperature",
              [](const Json& now) { return now["document"]["model"]["temperature"] < 0.9; });
    lab.release_button();
    lab.settled();
    lab.press("ctrl+z");
    lab.until("temperature 1",
              [](const Json& now) { return now["document"]["model"]["temperature"] == 1.0; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, TheTemperatureHasASliderUnderItsCurves) {
    for (const auto& [width, height] : {std::pair(1366, 700), std::pair(1024, 768)}) {
        LabDriver lab({"the-cat-chased-the-mouse", width, height});
        const Json first = lab.settled();
        const auto temperature = [](const Json& now) {
            return now["document"]["model"]["temperature"].get<double>();
        };
        lab.click(lab.control("Temperature"));
        lab.until("the slider",
                  [](const Json& now) { return now["controls"].contains("temperature.slider"); });
        lab.settled();
        lab.picture("temperature-" + std::to_string(width));
        const Area slider = lab.control("temperature.slider");
        EXPECT_GE(slider.x, 0);
        EXPECT_LE(slider.x + slider.width, width);
        const int y = slider.y + slider.height - 10;
        lab.move_to(slider.x + slider.width / 2, y);
        lab.press_button();
        lab.move_to(slider.x + slider.width / 4, y);
        const Json moved = lab.until("a lower temperature",
                                     [&](const Json& now) { return temperature(now) < 0.4; });
        EXPECT_NEAR(temperature(moved), 0.32, 0.02);
        EXPECT_EQ(moved["cells"], first["cells"]);
        lab.release_button();
        const Json let_go = lab.settled();
        EXPECT_EQ(difference_from_elsewhere(let_go), "");
        EXPECT_EQ(std::stod(let_go["editing"]["text"].get<std::string>()), temperature(let_go));
        lab.picture("temperature-moved-" + std::to_string(width));
        lab.click(slider); // on the mark of 1
        lab.until("temperature 1", [&](const Json& now) { return temperature(now) == 1; });
        lab.press("Escape");
        lab.press("ctrl+z");
        lab.press("ctrl+z");
        lab.until("undo",
                  [&](const Json& now) { return document_text(now) == document_text(first); });
        EXPECT_EQ(lab.quit(), "");
    }
}

TEST(Formula, TheTemperatureIsMovedByKeyboardAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    const auto temperature = [](const Json& now) {
        return now["document"]["model"]["temperature"].get<double>();
    };
    lab.choose_by_name("Temperature");
    lab.until("the open field", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("Up");
    const double up =
        temperature(lab.until("more", [&](const Json& now) { return temperature(now) > 1; }));
    EXPECT_NEAR(up, 1.1, 0.005);
    lab.press("Down");
    lab.until("1 again", [&](const Json& now) { return temperature(now) == 1; });
    lab.settled();
    lab.press("space");
    lab.until("a play", [&](const Json& now) { return temperature(now) > 1.3; });
    lab.press("space");
    const double there = temperature(lab.settled());
    EXPECT_GT(there, 1.3);
    EXPECT_EQ(std::stod(lab.probe()["editing"]["text"].get<std::string>()), there);
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    lab.type("2");
    lab.press("Return");
    lab.until("what was typed", [&](const Json& now) { return temperature(now) == 2; });
    EXPECT_EQ(lab.settled()["cells"], first["cells"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, TheTemperatureIsAmongTheChoicesOfTheSoftmax) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    open_part(lab, "Normalise", "temperature.set");
    EXPECT_TRUE(lab.probe()["controls"].contains("axis.columns"));
    lab.picture("softmax-1366");
    // Goes past the normalisers and the two axes.
    for (std::size_t line = 0; line < attn::normalisers.size() + 3; ++line) {
        lab.press("Down");
        lab.settled();
    }
    lab.press("Return");
    lab.until("its card", [](const Json& now) {
        return now["controls"].contains("temperature.slider") && now["editing"].is_object();
    });
    lab.settled();
    lab.type("0.4");
    lab.press("Return");
    lab.until("0.4",
              [](const Json& now) { return now["document"]["model"]["temperature"] == 0.4; });
    open_part(lab, "Normalise", "temperature.reset");
    for (int line = 0; line < 4; ++line) { // from the end: two of the sink, the play
        lab.settled();
        lab.press("Up");
    }
    lab.until("temperature 1, tried", [](const Json& now) {
        return now["document"]["model"].value("temperature", 1.0) == 1.0;
    });
    lab.settled();
    lab.press("Escape");
    lab.until("0.4 again",
              [](const Json& now) { return now["document"]["model"]["temperature"] == 0.4; });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, DKHasASliderAndPlays) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    const auto d_k = [](const Json& now) { return now["stages"]["W_Q"][0].size(); };
    open_part(lab, "W_Q", "shape.d_k");
    lab.click(lab.control("shape.d_k"));
    lab.until("the slider",
              [](const Json& now) { return now["controls"].contains("shape.d_k.slider"); });
    lab.settled();
    lab.picture("d-k-1366");
    const Area slider = lab.control("shape.d_k.slider");
    lab.move_to(slider.x + slider.width * 3 / 7, slider.y + 8); // on 4
    lab.press_button();
    lab.move_to(slider.x + slider.width * 6 / 7, slider.y + 8);
    lab.until("7", [&](const Json& now) { return d_k(now) == 7; });
    lab.release_button();
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.probe()["editing"]["text"], "7");
    lab.press("Down");
    lab.until("6", [&](const Json& now) { return d_k(now) == 6; });
    lab.settled();
    lab.press("space");
    lab.until("a play", [&](const Json& now) { return d_k(now) > 8; });
    lab.press("space");
    const std::size_t there = d_k(lab.settled());
    EXPECT_GT(there, 8U);
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    lab.click(lab.control("shape.d_k.play"));
    lab.until("a play again", [&](const Json& now) { return d_k(now) != there; });
    lab.press("Escape");
    lab.until("as it was", [&](const Json& now) { return d_k(now) == there; });
    lab.settled();
    lab.press("Escape"); // the card, with all that was changed in it
    lab.until("as before the card",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.settled()["can_undo"], false);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Formula, EveryPartFitsNarrowWindows) {
    for (const int width : {1024, 1366}) {
        for (const char* document : {"the-cat-chased-the-mouse", "causal-decoder-block"}) {
            LabDriver::Setup setup{document};
            setup.screen_width = width;
            setup.screen_height = 700;
            LabDriver lab(setup);
            const Json now = lab.settled();
            for (const char* part :
                 {"Convention", "Normalise", "X", "W_Q", "Score", "Memory", "W_K", "Scale",
                  "Temperature", "Mask", "W_V", "Heads", "Block"}) {
                ASSERT_TRUE(now["controls"].contains(part)) << part;
                const Json& rect = now["controls"][part];
                EXPECT_GE(rect[0], 0) << part;
                EXPECT_LE(rect[0].get<double>() + rect[2].get<double>(), width) << part;
            }
            lab.picture(std::string("formula-") + document + "-" + std::to_string(width));
            EXPECT_EQ(lab.quit(), "");
        }
    }
}
