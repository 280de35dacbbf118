// SPDX-License-Identifier: MIT
// Figures that a document keeps, on the command line: kept, written again after an edit, removed.
#include "core/document/model/kept_figure.h"
#include "core/io/document/library.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::test;

namespace {

struct KeptFigures : ::testing::Test {
    TempDir folder;
    const std::string document = folder / "lecture.attn";

    KeptFigures() { EXPECT_EQ(run_program({"export", "four-words", document}).code, 0); }

    Finished keep(const std::string& name, const std::string& ending,
                  std::vector<std::string> options) {
        std::vector<std::string> arguments{"export", document, folder / (name + ending), "--keep",
                                           name};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_program(arguments);
    }
    Finished all() { return run_program({"export", document, "--all", folder / "figures"}); }
    /// Changes a number of the document in its file.
    void edit() {
        std::string text = bytes_of(document);
        const std::string x = "\"X\": [\n      [";
        const auto at = text.find(x);
        ASSERT_NE(at, std::string::npos) << text;
        text.insert(at + x.size(), "4, ");
        const auto comma = text.find(',', at + x.size() + 3);
        text.erase(at + x.size() + 3, comma - (at + x.size() + 3) + 2);
        (void)folder.file("lecture.attn", text);
    }
};

} // namespace

TEST_F(KeptFigures, AllAreWrittenAsTheyWereAndAgainAfterAnEdit) {
    const std::vector<std::vector<std::string>> figures{
        {"weights", ".pdf", "--figure", "weights", "--size", "paper-1", "--query", "1"},
        {"word", ".svg", "--figure", "weights[1,2]", "--theme", "dark", "--digits", "3"},
        {"lines", ".png", "--figure", "lines", "--size", "320x240", "--caption", "Who listens"},
        {"moves", ".gif", "--stage", "weights", "--sweep", "temperature=0.5:2", "--frames", "2",
         "--size", "320x240"},
        {"numbers", ".csv", "--stage", "weights", "--digits", "4"},
        {"sheet", ".pdf", "--worksheet", "--seed", "7"},
        {"key", ".pdf", "--worksheet", "--variants", "3", "--key"},
        {"before", ".svg", "--against", "three-inputs", "--name-a", "old", "--name-b", "new",
         "--no-changes"}};
    std::vector<std::string> made;
    for (const auto& one : figures) {
        const Finished finished = keep(one[0], one[1], {one.begin() + 2, one.end()});
        EXPECT_EQ(finished.code, 0) << one[0] << finished.err;
        made.push_back(bytes_of(folder / (one[0] + one[1])));
    }
    const Finished finished = all();
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err.find("wrote 8 of 8 figures to "), std::string::npos) << finished.err;
    // A picture remembers the document, which kept other figures when the first was made.
    const auto again = [&](std::size_t at) {
        return bytes_of(folder / ("figures/" + figures[at][0] + figures[at][1]));
    };
    for (const std::size_t table : {4U})
        EXPECT_EQ(again(table), made[table]);
    for (std::size_t at = 0; at < figures.size(); ++at) {
        std::vector<std::string> options{"export", document, folder / ("again" + figures[at][1])};
        options.insert(options.end(), figures[at].begin() + 2, figures[at].end());
        EXPECT_EQ(run_program(options).code, 0);
        EXPECT_EQ(again(at), bytes_of(folder / ("again" + figures[at][1]))) << figures[at][0];
    }
    std::vector<std::string> before;
    for (std::size_t at = 0; at < figures.size(); ++at)
        before.push_back(again(at));
    edit();
    EXPECT_EQ(all().code, 0);
    for (std::size_t at = 0; at < figures.size(); ++at)
        EXPECT_NE(again(at), before[at]) << figures[at][0];
    for (const char* name : {"old", "new"})
        EXPECT_NE(again(7).find(std::string(">") + name + "<"), std::string::npos) << name;
}

TEST_F(KeptFigures, OneIsReplacedByItsNameAndRemoved) {
    EXPECT_EQ(keep("a", ".svg", {"--figure", "weights"}).code, 0);
    EXPECT_EQ(keep("b", ".svg", {"--figure", "scores"}).code, 0);
    EXPECT_EQ(keep("a", ".svg", {"--figure", "output"}).code, 0);
    auto read = io::open_file(document);
    ASSERT_TRUE(read);
    ASSERT_EQ(read->figures.size(), 2U);
    EXPECT_EQ(read->figures[0].figure, "output");
    const Finished wrong = run_program({"export", document, "--forget", "c"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.err.find("there is no kept figure \"c\"; the document keeps a and b"),
              std::string::npos)
        << wrong.err;
    EXPECT_EQ(run_program({"export", document, "--forget", "a"}).code, 0);
    read = io::open_file(document);
    ASSERT_EQ(read->figures.size(), 1U);
    EXPECT_EQ(read->figures[0].name, "b");
}

TEST_F(KeptFigures, WhatCannotBeIsRefusedWithTheRemedy) {
    const Finished none = all();
    EXPECT_EQ(none.code, 3);
    EXPECT_NE(none.err.find("the document keeps no figures; export one with --keep NAME"),
              std::string::npos)
        << none.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "figures"));
    const auto refused = [&](std::vector<std::string> arguments, const std::string& part) {
        const Finished finished = run_program(arguments);
        EXPECT_EQ(finished.code, 2) << part;
        EXPECT_NE(finished.err.find(part), std::string::npos) << finished.err;
    };
    refused({"export", "four-words", folder / "a.pdf", "--keep", "a"}, "is no file");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.pdf"));
    refused({"export", document, folder / "a.pdf", "--keep", "a/b"}, "can be a file's");
    refused({"export", document, folder / "a.py", "--keep", "a"},
            "pictures, worksheets and tables can be kept");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.py")) << "refused before it is written";
    refused({"export", document, folder / "a.pdf", "--all", folder / "figures"}, "stand alone");
    refused({"export", document, "--all", folder / "figures", "--theme", "dark"},
            "--theme changes nothing together with --all");
}

TEST_F(KeptFigures, AFigureThatIsGoneIsNamedWithItsPlaceAndTheOthersAreWritten) {
    EXPECT_EQ(keep("a", ".svg", {"--figure", "weights"}).code, 0);
    EXPECT_EQ(keep("b", ".svg", {"--figure", "scores"}).code, 0);
    std::string text = bytes_of(document);
    const std::string figure = "\"figure\": \"weights\"";
    text.replace(text.find(figure), figure.size(), "\"figure\": \"wieghts\"");
    (void)folder.file("lecture.attn", text);
    const Finished finished = all();
    EXPECT_EQ(finished.code, 3);
    EXPECT_NE(finished.err.find("lecture.attn: figures[0].figure: a: there is no figure "
                                "\"wieghts\""),
              std::string::npos)
        << finished.err;
    EXPECT_NE(finished.err.find("did you mean \"weights\"?"), std::string::npos) << finished.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "figures/a.svg"));
    EXPECT_TRUE(std::filesystem::exists(folder / "figures/b.svg"));
}
