// SPDX-License-Identifier: MIT
#include "core/figure/plots/derivation_figure.h"

#include "core/base/number_text.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/expression_text.h"
#include "core/engine/graph/operation.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

/// The format of a result, finer than that of its cell.
NumberFormat finer_format(const Derivation& derivation, const NumberFormat& numbers, bool is_link) {
    NumberFormat finer = result_format(derivation, numbers);
    const bool is_whole = finer != numbers && finer.digits == 0;
    if (finer.kind != NumberFormat::Kind::Fraction && !is_whole)
        finer.digits += is_link ? 1 : 2;
    return finer;
}

/// The digits of the equation. One of two numbers is short enough to have as many as give the finer
/// result, so that a reader who multiplies or divides them gets what is shown.
EquationDigits shown_digits(const Derivation& derivation, const RunStyle& style) {
    const EquationDigits digits = equation_digits(derivation, style.numbers, style.most_terms);
    constexpr int most_digits = 6;
    if (digits.powers || places(derivation).size() > 2)
        return digits;
    const NumberFormat result = finer_format(derivation, style.numbers, false);
    const bool has_decimals =
        result.kind == NumberFormat::Kind::Decimals || result.kind == NumberFormat::Kind::Automatic;
    const Real near = has_decimals ? 0.6 * std::pow(10.0, -result.digits) : 0; // half a digit
    for (EquationDigits more = digits; more.least <= most_digits; ++more.least) {
        const auto value = as_written(derivation, more, style.most_terms);
        if (!value || std::abs(*value - derivation.result) <= near ||
            equals_sign(derivation, more, style.most_terms, result) == "=")
            return more;
    }
    return digits;
}

/// Writes one derivation run by run.
class RunWriter {
public:
    explicit RunWriter(const RunStyle& style)
        : style_(style), theme_(style.theme), digits_{style.numbers} {}
    RunWriter(const Derivation& derivation, const RunStyle& style)
        : style_(style), theme_(style.theme), digits_(shown_digits(derivation, style)) {}

    RunWriter& plain(std::string text, bool spaced = true, bool breaks = false) {
        return add({std::move(text), Font::Sans, theme_.text, spaced, breaks, {}});
    }
    RunWriter& dim(std::string text, bool spaced = true, bool breaks = false) {
        return add({std::move(text), Font::Sans, theme_.dim_text, spaced, breaks, {}});
    }
    RunWriter& coloured(std::string text, Colour colour, bool spaced = false) {
        return add({std::move(text), Font::Bold, colour, spaced, false, {}});
    }
    RunWriter& number(const Factor& factor, std::string text, Colour colour, bool spaced) {
        return add({std::move(text), Font::Mono, colour, spaced, false, factor.place});
    }
    /// The word, person or film of a row or column.
    RunWriter& word(const std::string& name, Colour colour, bool spaced = false) {
        constexpr float longest = 10; // in units of the text's size
        return coloured(
            escape(shortened(visible_word(name), longest, Font::Bold, 1, approximate_width)),
            colour, spaced);
    }
    RunWriter& add(Run run) {
        runs_.push_back(std::move(run));
        return *this;
    }

