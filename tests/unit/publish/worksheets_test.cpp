// SPDX-License-Identifier: MIT
// Worksheets for a class: who gets one, and that none reveals its answers.
#include "core/document/commands/new_documents.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/mistake.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/io/document/library.h"
#include "core/publish/pictures/pictures.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::publish;

namespace {

/// The text of each page.
std::vector<std::string> pages_of(const std::string& pdf) {
    const test::TempDir folder;
    const auto text = test::run_shell("pdftotext -layout '" + folder.file("a.pdf", pdf) + "' -");
    EXPECT_EQ(text.code, 0) << text.err;
    std::vector<std::string> pages;
    std::istringstream all(text.out);
    for (std::string page; std::getline(all, page, '\f');)
        pages.push_back(page);
    return pages;
}

/// The numbers on a page, in order.
std::vector<std::string> words_of(const std::string& page) {
    std::istringstream in(page);
    std::vector<std::string> words;
    for (std::string word; in >> word;)
        words.push_back(word);
    return words;
}

bool holds(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

TEST(Worksheets, EachHasItsOwnNumbersCodeAndKey) {
    const Document document = io::open_document("three-inputs").value();
    figure::WorksheetOptions options;
    options.level = figure::WorksheetLevel::Row;
    options.seed = 7;
    const WorksheetClass of{30, {"Ada Lovelace", "مریم"}};
    const auto sheets_pdf = worksheets_pdf(document, {}, options, of);
    options.is_key = true;
    const auto keys_pdf = worksheets_pdf(document, {}, options, of);
    ASSERT_TRUE(sheets_pdf && keys_pdf);
    const auto sheets = pages_of(*sheets_pdf), keys = pages_of(*keys_pdf);
    ASSERT_EQ(sheets.size() % 30, 0U);
    ASSERT_EQ(keys.size(), sheets.size());
    const auto numbers = variants(document, 30, 7).value();
    const std::size_t pages_each = sheets.size() / 30;
    std::string everything;
    for (std::size_t at = 0; at < 30; ++at) {
        const auto sheet = words_of(sheets[at * pages_each]), key = words_of(keys[at * pages_each]);
        const std::string code = "7-" + std::string(at < 9 ? "0" : "") + std::to_string(at + 1);
        EXPECT_TRUE(holds(sheet, code) && holds(key, code)) << code;
        const Trace trace = evaluate(numbers[at]);
        figure::WorksheetOptions own = options;
        const auto blanks = figure::worksheet_blanks(numbers[at], trace, {}, own).value();
        EXPECT_EQ(blanks.size(), 9U);
        for (const Place& place : blanks) {
            // Scores are whole and are written without decimals.
            const NumberFormat format{NumberFormat::Kind::Decimals,
                                      place.sheet.stage == Stage::Scores ? 0 : 2};
            const std::string answer =
                figure::number_text(value_at(numbers[at], trace, place), format);
            EXPECT_TRUE(holds(key, answer)) << code << " " << to_text(place) << " " << answer;
        }
        EXPECT_EQ(everything.find(sheets[at * pages_each]), std::string::npos);
        everything += sheets[at * pages_each];
    }
    EXPECT_NE(sheets[0].find("Ada Lovelace"), std::string::npos);
    EXPECT_NE(sheets[0].find("Points"), std::string::npos);
    EXPECT_NE(sheets[0].find("Powers of e"), std::string::npos);
    EXPECT_NE(sheets[1].find("Room to work"), std::string::npos);
    // The keys remember the document, the worksheets do not.
    const test::TempDir folder;
    EXPECT_EQ(io::open_file(folder.file("keys.pdf", *keys_pdf)).value(), document);
    EXPECT_FALSE(io::open_file(folder.file("sheets.pdf", *sheets_pdf)));
}

TEST(Worksheets, ALevelChoosesTheTask) {
    const Document document = io::open_document("three-inputs").value();
    const Trace trace = evaluate(document);
    const auto asked = [&](figure::WorksheetLevel level) {
        figure::WorksheetOptions options;
        options.level = level;
        std::string stages;
        const auto blanks = figure::worksheet_blanks(document, trace, {}, options);
        for (const Place& place : blanks.value())
            if (stages.find(std::string(place.sheet.stage.name()) + " ") == std::string::npos)
                stages += std::string(place.sheet.stage.name()) + " ";
        return stages;
    };
    EXPECT_EQ(asked(figure::WorksheetLevel::Row), "scores weights output ");
    EXPECT_EQ(asked(figure::WorksheetLevel::FromQK), "scores weights output ");
    EXPECT_EQ(asked(figure::WorksheetLevel::FromX), "Q K V scores weights output ");
    // "From Q and K" means without X.
    figure::WorksheetOptions options;
    options.level = figure::WorksheetLevel::FromQK;
    const std::string text = pages_of(worksheet_pdf(document, {}, options).value()).front();
    EXPECT_EQ(text.find("\nX 3"), std::string::npos) << text;
    options.level = figure::WorksheetLevel::FromX;
    const std::string from_x = pages_of(worksheet_pdf(document, {}, options).value()).front();
    EXPECT_NE(from_x.find("\nX 3"), std::string::npos) << from_x;
}

TEST(Worksheets, ShowAMistakeThatTheKeyExplains) {
    const Document document = io::open_document("three-inputs").value();
    const Trace trace = evaluate(document);
    std::set<std::string> told;
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        figure::WorksheetOptions options;
        options.level = figure::WorksheetLevel::Mistake;
        options.seed = seed;
        const std::string sheet = pages_of(worksheet_pdf(document, {}, options).value()).front();
        options.is_key = true;
        const std::string key = pages_of(worksheet_pdf(document, {}, options).value()).front();
        EXPECT_NE(sheet.find("One usual mistake was made"), std::string::npos) << sheet;
        EXPECT_NE(sheet.find("The first matrix that is wrong"), std::string::npos) << sheet;
        std::string title;
        for (const MistakeInfo& mistake : mistakes())
            if (key.find(std::string(mistake.title)) != std::string::npos)
                title = mistake.title;
        EXPECT_NE(title, "") << key;
        EXPECT_EQ(sheet.find(title), std::string::npos) << "the sheet tells its mistake";
        told.insert(title);
        // The key has the right numbers; the sheet differs in some.
        bool is_other = false;
        const auto on_sheet = words_of(sheet), on_key = words_of(key);
        for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Output}) {
            const Matrix numbers = matrix_of(document, trace, {stage});
            for (Index at = 0; at < numbers.size(); ++at) {
                const std::string number = figure::number_text(numbers.data()[at], {});
                const bool is_whole = !holds(on_key, number); // written without decimals
                is_other = is_other || (!is_whole && !holds(on_sheet, number));
            }
        }
        EXPECT_TRUE(is_other) << title << sheet << key;
    }
    EXPECT_GT(told.size(), 2U);
}

