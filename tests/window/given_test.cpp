// SPDX-License-Identifier: MIT
// Computed numbers taken as given: set by typing, dragging and filling, told apart from computed
// ones, and computed again.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

using namespace attn::test;

namespace {

std::function<bool(const Json&)> is_given(const std::string& stage, bool wanted) {
    return [=](const Json& now) { return now["document"]["inputs"].contains(stage) == wanted; };
}

std::function<bool(const Json&)> has_control(const std::string& name, bool wanted = true) {
    return [=](const Json& now) { return now["controls"].contains(name) == wanted; };
}

std::function<bool(const Json&)> is_number(const std::string& sheet, int row, int column,
                                           double value) {
    return [=](const Json& now) { return number(now, sheet, row, column) == value; };
}

bool asks(const Json& now) {
    return now["question"].is_string();
}
bool asks_nothing(const Json& now) {
    return now["question"].is_null();
}

/// Goes back to the first document by these steps of undo, and expects that there are no others.
void undo_all(LabDriver& lab, int steps, const Json& first) {
    for (int step = 0; step < steps; ++step)
        lab.press("ctrl+z");
    const Json undone = lab.until("undo", [](const Json& now) { return now["can_undo"] == false; });
    EXPECT_EQ(document_text(undone), document_text(first));
}

/// Drags from the middle of an area to the right.
void drag(LabDriver& lab, Area area, int by) {
    const int x = area.x + area.width / 2, y = area.y + area.height / 2;
    lab.move_to(x, y);
    lab.press_button();
    lab.move_to(x + by / 2, y);
    lab.move_to(x + by, y);
    lab.release_button();
}

const std::string sentence = "the-cat-chased-the-mouse";

} // namespace

