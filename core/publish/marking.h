// SPDX-License-Identifier: MIT
// Marks what a class wrote on its worksheets: which numbers are right, and which usual mistake
// gives each wrong one.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/view.h"
#include "core/figure/paper/worksheet.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

constexpr std::size_t max_answers = 100'000;

/// One line of the file of answers.
struct Answer {
    std::size_t line = 0; // in the file, from 1
    std::string code;     // says which variant, "7-03", or a name
    std::string place;    // "weights[1,2]", as worksheets write it
    std::string number;

    friend bool operator==(const Answer&, const Answer&) = default;
};

/// Reads lines with code, place and answer, separated by commas, semicolons or tabs. Leaves out a
/// heading; a place need not be quoted, and a number may have a decimal comma. Fails if there is
/// no answer, or more than max_answers.
Result<std::vector<Answer>> answers_of(std::string_view csv);

/// Reads the same from a file. The error names the file.
Result<std::vector<Answer>> read_answers(const std::string& path);

struct MarkedAnswer {
    Answer answer;
    bool is_right = false;
    std::string right;                 // the number as the worksheet's key writes it
    std::vector<std::string> mistakes; // usual ones that give the wrong number
};

struct MarkedSheet {
    std::string code;
    std::vector<MarkedAnswer> answers; // in the order of the calculation
    std::size_t right = 0;
    std::size_t missing = 0; // boxes without an answer
};

struct MarkedClass {
    std::vector<MarkedSheet> sheets; // by code
    /// How many wrong numbers each usual mistake gives, the commonest first. A number that two
    /// mistakes give counts for both.
    std::vector<std::pair<std::string, std::size_t>> mistakes;
    std::size_t unexplained = 0;      // wrong numbers that no usual mistake gives
    std::vector<std::string> remarks; // lines that were not marked, with the reason
};

/// Says why answers to these worksheets cannot be marked; nothing if they can.
std::optional<Error> why_not_marked(const Document& document,
                                    const figure::WorksheetOptions& options);

/// Marks the answers. Codes such as 7-03 are variants of the document, made from the options' seed;
/// any other name answers the document itself. A number is right if it reads like the right one, or
/// follows from the numbers as the worksheet shows them. Fails if no line can be marked, for the
/// attentions of a block, and for worksheets with a mistake to find.
Result<MarkedClass> mark(const Document& document, const View& view,
                         const figure::WorksheetOptions& options,
                         const std::vector<Answer>& answers);

/// One line for each sheet: code, right, wrong, missing, mistakes, and every wrong answer with the
/// right number.
std::string marks_csv(const MarkedClass& marked);

/// "30 sheets: 212 of 240 answers are right …", and a line for each mistake.
std::string class_summary(const MarkedClass& marked);

/// The seed in the first code of the answers: 7 for "7-03"; nothing if none is a code.
std::optional<std::uint32_t> seed_of(const std::vector<Answer>& answers);
/// The code of one of several worksheets: seed and number, "7-03".
std::string worksheet_code(std::uint32_t seed, std::size_t at, std::size_t count);
/// The number of the worksheet, from 0, if the code is of this seed: 2 for "7-03" and "7-3".
std::optional<std::size_t> worksheet_of_code(std::string_view code, std::uint32_t seed);

} // namespace attn::publish
