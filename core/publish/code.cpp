// SPDX-License-Identifier: MIT
#include "core/publish/code.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/evaluate.h"
#include "core/document/line_sums.h"
#include "core/publish/code_parts.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attn::publish {
namespace {

Index numbers_of_inputs(const Document& document) {
    Index count = document.embeddings->size();
    if (document.projections == Projections::Learned)
        for (const HeadWeights& head : document.heads)
            count += head.w_q->size() + head.w_k->size() + head.w_v->size();
    count += document.w_o->size();
    if (document.switches.mask.kind == Mask::Kind::Painted)
        count += document.switches.mask.painted->size();
    return count;
}

std::string scaled_words(const Switches& switches) {
    const bool is_scaled = switches.scale.kind != Scale::Kind::None;
    const std::string temperature = " A temperature above 1 evens the weights out, one below 1 "
                                    "sharpens them.";
    if (switches.temperature == 1)
        return is_scaled ? "The scores are divided by the scale." : "The scores are not scaled.";
    return (is_scaled ? "The scores are divided by the scale and the temperature."
                      : "The scores are divided by the temperature.") +
           temperature;
}

bool every_line_sums_to_one(const Document& document) {
    const Trace trace = evaluate(document);
    return std::all_of(trace.heads.begin(), trace.heads.end(), [&](const HeadTrace& head) {
        return line_sums(Cells(head, Stage::Weights), document.switches.axis).are_ones();
    });
}

std::string weights_words(const Document& document) {
    const Switches& switches = document.switches;
    const bool by_rows = switches.axis == Axis::Rows;
    const std::string line = sums_rows(document) ? "row" : "column";
    std::string words;
    switch (switches.normaliser) {
    case Normaliser::Softmax:
        words = "Softmax over each " + line +
                "; the largest score is subtracted first, so that nothing overflows.";
        break;
    case Normaliser::NaiveSoftmax:
        words = "The naive softmax over each " + line +
                ": exp(s) / sum of exp(s), without subtracting the largest score.";
        break;
    case Normaliser::Sum:
        words = "Each score divided by the sum of its " + line + "; no softmax.";
        break;
    }
    if (every_line_sums_to_one(document))
        words +=
            by_rows ? " The weights of each query sum to 1." : " The weights of each key sum to 1.";
    if (switches.mask.kind != Mask::Kind::None)
        words += " Blocked cells are 0, and so is a " + line + " whose cells are all blocked.";
    return words;
}

} // namespace

bool words_are_rows(const Document& document) {
    return document.convention == Convention::TokensAsRows;
}

Matrix written(const Document& document, const SharedMatrix& matrix) {
    return attn::written(*matrix, document.convention);
}

std::string mask_words(const Document& document) {
    return words_are_rows(document) ? "query x key, 1 is blocked" : "key x query, 1 is blocked";
}

Flags written_mask(const Document& document) {
    const Flags& painted = *document.switches.mask.painted;
    return words_are_rows(document) ? painted : Flags(painted.transpose());
}

bool sums_rows(const Document& document) {
    return attn::written(document.switches.axis, document.convention) == Axis::Rows;
}

std::string words_about_mask(const Document& document) {
    return words_are_rows(document) ? "Which keys (columns) each query (row) may not see."
                                    : "Which keys (rows) each query (column) may not see.";
}

Result<std::string> program(const Document& document, Language language) {
    if (document.model == Model::Concepts)
        return Error{"a program computes attention, and this is a document of concepts; export it "
                     "as .npz, .json, .md, .csv or a picture"};
    const Index count = numbers_of_inputs(document);
    if (count > max_program_numbers)
        return Error{"the program would hold " + std::to_string(count) + " numbers, but at most " +
                     std::to_string(max_program_numbers) +
                     " are written; export the stages as .npz and load them instead"};
    switch (language) {
    case Language::NumPy:
    case Language::PyTorch:
    case Language::Jax:
        return python_program(document, language);
    case Language::Cpp:
        return cpp_program(document);
    case Language::Matlab:
        return matlab_program(document);
    case Language::Notebook:
        return notebook(document);
    }
    assert(false && "every language is handled");
    return std::string();
}

