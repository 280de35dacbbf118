// SPDX-License-Identifier: MIT
// Starts from one head and enters every model of attention, by the Model menu or by keyboard alone,
// edits its inputs, and undoes everything to the first document.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

using namespace attn::test;

namespace {

/// Opens the part's line in the Model menu and clicks the choice.
void choose_model(LabDriver& lab, const std::string& part, const std::string& choice) {
    lab.choose("Model/" + part, choice);
    lab.settled();
}

/// Chooses in the palette: types the name and presses Enter.
void choose_by_keys(LabDriver& lab, const std::string& name, const std::string& choice) {
    lab.press("ctrl+k");
    lab.until("the palette", [](const Json& now) { return now["palette"] == true; });
    lab.type(name);
    lab.until(choice + " in the palette",
              [&](const Json& now) { return now["controls"].contains("palette/" + choice); });
    lab.press("Return");
    lab.until("the palette to close", [](const Json& now) { return now["palette"] == false; });
    lab.settled();
}

enum class Way { Click, Keys };

/// Goes to the matrix's first number, by a click if it is in view, otherwise by keyboard; types
/// over it and checks the result.
void edit_first_number(LabDriver& lab, const std::string& sheet, Way way = Way::Click) {
    SCOPED_TRACE(sheet);
    const auto is_there = [&](const Json& now) {
        return now["view"]["selected"].is_string() &&
               now["view"]["selected"].get<std::string>().starts_with(sheet + "[");
    };
    if (way == Way::Click && lab.probe()["cells"].contains(sheet)) {
        lab.click(lab.cell(sheet, 0, 0));
        lab.until("the cell to be selected", is_there);
    }
    for (int hops = 0; hops < 120 && !is_there(lab.probe()); ++hops) {
        if (lab.probe()["view"]["selected"]
                .is_string()) { // to the last cell, from which Tab leads to the next matrix
            lab.press("ctrl+End");
            lab.settled();
        }
        const Json end = lab.probe()["view"]["selected"];
        lab.press("Tab");
        lab.until("the next matrix",
                  [&](const Json& now) { return now["view"]["selected"] != end; });
    }
    ASSERT_TRUE(is_there(lab.probe())) << lab.probe()["view"].dump();
    lab.press("ctrl+Home");
    lab.settled();
    const double before = number(lab.probe(), sheet, 0, 0);
    lab.type("0.75");
    lab.until("the typed number", [](const Json& now) {
        return now["editing"].is_object() && now["editing"]["text"] == "0.75";
    });
    lab.press("Return");
    const Json now = lab.until("the new number", [&](const Json& probe) {
        return probe["is_exact"] == true && number(probe, sheet, 0, 0) == 0.75;
    });
    EXPECT_NE(before, 0.75);
    EXPECT_EQ(difference_from_elsewhere(now), "");
}

void undo_everything(LabDriver& lab, const Json& first) {
    for (int steps = 0; steps < 40 && lab.probe()["can_undo"] == true; ++steps) {
        const Json position = lab.probe()["steps"];
        lab.press("ctrl+z");
        lab.until("the step before", [&](const Json& now) { return now["steps"] != position; });
    }
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
}

/// A choice of the menu and the inputs it adds.
struct Entered {
    const char* part;
    const char* choice;
    std::vector<const char*> inputs;
};

} // namespace

