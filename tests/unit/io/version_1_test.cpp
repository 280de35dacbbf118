// SPDX-License-Identifier: MIT
// Files of version 1 stay readable: those that version 0.1 wrote are in tests/data/version-1.
#include "core/io/document_json.h"
#include "core/io/journal.h"
#include "core/io/lesson.h"
#include "core/io/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

using namespace attn;
using namespace attn::io;

namespace {

const std::string folder = ATTENTION_SOURCE_DIR "/tests/data/version-1/";

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// Everything that an attention document could hold.
Document everything() {
    Document document;
    document.title = "Everything of version 1";
    document.notes = "**Markdown**, größer 注意";
    document.tokens = {"the", "\"cat\"", "line\nbreak"};
    document.embeddings = Matrix{{1.0, -0.0}, {0.1, infinity}, {5e-324, 1.0 / 3}};
    document.heads = {
        {Matrix{{1, 2, 3}, {4, 5, 6}}, Matrix{{0.5, 0, -1}, {7, 8, 9}}, Matrix{{1.0}, {-1.0}}},
        {Matrix{{2.5}, {3.0}}, Matrix{{1.0}, {0.0}}, Matrix{{1, 0}, {0, 1}}}};
    document.switches.scale = {Scale::Kind::Number, 2.5};
    document.switches.mask = {
        Mask::Kind::Painted,
        Flags{{false, true, true}, {false, false, true}, {false, false, false}}};
    document.switches.normaliser = Normaliser::NaiveSoftmax;
    document.switches.axis = Axis::Columns;
    document.switches.temperature = 0.25;
    document.convention = Convention::TokensAsColumns;
    document.unknown_keys = R"({"heads":[{},{"name":"induction"}],"positions":{"base":10000.5}})";
    return document;
}

/// Expects the file to open as this document, and what is written now as well.
void expect_opens(const std::string& name, const Document& expected) {
    const auto document = open_document(folder + name);
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(*document, expected) << name;
    const std::string text = write_document(*document);
    // A file with unknown keys counts as one of a newer version.
    const char* const version =
        expected.unknown_keys.empty() ? "\"version\": [2, 0]" : "\"version\": [2, 1]";
    EXPECT_NE(text.find(version), std::string::npos);
    const auto again = read_document(text, "saved.attn");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, expected) << name;
}

} // namespace

TEST(Version1, EveryPresetOpensToTheDocumentOfToday) {
    int count = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder + "presets")) {
        const std::filesystem::path name = file.path().filename();
        expect_opens("presets/" + name.string(), *open_document(name.stem().string()));
        ++count;
    }
    EXPECT_EQ(count, 7);
}

TEST(Version1, SavedDocumentsOpenToTheLastBit) {
    expect_opens("saved/everything.attn", everything());
    Document none = new_document();
    none.title = "No projections, one head kept";
    none.projections = Projections::None;
    none.switches.mask.kind = Mask::Kind::Causal;
    none.switches.normaliser = Normaliser::Sum;
    none.switches.scale.kind = Scale::Kind::SqrtDmodel;
    expect_opens("saved/none.attn", none);
    Document concepts;
    concepts.model = Model::Concepts;
    concepts.projections = Projections::None;
    concepts.title = "Concepts";
    concepts.tokens = {"Ann", "Ben"};
    concepts.embeddings = Matrix{{5, 0, 1}, {0, 4, 2.5}};
    concepts.concepts = {
        {"Alien", "Heat", "Titanic"}, 1, {"P9", "P8"}, Matrix{{0, 0, 1}, {5, 0, 0}}};
    expect_opens("saved/concepts.attn", concepts);
}

TEST(Version1, PicturesRememberTheirDocument) {
    for (const char* ending : {"png", "svg", "pdf"})
        expect_opens(std::string("pictures/weights.") + ending, *open_document("four-words"));
}

TEST(Version1, AJournalIsReplayedToItsEnd) {
    const auto journal = read_journal(test::bytes_of(folder + "saved/work.journal"));
    ASSERT_TRUE(journal) << journal.error().text();
    EXPECT_EQ(journal->entries, 3U);
    ASSERT_TRUE(journal->workspace);
    EXPECT_EQ(journal->workspace->document(), everything());
    EXPECT_EQ(journal->workspace->origin().saved, *open_document("four-words"));
}

TEST(Version1, LessonsWithDocumentsInsideAreTheSame) {
    for (const char* name : {"why-the-root", "softmax-and-constants"}) {
        const auto read = [&](const std::string& from) {
            const std::string path = from + "lessons/" + name + ".json";
            auto lesson = read_lesson(test::bytes_of(path), path);
            EXPECT_TRUE(lesson) << lesson.error().text();
            return opened(*lesson, open_document);
        };
        auto old = read(folder);
        auto now = read(ATTENTION_SOURCE_DIR "/assets/");
        ASSERT_TRUE(old && now);
        ASSERT_GE(now->documents.size(), old->documents.size()) << "steps may come after them";
        now->documents.resize(old->documents.size());
        for (auto* const lesson : {&*old, &*now})
            for (Document& document : lesson->documents)
                document.title.clear(); // its title named another width
        EXPECT_EQ(old->documents, now->documents) << name;
    }
}

TEST(Version1, WhatItSaidAboutHeadsIsDroppedWithTheHeads) {
    Document document = everything();
    EXPECT_NE(write_document(document).find("induction"), std::string::npos);
    document.heads.pop_back();
    EXPECT_EQ(write_document(document).find("induction"), std::string::npos)
        << "it is not known which head the key is about";
}

TEST(Version1, KeysThatMeanSomethingInVersion2AreKeptApart) {
    const auto document = read_document(R"({"format": "attention-lab", "version": [1, 7],
        "tokens": ["a"], "embeddings": [[1]], "projections": "none",
        "model": "T-1000", "inputs": 3, "version_1": [], "colour": "red"})",
                                        "f.attn");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->unknown_keys,
              R"({"colour":"red","version_1":{"inputs":3,"model":"T-1000","version_1":[]}})");
    const auto again = read_document(write_document(*document), "saved.attn");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, *document);
    const auto concepts = read_document(R"({"format": "attention-lab", "version": [1, 0],
        "kind": "concepts", "rows": ["a"], "columns": ["b"], "ratings": [[1]],
        "draw": 1, "convention": 2, "heads": [1]})",
                                        "f.attn");
    ASSERT_TRUE(concepts) << concepts.error().text();
    EXPECT_EQ(*read_document(write_document(*concepts), "saved.attn"), *concepts);
}
