// SPDX-License-Identifier: MIT
// Marking of worksheets: right numbers are right, wrong ones have the name of their mistake.
#include "core/base/number_text.h"
#include "core/document/commands/command.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/step.h"
#include "core/io/document/library.h"
#include "core/publish/marking.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::publish;

namespace {

Document preset(const char* name) {
    return io::open_document(name).value();
}

std::string key_text(const Document& document, const Trace& trace, const Place& place) {
    return spoken(value_at(document, trace, place), compared_format({}));
}

const MarkedAnswer& answer_at(const MarkedSheet& sheet, const std::string& place) {
    const auto found =
        std::find_if(sheet.answers.begin(), sheet.answers.end(),
                     [&](const MarkedAnswer& one) { return one.answer.place == place; });
    if (found == sheet.answers.end())
        throw std::runtime_error("no answer at " + place);
    return *found;
}

std::string fault(const std::string& csv) {
    const auto answers = answers_of(csv);
    if (!answers)
        return answers.error().text();
    const auto all = mark(preset("three-inputs"), {}, {}, *answers);
    return all ? "" : all.error().text();
}

} // namespace

TEST(Marking, ThirtySheetsWithSeededMistakesAreMarkedAsTheyWereMade) {
    const Document document = preset("three-inputs");
    figure::WorksheetOptions options;
    options.seed = 7;
    options.level = figure::WorksheetLevel::FromQK;
    const View view;
    const auto sheets = variants(document, 30, options.seed).value();
    attn::test::Random random(3);
    std::string csv = "code,place,answer\n";
    std::map<std::string, std::map<std::string, std::string>> made; // code, place, mistake
    std::size_t count_of_mistakes = 0;
    for (std::size_t at = 0; at < sheets.size(); ++at) {
        const Document& own = sheets[at];
        const Trace trace = evaluate(own);
        const std::string code = worksheet_code(options.seed, at, sheets.size());
        const auto boxes = figure::worksheet_blanks(own, trace, view, options).value();
        for (const Place& box : boxes) {
            const std::string place = place_text(own, box), right = key_text(own, trace, box);
            std::string answer = right, mistake;
            const auto& info = mistakes()[static_cast<std::size_t>(
                random.whole(0, static_cast<Index>(mistakes().size()) - 1))];
            const auto wrong = make_mistake(own, info.mistake, box.sheet.head, box.row);
            if (random.whole(0, 2) == 0 && wrong && !wrong->is_prepared &&
                exists(wrong->wrong.document, box) &&
                // Nothing divided by nothing is no number that a class could write.
                !std::isnan(value_at(wrong->wrong.document, wrong->wrong.trace, box))) {
                answer = key_text(wrong->wrong.document, wrong->wrong.trace, box);
                if (answer != right) {
                    mistake = std::string(info.title);
                    ++count_of_mistakes;
                }
            }
            made[code][place] = mistake;
            csv += code + "," + place + "," + answer + "\n";
        }
    }
    ASSERT_GT(count_of_mistakes, 30U);
    const auto all = mark(document, view, options, answers_of(csv).value());
    ASSERT_TRUE(all) << all.error().text();
    EXPECT_TRUE(all->remarks.empty()) << (all->remarks.empty() ? "" : all->remarks.front());
    ASSERT_EQ(all->sheets.size(), 30U);
    for (const MarkedSheet& sheet : all->sheets) {
        EXPECT_EQ(sheet.missing, 0U) << sheet.code;
        for (const auto& [place, mistake] : made[sheet.code]) {
            const MarkedAnswer& one = answer_at(sheet, place);
            // A mistake may give what follows from the numbers as they are shown.
            EXPECT_TRUE(one.is_right || !mistake.empty()) << sheet.code << " " << place;
            if (!one.is_right) {
                EXPECT_EQ(std::count(one.mistakes.begin(), one.mistakes.end(), mistake), 1)
                    << sheet.code << " " << place << " " << mistake;
            }
        }
    }
    EXPECT_EQ(all->unexplained, 0U);
    ASSERT_FALSE(all->mistakes.empty());
    EXPECT_GE(all->mistakes.front().second, all->mistakes.back().second);
    EXPECT_EQ(class_summary(*all).find("30 sheets: "), 0U);
}

