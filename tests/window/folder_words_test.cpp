// SPDX-License-Identifier: MIT
// A layer of a model in a folder: what the model says next follows its edits.
#include "tests/support/lab_driver.h"
#include "tests/support/sparse_model.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_tokenizer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace attn::folder_words_window_test {

using namespace test;

namespace {

/// A small GPT-2 of random numbers with a tokenizer, and a head of its first layer as a document.
struct Model {
    TempDir place, to;
    std::string folder = place / "model", document = to / "head.attn";

    Model() {
        std::filesystem::copy(ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2", folder);
        (void)place.file("model/tokenizer.json", tiny_tokenizer());
        import(folder, document, {"--head", "2", "--text", "The cat sat"});
    }
    static void import(const std::string& from, const std::string& file,
                       std::vector<std::string> more) {
        std::vector<std::string> all{"import", from, "-o", file, "--layer", "0"};
        all.insert(all.end(), more.begin(), more.end());
        const Printed made = run_lab(all);
        EXPECT_EQ(made.code, 0) << made.errors;
    }
    /// What the command line says of the file as it is.
    Json next() const {
        const Printed made = run_lab({"next", document, "--top", "10", "--format", "json"});
        EXPECT_EQ(made.code, 0) << made.errors;
        return Json::parse(made.output)["next"];
    }
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
    Model::import(folder.path().string(), document, {"--head", "0", "--token-ids", "0:20"});
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
    for (int part = 0; part < 9 && lab.probe()["stop"] != "folder.run"; ++part) {
        lab.press("F6");
        lab.settled();
    }
    ASSERT_EQ(lab.probe()["stop"], "folder.run");
    lab.press("Return");
    expect_words(lab.until("the words", has_words), model.next());
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::folder_words_window_test
