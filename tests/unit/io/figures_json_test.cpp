// SPDX-License-Identifier: MIT
// Kept figures in document files and the journal: read back exactly, or refused with the place.
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "tests/support/listening_words.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

using namespace attn;
using attn::test::listening_words;

namespace {

Document with_every_choice() {
    Document document = listening_words();
    KeptFigure plain;
    plain.name = "plain";
    KeptFigure full;
    full.name = "fig 2 – größer";
    full.ending = "svg";
    full.figure = "comparison";
    full.stage = "weights";
    full.digits = 3;
    full.look.picture.size = *looks::parse_size("89x60mm");
    full.look.picture.dpi = 600;
    full.look.picture.text = 8;
    full.look.picture.theme = ThemeName::Print;
    full.look.picture.title = "";
    full.look.picture.caption = "two\nlines";
    full.look.picture.has_labels = false;
    full.look.numbers = {NumberFormat::Kind::Fraction, 4};
    full.look.sequential = Sequential::Cividis;
    full.look.diverging = Diverging::PurpleOrange;
    full.look.range = {ColourRange::Kind::Fixed, -0.5, 2};
    full.query = 1;
    full.shows_query = full.shows_row_sums = full.reveals = true;
    full.marks = {"weights[1,0]"};
    full.heads = {0};
    full.sweep = "temperature=0.5:2";
    full.frames = 5;
    full.compared = KeptComparison{std::make_shared<const Document>(listening_words()), "before",
                                   "after", false};
    KeptFigure sheet;
    sheet.name = "sheet";
    sheet.worksheet = KeptWorksheet{WorksheetLevel::Row, 0.25, {"scores"}, 7, true, true, 30};
    document.figures = {plain, full, sheet};
    return document;
}

std::string fault_of_figures(const std::string& figures, const std::string& version = "[2, 0]") {
    std::string text = io::write_document(listening_words());
    const std::string inputs = "  \"inputs\"", two = "[2, 0]";
    text.replace(text.find(inputs), inputs.size(), "  \"figures\": " + figures + ",\n" + inputs);
    text.replace(text.find(two), two.size(), version);
    const auto document = io::read_document(text, "a.attn");
    return document ? "" : document.error().text();
}

} // namespace

TEST(FiguresJson, AreReadBackAsTheyWereWritten) {
    EXPECT_EQ(io::write_document(listening_words()).find("figures"), std::string::npos)
        << "a document without figures is written as before";
    const Document document = with_every_choice();
    const std::string text = io::write_document(document);
    const auto read = io::read_document(text, "a.attn");
    ASSERT_TRUE(read) << read.error().text() << text;
    EXPECT_EQ(*read, document) << text;
    EXPECT_EQ(io::write_document(*read), text);
    EXPECT_NE(text.find("\n    {\n      \"name\": \"plain\",\n      \"file\": \"pdf\",\n      "
                        "\"figure\": \"canvas\"\n    }"),
              std::string::npos)
        << "only what differs from the usual is written" << text;
}

TEST(FiguresJson, ComeBackFromTheJournal) {
    const SetFigures set{with_every_choice().figures, "Keep “plain”"};
    const auto read = io::read_command(io::write_command(set), "journal");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(std::get<SetFigures>(*read).figures, set.figures);
    EXPECT_EQ(std::get<SetFigures>(*read).what, set.what);
}

TEST(FiguresJson, FaultsAreRefusedWithTheirPlace) {
    const std::string begin = R"([{"name": "a", "file": "pdf", "figure": "weights")";
    const auto with = [&](const std::string& rest) {
        return fault_of_figures(begin + ", " + rest + "}]");
    };
    EXPECT_EQ(fault_of_figures("[]"), "");
    EXPECT_EQ(fault_of_figures(begin + "}]"), "");
    EXPECT_EQ(fault_of_figures("3"),
              "a.attn:22:14: figures: found the number 3, expected a list of figures");
    EXPECT_NE(fault_of_figures("[3]").find("figures[0]: found the number 3, expected an object"),
              std::string::npos);
    EXPECT_NE(fault_of_figures(R"([{"name": "a", "file": "pdf"}])")
                  .find("figures[0]: the key \"figure\" is missing"),
              std::string::npos);
    EXPECT_NE(fault_of_figures(R"([{"name": "a/b", "file": "pdf", "figure": "X"}])")
                  .find("figures[0].name: "),
              std::string::npos);
    EXPECT_NE(fault_of_figures(R"([{"name": "a", "file": "exe", "figure": "X"}])")
                  .find("figures[0].file: "),
              std::string::npos);
    EXPECT_NE(fault_of_figures(begin + "}, " + begin.substr(1) + "}]")
                  .find("figures[1].name: two kept figures are called \"a\""),
              std::string::npos);
    EXPECT_NE(with(R"("look": {"size": "huge"})").find("figures[0].look.size: size is not"),
              std::string::npos);
    EXPECT_NE(
        with(R"("look": {"colors": "grey"})")
            .find("figures[0].look.colors: unknown key \"colors\"; did you mean \"colours\"?"),
        std::string::npos);
    EXPECT_NE(with(R"("captoin": "x")").find("did you mean \"caption\"?"), std::string::npos);
    EXPECT_NE(with(R"("query": -1)").find("figures[0].query: "), std::string::npos);
    EXPECT_NE(with(R"("reveals": 1)").find("figures[0].reveals: "), std::string::npos);
    EXPECT_NE(with(R"("worksheet": {"level": "hard"})").find("figures[0].worksheet.level: "),
              std::string::npos);
    EXPECT_NE(with(R"("worksheet": {"share": 2})").find("figures[0].worksheet.share: "),
              std::string::npos);
    EXPECT_NE(with(R"("comparison": {"a_name": "x"})")
                  .find("figures[0].comparison: the key \"a\" is missing"),
              std::string::npos);
    EXPECT_NE(with(R"("comparison": {"a": {"format": "attention-lab", "version": [1, 0]}})")
                  .find("figures[0].comparison.a.version: "),
              std::string::npos);
}

TEST(FiguresJson, KeysOfANewerMinorVersionSurviveSaving) {
    const std::string figures =
        R"([{"name": "a", "file": "pdf", "figure": "X", "shadow": 2, "look": {"bleed": "3mm"}}])";
    EXPECT_NE(fault_of_figures(figures), "");
    EXPECT_EQ(fault_of_figures(figures, "[2, 9]"), "");
    std::string text = io::write_document(listening_words());
    const std::string inputs = "  \"inputs\"", two = "[2, 0]";
    text.replace(text.find(inputs), inputs.size(), "  \"figures\": " + figures + ",\n" + inputs);
    text.replace(text.find(two), two.size(), "[2, 9]");
    const auto document = io::read_document(text, "a.attn");
    ASSERT_TRUE(document) << document.error().text();
    const std::string again = io::write_document(*document);
    for (const char* part : {"\"shadow\": 2", "\"bleed\": \"3mm\"", "[2, 9]"})
        EXPECT_NE(again.find(part), std::string::npos) << part << again;
    const auto twice = io::read_document(again, "a.attn");
    ASSERT_TRUE(twice) << twice.error().text();
    EXPECT_EQ(*twice, *document);
}