TEST(Marking, ReadsSeparatorsDecimalCommasAndHeadings) {
    const std::vector<std::string> files{
        "code,place,answer\n7-03,weights[1,2],0.28\n",     "7-03,\"weights[1,2]\",\"0.28\"\n",
        "Code;Place;Answer\r\n7-03;weights[1,2];0,28\r\n", "7-03\tweights[1,2]\t0.28\n",
        "\xEF\xBB\xBF\n7-03, weights[1,2], 0,28",
    };
    for (const std::string& file : files) {
        const auto answers = answers_of(file);
        ASSERT_TRUE(answers) << file << answers.error().text();
        ASSERT_EQ(answers->size(), 1U) << file;
        EXPECT_EQ(answers->front().code, "7-03") << file;
        EXPECT_EQ(answers->front().place, "weights[1,2]") << file;
        EXPECT_TRUE(answers->front().number == "0.28" || answers->front().number == "0,28") << file;
    }
    EXPECT_EQ(worksheet_of_code("7-03", 7), 2U);
    EXPECT_EQ(worksheet_of_code("7-3", 7), 2U);
    EXPECT_EQ(worksheet_of_code("8-03", 7), std::nullopt);
    EXPECT_EQ(worksheet_of_code("7-0", 7), std::nullopt);
    EXPECT_EQ(worksheet_of_code("7-3a", 7), std::nullopt);
}

TEST(Marking, SaysWhichLinesItCannotMark) {
    const Document document = preset("three-inputs");
    const std::string right = key_text(document, evaluate(document), {{Stage::Weights}, 0, 0});
    const auto all = mark(document, {}, {},
                          answers_of("Anna,weights[0,0]," + right +
                                     "\n"
                                     ",weights[0,0],0.5\n"
                                     "Anna,weights[9,9],0.5\n"
                                     "Anna,wieghts[0,0],0.5\n"
                                     "Anna,weights[0,1],many\n"
                                     "Anna,weights[0,2],\n"
                                     "Ben,weights[0,0],77\n"
                                     "Ben,weights[0,0]," +
                                     right +
                                     "\n"
                                     "1-501,weights[0,0],0.5\n"
                                     "Cleo,wieghts[0,0],0.5\n"
                                     "Cleo,X[0,0],1\n")
                              .value());
    ASSERT_TRUE(all) << all.error().text();
    ASSERT_EQ(all->sheets.size(), 3U);
    EXPECT_EQ(all->sheets[0].code, "Anna");
    EXPECT_EQ(all->sheets[0].answers.size(), 1U);
    EXPECT_EQ(all->sheets[0].right, 1U);
    EXPECT_GT(all->sheets[0].missing, 0U);
    EXPECT_EQ(all->sheets[1].right, 1U) << "the later answer counts";
    EXPECT_EQ(all->sheets[2].code, "Cleo") << "also without a number that can be marked";
    EXPECT_EQ(all->sheets[2].answers.size(), 0U);
    ASSERT_EQ(all->remarks.size(), 8U);
    const auto says = [&](std::size_t at, const std::string& text) {
        EXPECT_NE(all->remarks[at].find(text), std::string::npos) << all->remarks[at];
    };
    says(0, "line 2: there is no code");
    says(1, "line 3: ");
    says(2, "line 4: ");
    says(3, "line 5: ");
    says(4, "line 8: Ben has answered weights[0,0] before, in line 7");
    says(5, "line 9: 1-501 is no worksheet");
    says(6, "line 10: there is no \"wieghts[0,0]\"; did you mean \"weights\"?");
    says(7, "line 11: \"X[0,0]\" stands on the worksheet");
}