    RunWriter& terms(const Derivation& derivation, bool spaced) {
        const ShownTerms shown = shown_terms(derivation, style_.most_terms);
        bool is_first = true;
        for (const std::size_t at : shown.indices) {
            if (!is_first)
                plain(derivation.terms[at].is_subtracted ? "−" : "+", true, true);
            term(derivation, at, is_first ? spaced : true, is_first);
            is_first = false;
        }
        if (shown.others != 0)
            plain("+", true, true).dim(rest(shown));
        return *this;
    }
    /// Writes an expression, every number in the colour of its side: the query's, or the other one.
    RunWriter& expression(const Derivation& derivation) {
        const SheetId side = query_side(*derivation.expression);
        bool spaced = true;
        for (Piece& piece : pieces(*derivation.expression, spelling())) {
            std::string& text = piece.text;
            const bool is_operator = text.starts_with(" ");
            const bool has_blank = text.ends_with(" ");
            text.erase(0, is_operator ? 1 : 0);
            text.erase(text.size() - (has_blank ? 1 : 0));
            spaced = spaced || is_operator;
            if (piece.is_rest)
                dim(std::move(text), spaced);
            else if (piece.place)
                number({*piece.place}, std::move(text),
                       piece.place->sheet == side ? theme_.query_text : theme_.key_text, spaced);
            else
                plain(std::move(text), spaced, is_operator);
            spaced = has_blank;
        }
        return *this;
    }
    RunWriter& term(const Derivation& derivation, std::size_t at, bool spaced, bool is_first) {
        const Term& term = derivation.terms[at];
        const bool is_own = derivation.own == at;
        if (derivation.rule == Rule::Softmax || derivation.rule == Rule::NaiveSoftmax) {
            const std::string less =
                shows_subtraction(derivation)
                    ? " − " + inner(Factor{term.factors[0].place, derivation.largest})
                    : std::string();
            const std::string power = "e^{" + text(term.factors[0]) + less + "}";
            return number(term.factors[0], power, is_own ? theme_.query_text : theme_.text, spaced);
        }
        if (term.is_square())
            return number(term.factors[0], inner(term.factors[0]) + "²",
                          is_own ? theme_.query_text : theme_.text, spaced);
        if (derivation.rule == Rule::DivideBySum)
            return number(term.factors[0],
                          is_first ? text(term.factors[0]) : inner(term.factors[0]),
                          is_own ? theme_.query_text : theme_.text, spaced);
        const bool is_turned = derivation.convention == Convention::TokensAsColumns;
        for (std::size_t factor = 0; factor < term.factors.size(); ++factor) {
            const bool is_of_query = term.factors.size() == 1 || (factor == 0) != is_turned;
            const Factor& value = term.factors[factor];
            if (factor > 0)
                plain("·", false);
            number(term.factors[factor], is_first && factor == 0 ? text(value) : inner(value),
                   is_of_query ? theme_.query_text : theme_.key_text, factor == 0 && spaced);
        }
        return *this;
    }
    /// The powers of a softmax, worked out.
    RunWriter& powers(const Derivation& derivation) {
        if (!digits_.powers)
            return *this;
        const PowerShare share = power_share(derivation);
        const auto digits = [&](Real value) {
            return Run{
                number_text(value, *digits_.powers), Font::Mono, theme_.text, true, false, {}};
        };
        return plain("=", true, true).add(digits(share.own)).plain("/").add(digits(share.sum));
    }
    RunWriter& divisors(const Derivation& derivation, bool spaced) {
        for (const Divisor& divisor : derivation.divisors) {
            const std::string sign = std::string("÷ ") + (divisor.is_root ? "√" : "");
            if (divisor.place)
                plain(sign, spaced, spaced)
                    .number({*divisor.place, divisor.number},
                            text(Factor{*divisor.place, divisor.number}), theme_.key_text, false);
            else
                plain(sign + (divisor.is_computed ? text(divisor.number)
                                                  : with_minus(shortest(divisor.number))),
                      spaced, spaced);
            spaced = true;
        }
        return *this;
    }
    RunWriter& result(const Derivation& derivation, bool is_link) {
        const NumberFormat finer = finer_format(derivation, style_.numbers, is_link);
        std::optional<Place> place;
        if (is_link)
            place = derivation.place;
        return plain(equals_sign(derivation, digits_, style_.most_terms, finer), true, true)
            .add({number_text(derivation.result, finer), Font::Mono,
                  is_link ? theme_.text : theme_.accent_text, true, false, place});
    }

    std::string rest(const ShownTerms& shown) const {
        return inner(shown.rest) + " (the other " + std::to_string(shown.others) + " terms)";
    }
    std::string text(Real value) const { return number_text(value, number_format(value, digits_)); }
    std::string text(const Factor& factor) const {
        return number_text(factor.value, number_format(factor, digits_));
    }
    /// Adds parentheses if the sign would follow an operator.
    template <class Number>
    std::string inner(const Number& value) const {
        const std::string plain = text(value);
        return plain.rfind("−", 0) == 0 ? "(" + plain + ")" : plain;
    }
    std::vector<Run> made() && { return std::move(runs_); }

private:
    Spelling spelling() const {
        Spelling spelling;
        spelling.leaf = [this](const Expression& leaf) {
            if (leaf.kind == Expression::Kind::Number)
                return text(leaf.factor);
            return is_written_exactly(leaf.constant) ? with_minus(shortest(leaf.constant))
                                                     : text(leaf.constant);
        };
        spelling.rest = [this](const ShownTerms& shown) { return rest(shown); };
        spelling.most_terms = style_.most_terms;
        spelling.minus = "−";
        spelling.power_of_leaf = {"e^{", "}", true};
        return spelling;
    }
    /// The matrix of the first number that belongs to no key and is no parameter of the document.
    static SheetId query_side(const Expression& expression) {
        const std::vector<Place> all = places(expression);
        for (const Place& place : all) {
            const StageInfo* const about = find_info(place.sheet.stage);
            if (!about || (about->rows != Role::Key && about->zone != Zone::Parameters))
                return place.sheet;
        }
        return all.empty() ? SheetId{} : all.front().sheet;
    }

