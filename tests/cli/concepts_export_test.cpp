// SPDX-License-Identifier: MIT
// Exports a document of concepts to every kind of file, and what is refused for it.
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "core/publish/exporters.h"
#include "core/publish/page_file.h"
#include "tests/support/run_program.h"
#include "tests/support/takes_a_stage.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

using namespace attn;
using test::bytes_of;
using test::run_program;

TEST(ConceptExports, EveryPictureHoldsItsDocument) {
    const Document document = *io::open_document("concepts");
    const test::TempDir folder;
    std::size_t count = 0;
    for (const figure::NamedFigure& one : figure::figures(document, {})) {
        const std::string file = folder / "a.svg";
        const auto finished = run_program({"export", "concepts", file, "--figure", one.name});
        EXPECT_EQ(finished.code, 0) << one.name << finished.err;
        EXPECT_EQ(finished.out + finished.err, "") << one.name;
        EXPECT_EQ(bytes_of(file).find("NaN"), std::string::npos) << one.name;
        const auto opened = io::open_document(file);
        ASSERT_TRUE(opened) << one.name << opened.error().text();
        EXPECT_EQ(*opened, document) << one.name;
        ++count;
    }
    EXPECT_GT(count, 10U);
}

TEST(ConceptExports, EveryEndingMakesItsFile) {
    const test::TempDir folder;
    for (const publish::FileKindInfo& kind : publish::file_kinds()) {
        if (kind.kind == publish::FileKind::Html && publish::page_bytes().empty())
            continue; // built without the tools for pages
        const std::string file = folder / ("a" + std::string(kind.ending));
        std::vector<std::string> arguments = {"export", "concepts", file};
        if (test::takes_a_stage(kind.kind))
            arguments.insert(arguments.end(), {"--stage", "s"});
        const auto finished = run_program(arguments);
        EXPECT_EQ(finished.code, 0) << kind.ending << finished.err;
        const std::string first = bytes_of(file);
        EXPECT_FALSE(first.empty()) << kind.ending;
        EXPECT_EQ(run_program(arguments).code, 0);
        EXPECT_EQ(bytes_of(file), first) << kind.ending;
    }
    for (const std::string all : {"all.npz", "all.json", "all.md", "all.tex"})
        EXPECT_EQ(run_program({"export", "concepts", folder / all}).code, 0) << all;
    EXPECT_EQ(*io::open_document(folder / "a.attn"), *io::open_document("concepts"));
}

TEST(ConceptExports, TablesNameRowsAndColumns) {
    const test::TempDir folder;
    ASSERT_EQ(run_program({"export", "concepts", folder / "a.csv", "--stage", "X"}).code, 0);
    const std::string ratings = bytes_of(folder / "a.csv");
    EXPECT_NE(ratings.find(",Star Wars,The Matrix,Iron man,U got mail,Titanic\n"),
              std::string::npos)
        << ratings;
    EXPECT_NE(ratings.find("\nP7,0,1,0,2,2\n"), std::string::npos) << ratings;
    ASSERT_EQ(
        run_program({"export", "concepts", folder / "a.csv", "--stage", "concept_cosine"}).code, 0);
    EXPECT_NE(bytes_of(folder / "a.csv").find("P8,P9"), std::string::npos);
}

TEST(ConceptExports, WhatOnlyAttentionHasIsRefused) {
    const test::TempDir folder;
    struct Case {
        std::vector<std::string> options;
        std::string sentence;
    };
    for (const Case& one : std::vector<Case>{
             {{"a.pdf", "--worksheet"}, "a worksheet shows attention"},
             {{"a.png", "--figure", "weights"}, "weights"},
             {{"a.csv", "--stage", "weights"}, "it is a concepts document"},
             {{"a.png", "--query", "9"}, "there is no query 9"},
         }) {
        std::vector<std::string> arguments = {"export", "concepts"};
        arguments.insert(arguments.end(), one.options.begin(), one.options.end());
        arguments[2] = folder / arguments[2];
        const auto finished = run_program(arguments);
        EXPECT_EQ(finished.code, 2) << one.sentence << finished.err;
        EXPECT_NE(finished.err.find(one.sentence), std::string::npos) << finished.err;
        EXPECT_FALSE(std::filesystem::exists(arguments[2]));
    }
}