std::string code_number(Real value, const NonFiniteNames& names) {
    if (std::isnan(value))
        return std::string(names.not_a_number);
    if (std::isinf(value))
        return (value < 0 ? "-" : "") + std::string(names.infinity);
    std::string text = shortest(value);
    // Long whole numbers would be integers, and minus zero the integer 0.
    constexpr Real long_whole = 1e6;
    const bool is_integer = text.find_first_of(".e") == std::string::npos;
    if (is_integer && (std::abs(value) >= long_whole || (value == 0 && std::signbit(value))))
        text += ".0";
    return text;
}

std::string code_rows(const Matrix& matrix, const RowMarks& marks, const NonFiniteNames& names) {
    std::string text;
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += marks.begin;
        for (Index column = 0; column < matrix.cols(); ++column)
            text += (column == 0 ? "" : ", ") + code_number(matrix(row, column), names);
        text += (row + 1 < matrix.rows() ? marks.end : marks.after_last) + "\n";
    }
    return text;
}

std::string code_rows(const Flags& flags, const RowMarks& marks) {
    return code_rows(Matrix(flags.cast<Real>()), marks, {});
}

std::string comment_text(std::string_view text) {
    std::string line = printable(text, 120);
    for (std::size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/"))
        line.replace(at, 2, "* /");
    // What could end a Python text or go on with the next line.
    for (char& letter : line)
        if (letter == '\\' || letter == '"')
            letter = letter == '"' ? '\'' : '/';
    return line;
}

std::string comment_lines(std::string_view words, const std::string& mark) {
    constexpr std::size_t width = 92;
    std::string text, line;
    const auto finish = [&] {
        text += mark + line + "\n";
        line.clear();
    };
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        const std::string_view word = words.substr(at, end - at);
        if (!line.empty() && line.size() + word.size() + 1 > width)
            finish();
        line += (line.empty() ? "" : " ") + std::string(word);
        at = end + 1;
    }
    if (!line.empty())
        finish();
    return text;
}

std::string indented(const std::string& code, int blanks) {
    std::string text;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = code.find('\n', at) + 1;
        if (end - at > 1)
            text += std::string(static_cast<std::size_t>(blanks), ' ');
        text += code.substr(at, end - at);
        at = end;
    }
    return text;
}

std::string words_about(const Document& document, Stage stage) {
    const Switches& switches = document.switches;
    const bool is_learned = document.projections == Projections::Learned;
    const bool by_rows = words_are_rows(document);
    const std::string line = by_rows ? "row" : "column";
    if (stage == Stage::X)
        return "The words and their embeddings: one word per " + line + ".";
    if (stage == Stage::Q)
        return is_learned ? "Queries, keys and values: one " + line + " for each word."
                          : "Without projections queries, keys and values are the embeddings.";
    if (stage == Stage::Scores)
        return by_rows ? "Scores: how well each query (row) fits each key (column)."
                       : "Scores: how well each query (column) fits each key (row).";
    if (stage == Stage::Scaled)
        return scaled_words(switches);
    if (stage == Stage::Masked)
        return switches.mask.kind == Mask::Kind::None
                   ? "No mask: every query sees every key."
                   : "Blocked scores become minus infinity, so that their weight is 0.";
    if (stage == Stage::Weights)
        return weights_words(document);
    if (stage == Stage::WeightedValues)
        return std::string("Each value times its weight: queries x ") +
               (by_rows ? "keys x d_v" : "d_v x keys") +
               ". Summed over the keys they are the output.";
    if (stage == Stage::Output)
        return "The output: for each query the weighted sum of the values.";
    if (stage == Stage::Joined)
        return head_count(document) == 1 ? "One head: its output is all there is to join."
                                         : "The outputs of all heads side by side.";
    if (stage == Stage::WO)
        return "The learned weights that mix the heads.";
    if (stage == Stage::Attention)
        return "The attention: one vector for each word, from the outputs of all heads.";
    assert(is_learned && "only learned weights have words");
    return "The learned weights of the projections.";
}

std::string title_of(const Document& document) {
    return document.title.empty() ? "Attention" : comment_text(document.title);
}

std::string weight_name(const Document& document, const std::string& name, std::size_t head) {
    return head_count(document) == 1 ? name : name + "_" + std::to_string(head);
}

bool has_non_finite_inputs(const Document& document) {
    bool all_finite = document.embeddings->allFinite() && document.w_o->allFinite();
    if (document.projections == Projections::Learned)
        for (const HeadWeights& head : document.heads)
            all_finite = all_finite && head.w_q->allFinite() && head.w_k->allFinite() &&
                         head.w_v->allFinite();
    return !all_finite;
}

} // namespace attn::publish