    const RunStyle& style_;
    const Theme& theme_;
    EquationDigits digits_;
    std::vector<Run> runs_;
};

} // namespace

std::vector<Run> sentence_runs(const std::string& sentence, Colour colour) {
    std::vector<Run> runs;
    for (std::size_t from = 0; from < sentence.size();) {
        const std::size_t to = piece_end(sentence, from);
        runs.push_back({escape(visible_word(sentence.substr(from, to - from))), Font::Sans, colour,
                        !runs.empty(), !runs.empty()});
        from = to + 1;
    }
    return runs;
}

void append(std::vector<Run>& runs, std::vector<Run> more) {
    for (Run& run : more)
        runs.push_back(std::move(run));
}

std::vector<Run> name_runs(const Document& document, const Place& place, const RunStyle& style) {
    RunWriter write(style);
    const StageInfo& about = info(place.sheet.stage, document.model);
    const SheetRoles lines = roles_of(document, place.sheet);
    const Colour query = style.theme.query_text, key = style.theme.key_text;
    const std::string row = std::to_string(place.row), column = std::to_string(place.column);
    const std::vector<std::string>* const rows = words_of(document, lines.rows);
    const std::vector<std::string>* const columns = words_of(document, lines.columns);
    const auto named = [](const std::vector<std::string>& names, Index at) {
        return names[static_cast<std::size_t>(at)];
    };
    write.coloured(std::string(about.noun), style.theme.text);
    if (lines.columns == Role::One && lines.rows == Role::One)
        return std::move(write).made();
    if (lines.rows == Role::Model || lines.rows == Role::Hidden) { // Neither has names.
        const bool by_rows = document.convention == Convention::TokensAsRows;
        write.plain("[" + (by_rows ? row : column) + ", " + (by_rows ? column : row) + "]", false);
        return std::move(write).made();
    }
    write.plain("(", false);
    if (about.is_by_query)
        write.word(document.tokens[static_cast<std::size_t>(place.sheet.query)], query)
            .dim("→")
            .word(named(*rows, place.row), key, true);
    else if (rows)
        write.word(named(*rows, place.row), lines.rows == Role::Key ? key : query);
    else if (lines.rows != Role::One)
        write.plain(row, false);
    if (lines.columns == Role::Key)
        return std::move(
                   write.dim("→").word(named(*columns, place.column), key, true).plain(")", false))
            .made();
    const bool has_row = lines.rows != Role::One;
    if (lines.columns == Role::One) // one number for a word, such as its mean
        return std::move(write.plain(")", false)).made();
    if (columns)
        write.plain(has_row ? "," : "", false).word(named(*columns, place.column), key);
    else
        write.plain((!has_row ? "" : lines.columns == Role::Concept ? "," : ", ") + column, false);
    return std::move(write.plain(")", false)).made();
}