TEST(Model, EachIsEnteredFromTheMenuEditedAndUndone) {
    const std::vector<Entered> models = {
        {"Biases", "model.biases.on", {"b_Q"}},
        {"Memory", "model.memory.on", {"M"}},
        {"Score", "model.score.general", {"W_S"}},
        {"Score", "model.score.additive", {"U_Q"}},
        {"Score", "model.score.cosine", {"W_Q"}},
        {"Score", "model.score.gaussian", {"W_K"}},
        {"Score", "model.score.distance", {"X"}},
        {"Positions", "model.positions.learned", {"P"}},
        {"Positions", "model.positions.sinusoidal", {"X"}},
        {"Positions", "model.positions.rotary", {"W_Q"}},
        {"Positions", "model.positions.rotary_pairs", {"W_Q"}},
        {"Positions", "model.positions.alibi", {"W_K"}},
        {"Positions", "model.positions.buckets", {"T"}},
        {"Norm of Q and K", "model.qk_norm.on", {"gamma_Q"}},
        {"Bias of scores", "model.score_bias.on", {"bias"}},
        {"Soft limit", "model.soft_limit.on", {"W_Q"}},
        {"Sink", "model.sink.on", {"sink"}},
        {"Loss", "model.loss.output", {"target"}},
        {"Loss", "model.loss.weights", {"target"}},
    };
    LabDriver lab;
    const Json first = lab.settled();
    for (const Entered& model : models) {
        SCOPED_TRACE(model.choice);
        choose_model(lab, model.part, model.choice);
        ASSERT_NE(document_text(lab.probe()), document_text(first));
        lab.picture(model.choice);
        for (const char* input : model.inputs)
            edit_first_number(lab, input);
        undo_everything(lab, first);
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Model, ABlockIsEnteredWithoutAJump) {
    LabDriver lab;
    const Json first = lab.settled();
    choose_model(lab, "Block", "model.block.on");
    const Json block = lab.probe();
    EXPECT_EQ(block["stages"]["output"], first["stages"]["output"]);
    EXPECT_EQ(block["stages"]["attention"], first["stages"]["output"]);
    // A block is larger than the window, so some of its matrices are out of view.
    edit_first_number(lab, "W_1", Way::Keys);
    edit_first_number(lab, "W_O", Way::Keys);
    choose_model(lab, "Norm", "model.norm.layer");
    edit_first_number(lab, "gamma_1", Way::Keys);
    choose_model(lab, "MLP", "model.mlp.swiglu");
    edit_first_number(lab, "W_gate", Way::Keys);
    for (const char* mlp : {"model.mlp.relu", "model.mlp.gelu", "model.mlp.gelu_tanh",
                            "model.mlp.silu", "model.mlp.geglu", "model.mlp.geglu_tanh"}) {
        choose_model(lab, "MLP", mlp);
        EXPECT_EQ(difference_from_elsewhere(lab.probe()), "") << mlp;
    }
    for (const char* norm : {"model.norm.rms", "model.norm.after"}) {
        choose_model(lab, "Norm", norm);
        EXPECT_EQ(difference_from_elsewhere(lab.probe()), "") << norm;
    }
    choose_model(lab, "Next word", "model.words_out.on");
    edit_first_number(lab, "E", Way::Keys);
    choose_model(lab, "Loss", "model.loss.next_word");
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    lab.picture("model-block");
    undo_everything(lab, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Model, LayersAndCrossAttentionAddNothingUntilTheyAreEdited) {
    LabDriver lab;
    const Json first = lab.settled();
    choose_model(lab, "Block", "model.block.on");
    choose_model(lab, "Norm", "model.norm.layer");
    edit_first_number(lab, "W_2");
    const Json one = lab.settled();
    choose_model(lab, "Block", "model.layers");
    lab.until("the field", [](const Json& now) { return now["controls"].contains("number"); });
    lab.press("ctrl+a");
    lab.type("13");
    lab.press("Return");
    lab.until("the refusal", [](const Json& now) {
        return now["editing"].is_object() && now["editing"]["fault"] != "";
    });
    lab.press("ctrl+a");
    lab.type("3");
    lab.press("Return");
    lab.until("three layers", [](const Json& now) { return now["stages"].contains("block@2"); });
    EXPECT_EQ(lab.settled()["stages"]["block@2"], one["stages"]["block"]);
    choose_model(lab, "Cross-attention", "model.cross.on");
    EXPECT_EQ(lab.settled()["stages"]["block@2"], one["stages"]["block"]);
    lab.picture("model-three-layers");
    edit_first_number(lab, "W_O@1");
    EXPECT_EQ(lab.probe()["view"]["layer"], 1);
    EXPECT_NE(lab.probe()["stages"]["block@2"], one["stages"]["block"]);
    lab.picture("model-second-layer");
    edit_first_number(lab, "cross.W_O@2");
    EXPECT_EQ(lab.probe()["view"]["is_cross"], true);
    lab.picture("model-cross-attention");
    edit_first_number(lab, "M");
    lab.press("Escape");
    lab.press("ctrl+Prior");
    lab.until("the attention before",
              [](const Json& now) { return now["view"]["is_cross"] == false; });
    undo_everything(lab, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Model, WordsAreGeneratedOneByOne) {
    LabDriver lab({"causal-decoder-block"});
    const Json first = lab.settled();
    const std::size_t words = first["stages"]["X"].size();
    choose_model(lab, "Next word", "generate.likeliest");
    lab.until("a word more", [&](const Json& now) { return now["stages"]["X"].size() > words; });
    const Json more = lab.settled();
    for (std::size_t row = 0; row < words; ++row) {
        EXPECT_EQ(more["stages"]["K"][row], first["stages"]["K"][row]);
        EXPECT_EQ(more["stages"]["V"][row], first["stages"]["V"][row]);
    }
    lab.picture("generated-word");
    choose_by_keys(lab, "one more word", "generate.open");
    lab.until("the card", [](const Json& now) { return now["generating"].is_object(); });
    lab.picture("generating-likeliest");
    lab.click(lab.control("generating.temperature"));
    lab.until("the temperature",
              [](const Json& now) { return now["generating"]["is_drawn"] == true; });
    lab.press("ctrl+a");
    lab.type("-1");
    lab.press("Return");
    lab.until("the refusal", [](const Json& now) { return now["generating"]["fault"] != ""; });
    lab.picture("generating-refused");
    lab.press("ctrl+a");
    lab.type("2");
    lab.press("Tab");
    lab.type("3");
    lab.until("the seed", [](const Json& now) { return now["generating"]["seed"] == "3"; });
    lab.press("Return");
    lab.until("two words more",
              [&](const Json& now) { return now["stages"]["X"].size() == words + 2; });
    EXPECT_EQ(lab.settled()["generating"]["seed"], "4");
    lab.picture("generating-drawn");
    lab.click(lab.control("generating.likeliest"));
    lab.until("the likeliest",
              [](const Json& now) { return now["generating"]["is_drawn"] == false; });
    lab.click(lab.control("generating.confirm"));
    lab.until("three words more",
              [&](const Json& now) { return now["stages"]["X"].size() == words + 3; });
    lab.press("Escape");
    lab.until("the end of the card", [](const Json& now) { return now["generating"].is_null(); });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    undo_everything(lab, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Model, CrossAttentionIsEnteredByTheKeyboardAlone) {
    LabDriver lab;
    const Json first = lab.settled();
    choose_by_keys(lab, "keys from a memory", "model.memory.on");
    EXPECT_EQ(lab.probe()["stages"]["output"], first["stages"]["output"]);
    edit_first_number(lab, "M", Way::Keys);
    // Inserts another word into the memory, after the chosen one.
    lab.press("ctrl+Return");
    lab.until("a sixth key", [](const Json& now) {
        return now["is_exact"] == true && now["stages"]["weights"][0].size() == 6;
    });
    EXPECT_EQ(lab.probe()["stages"]["X"].size(), 5U);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    choose_by_keys(lab, "cosine", "model.score.cosine");
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    undo_everything(lab, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Model, ANumberIsTypedInTheFieldUnderTheMenu) {
    LabDriver lab;
    const Json first = lab.settled();
    choose_model(lab, "Score", "model.score.gaussian");
    choose_model(lab, "Score", "model.sigma");
    lab.until("the field", [](const Json& now) { return now["controls"].contains("number"); });
    lab.press("ctrl+a");
    lab.type("-1");
    lab.press("Return");
    lab.until("the refusal", [](const Json& now) {
        return now["editing"].is_object() && now["editing"]["fault"] != "";
    });
    lab.picture("model-number-refused");
    lab.press("ctrl+a");
    lab.type("2");
    lab.press("Return");
    lab.until("the end of typing", [](const Json& now) { return now["editing"].is_null(); });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.choose("Mask", "mask.causal");
    lab.choose("Mask", "mask.window.number");
    lab.until("the field", [](const Json& now) { return now["controls"].contains("number"); });
    lab.press("Return");
    lab.until("the end of typing", [](const Json& now) { return now["editing"].is_null(); });
    const Json now = lab.settled();
    EXPECT_EQ(number(now, "weights", 4, 0), 0);
    EXPECT_EQ(number(now, "weights", 0, 4), 0);
    EXPECT_EQ(difference_from_elsewhere(now), "");
    undo_everything(lab, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Model, HeadsAreAddedMovedAndSwitchedOff) {
    LabDriver lab;
    const Json first = lab.settled();
    choose_model(lab, "Heads", "head.copy");
    lab.until("two heads", [](const Json& now) { return now["stages"].contains("W_Q/1"); });
    choose_model(lab, "Heads", "heads.side_by_side");
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    choose_model(lab, "Heads", "heads.w_o");
    edit_first_number(lab, "W_O", Way::Keys);
    choose_model(lab, "Keys and values", "model.groups");
    lab.until("the field", [](const Json& now) { return now["controls"].contains("number"); });
    lab.press("ctrl+a");
    lab.type("1");
    lab.press("Return");
    lab.until("shared keys", [](const Json& now) {
        return now["is_exact"] == true && !now["stages"].contains("K/1");
    });
    edit_first_number(lab, "W_K", Way::Keys);
    choose_model(lab, "Heads", "head.off");
    const Json off = lab.settled();
    EXPECT_EQ(difference_from_elsewhere(off), "");
    choose_model(lab, "Heads", "head.left");
    EXPECT_EQ(lab.settled()["view"]["head"], 0);
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    undo_everything(lab, first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Model, ItsMenusStayInsideSmallWindows) {
    for (const auto& [width, height] : std::vector<std::pair<int, int>>{{1366, 700}, {1024, 768}}) {
        SCOPED_TRACE(width);
        LabDriver lab({"the-cat-chased-the-mouse", width, height});
        const auto expect_inside = [&, w = width, h = height](const std::string& menu) {
            const Json now = lab.settled();
            for (const auto& [name, rect] : now["controls"].items()) {
                EXPECT_GE(rect[0], 0) << menu << " " << name;
                EXPECT_LE(rect[0].get<double>() + rect[2].get<double>(), w) << menu << " " << name;
                EXPECT_LE(rect[1].get<double>() + rect[3].get<double>(), h) << menu << " " << name;
            }
            lab.picture("menu-" + menu + "-" + std::to_string(w));
            lab.press("Escape");
            lab.settled();
        };
        choose_model(lab, "Block", "model.block.on");
        for (const char* menu : {"W_Q", "Model", "Mask", "File", "Edit", "View", "Insert",
                                 "Explain", "Teach", "Help"}) {
            lab.click(lab.control(menu));
            expect_inside(menu);
        }
        const std::vector<std::pair<std::string, std::vector<std::string>>> beside{
            {"Model",
             {"Heads", "Keys and values", "Biases", "Memory", "Score", "Positions",
              "Norm of Q and K", "Bias of scores", "Soft limit", "Sink", "Block", "Cross-attention",
              "Norm", "MLP", "Next word", "Loss"}},
            {"File", {"Export"}},
            {"Edit", {"Words", "Shape", "Copy", "What is copied"}},
            {"View", {"Pages", "Numbers", "Colours"}},
            {"Explain", {"Compare", "What if it were wrong"}},
            {"Teach", {"The open lesson"}}}; // Lessons and presets are long lists that scroll.
        for (const auto& [menu, parts] : beside)
            for (const std::string& part : parts) {
                const std::string line = menu + "/" + part;
                lab.click(lab.control(menu));
                lab.until("the menu",
                          [&](const Json& now) { return now["controls"].contains(line); });
                lab.settled();
                lab.click(lab.control(line));
                expect_inside(part);
            }
        EXPECT_EQ(lab.quit(), "");
    }
}
