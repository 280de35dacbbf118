// SPDX-License-Identifier: MIT
#include "core/document/model/evaluate.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace attn;
using namespace attn::io;

TEST(Library, EveryPresetOpensEvaluatesAndSurvivesSaving) {
    const auto list = presets();
    ASSERT_TRUE(list) << list.error().text();
    ASSERT_GE(list->size(), 6U);
    for (const Preset& preset : *list) {
        ASSERT_FALSE(preset.fault) << preset.fault->text();
        EXPECT_NE(preset.title, "") << preset.name;
        const auto document = open_document(preset.name);
        ASSERT_TRUE(document) << document.error().text();
        EXPECT_NE(document->notes, "") << preset.name;
        EXPECT_EQ(document->unknown_keys, "") << preset.name << " has a misspelt key";
        EXPECT_FALSE(first_non_finite(*document, evaluate(*document))) << preset.name;
        const auto again = read_document(write_document(*document), "saved.attn");
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_TRUE(*again == *document) << preset.name;
    }
}

TEST(Library, APresetIsPreferredUnlessAPathIsGiven) {
    const test::TempDir folder;
    Document own = new_document();
    own.title = "My own";
    const std::string path = folder.file("four-words", write_document(own));
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    const auto preset = open_document("four-words");
    const auto file = open_document("./four-words");
    const auto absolute = open_document(path);
    std::filesystem::current_path(before);
    ASSERT_TRUE(preset && file && absolute);
    EXPECT_EQ(token_count(*preset), 4);
    EXPECT_EQ(file->title, "My own");
    EXPECT_EQ(absolute->title, "My own");
}

TEST(Library, AnUnknownNameListsThePresets) {
    const auto document = open_document("five-words");
    ASSERT_FALSE(document);
    EXPECT_NE(document.error().text().find("four-words"), std::string::npos)
        << document.error().text();
    EXPECT_FALSE(open_document("no/such.attn"));
}

TEST(Library, TheAssetsFolderCanBeGiven) {
    const test::TempDir folder;
    std::filesystem::create_directory(folder / "presets");
    Document own = new_document();
    own.title = "Mine";
    folder.file("presets/mine.attn", write_document(own));
    folder.file("presets/broken.attn", "{");
    folder.file("presets/notes.txt", "not a preset");

    setenv("ATTENTION_LAB_ASSETS", folder.path().c_str(), 1);
    const auto list = presets();
    setenv("ATTENTION_LAB_ASSETS", "/nowhere", 1);
    const auto wrong = presets();
    unsetenv("ATTENTION_LAB_ASSETS");

    ASSERT_TRUE(list) << list.error().text();
    ASSERT_EQ(list->size(), 2U);
    EXPECT_EQ((*list)[0].name, "broken");
    EXPECT_TRUE((*list)[0].fault);
    EXPECT_EQ((*list)[1].title, "Mine");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().text().find("ATTENTION_LAB_ASSETS"), std::string::npos);
}