std::vector<Run> label_runs(const Derivation& derivation, const RunStyle& style) {
    RunWriter write(style);
    const Colour query = style.theme.query_text, key = style.theme.key_text;
    const auto product = [&](const std::string& first, const std::string& second) {
        if (derivation.convention == Convention::TokensAsRows)
            write.coloured(first, query).plain("·", false).coloured(second, key);
        else
            write.coloured(second, key).plain("·", false).coloured(first, query);
    };
    switch (derivation.rule) {
    case Rule::Given:
        write.plain("given", false);
        break;
    case Rule::Blocked:
    case Rule::NoKey:
        write.plain("masked", false);
        break;
    case Rule::Length:
        write.plain("length", false);
        break;
    case Rule::Chosen:
        write.plain("chosen", false);
        break;
    case Rule::Expression:
        write.plain(derivation.label.empty() ? "computed" : derivation.label, false);
        break;
    case Rule::Covered:
        write.plain("covered", false);
        break;
    case Rule::Undefined:
        write.plain("not defined", false);
        break;
    case Rule::Softmax:
        write.plain("softmax", false);
        break;
    case Rule::NaiveSoftmax:
        write.plain("naive softmax", false);
        break;
    case Rule::DivideBySum:
        write.plain("÷ sum", false);
        break;
    case Rule::Quotient:
        if (derivation.divisors.empty())
            write.plain("not scaled", false);
        else
            write.plain(derivation.label.empty() ? "scaled" : derivation.label, false);
        break;
    case Rule::SumOfProducts: {
        // "Σ |weight|value": the text before a product, and its two sides.
        const std::string& label = derivation.label;
        const auto second = label.rfind('|');
        if (second == std::string::npos) {
            write.plain(label, false);
            break;
        }
        const auto first = label.rfind('|', second - 1);
        const std::size_t begin = first == std::string::npos ? 0 : first + 1;
        if (begin > 0)
            write.plain(label.substr(0, first), false);
        product(label.substr(begin, second - begin), label.substr(second + 1));
        break;
    }
    }
    return std::move(write).made();
}

std::vector<Run> number_runs(const Derivation& derivation, const RunStyle& style,
                             bool result_is_link) {
    RunWriter write(derivation, style);
    switch (derivation.rule) {
    case Rule::Given:
    case Rule::Covered:
        break;
    case Rule::Expression:
        write.plain("=").expression(derivation);
        if (is_copy(derivation))
            return std::move(write).made();
        break;
    case Rule::Undefined:
        write.plain("=").plain("–").dim("because " + escape(derivation.reason), true, true);
        return std::move(write).made();
    case Rule::Length:
        write.plain("=").plain("√(").terms(derivation, false).plain(")", false);
        break;
    case Rule::Blocked:
    case Rule::NoKey:
    case Rule::Chosen:
        write.result(derivation, result_is_link)
            .dim("because " + escape(derivation.reason), true, true);
        return std::move(write).made();
    case Rule::SumOfProducts:
        write.plain("=").terms(derivation, true);
        if (is_copy(derivation))
            return std::move(write).made();
        break;
    case Rule::Quotient:
        write.plain("=");
        if (derivation.terms.size() > 1)
            write.plain("(").terms(derivation, false).plain(")", false);
        else
            write.term(derivation, 0, true, true);
        write.divisors(derivation, true);
        break;
    case Rule::Softmax:
    case Rule::NaiveSoftmax:
    case Rule::DivideBySum:
        write.plain("=").term(derivation, *derivation.own, true, true).plain("/").plain("(");
        write.terms(derivation, false).plain(")", false).powers(derivation);
        break;
    }
    return std::move(write.result(derivation, result_is_link)).made();
}

namespace {

constexpr Index most_counted = 400;    // numbers of a stage that are checked one by one
constexpr std::size_t most_named = 16; // single numbers, if they form no lines

/// What an input is part of in one stage, as text around the stage's name.
struct Reading {
    std::string before, name, after;
    Place first;

    bool is_said_as(const Reading& other) const {
        return before == other.before && after == other.after && !after.starts_with("(");
    }
};

class Readers {
public:
    Readers(const Document& document, const Trace& trace, const Place& input, const View& view)
        : document_(document), trace_(trace), input_(input), view_(view), stages_(graph(document)) {
    }