TEST(Worksheets, NameTheirHead) {
    const Document document = io::open_document("two-heads").value();
    View view;
    view.head = 1;
    figure::WorksheetOptions options;
    options.level = figure::WorksheetLevel::FromX;
    const std::string text = pages_of(worksheet_pdf(document, view, options).value()).front();
    EXPECT_NE(text.find(", head 1"), std::string::npos) << text;
    EXPECT_NE(text.find("up to the output is of head 1 (2nd of 2). The first head"),
              std::string::npos)
        << text;
}

TEST(Worksheets, PreviewsEqualTheFiles) {
    const Document document = io::open_document("three-inputs").value();
    figure::WorksheetOptions options;
    options.level = figure::WorksheetLevel::Row;
    const auto seen = seen_worksheet(document, {}, options, std::nullopt, 900, typesetter());
    ASSERT_TRUE(seen) << seen.error().text();
    EXPECT_EQ(seen->bytes, worksheet_pdf(document, {}, options).value());
    EXPECT_EQ(seen->pages, pages_of(seen->bytes).size());
    EXPECT_LE(std::max(seen->pixels.width, seen->pixels.height), 901);
    const auto of_class =
        seen_worksheet(document, {}, options, WorksheetClass{3, {"Ada"}}, 900, typesetter());
    ASSERT_TRUE(of_class);
    EXPECT_EQ(of_class->pages, 3 * seen->pages);
}

TEST(Worksheets, BoxesAreLargeEnoughToWriteIn) {
    constexpr float millimetre = 72 / 25.4F;
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    for (const figure::Size paper : {figure::a4, figure::letter}) {
        figure::WorksheetOptions options;
        options.paper = paper;
        const auto pages = figure::worksheet(document, evaluate(document), {}, options);
        ASSERT_TRUE(pages);
        int boxes = 0;
        for (const figure::Figure& page : *pages) {
            EXPECT_EQ(page.size, paper);
            for (const figure::Shape& shape : page.shapes)
                if (const auto* box = std::get_if<figure::Box>(&shape);
                    box && box->fill == figure::Colour{255, 255, 255, 255}) {
                    ++boxes;
                    EXPECT_GE(box->rect.width, 18 * millimetre - 0.01F);
                    EXPECT_GE(box->rect.height, 10 * millimetre - 0.01F);
                }
        }
        EXPECT_GT(boxes, 10);
    }
}

TEST(Worksheets, NamesComeFromTheFirstCellsOfAFile) {
    const auto names = class_list("\uFEFFName;Group\r\n\"Noether; Emmy\";1\r\n Ada ,2\n\n"
                                  "\"Sofia \"\"Sonja\"\"\",3\nمریم");
    ASSERT_TRUE(names);
    EXPECT_EQ(*names,
              (std::vector<std::string>{"Noether; Emmy", "Ada", "Sofia \"Sonja\"", "مریم"}));
    EXPECT_FALSE(class_list("name\n"));
    EXPECT_FALSE(class_list(""));
    std::string many;
    for (int at = 0; at < 501; ++at)
        many += "word\n";
    EXPECT_NE(class_list(many).error().message.find("at most 500"), std::string::npos);
}