TEST(Given, AWeightIsSetByHandAndComputedAgain) {
    LabDriver lab({sentence, 1366, 700});
    const Json first = lab.settled();
    const auto sensitivity = [&] {
        lab.click(lab.cell("output", 1, 0));
        lab.press("s");
        const Json now = lab.until("what moves the output", [](const Json& shown) {
            return shown["sensitivity"].is_object() && !shown["sensitivity"]["strongest"].empty();
        })["sensitivity"]["strongest"];
        lab.press("Escape");
        lab.until("the numbers", [](const Json& shown) { return shown["sensitivity"].is_null(); });
        return now;
    };
    const Json strongest = sensitivity();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("g");
    const Json given = lab.until("given weights", is_given("weights/0", true));
    EXPECT_EQ(given["stages"]["output"], first["stages"]["output"]) << "no number has changed";
    EXPECT_TRUE(lab.settled()["editing"].is_null()) << "g is no text";
    lab.type("0.9");
    lab.press("Return");
    lab.until("the weight", is_number("weights", 1, 4, 0.9));
    const Json set = lab.settled();
    EXPECT_NE(set["stages"]["output"], first["stages"]["output"]) << "the output follows";
    EXPECT_EQ(set["stages"]["scores"], first["stages"]["scores"]) << "what comes before stays";
    EXPECT_EQ(difference_from_elsewhere(set), "");
    EXPECT_NE(sensitivity(), strongest) << "the weight itself moves the output now";

    lab.click(lab.cell("weights", 0, 0));
    lab.press("shift+g"); // g alone would begin a formula
    const Json released = lab.until("computed weights", is_given("weights/0", false));
    EXPECT_EQ(released["stages"], first["stages"]);
    EXPECT_EQ(sensitivity(), strongest);
    undo_all(lab, 3, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Given, TypingOverAWeightAsksOnceAndSetsIt) {
    const TempDir home; // shared by both runs, with the settings
    {
        LabDriver lab({.document = sentence,
                       .screen_width = 1366,
                       .screen_height = 700,
                       .home = home.path().string()});
        const Json first = lab.settled();
        lab.click(lab.cell("output", 1, 0));
        lab.press("s");
        const Json before = lab.until("what moves the output", [](const Json& now) {
            return now["sensitivity"].is_object() && !now["sensitivity"]["strongest"].empty();
        });
        lab.press("Escape");
        lab.until("the numbers", [](const Json& now) { return now["sensitivity"].is_null(); });
        lab.click(lab.cell("weights", 1, 4));
        lab.type("0.9");
        lab.press("Return");
        const Json asked = lab.until("the question", asks);
        EXPECT_EQ(document_text(asked), document_text(first));
        lab.settled();
        lab.picture("given-question-1366");
        lab.press("Return"); // "Set it" comes first
        lab.until("the weight", is_number("weights", 1, 4, 0.9));
        const Json set = lab.settled();
        EXPECT_TRUE(is_given("weights/0", true)(set));
        EXPECT_EQ(set["steps"], 1) << "giving and setting are one step";
        EXPECT_EQ(set["stages"]["scores"], first["stages"]["scores"]);
        EXPECT_NE(set["stages"]["output"], first["stages"]["output"]) << "the output follows";
        EXPECT_EQ(difference_from_elsewhere(set), "");
        lab.picture("given-set-1366");

        lab.click(lab.cell("output", 1, 0));
        lab.press("s");
        const Json after = lab.until("what moves the output", [](const Json& now) {
            return now["sensitivity"].is_object() && !now["sensitivity"]["strongest"].empty();
        });
        EXPECT_NE(after["sensitivity"]["strongest"], before["sensitivity"]["strongest"])
            << "what moves it follows: the weight itself does";
        lab.press("Escape");
        lab.until("the numbers", [](const Json& now) { return now["sensitivity"].is_null(); });

        // The answer holds for other computed numbers.
        lab.click(lab.cell("output", 0, 0));
        lab.type("2");
        lab.press("Tab");
        const Json other = lab.until("the output", is_number("output", 0, 0, 2));
        EXPECT_TRUE(asks_nothing(other));
        EXPECT_EQ(lab.settled()["view"]["selected"], "output[0,1]");
        undo_all(lab, 2, first);
        EXPECT_EQ(lab.quit(), "");
    }
    LabDriver again({.document = sentence, .home = home.path().string()});
    again.click(again.cell("weights", 0, 0));
    again.type("0.5");
    again.press("Return");
    again.until("the weight", is_number("weights", 0, 0, 0.5));
    EXPECT_TRUE(asks_nothing(again.settled())) << "the answer is kept with the settings";
    EXPECT_EQ(again.quit(), "");
}

TEST(Given, TheOtherAnswerFindsInputs) {
    LabDriver lab({sentence, 1366, 700});
    const Json first = lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.type("0.8");
    lab.press("Return");
    lab.until("the question", asks);
    lab.settled();
    lab.click(lab.control("choice/cancel"));
    lab.until("no question", asks_nothing);
    EXPECT_EQ(document_text(lab.settled()), document_text(first)) << "no answer changes nothing";

    lab.click(lab.cell("weights", 1, 4));
    lab.type("0.8");
    lab.press("Return");
    lab.until("the question again", asks);
    lab.settled();
    lab.click(lab.control("choice/seek"));
    lab.until("the form", [](const Json& now) {
        return now["seeking"].is_object() && now["seeking"]["target"] == "0.8";
    });
    lab.press("Escape");
    lab.until("no form", [](const Json& now) { return now["seeking"].is_null(); });
    lab.type("0.7"); // it stays selected
    lab.until("the form at once", [](const Json& now) {
        return now["seeking"].is_object() && now["seeking"]["target"] == "0.7";
    });
    lab.press("Escape");
    lab.until("no form", [](const Json& now) { return now["seeking"].is_null(); });
    lab.choose("Explain/Computed numbers", "computed.ask");
    lab.type("0.6");
    lab.press("Return");
    lab.until("the question once more", asks);
    lab.press("Escape");
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Given, AWeightIsDragged) {
    LabDriver lab({sentence, 1024, 768});
    const Json first = lab.settled();
    const double before = number(first, "weights", 1, 4);
    drag(lab, lab.cell("weights", 1, 4), 30);
    lab.until("the question", asks);
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    lab.press("Return");
    lab.until("the answer", asks_nothing);
    EXPECT_EQ(document_text(lab.settled()), document_text(first)) << "the drag is over";

    drag(lab, lab.cell("weights", 1, 4), 30);
    const Json dragged = lab.settled();
    EXPECT_TRUE(is_given("weights/0", true)(dragged));
    EXPECT_NEAR(number(dragged, "weights", 1, 4), before + 0.3, 0.02);
    EXPECT_EQ(dragged["steps"], 1);
    EXPECT_EQ(difference_from_elsewhere(dragged), "");
    lab.move_to(5, 5);
    lab.settled();
    lab.picture("given-dragged-1024");
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });

    // Esc takes back a running drag, with the giving.
    const Area cell = lab.cell("weights", 2, 2);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.move_to(cell.x + cell.width / 2 + 20, cell.y + cell.height / 2);
    lab.until("given weights", is_given("weights/0", true));
    lab.press("Escape");
    lab.until("computed weights", is_given("weights/0", false));
    lab.release_button();
    EXPECT_EQ(document_text(lab.settled()), document_text(first));

    // Ctrl+drag still selects.
    lab.hold("ctrl");
    drag(lab, lab.cell("weights", 0, 0), lab.cell("weights", 0, 0).width);
    lab.let_go("ctrl");
    EXPECT_EQ(lab.settled()["view"]["selected"], "weights[0,1]");
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Given, TheMarkInTheTitleComputesTheStageAgain) {
    LabDriver lab({sentence, 1366, 768});
    const Json first = lab.settled();
    EXPECT_TRUE(has_control("given/weights", false)(first));
    lab.click(lab.cell("weights", 1, 4));
    lab.press("g");
    lab.until("the mark", has_control("given/weights"));
    lab.settled();
    const Area mark = lab.control("given/weights");
    lab.move_to(mark.x + mark.width / 2, mark.y + mark.height / 2);
    lab.settled();
    lab.picture("given-mark-1366");
    lab.click(mark);
    const Json released = lab.until("computed weights", is_given("weights/0", false));
    EXPECT_EQ(released["steps"], 2);
    EXPECT_EQ(document_text(released), document_text(first));
    undo_all(lab, 2, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Given, ARowThatDoesNotSumTo1IsNormalisedByAClick) {
    LabDriver lab({sentence, 1366, 768});
    lab.choose_by_name("Typing over one sets it");
    lab.click(lab.cell("weights", 1, 4));
    lab.type("0.9");
    lab.press("Return");
    lab.until("the offer", has_control("normalise/weights"));
    const Json set = lab.settled();
    lab.move_to(5, 5);
    lab.settled();
    lab.picture("given-unlike-shares-1366");
    lab.click(lab.control("normalise/weights"));
    const Json shares = lab.until("no offer", has_control("normalise/weights", false));
    double sum = 0;
    for (int key = 0; key < 5; ++key)
        sum += number(shares, "weights", 1, key);
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_TRUE(has_control("given/weights")(shares)) << "they stay given";
    EXPECT_EQ(shares["steps"], set["steps"].get<int>() + 1);
    lab.press("ctrl+z");
    const Json back = lab.until("the offer again", has_control("normalise/weights"));
    EXPECT_EQ(document_text(back), document_text(set));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Given, WeightsAreFilledFromTheMenu) {
    LabDriver lab({sentence, 1366, 768});
    const Json first = lab.settled();
    lab.press("ctrl+shift+a"); // pins this state
    lab.click(lab.cell("weights", 1, 4));
    lab.settled();
    lab.choose("Insert/Fill a stage", "fill.uniform");
    const Json uniform = lab.until("equal weights", is_number("weights", 3, 1, 0.2));
    EXPECT_EQ(uniform["steps"], 1);
    lab.choose("Insert/Fill a stage", "fill.diagonal");
    lab.until("the card", [](const Json& now) { return now["filling"] == true; });
    lab.settled();
    lab.picture("given-diagonal-card-1366");
    lab.press("Return");
    const Json before = lab.until("the words before", is_number("weights", 3, 2, 1));
    EXPECT_EQ(number(before, "weights", 0, 0), 1) << "there is no word before the first";
    lab.choose("Insert/Fill a stage", "fill.mean");
    lab.until("equal rows", is_number("weights", 3, 0, 0.4));
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.choose("Insert/Fill a stage", "fill.pinned");
    const Json pinned = lab.until("the pinned weights", [&](const Json& now) {
        return now["stages"]["weights"] == first["stages"]["weights"];
    });
    EXPECT_TRUE(is_given("weights/0", true)(pinned));
    undo_all(lab, 4, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Given, TheClassDragsWeightsInTheLesson) {
    LabDriver lab({sentence, 1366, 768});
    lab.choose_by_name("Attention by hand");
    lab.until("the lesson", [](const Json& now) { return now["lesson"].is_object(); });
    const Json first = lab.settled();
    EXPECT_TRUE(is_given("weights/0", true)(first));
    lab.picture("lesson-by-hand-1366");
    drag(lab, lab.cell("weights", 0, 1), 30);
    const Json dragged = lab.settled();
    EXPECT_TRUE(asks_nothing(dragged)) << "given numbers are inputs";
    EXPECT_NEAR(number(dragged, "weights", 0, 1), 1.0 / 3 + 0.3, 0.02);
    EXPECT_NE(dragged["stages"]["output"], first["stages"]["output"]);
    lab.move_to(5, 5);
    lab.settled();
    lab.picture("lesson-by-hand-dragged-1366");
    lab.click(lab.control("normalise/weights"));
    lab.until("shares", has_control("normalise/weights", false));
    lab.press("Next");
    lab.press("Next");
    lab.until("computed weights", is_given("weights/0", false));
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

// The panel's fields of arrays with layers or texts of a batch give what the command line gives:
// the numbers that NumPy reads.
TEST(Given, ALayerOrATextOfABatchIsChosenInThePanel) {
    const std::string borders = ATTENTION_SOURCE_DIR "/tests/data/borders/";
    const Json cases = Json::parse(std::ifstream(borders + "cases.json"));
    const auto numbers = [&](const std::string& file, const Json& arguments) -> const Json& {
        for (const Json& one : cases)
            if (one["file"] == file && one["arguments"] == arguments)
                return one["stages"];
        throw std::runtime_error("cases.json has no such import of " + file);
    };
    const auto has_fault = [](bool wanted) {
        return [=](const Json& now) {
            return now["importing"].is_object() && (now["importing"]["fault"] != "") == wanted;
        };
    };
    struct Case {
        const char* file;
        Json arguments;
        std::string layer, batch, wrong, fault;
    };
    const Case chosen[] = {
        {"layers.npy", {"--layer", "1"}, "1", "", "7", "has no number 7"},
        {"layers-qkv.npz", {"--layer", "2"}, "2", "", "3", "has no number 3"},
        {"qkv-by-layer.npz", {"--layer", "2"}, "2", "", "3", "no layer 3 is there"},
        {"layers-of-texts.npz", {"--batch", "1"}, "", "1", "2", "has no number 2"},
        {"layers-of-texts.npz", {"--batch", "1", "--layer", "2"}, "2", "1", "x", "layer"}};
    for (const Case& one : chosen) {
        SCOPED_TRACE(std::string(one.file) + " " + one.arguments.dump());
        LabDriver lab({.document = "four-words", .screen_width = 1366, .screen_height = 768});
        const Json first = lab.settled();
        lab.drop({borders + one.file});
        lab.until("the panel", [](const Json& now) { return now["importing"].is_object(); });
        const bool has_texts = !one.batch.empty();
        if (has_texts) {
            const std::string fault = lab.until("a fault", has_fault(true))["importing"]["fault"];
            EXPECT_NE(fault.find("Take one text"), std::string::npos) << fault;
        }
        // import.field.8 is the layer, 9 the text of a batch.
        const auto type = [&](const char* field, const std::string& text) {
            lab.settled();
            lab.click(lab.control(field));
            lab.press("ctrl+a");
            lab.type(text);
        };
        if (has_texts) {
            type("import.field.9", one.layer.empty() ? one.wrong : one.batch);
            lab.settled();
        }
        if (!one.layer.empty())
            type("import.field.8", one.wrong);
        const Json wrong = lab.until("what is wrong", has_fault(true));
        EXPECT_NE(lab.settled()["importing"]["fault"].get<std::string>().find(one.fault),
                  std::string::npos)
            << lab.probe()["importing"]["fault"];
        lab.picture("given-panel-fault-" + std::to_string(&one - chosen));
        type(one.layer.empty() ? "import.field.9" : "import.field.8",
             one.layer.empty() ? one.batch : one.layer);
        lab.until("what comes of it", has_fault(false));
        EXPECT_EQ(document_text(lab.settled()), document_text(first));
        lab.picture("given-panel-" + std::to_string(&one - chosen));
        lab.press("Return");
        const Json opened =
            lab.until("the document", [](const Json& now) { return now["importing"].is_null(); });
        const Json& expected = numbers(one.file, one.arguments);
        Json inputs = opened["document"]["inputs"];
        EXPECT_EQ(inputs.size(), expected.size());
        for (const auto& [name, rows] : expected.items())
            EXPECT_EQ(inputs[name], rows) << name;
        EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
        lab.press("ctrl+z");
        lab.until("undo",
                  [&](const Json& now) { return document_text(now) == document_text(first); });
        EXPECT_EQ(lab.quit(), "");
    }
}

// A matrix that is copied in one state is pasted over computed numbers in another.
TEST(Given, CopiedWeightsArePastedOverComputedOnes) {
    LabDriver lab({sentence, 1366, 768});
    const Json first = lab.settled();
    lab.click(lab.cell("weights", 0, 0));
    lab.hold("shift");
    lab.click(lab.cell("weights", 4, 4));
    lab.let_go("shift");
    lab.settled();
    lab.press("ctrl+c");
    lab.settled();
    lab.choose("Mask", "mask.causal");
    const Json masked = lab.until("the mask", [](const Json& now) {
        return now["document"]["model"]["mask"] == "causal" && number(now, "weights", 0, 4) == 0;
    });
    lab.click(lab.cell("weights", 0, 0));
    lab.settled();
    lab.press("ctrl+v");
    const Json pasted = lab.until("given weights", is_given("weights/0", true));
    EXPECT_EQ(pasted["stages"]["weights"], first["stages"]["weights"]);
    EXPECT_EQ(pasted["stages"]["scores"], masked["stages"]["scores"]);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.picture("given-pasted-1366");
    undo_all(lab, 2, first);
    EXPECT_EQ(lab.quit(), "");
}

// What other programs draw of an array of weights: opening it is one action, exporting another.
TEST(Given, AnArrayOfWeightsBecomesAPictureInTwoActions) {
    struct Case {
        const char *array, *given, *action, *figure;
    };
    for (const Case& one :
         {Case{"attn_nn.npy", "weights/0", "lines between words …", "lines"},
          Case{"heads.npy", "weights/1", "lines of every head …", "lines/heads"},
          Case{"heads.npy", "weights/1", "the heatmap of weights …", "weights"}}) {
        SCOPED_TRACE(one.array);
        const std::string name = one.given;
        LabDriver lab({.document = "four-words", .screen_width = 1366, .screen_height = 768});
        lab.drop({ATTENTION_SOURCE_DIR "/tests/data/borders/" + std::string(one.array)});
        lab.until("the panel", [](const Json& now) { return now["importing"].is_object(); });
        lab.settled();
        lab.press("Return");
        const Json opened = lab.until("the weights", is_given(name, true));
        EXPECT_FALSE(opened["document"]["inputs"].contains("X"));
        lab.settled();
        lab.picture("given-opened-" + std::string(one.figure).substr(0, 5) + name.back());

        lab.choose_by_name(one.action);
        lab.until("the lines", [&](const Json& now) {
            return now["exporting"]["figure"] == one.figure && now["exporting"]["is_seen"] == true;
        });
        lab.picture("given-" + std::string(one.figure).substr(0, 7) + name.back());
        lab.press("Return");
        const Json lines = lab.until("the file", [](const Json& now) {
            return now["message"].is_string() &&
                   now["message"].get<std::string>().starts_with("Wrote ");
        });
        EXPECT_TRUE(std::filesystem::exists(lines["exporting"]["path"].get<std::string>()))
            << lines["exporting"]["path"];
        EXPECT_EQ(lab.quit(), "");
    }
}