    std::vector<Reading> all() {
        const auto read = stages_.find(input_.sheet);
        const Index head = head_showing(document_, input_.sheet, view_.head);
        std::vector<Reading> list;
        for (std::size_t at = 0; at < stages_.size(); ++at) {
            const Node& node = stages_[at];
            if (node.sheet.head != sheet_of_head(document_, node.sheet.stage, head).head)
                continue;
            for (std::size_t input = 0; input < node.inputs.size(); ++input)
                if (node.inputs[input] == read)
                    if (auto found = reading(node, input))
                        list.push_back(*std::move(found));
        }
        return list;
    }
    /// Whether every head reads it, though only one is shown.
    bool is_of_every_head(const std::vector<Reading>& list) const {
        return head_count(document_) > 1 && !info(input_.sheet.stage).is_per_head &&
               std::any_of(list.begin(), list.end(), [](const Reading& one) {
                   return info(one.first.sheet.stage).is_per_head;
               });
    }

private:
    bool depends(const Node& node, Index row, Index column) const {
        const Derivation made =
            explain(stages_, {node.sheet, row, column}, document_.convention,
                    [&](std::size_t at) { return cells_of(document_, trace_, stages_[at].sheet); });
        const auto read = places(made);
        return std::find(read.begin(), read.end(), input_) != read.end();
    }
    /// A neighbouring line, to test whether it reads the input too. Nothing if there is only one
    /// line.
    static std::optional<Index> beside(Index line, Index count) {
        return count < 2 ? std::nullopt : std::optional(line + 1 < count ? line + 1 : line - 1);
    }
    std::optional<Reading> reading(const Node& node, std::size_t input) const {
        const StageInfo& about = info(node.sheet.stage);
        std::string name(about.symbol);
        if (name == about.name() && name.find('_') != std::string::npos) { // no letter of a formula
            name = about.title;
            name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        }
        const attn::Shape& shape = node.shape;
        if (!node.operation->readers)
            return counted(node, name);
        const auto spots = node.operation->readers(input, {input_.row, input_.column}, shape);
        if (spots.empty())
            return std::nullopt;
        const Spot first = spots.front();
        const auto other_row = beside(first.row, shape.rows),
                   other_column = beside(first.column, shape.columns);
        const bool is_row = other_column && depends(node, first.row, *other_column);
        const bool is_column = other_row && depends(node, *other_row, first.column);
        Reading made{"", name, "", {node.sheet, first.row, first.column}};
        if (is_column && info(input_.sheet.stage).is_per_head)
            made.first.row = std::min(view_.query, shape.rows - 1);
        const SheetRoles lines = roles_of(document_, node.sheet);
        const bool by_rows = document_.convention == Convention::TokensAsRows;
        if (is_row && is_column) {
            made.before = "all of ";
        } else if (is_row) {
            line(made, lines.rows, first.row, by_rows ? "row " : "column ");
        } else if (is_column) {
            line(made, lines.columns, first.column, by_rows ? "column " : "row ");
        } else {
            made.after = one(lines, first);
        }
        return made;
    }
    /// "Q of cat", or "row 1 of Q" if rows have no names.
    void line(Reading& made, Role role, Index at, const char* kind) const {
        const std::vector<std::string>* const words = words_of(document_, role);
        if (words)
            made.after = " of " + escape((*words)[static_cast<std::size_t>(at)]);
        else if (role != Role::One)
            made.before = kind + std::to_string(at) + " of ";
    }
    /// "(cat, 0)"
    std::string one(const SheetRoles& lines, const Spot& at) const {
        const auto name = [&](Role role, Index index) {
            const std::vector<std::string>* const words = words_of(document_, role);
            return role == Role::One ? ""
                   : words           ? escape((*words)[static_cast<std::size_t>(index)])
                                     : std::to_string(index);
        };
        const std::string row = name(lines.rows, at.row), column = name(lines.columns, at.column);
        if (row.empty() && column.empty())
            return "";
        return "(" + row + (row.empty() || column.empty() ? "" : ", ") + column + ")";
    }
    /// "columns 1 and 3 of " for lines without names, " of cat and sat" for rows of words; a column
    /// of a word is named as a column.
    void lines(Reading& made, const std::vector<Index>& all, Role role, bool are_rows) const {
        const bool are_said_as_rows =
            are_rows == (document_.convention == Convention::TokensAsRows);
        const std::vector<std::string>* const words = words_of(document_, role);
        std::vector<std::string> names;
        for (const Index at : all)
            names.push_back(words ? escape((*words)[static_cast<std::size_t>(at)])
                                  : std::to_string(at));
        if (words && are_rows)
            made.after = " of " + in_a_sentence(names);
        else
            made.before = std::string(are_said_as_rows ? "row" : "column") +
                          (names.size() > 1 ? "s " : " ") + in_a_sentence(names) + " of ";
    }
    /// Names all numbers of the stage that use the input: whole lines, or each by itself.
    std::optional<Reading> counted(const Node& node, const std::string& name) const {
        const Index row_count = node.shape.rows, column_count = node.shape.columns;
        if (row_count * column_count > most_counted)
            return Reading{"numbers of ", name, "", {node.sheet, 0, 0}};
        std::vector<Spot> all;
        std::vector<Index> in_row(static_cast<std::size_t>(row_count)),
            in_column(static_cast<std::size_t>(column_count));
        for (Index row = 0; row < row_count; ++row)
            for (Index column = 0; column < column_count; ++column)
                if (depends(node, row, column)) {
                    all.push_back({row, column});
                    ++in_row[static_cast<std::size_t>(row)];
                    ++in_column[static_cast<std::size_t>(column)];
                }
        if (all.empty())
            return std::nullopt;
        Reading made{"", name, "", {node.sheet, all.front().row, all.front().column}};
        const auto count = static_cast<Index>(all.size());
        const auto whole = [](const std::vector<Index>& used, Index of) {
            std::vector<Index> list;
            for (std::size_t at = 0; at < used.size(); ++at)
                if (used[at] == of)
                    list.push_back(static_cast<Index>(at));
            return list;
        };
        const std::vector<Index> rows = whole(in_row, column_count),
                                 columns = whole(in_column, row_count);
        const SheetRoles roles = roles_of(document_, node.sheet);
        if (count == row_count * column_count && count > 1) {
            made.before = "all of ";
        } else if (column_count > 1 && count == static_cast<Index>(rows.size()) * column_count) {
            lines(made, rows, roles.rows, true);
        } else if (row_count > 1 && count == static_cast<Index>(columns.size()) * row_count) {
            lines(made, columns, roles.columns, false);
        } else if (all.size() <= most_named) {
            std::vector<std::string> names;
            for (const Spot& at : all)
                names.push_back(one(roles, at));
            made.after = in_a_sentence(names);
        } else {
            made.before = std::to_string(count) + " numbers of ";
        }
        return made;
    }

