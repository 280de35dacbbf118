// SPDX-License-Identifier: MIT
// A layer of a model in a folder: what the model says next follows its edits.
#include "tests/support/lab_driver.h"
#include "tests/support/sparse_model.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_tokenizer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace attn::folder_words_window_test {

using namespace test;

namespace {

/// A small GPT-2 of random numbers with a tokenizer, and a part of one of its layers as a document:
/// a head of the first, unless other options of import are given.
struct Model {
    TempDir place, to;
    std::string folder = place / "model", document = to / "head.attn";

    explicit Model(std::vector<std::string> of = {"--layer", "0", "--head", "2"}) {
        std::filesystem::copy(ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2", folder);
        (void)place.file("model/tokenizer.json", tiny_tokenizer());
        of.insert(of.end(), {"--text", "The cat sat"});
        import(folder, document, of);
    }
    static void import(const std::string& from, const std::string& file,
                       std::vector<std::string> more) {
        std::vector<std::string> all{"import", from, "-o", file};
        all.insert(all.end(), more.begin(), more.end());
        const Printed made = run_lab(all);
        EXPECT_EQ(made.code, 0) << made.errors;
    }
    /// What the command line says of the file as it is.
    Json said(std::vector<std::string> more = {}) const {
        std::vector<std::string> all{"next", document, "--top", "10", "--format", "json"};
        all.insert(all.end(), more.begin(), more.end());
        const Printed made = run_lab(all);
        EXPECT_EQ(made.code, 0) << made.errors;
        return Json::parse(made.output);
    }
    Json next() const { return said()["next"]; }
};

bool has_words(const Json& now) {
    return now["next"].size() == 10;
}

bool are_compared(const Json& now) {
    return has_words(now) && now["next"][0]["before"].is_number();
}

/// The window's words are the command line's, with the same numbers.
void expect_words(const Json& probe, const Json& next) {
    ASSERT_EQ(probe["next"].size(), next.size());
    for (std::size_t at = 0; at < next.size(); ++at) {
        EXPECT_EQ(probe["next"][at]["word"], next[at]["word"]) << at;
        EXPECT_EQ(probe["next"][at]["now"].get<double>(), next[at]["probability"].get<double>());
    }
}

void type_number(LabDriver& lab, const std::string& sheet, int row, int column,
                 const std::string& text) {
    const int steps = lab.probe()["steps"].get<int>();
    lab.click(lab.cell(sheet, row, column));
    lab.settled();
    lab.type(text);
    lab.press("Return");
    lab.until("the number", [&](const Json& now) { return now["steps"].get<int>() > steps; });
}

/// The page Effects has numbers.
bool has_effects(const Json& now) {
    return now["folder_effects"].is_object() && !now["folder_effects"]["heads"].empty();
}

/// They are those that `next --heads` prints.
void expect_effects(const Json& probe, const Json& said) {
    const Json& effects = probe["folder_effects"];
    EXPECT_EQ(effects["word"], said["next"][0]["word"]);
    EXPECT_EQ(effects["likely"], said["next"][0]["probability"]);
    EXPECT_EQ(effects["heads"], said["heads"]);
}

void save(LabDriver& lab) {
    lab.press("ctrl+s");
    lab.until("the file", [](const Json& now) { return now["is_unsaved"] == false; });
}

bool is_typing(const Json& now) {
    return now["editing"].is_object();
}

std::vector<std::string> words(const Json& now) {
    return now["document"]["lists"]["words"].get<std::vector<std::string>>();
}

/// Opens the field of the words and types a text in their place.
void type_text(LabDriver& lab, const std::string& text) {
    lab.press("t");
    lab.until("the field", is_typing);
    lab.type(text);
    lab.until("the text", [&](const Json& now) { return now["editing"]["text"] == text; });
}

} // namespace

TEST(FolderWords, FollowAnEditAndEqualTheCommandLines) {
    const Model model;
    LabDriver lab({model.document, 1366, 768});
    const Json first = lab.until("the words", has_words);
    EXPECT_FALSE(are_compared(first)) << "nothing was changed";
    expect_words(first, model.next());
    lab.settled();
    lab.picture("folder-words");

    type_number(lab, "W_V", 1, 2, "3.5");
    const Json edited = lab.until("the words after the edit", are_compared);
    int found = 0;
    for (const Json& one : edited["next"])
        for (const Json& other : first["next"]) {
            if (one["word"] != other["word"])
                continue;
            EXPECT_EQ(one["before"], other["now"]) << one["word"];
            ++found;
        }
    EXPECT_GT(found, 0);
    lab.settled();
    lab.picture("folder-words-edited");
    lab.press("ctrl+s");
    lab.until("the file", [](const Json& now) { return now["is_unsaved"] == false; });
    expect_words(edited, model.next());

    lab.press("ctrl+z");
    const Json undone = lab.until("the words of before", [&](const Json& now) {
        return has_words(now) && now["next"][0]["now"] == first["next"][0]["now"];
    });
    EXPECT_EQ(undone["next"][1]["now"], first["next"][1]["now"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(FolderWords, AFolderThatIsGoneIsNamedAndRunsOnceItIsBack) {
    const Model model;
    LabDriver lab({model.document, 1024, 768});
    lab.until("the words", has_words);
    lab.settled();
    lab.picture("folder-words-1024");
    const std::string away = model.place / "away";
    std::filesystem::rename(model.folder, away);
    type_number(lab, "W_V", 1, 2, "3.5");
    const Json gone = lab.until("the sentence", [](const Json& now) {
        return now["next"].empty() && now["controls"].contains("folder.run");
    });
    const std::string why = gone["next_why"];
    EXPECT_NE(why.find("The folder of the model is gone, so the layers after this one cannot be "
                       "run; put it back, or import the layer again"),
              std::string::npos)
        << why;
    lab.settled();
    lab.picture("folder-words-gone");

    std::filesystem::rename(away, model.folder);
    lab.click(lab.control("folder.run"));
    lab.until("the words after the edit", are_compared);
    EXPECT_FALSE(lab.settled()["controls"].contains("folder.run"));

    // Another index: one setting differs.
    std::string config = bytes_of(model.folder + "/config.json");
    config.replace(config.find("1e-05"), 5, "1e-06");
    (void)model.place.file("model/config.json", config);
    type_number(lab, "W_V", 1, 2, "1.5");
    const Json other = lab.until("the sentence", [](const Json& now) {
        return now["next"].empty() && now["next_why"] != "";
    });
    EXPECT_NE(other["next_why"].get<std::string>().find("The model has other settings or tensors"),
              std::string::npos)
        << other["next_why"];
    EXPECT_EQ(lab.quit(), "");
}

/// Seven billion weights are not read unless the user wants it, and never finished before the next
/// click.
TEST(FolderWords, ALargeModelRunsIfAskedAndStops) {
    const TempDir folder, to;
    (void)write_sparse_model(folder, {.speaks = true});
    const std::string document = to / "head.attn";
    Model::import(folder.path().string(), document,
                  {"--layer", "0", "--head", "0", "--token-ids", "0:20"});
    LabDriver lab({document, 1366, 768});
    const Json asked = lab.until(
        "the question", [](const Json& now) { return now["controls"].contains("folder.run"); });
    EXPECT_NE(asked["next_why"].get<std::string>().find("6.6 billion weights, which take minutes"),
              std::string::npos)
        << asked["next_why"];
    lab.settled();
    lab.picture("folder-words-large");
    lab.click(lab.control("folder.run"));
    lab.until("the progress", [](const Json& now) {
        return now["controls"].contains("folder.progress") &&
               now["controls"].contains("folder.stop");
    });
    lab.click(lab.control("folder.stop"));
    const Json stopped = lab.until(
        "the end", [](const Json& now) { return now["controls"].contains("folder.run"); });
    EXPECT_NE(stopped["next_why"].get<std::string>().find("Stopped"), std::string::npos);
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}

/// The button is a stop of the keyboard.
TEST(FolderWords, RunsByKeyboardAlone) {
    const Model model;
    const std::string away = model.place / "away";
    std::filesystem::rename(model.folder, away);
    LabDriver lab({model.document, 1366, 768});
    lab.until("the sentence",
              [](const Json& now) { return now["controls"].contains("folder.run"); });
    std::filesystem::rename(away, model.folder);
    for (int part = 0; part < 9 && lab.probe()["stop"] != "sentence"; ++part) {
        lab.press("F6");
        lab.settled();
    }
    ASSERT_EQ(lab.probe()["stop"], "sentence");
    lab.press("Right");
    lab.settled();
    ASSERT_EQ(lab.probe()["stop"], "folder.run");
    lab.press("Return");
    const Json found = lab.until("the words", has_words);
    expect_words(found, model.next());
    EXPECT_EQ(lab.quit(), "");
}

TEST(FolderEffects, AreTheCommandLinesAndFollowAnEdit) {
    for (const std::string layer : {"0", "1"}) {
        const Model model({"--layer", layer});
        LabDriver lab({model.document, 1366, 768});
        lab.until("the words", has_words);
        EXPECT_TRUE(lab.settled()["folder_effects"].is_null())
            << "nothing is run before it is seen";
        lab.click(lab.control("page.effects"));
        const Json first = lab.until("the effects", has_effects);
        const Json said = model.said({"--heads"});
        ASSERT_EQ(said["heads"].size(), 4U);
        expect_effects(first, said);
        lab.settled();
        lab.picture("folder-effects");

        lab.click(lab.control("page.forward"));
        lab.settled();
        type_number(lab, "W_V", 1, 2, "3.5");
        lab.until("the words after the edit", are_compared);
        lab.click(lab.control("page.effects"));
        const Json edited = lab.until("the effects after the edit", [&](const Json& now) {
            return has_effects(now) &&
                   now["folder_effects"]["heads"] != first["folder_effects"]["heads"];
        });
        save(lab);
        expect_effects(edited, model.said({"--heads"}));

        // Undo is seen on the page itself, and known already.
        lab.press("ctrl+z");
        const Json undone = lab.until("the effects of before", [&](const Json& now) {
            return has_effects(now) &&
                   now["folder_effects"]["heads"] == first["folder_effects"]["heads"];
        });
        expect_effects(undone, said);
        EXPECT_EQ(lab.quit(), "");
    }
}

TEST(FolderEffects, AreExportedAsTheWindowShowsThem) {
    const Model model({"--layer", "1"});
    LabDriver lab({model.document, 1366, 768});
    lab.until("the words", has_words);
    lab.click(lab.control("page.effects"));
    const Json shown = lab.until("the effects", has_effects);
    lab.settled();
    lab.press("ctrl+shift+e");
    lab.until("the panel", [](const Json& now) { return now["exporting"]["is_open"] == true; });
    lab.settled();
    lab.click(lab.control("export/figure"));
    lab.until("the list of figures",
              [](const Json& now) { return now["controls"].contains("export/figure/effects"); });
    lab.click(lab.control("export/figure/effects"));
    lab.click(lab.control("export/svg"));
    lab.until("an SVG", [](const Json& now) {
        return now["exporting"]["path"].get<std::string>().ends_with(".svg");
    });
    lab.press("ctrl+Return");
    const std::string file = lab.until("the file", [](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().starts_with("Wrote ");
    })["exporting"]["path"];
    const std::string svg = bytes_of(file);
    for (const Json& head : shown["folder_effects"]["heads"])
        for (const char* const kind : {"off", "mean"}) {
            const double change = head[kind];
            char digits[32];
            (void)std::snprintf(digits, sizeof digits, "%.3f", std::abs(change));
            EXPECT_NE(svg.find(digits), std::string::npos) << change;
        }
    EXPECT_EQ(lab.quit(), "");

    const Printed refused =
        run_lab({"export", model.document, model.to / "effects.svg", "--figure", "effects"});
    EXPECT_NE(refused.code, 0);
    EXPECT_NE(refused.errors.find("It has no next word"), std::string::npos) << refused.errors;
}

TEST(FolderEffects, SayThatTheFolderIsGoneAndRunOnceItIsBack) {
    const Model model({"--layer", "0"});
    LabDriver lab({model.document, 1366, 768});
    lab.until("the words", has_words);
    const std::string away = model.place / "away";
    std::filesystem::rename(model.folder, away);
    lab.click(lab.control("page.effects"));
    const Json gone = lab.until("the sentence", [](const Json& now) {
        return now["controls"].contains("folder.run") && now["folder_effects"].is_object() &&
               now["folder_effects"]["why"] != "";
    });
    EXPECT_NE(
        gone["folder_effects"]["why"].get<std::string>().find("The folder of the model is gone"),
        std::string::npos)
        << gone["folder_effects"];
    EXPECT_TRUE(has_words(gone)) << "what was said before is still true";
    lab.settled();
    lab.picture("folder-effects-gone");
    std::filesystem::rename(away, model.folder);
    lab.click(lab.control("folder.run"));
    const Json found = lab.until("the effects", has_effects);
    expect_effects(found, model.said({"--heads"}));
    EXPECT_FALSE(lab.settled()["controls"].contains("folder.run"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(FolderEffects, OfALargeModelAskAndStop) {
    const TempDir folder, to;
    (void)write_sparse_model(folder, {.speaks = true});
    const std::string document = to / "head.attn";
    Model::import(folder.path().string(), document,
                  {"--layer", "0", "--head", "0", "--token-ids", "0:20"});
    LabDriver lab({document, 1366, 768});
    lab.until("the page", [](const Json& now) { return now["controls"].contains("page.effects"); });
    lab.click(lab.control("page.effects"));
    const Json asked = lab.until(
        "the question", [](const Json& now) { return now["controls"].contains("folder.run"); });
    EXPECT_NE(asked["folder_effects"]["why"].get<std::string>().find("minutes"), std::string::npos)
        << asked["folder_effects"];
    lab.settled();
    lab.click(lab.control("folder.run"));
    lab.until("the progress", [](const Json& now) {
        return now["controls"].contains("folder.stop") &&
               now["folder_effects"]["why"].get<std::string>().starts_with("Computing");
    });
    lab.click(lab.control("folder.stop"));
    const Json stopped = lab.until("the end", [](const Json& now) {
        return now["folder_effects"]["why"].get<std::string>().starts_with("Stopped");
    });
    EXPECT_TRUE(stopped["controls"].contains("folder.run"));
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}

/// The words and X are those that import gives the same text, bit by bit.
TEST(FolderText, BecomesWordsAndXAsImportMakesThem) {
    const Model model({"--layer", "1"});
    LabDriver lab({model.document, 1366, 768});
    const Json first = lab.until("the words", has_words);
    type_text(lab, "The cat sat on the cat.");
    lab.settled();
    lab.picture("folder-text-typed");
    lab.press("Return");
    const Json typed =
        lab.until("the longer text", [](const Json& now) { return words(now).size() == 7; });
    EXPECT_FALSE(is_typing(typed));
    const std::string imported = model.to / "imported.attn";
    Model::import(model.folder, imported, {"--layer", "1", "--text", "The cat sat on the cat."});
    const Json other = Json::parse(bytes_of(imported));
    EXPECT_EQ(typed["document"]["lists"], other["lists"]);
    EXPECT_EQ(typed["document"]["inputs"], other["inputs"]);
    const Json said = model.said({"--text", "The cat sat on the cat."});
    EXPECT_EQ(Json(words(typed)), said["words"]);
    expect_words(lab.until("what comes next",
                           [&](const Json& now) {
                               return has_words(now) &&
                                      now["next"][0]["now"] == said["next"][0]["probability"];
                           }),
                 said["next"]);
    lab.settled();
    lab.press("ctrl+z");
    const Json undone =
        lab.until("the old words", [&](const Json& now) { return words(now) == words(first); });
    EXPECT_EQ(document_text(undone), document_text(first));
    EXPECT_FALSE(undone["can_undo"]) << "it was one step";
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}

/// The small model has positions for twelve words.
TEST(FolderText, TooLongStaysInItsField) {
    const Model model;
    LabDriver lab({model.document, 1024, 768});
    const Json first = lab.until("the words", has_words);
    const std::string text = "The cat cat cat cat cat cat cat cat cat cat cat cat";
    lab.settled();
    lab.click(lab.control("sentence"));
    lab.until("the field", is_typing);
    EXPECT_EQ(lab.probe()["editing"]["text"], "The cat sat");
    lab.press("ctrl+a");
    lab.type(text);
    lab.press("Return");
    const Json refused = lab.until("the fault", [](const Json& now) {
        return now["folder_text"].is_object() && now["folder_text"]["fault"] != "";
    });
    EXPECT_NE(refused["folder_text"]["fault"].get<std::string>().find(
                  "The text has 13 tokens; the model has positions for 12"),
              std::string::npos)
        << refused["folder_text"];
    EXPECT_EQ(words(refused), words(first));
    lab.settled();
    lab.picture("folder-text-too-long");
    lab.press("t");
    lab.until("the text again",
              [&](const Json& now) { return is_typing(now) && now["editing"]["text"] == text; });
    lab.press("Escape");
    const Json old = lab.until("the old words", [](const Json& now) {
        return !is_typing(now) && now["folder_text"].is_null();
    });
    EXPECT_EQ(words(old), words(first));
    EXPECT_FALSE(old["can_undo"]);
    EXPECT_EQ(lab.quit(), "");
}

/// Without its folder, without a tokenizer and without words: each says so and keeps the text.
TEST(FolderText, ThatCannotBeReadIsNamed) {
    const Model model;
    const std::string away = model.place / "away";
    const auto fault = [](LabDriver& lab, const std::string& text) {
        type_text(lab, text);
        lab.press("Return");
        const std::string found = lab.until("the fault", [](const Json& now) {
            return now["folder_text"].is_object() && now["folder_text"]["fault"] != "";
        })["folder_text"]["fault"];
        EXPECT_EQ(lab.settled()["folder_text"]["text"], text);
        EXPECT_EQ(words(lab.probe()).size(), 3U);
        return found;
    };
    {
        LabDriver lab({model.document, 1366, 768});
        lab.until("the words", has_words);
        std::filesystem::rename(model.folder, away);
        const std::string gone = fault(lab, "The sat");
        EXPECT_NE(gone.find("folder of the model is gone"), std::string::npos) << gone;
        lab.picture("folder-text-gone");
        std::filesystem::rename(away, model.folder);
        lab.press("t");
        lab.until("the text again", is_typing);
        lab.press("Return");
        lab.until("the words of the text", [](const Json& now) { return words(now).size() == 2; });
        lab.settled();
        EXPECT_EQ(lab.quit(), "");
    }
    std::filesystem::remove(model.folder + "/tokenizer.json");
    LabDriver lab({model.document, 1366, 768});
    lab.until("the words", has_words);
    const std::string none = fault(lab, "The cat");
    EXPECT_NE(none.find("tokenizer"), std::string::npos) << none;
    type_text(lab, " ");
    lab.press("Return");
    lab.until("the fault of no words", [](const Json& now) {
        return is_typing(now) &&
               now["editing"]["fault"].get<std::string>().starts_with("A text has at least");
    });
    lab.press("Escape");
    EXPECT_EQ(words(lab.settled()).size(), 3U);
    EXPECT_EQ(lab.quit(), "");
}

/// Seven billion weights come before the last layer: reading a text is stopped, and it is kept.
TEST(FolderText, ForALargeModelIsStopped) {
    const TempDir folder, to;
    const std::string sentence = "The cat sat on the cat.",
                      long_text = sentence + " " + sentence + " " + sentence;
    (void)write_sparse_model(folder, {.speaks = true});
    (void)folder.file("tokenizer.json", tiny_tokenizer());
    const std::string document = to / "head.attn";
    Model::import(folder.path().string(), document,
                  {"--layer", "0", "--head", "0", "--text", long_text + " The cat."});
    Json layer = Json::parse(bytes_of(document)); // Importing the last layer would take as long.
    layer["origin"]["model"].at("layer") = 31;
    LabDriver lab({to.file("last.attn", layer.dump()), 1366, 768});
    lab.until("the question",
              [](const Json& now) { return now["controls"].contains("folder.run"); });
    const Json first = lab.probe();
    type_text(lab, long_text);
    lab.press("Return");
    lab.until("the progress", [](const Json& now) {
        return now["controls"].contains("folder.progress") &&
               now["controls"].contains("folder.stop") && now["folder_text"].is_object();
    });
    lab.click(lab.control("folder.stop"));
    const Json stopped = lab.until("the end", [](const Json& now) {
        return now["folder_text"].is_object() && now["folder_text"]["fault"] != "";
    });
    EXPECT_TRUE(stopped["folder_text"]["fault"].get<std::string>().starts_with("Stopped"));
    EXPECT_EQ(stopped["folder_text"]["text"], long_text);
    EXPECT_EQ(words(stopped), words(first));
    EXPECT_FALSE(stopped["can_undo"]);
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::folder_words_window_test
