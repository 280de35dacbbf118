// SPDX-License-Identifier: MIT
#include "core/figure/derivation_runs.h"

#include "core/base/number_text.h"
#include "core/document/equation_digits.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/engine/expression_text.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>

namespace attn::figure {
namespace {

/// Writes one derivation run by run.
class RunWriter {
public:
    explicit RunWriter(const RunStyle& style)
        : style_(style), theme_(style.theme), digits_{style.numbers} {}
    RunWriter(const Derivation& derivation, const RunStyle& style)
        : style_(style), theme_(style.theme),
          digits_(equation_digits(derivation, style.numbers, style.most_terms)) {}

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
                shows_subtraction(derivation) ? " − " + inner(derivation.largest) : std::string();
            const std::string power = "e^{" + text(term.value()) + less + "}";
            return number(term.factors[0], power, is_own ? theme_.query_text : theme_.text, spaced);
        }
        if (term.is_square())
            return number(term.factors[0], inner(term.factors[0].value) + "²",
                          is_own ? theme_.query_text : theme_.text, spaced);
        if (derivation.rule == Rule::DivideBySum)
            return number(term.factors[0], is_first ? text(term.value()) : inner(term.value()),
                          is_own ? theme_.query_text : theme_.text, spaced);
        const bool is_turned = derivation.convention == Convention::TokensAsColumns;
        for (std::size_t factor = 0; factor < term.factors.size(); ++factor) {
            const bool is_of_query = term.factors.size() == 1 || (factor == 0) != is_turned;
            const Real value = term.factors[factor].value;
            if (factor > 0)
                plain("·", false);
            number(term.factors[factor], is_first && factor == 0 ? text(value) : inner(value),
                   is_of_query ? theme_.query_text : theme_.key_text, factor == 0 && spaced);
        }
        return *this;
    }
    RunWriter& divisors(const Derivation& derivation, bool spaced) {
        for (const Divisor& divisor : derivation.divisors) {
            const std::string sign = std::string("÷ ") + (divisor.is_root ? "√" : "");
            if (divisor.place)
                plain(sign, spaced, spaced)
                    .number({*divisor.place, divisor.number}, text(divisor.number), theme_.key_text,
                            false);
            else
                plain(sign + (divisor.is_computed ? text(divisor.number)
                                                  : with_minus(shortest(divisor.number))),
                      spaced, spaced);
            spaced = true;
        }
        return *this;
    }
    RunWriter& result(const Derivation& derivation, bool is_link) {
        NumberFormat finer = style_.numbers;
        if (finer.kind != NumberFormat::Kind::Fraction)
            finer.digits += is_link ? 1 : 2;
        std::optional<Place> place;
        if (is_link)
            place = derivation.place;
        return plain("=", true, true)
            .add({number_text(derivation.result, finer), Font::Mono,
                  is_link ? theme_.text : theme_.accent_text, true, false, place});
    }

    std::string rest(const ShownTerms& shown) const {
        return inner(shown.rest) + " (the other " + std::to_string(shown.others) + " terms)";
    }
    std::string text(Real value) const { return number_text(value, number_format(value, digits_)); }
    /// Adds parentheses if the sign would follow an operator.
    std::string inner(Real value) const {
        const std::string plain = text(value);
        return plain.rfind("−", 0) == 0 ? "(" + plain + ")" : plain;
    }
    std::vector<Run> made() && { return std::move(runs_); }

private:
    Spelling spelling() const {
        Spelling spelling;
        spelling.leaf = [this](const Expression& leaf) {
            if (leaf.kind == Expression::Kind::Number)
                return text(leaf.factor.value);
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
        write.terms(derivation, false).plain(")", false);
        break;
    }
    return std::move(write.result(derivation, result_is_link)).made();
}

} // namespace attn::figure