    const Document& document_;
    const Trace& trace_;
    const Place& input_;
    const View& view_;
    const Graph stages_;
};

} // namespace

std::vector<Run> reader_runs(const Document& document, const Trace& trace, const Place& input,
                             const View& view, const Theme& theme) {
    Readers readers(document, trace, input, view);
    const std::vector<Reading> list = readers.all();
    std::vector<Run> runs;
    const auto plain = [&](const std::string& text, bool has_space) {
        if (!text.empty())
            runs.push_back({text, Font::Sans, theme.dim_text, has_space});
    };
    for (std::size_t at = 0; at < list.size();) {
        std::size_t end = at + 1;
        while (end < list.size() && list[end].is_said_as(list[at]))
            ++end;
        const bool is_last = end == list.size();
        if (at > 0)
            plain(is_last ? "and" : ",", is_last);
        plain(list[at].before.substr(0, list[at].before.size() - (list[at].before.empty() ? 0 : 1)),
              true);
        for (std::size_t one = at; one < end; ++one) {
            if (one > at)
                plain(one + 1 == end ? "and" : ",", one + 1 == end);
            const bool has_brackets = list[one].after.starts_with("(");
            runs.push_back({list[one].name + (has_brackets ? list[one].after : ""), Font::Bold,
                            theme.accent_text, true, true, list[one].first});
        }
        if (!list[at].after.starts_with("(") && !list[at].after.empty())
            plain(list[at].after.substr(1), true);
        at = end;
    }
    if (readers.is_of_every_head(list))
        plain("in each of " + std::to_string(head_count(document)) + " heads", true);
    return runs;
}