TEST(Marking, MarksTenThousandLines) {
    const Document document = preset("three-inputs");
    const Trace trace = evaluate(document);
    const std::string right = key_text(document, trace, {{Stage::Weights}, 0, 0});
    std::string comma = right;
    std::replace(comma.begin(), comma.end(), '.', ',');
    std::string csv;
    for (int person = 0; person < 5'000; ++person) {
        const std::string code = "Person " + std::to_string(person);
        csv += code + ";weights[0,0];" + (person % 2 == 0 ? right : comma) + "\n" + code +
               ";weights[0,1];77\n";
    }
    const auto answers = answers_of(csv);
    ASSERT_TRUE(answers) << answers.error().text();
    ASSERT_EQ(answers->size(), 10'000U);
    const auto all = mark(document, {}, {}, *answers);
    ASSERT_TRUE(all) << all.error().text();
    EXPECT_TRUE(all->remarks.empty());
    ASSERT_EQ(all->sheets.size(), 5'000U);
    for (const MarkedSheet& sheet : all->sheets)
        ASSERT_EQ(sheet.right, 1U) << sheet.code;
    EXPECT_EQ(class_summary(*all).find("5000 sheets: 5000 of 10000"), 0U) << class_summary(*all);
    const std::string marks = marks_csv(*all);
    EXPECT_EQ(std::count(marks.begin(), marks.end(), '\n'), 5'001);
}

TEST(Marking, NamesWhatWasRoundedTooFar) {
    const Document document = preset("three-inputs");
    const Trace trace = evaluate(document);
    for (Index row = 0; row < 3; ++row)
        for (Index column = 0; column < 3; ++column) {
            const Place place{{Stage::Weights}, row, column};
            const Real value = value_at(document, trace, place);
            const std::string whole = decimals(value, 0);
            const auto all =
                mark(document, {}, {}, {{1, "Anna", place_text(document, place), whole}});
            ASSERT_TRUE(all);
            const MarkedAnswer& one = all->sheets.front().answers.front();
            EXPECT_EQ(one.is_right, key_text(document, trace, place) ==
                                        spoken(std::stod(whole), compared_format({})));
            if (!one.is_right) {
                EXPECT_EQ(std::count(one.mistakes.begin(), one.mistakes.end(), "Rounded too far"),
                          1);
            }
        }
}

TEST(Marking, WritesOneLineForEachSheet) {
    const auto all =
        mark(preset("three-inputs"), {}, {},
             answers_of("Ben, \"the tall\";weights[0,0];77\nAnna;weights[0,0];77\n").value());
    ASSERT_TRUE(all) << all.error().text();
    const std::string csv = marks_csv(*all);
    EXPECT_EQ(csv.find("code,right,wrong,missing,mistakes,wrong answers\nAnna,0,1,"), 0U) << csv;
    EXPECT_NE(csv.find("\n\"Ben, the tall\",0,1,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("weights[0,0]: 77, right is "), std::string::npos) << csv;
    EXPECT_NE(class_summary(*all).find("2 × no usual mistake gives the number"), std::string::npos);
}

TEST(Marking, WritesNoFormulaThatASpreadsheetWouldRun) {
    const auto all =
        mark(preset("three-inputs"), {}, {}, answers_of("=HYPERLINK(1);weights[0,0];77\n").value());
    ASSERT_TRUE(all) << all.error().text();
    EXPECT_NE(marks_csv(*all).find("\n'=HYPERLINK(1),0,1,"), std::string::npos) << marks_csv(*all);
}

TEST(Marking, RefusesWorksheetsItCannotKnow) {
    const std::vector<Answer> answers = answers_of("Anna,weights[0,0],0.5\n").value();
    AttentionOptions layers = preset("causal-decoder-block").options;
    layers.block->layers = 2;
    const auto block =
        mark(*apply(preset("causal-decoder-block"), SetOptions{layers, "Layers"}), {}, {}, answers);
    ASSERT_FALSE(block);
    EXPECT_NE(block.error().message.find("answer key"), std::string::npos);
    figure::WorksheetOptions options;
    options.level = figure::WorksheetLevel::Mistake;
    const auto mistake = mark(preset("three-inputs"), {}, options, answers);
    ASSERT_FALSE(mistake);
    EXPECT_NE(mistake.error().message.find("mistake to find"), std::string::npos);
}

TEST(Marking, RefusesFilesWithoutAnswers) {
    EXPECT_EQ(fault(""), "found no answer; expected lines of code, place and answer, as in "
                         "7-03,weights[1,2],0.28");
    EXPECT_EQ(fault("code,place,answer\n").find("found no answer"), 0U);
    EXPECT_EQ(fault("Anna,nothing,0.5\n").find("no line could be marked; line 1: "), 0U);
}