namespace {

constexpr std::array<std::size_t, 8> term_counts{64, 24, 16, 12, 8, 6, 4, 3};

constexpr float paragraph_line = 1.8F; // a paragraph's, in sizes of its text

/// Sizes of text in units, each with the number of terms a sum shows; the best first. A page is as
/// high as all terms need.
std::vector<std::pair<float, std::size_t>> ways_to_fit(bool is_on_page) {
    if (is_on_page)
        return {{1.0F, term_counts[0]}};
    std::vector<std::pair<float, std::size_t>> list{{1.3F, term_counts[0]},
                                                    {1.15F, term_counts[0]}};
    for (const std::size_t most : term_counts)
        list.emplace_back(1.0F, most);
    return list;
}

/// Returns "given 0.90; computed it would be 0.28" for a number of a given stage, and "given" for
/// an input.
std::string given_text(const Document& document, const Trace& trace, const Place& place,
                       const NumberFormat& numbers) {
    const auto instead = is_given_stage(document, place.sheet)
                             ? computed_instead(document, trace, place.sheet)
                             : std::nullopt;
    if (!instead || !std::isfinite((*instead)(place.row, place.column)))
        return "given";
    return "given " + number_text(value_at(document, trace, place), numbers) +
           "; computed it would be " + number_text((*instead)(place.row, place.column), numbers);
}

std::vector<Run> one_line_runs(const Document& document, const Trace& trace,
                               const Derivation& derivation, const RunStyle& style) {
    std::vector<Run> runs = name_runs(document, derivation.place, style);
    if (derivation.rule == Rule::Given)
        runs.push_back({given_text(document, trace, derivation.place, style.numbers) +
                            ": drag it, or type over it",
                        Font::Sans, style.theme.dim_text, true});
    else
        append(runs, number_runs(derivation, style, false));
    for (Run& run : runs)
        run.place.reset(); // The line disappears when the pointer leaves the cell.
    return runs;
}

/// "given · drag it, or type over it. It is part of Q, K and V of cat": leads on to what reads the
/// number.
std::vector<Run> given_runs(const Document& document, const Trace& trace, const Place& input,
                            const View& view, const RunStyle& style, bool is_picture) {
    std::vector<Run> runs{
        {given_text(document, trace, input, style.numbers), Font::Sans, style.theme.text}};
    std::vector<Run> readers = reader_runs(document, trace, input, view, style.theme);
    const std::string by_hand = is_picture ? "·" : "· drag it, or type over it.";
    runs.push_back({by_hand + (readers.empty() ? "" : " It is part of"), Font::Sans,
                    style.theme.dim_text, true});
    append(runs, std::move(readers));
    return runs;
}

/// One paragraph for each step: its label, then its numbers.
std::vector<std::vector<Run>> paragraphs(const Document& document, const Trace& trace,
                                         const std::vector<Derivation>& steps, const View& view,
                                         const RunStyle& style, bool is_picture) {
    std::vector<std::vector<Run>> list;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        const bool is_last = at + 1 == steps.size();
        if (steps[at].rule == Rule::Given) {
            list.push_back(given_runs(document, trace, steps[at].place, view, style, is_picture));
            continue;
        }
        std::vector<Run> runs = label_runs(steps[at], style);
        append(runs, number_runs(steps[at], style, !is_last));
        list.push_back(std::move(runs));
    }
    return list;
}

} // namespace

Figure derivation_line(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options) {
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    const float unit = options.text, padding = 1.1F * unit;
    FlowStyle flow{{padding, 0, options.available.width - 2 * padding, 0},
                   0.95F * unit,
                   options.available.height,
                   0,
                   {}};
    const std::optional<Place> place = view.pointed ? view.pointed : view.selected;
    if (!place || !exists(document, *place)) {
        const View inside = within(document, view);
        const std::string rounding =
            options.shows_weights
                ? rounding_sentence(contents(document, trace, inside, options.kept), inside.query)
                : "";
        draw_flow(drawing,
                  {{rounding.empty()
                        ? "Point at a number to see what it is made of; click it to follow it back."
                        : escape(shortened(rounding, flow.area.width, Font::Sans, flow.size,
                                           options.measure)),
                    Font::Sans, colours.dim_text}},
                  flow);
        return figure;
    }
    const Derivation derivation = derive(document, trace, *place);
    std::vector<Run> runs;
    for (const std::size_t most : term_counts) {
        runs = one_line_runs(document, trace, derivation, {colours, view.numbers, most});
        if (fits_in(flow_width(runs, flow.size, options.measure), flow.area.width))
            break;
    }
    // Three terms with long numbers may still be too wide: the text shrinks.
    const float width = flow_width(runs, flow.size, options.measure);
    flow.size *= std::clamp(flow.area.width / std::max(1.0F, width), 0.6F, 1.0F);
    if (place->sheet.stage == Stage::Weights) {
        const Contents weights =
            contents(document, trace, within(document, view), Stage::Weights, options.kept);
        std::vector<Run> told = runs;
        told.push_back({rounding_remark(weights, place->row), Font::Sans, colours.dim_text, true});
        if (fits_in(flow_width(told, flow.size, options.measure), flow.area.width))
            runs = std::move(told);
    }
    for (Run& run : runs)
        run.may_break_before = false;
    draw_flow(drawing, runs, flow);
    return figure;
}

namespace {

/// "no weight, output or score changes", in rich text.
std::string unchanged(const Document& document) {
    const auto& results = model_of(document).results;
    std::vector<std::string> nouns;
    for (const Stage stage : results)
        if (has_stage(document, stage))
            nouns.emplace_back(info(stage, document.model).noun);
    std::string text = "no ";
    for (std::size_t at = 0; at < nouns.size(); ++at)
        text += (at == 0 ? "" : at + 1 < nouns.size() ? ", " : " or ") + nouns[at];
    return text + " changes";
}

} // namespace

Figure change_line(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options, const std::string& cause) {
    assert(options.before && "something is compared");
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    const float padding = 1.1F * options.text;
    const FlowStyle flow{{padding, 0, options.available.width - 2 * padding, 0},
                         0.95F * options.text,
                         options.available.height,
                         0,
                         {}};
    Contents shown = contents(document, trace, within(document, view), options.kept);
    compare_with(shown, *options.before);
    const std::optional<LargestChange> most = largest_change(shown, document);
    std::vector<Run> runs{{escape(cause), Font::Bold, colours.text}};
    runs.push_back({"   " + (!most ? unchanged(document) : "moves most:"), Font::Sans,
                    colours.dim_text, true});
    if (most) {
        std::vector<Run> name = name_runs(document, most->place, {colours, view.numbers, 1});
        name.front().has_space_before = true;
        runs.insert(runs.end(), name.begin(), name.end());
        runs.push_back({most->numbers, Font::Mono, colours.accent_text, true});
    }
    for (Run& run : runs)
        run.may_break_before = false;
    draw_flow(drawing, runs, flow);
    return figure;
}

Figure derivation_panel(const Document& document, const Trace& trace, const View& view,
                        const CanvasOptions& options, float heading_room) {
    assert(view.selected && exists(document, *view.selected) && "a number is selected");
    const Theme colours = theme(view.theme);
    const float unit = options.text, padding = 1.1F * unit;
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};

    const std::vector<Derivation> steps = derivation_steps(document, trace, *view.selected);
    RunStyle style{colours, view.numbers, term_counts.front()};
    std::vector<Run> heading = name_runs(document, *view.selected, style);
    const float heading_size = 0.86F * unit;
    std::vector<Run> introduced{{"Where this number comes from ·", Font::Bold, colours.dim_text}};
    append(introduced, heading);
    introduced[1].has_space_before = true;
    const float room = options.available.width - 2 * padding - heading_room;
    if (fits_in(flow_width(introduced, heading_size, options.measure), room))
        heading = introduced;
    for (Run& run : heading)
        run.may_break_before = false;
    const float heading_line = 1.9F * unit;
    draw_flow(drawing, heading, {{padding, 0, room, 0}, heading_size, heading_line, 0, {}});

    FlowStyle flow{{padding, heading_line, options.available.width - 2 * padding, 0},
                   unit,
                   paragraph_line * unit,
                   1.5F * unit,
                   view.pointed};
    std::vector<std::vector<Run>> list;
    // Prefers every term in large letters, then in ordinary ones, then fewer terms.
    for (const auto& [size, most] : ways_to_fit(options.available.height <= 0)) {
        style.most_terms = most;
        flow.size = size * unit;
        flow.line = paragraph_line * flow.size;
        list = paragraphs(document, trace, steps, view, style, options.is_picture);
        std::size_t lines = 0;
        for (const auto& runs : list)
            lines += flow_lines(runs, flow, options.measure);
        if (heading_line + static_cast<float>(lines) * flow.line <= options.available.height)
            break;
    }
    for (const auto& runs : list)
        flow.area.y = draw_flow(drawing, runs, flow);
    figure.size.height = std::max(figure.size.height, flow.area.y);
    return figure;
}

} // namespace attn::figure
