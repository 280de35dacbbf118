// SPDX-License-Identifier: MIT
#include "core/engine/graph/expression_text.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {
namespace {

using Kind = Expression::Kind;
using Pieces = std::vector<Piece>;

/// How tightly a form holds together. A form looser than its neighbours need gets parentheses.
enum class Level { Sum, Product, Power, Atom };

/// Where a form stands: alone, in a sum or an argument, or between factors.
enum class Within { Nothing, Sum, Product };

bool has(std::string_view text, std::string_view what) {
    return text.find(what) != std::string_view::npos;
}

bool begins_with_minus(std::string_view text) {
    return text.starts_with("-") || text.starts_with("−");
}

/// Returns the level of a number or a name as it is spelled.
Level level_of(std::string_view text) {
    if (text.starts_with("|") && text.ends_with("|"))
        return Level::Atom;
    const bool is_entry = text.ends_with("]");
    if (!is_entry && (has(text, " + ") || has(text, " - ") || has(text, " − ")))
        return Level::Sum;
    if (begins_with_minus(text) || has(text, "\\cdot ") || (!is_entry && has(text, "/")))
        return Level::Product;
    const bool has_exponent = !text.empty() && text.front() >= '0' && text.front() <= '9' &&
                              text.find('e') != std::string_view::npos;
    if (has_exponent || has(text, "^") || has(text, "'") || has(text, "\\tfrac") ||
        text.starts_with("√"))
        return Level::Power;
    return Level::Atom;
}

bool is_leaf(const Expression& expression) {
    return expression.kind == Kind::Number || expression.kind == Kind::Constant;
}

/// Whether the series is written with its index.
bool is_indexed(const Expression& expression) {
    return expression.kind == Kind::Series && !expression.name.empty();
}

void append(Pieces& pieces, Pieces more) {
    for (Piece& piece : more)
        pieces.push_back(std::move(piece));
}

bool has_blank(const Pieces& pieces) {
    return std::any_of(pieces.begin(), pieces.end(),
                       [](const Piece& piece) { return has(piece.text, " "); });
}

class Writer {
public:
    explicit Writer(const Spelling& spelling) : spelling_(spelling) {}

    /// Writes a form. `leads`: no operator is before it, so it may begin with a minus.
    Pieces form(const Expression& of, bool leads, Within within) const {
        switch (of.kind) {
        case Kind::Number:
        case Kind::Constant:
            return leaf(of, leads);
        case Kind::Sum:
            return sum(of, leads, within);
        case Kind::Series:
            return series(of, leads, within);
        case Kind::Product:
            return product(of, leads, within);
        case Kind::Quotient:
            return quotient(of, leads, within);
        case Kind::Negative: {
            if (!leads)
                return enclosed(of);
            Pieces made{{spelling_.minus}};
            append(made, placed(of.parts[0], Level::Product, false, within));
            return made;
        }
        case Kind::Square:
            return wrapped("", placed(of.parts[0], Level::Atom, false, Within::Product),
                           spelling_.squared);
        case Kind::Root:
            return around(spelling_.root, of.parts[0]);
        case Kind::Call:
            return call(of);
        }
        assert(false && "every form is written");
        return {};
    }

private:
    Level level(const Expression& of) const {
        switch (of.kind) {
        case Kind::Number:
        case Kind::Constant:
            return level_of(spelling_.leaf(of));
        case Kind::Series:
        case Kind::Sum:
            if (is_indexed(of))
                return Level::Product;
            return of.parts.empty()       ? Level::Atom
                   : of.parts.size() == 1 ? level(of.parts[0])
                                          : Level::Sum;
        case Kind::Product:
            return of.parts.size() == 1 ? level(of.parts[0]) : Level::Product;
        case Kind::Quotient:
            return spelling_.fraction.encloses ? Level::Power : Level::Product;
        case Kind::Negative:
            return Level::Product;
        case Kind::Square:
        case Kind::Root:
            return Level::Power;
        case Kind::Call:
            return of.name == "exp" ? Level::Power : Level::Atom;
        }
        assert(false && "every form has a level");
        return Level::Sum;
    }

    /// Adds parentheses if the form holds less tightly than `least`.
    Pieces placed(const Expression& of, Level least, bool leads, Within within) const {
        return level(of) < least ? enclosed(of) : form(of, leads, within);
    }

    Pieces enclosed(const Expression& of) const {
        Pieces inside = form(of, true, is_leaf(of) ? Within::Nothing : Within::Sum);
        const bool is_tall = std::any_of(inside.begin(), inside.end(), [](const Piece& piece) {
            return has(piece.text, "\\frac") || has(piece.text, "\\sqrt") ||
                   has(piece.text, "\\sum");
        });
        const Around& by = is_tall ? spelling_.tall_parentheses : spelling_.parentheses;
        return wrapped(by.open, std::move(inside), by.close);
    }

    /// Puts `open` and the closing text around the pieces; a single number takes them into its own
    /// piece.
    static Pieces wrapped(const std::string& open, Pieces inside, const std::string& close) {
        if (inside.size() == 1) {
            inside[0].text = open + inside[0].text + close;
            return inside;
        }
        Pieces made;
        if (!open.empty())
            made.push_back({open});
        append(made, std::move(inside));
        if (!close.empty())
            made.push_back({close});
        return made;
    }

    Pieces around(const Around& by, const Expression& of) const {
        return wrapped(by.open,
                       by.encloses ? form(of, true, Within::Sum)
                                   : placed(of, Level::Atom, false, Within::Sum),
                       by.close);
    }

    Pieces leaf(const Expression& of, bool leads) const {
        std::string text = spelling_.leaf(of);
        if (!leads && begins_with_minus(text))
            text = spelling_.parentheses.open + text + spelling_.parentheses.close;
        Piece piece{std::move(text)};
        if (of.kind == Kind::Number)
            piece.place = of.factor.place;
        return {std::move(piece)};
    }

    /// Appends one more part of a sum, after its sign.
    void add_part(Pieces& made, const Expression& part, bool leads, Within within) const {
        if (made.empty())
            return append(made, summand(part, leads, within));
        const bool is_less = part.kind == Kind::Negative;
        made.push_back({is_less ? " " + spelling_.minus + " " : " + "});
        append(made, is_less ? placed(part.parts[0], Level::Product, false, Within::Sum)
                             : summand(part, false, Within::Sum));
    }
    Pieces summand(const Expression& part, bool leads, Within within) const {
        return placed(part, part.kind == Kind::Series ? Level::Sum : Level::Product, leads, within);
    }

    Pieces sum(const Expression& of, bool leads, Within within) const {
        if (of.parts.size() == 1)
            return form(of.parts[0], leads, within);
        Pieces made;
        for (const Expression& part : of.parts)
            add_part(made, part, leads, Within::Sum);
        if (made.empty())
            made = {{"0"}};
        return made;
    }

    Pieces series(const Expression& of, bool leads, Within within) const {
        if (is_indexed(of)) {
            Pieces made{{spelling_.series + of.name + spelling_.after_index}};
            append(made, placed(of.parts[0], Level::Product, false, Within::Product));
            return made;
        }
        if (of.parts.size() == 1)
            return form(of.parts[0], leads, within);
        const ShownTerms shown = shown_parts(of, spelling_.most_terms);
        Pieces made;
        for (const std::size_t at : shown.indices)
            add_part(made, of.parts[at], leads, Within::Sum);
        if (shown.others != 0) {
            if (!made.empty())
                made.push_back({" + "});
            made.push_back({spelling_.rest(shown), std::nullopt, true});
        }
        if (made.empty())
            made = {{"0"}};
        return made;
    }

    Pieces product(const Expression& of, bool leads, Within within) const {
        if (of.parts.size() == 1)
            return form(of.parts[0], leads, within);
        Pieces made;
        for (std::size_t at = 0; at < of.parts.size(); ++at) {
            if (at > 0)
                made.push_back({spelling_.times});
            const Expression& part = of.parts[at];
            const bool would_run_on = is_indexed(part) && at + 1 < of.parts.size();
            append(made, would_run_on
                             ? enclosed(part)
                             : placed(part, Level::Product, leads && at == 0, Within::Product));
        }
        return made;
    }

    Pieces quotient(const Expression& of, bool leads, Within within) const {
        const Around& fraction = spelling_.fraction;
        Pieces made;
        if (fraction.encloses) {
            made.push_back({fraction.open});
            append(made, form(of.parts[0], true, Within::Sum));
            made.push_back({spelling_.over});
            append(made, form(of.parts[1], true, Within::Sum));
            made.push_back({fraction.close});
            return made;
        }
        made = placed(of.parts[0], Level::Product, leads, Within::Product);
        Pieces below = placed(of.parts[1], Level::Power, false, Within::Product);
        const bool is_tight = within == Within::Product ||
                              (within == Within::Sum && !has_blank(made) && !has_blank(below));
        made.push_back({is_tight ? spelling_.tight_over : spelling_.over});
        append(made, std::move(below));
        return made;
    }

    Pieces call(const Expression& of) const {
        if (of.name == "exp")
            return around(is_leaf(of.parts[0]) ? spelling_.power_of_leaf : spelling_.power,
                          of.parts[0]);
        Pieces inside;
        for (const Expression& part : of.parts) {
            if (!inside.empty())
                inside.push_back({", "});
            append(inside, form(part, true, Within::Sum));
        }
        const bool is_tall = std::any_of(inside.begin(), inside.end(), [](const Piece& piece) {
            return has(piece.text, "\\frac") || has(piece.text, "\\sum");
        });
        const Around& by = is_tall ? spelling_.tall_parentheses : spelling_.parentheses;
        Pieces made{{(spelling_.function ? spelling_.function(of.name) : of.name) + by.open}};
        append(made, std::move(inside));
        made.push_back({by.close});
        return made;
    }

    const Spelling& spelling_;
};

} // namespace

std::vector<Piece> pieces(const Expression& expression, const Spelling& spelling) {
    return Writer(spelling).form(expression, true, Within::Nothing);
}

std::string written(const Expression& expression, const Spelling& spelling) {
    std::string text;
    for (const Piece& piece : pieces(expression, spelling))
        text += piece.text;
    return text;
}

ShownTerms shown_parts(const Expression& series, std::size_t most) {
    std::vector<Real> sizes, addends;
    for (const Expression& part : series.parts) {
        addends.push_back(evaluated(part));
        sizes.push_back(std::abs(addends.back()));
    }
    return shown_terms(sizes, addends, most);
}

std::string formula_of(const Expression& expression, Convention convention) {
    const Expression named = with_names(
        expression, [&](const SheetId& sheet, const std::string& row, const std::string& column) {
            return entry(sheet, row, column, convention);
        });
    Spelling spelling;
    spelling.leaf = [](const Expression& leaf) {
        if (leaf.kind == Kind::Number)
            return leaf.name;
        return leaf.name.empty() ? shortest(leaf.constant) : plain_name(leaf.name);
    };
    spelling.times = " · ";
    spelling.tight_over = " / ";
    return written(named, spelling);
}

std::string plain_name(std::string_view rich) {
    std::string plain(rich);
    std::erase_if(plain, [](char letter) { return letter == '{' || letter == '}'; });
    return plain;
}

namespace {

constexpr std::string_view indices = "jklm"; // for a series, for one inside it, and so on

/// The same place of the tree in several parts of a series: in the first parts, then for each
/// series around it in its last part and the first of the others.
using Alike = std::vector<const Expression*>;

/// A name split around its last number: "θ_{", 2, "}".
struct NumberedName {
    std::string_view before, after;
    Index number = 0;
};
std::optional<NumberedName> numbered(std::string_view name) {
    const auto last = name.find_last_of("0123456789");
    if (last == std::string_view::npos)
        return std::nullopt;
    const auto other = name.find_last_not_of("0123456789", last);
    const std::size_t first = other == std::string_view::npos ? 0 : other + 1;
    NumberedName found{name.substr(0, first), name.substr(last + 1)};
    const auto [end, fault] =
        std::from_chars(name.data() + first, name.data() + last + 1, found.number);
    if (fault != std::errc{})
        return std::nullopt;
    return found;
}

class Namer {
public:
    explicit Namer(const NameOf& name_of) : name_of_(name_of) {}

    Expression named(const Expression& expression) {
        return *named(Alike{&expression}); // a single expression always has one form
    }

private:
    /// The numbers over which a series' index runs: those where it is found first.
    struct Run {
        std::optional<std::pair<Index, Index>> from_to;
    };

    /// Returns empty if the parts do not have one form.
    std::optional<Expression> named(const Alike& alike) {
        const Expression& first = *alike.front();
        for (const Expression* const other : alike)
            if (other->kind != first.kind || other->parts.size() != first.parts.size())
                return std::nullopt;
        switch (first.kind) {
        case Kind::Number:
            return number(alike);
        case Kind::Constant:
            return constant(alike);
        case Kind::Series:
            if (first.parts.size() > 1)
                return series(alike);
            break;
        default:
            break;
        }
        for (const Expression* const other : alike)
            if (other->name != first.name)
                return std::nullopt;
        Expression made = first;
        for (std::size_t at = 0; at < first.parts.size(); ++at) {
            Alike parts;
            for (const Expression* const one : alike)
                parts.push_back(&one->parts[at]);
            std::optional<Expression> part = named(parts);
            if (!part)
                return std::nullopt;
            made.parts[at] = *std::move(part);
        }
        return made;
    }

    /// Returns a row or a column as its number if all parts agree, else as the running index.
    std::optional<std::string> index(const std::vector<Index>& numbers) {
        std::optional<std::string> text;
        for (std::size_t at = 1; at < numbers.size(); ++at) {
            if (numbers[at] == numbers[0])
                continue;
            if (text)
                return std::nullopt; // the number runs with two series
            Run& run = runs_[at - 1];
            if (!run.from_to)
                run.from_to = {numbers[0], numbers[at]};
            const auto [from, to] = *run.from_to;
            if (numbers[at] - numbers[0] != to - from)
                return std::nullopt;
            const Index ahead = numbers[0] - from;
            text = std::string(1, indices[at - 1]) +
                   (ahead == 0 ? "" : (ahead > 0 ? "+" : "") + std::to_string(ahead));
        }
        return text ? text : std::to_string(numbers[0]);
    }

    std::optional<Expression> number(const Alike& alike) {
        Expression made = *alike.front();
        std::vector<Index> rows, columns;
        for (const Expression* const one : alike) {
            if (one->factor.place.sheet != made.factor.place.sheet)
                return std::nullopt;
            rows.push_back(one->factor.place.row);
            columns.push_back(one->factor.place.column);
        }
        const std::optional<std::string> row = index(rows), column = index(columns);
        if (!row || !column)
            return std::nullopt;
        made.name = name_of_(made.factor.place.sheet, *row, *column);
        return made;
    }

    /// Different constants count as alike if their names are numbered: θ_{0} and θ_{2} are θ_{j}.
    std::optional<Expression> constant(const Alike& alike) {
        Expression made = *alike.front();
        if (std::all_of(alike.begin(), alike.end(),
                        [&](const Expression* one) { return *one == made; }))
            return made;
        const std::optional<NumberedName> first = numbered(made.name);
        std::vector<Index> numbers;
        for (const Expression* const one : alike) {
            const std::optional<NumberedName> other = numbered(one->name);
            if (!first || !other || other->before != first->before || other->after != first->after)
                return std::nullopt;
            numbers.push_back(other->number);
        }
        const std::optional<std::string> text = index(numbers);
        if (!text)
            return std::nullopt;
        made.name = std::string(first->before) + *text + std::string(first->after);
        return made;
    }

    std::optional<Expression> series(const Alike& alike) {
        Alike parts;
        for (const Expression* const one : alike)
            parts.push_back(&one->parts.front());
        parts.push_back(&alike.front()->parts.back());
        const std::size_t depth = runs_.size();
        if (depth < indices.size()) {
            runs_.emplace_back();
            std::optional<Expression> part = named(parts);
            const bool runs = runs_.back().from_to.has_value();
            runs_.pop_back();
            if (part && runs) {
                Expression made;
                made.kind = Kind::Series;
                made.name = indices[depth];
                made.parts.push_back(*std::move(part));
                return made;
            }
        }
        if (depth > 0)
            return std::nullopt; // the surrounding series writes its parts one by one
        return one_by_one(*alike.front());
    }

    Expression one_by_one(const Expression& series) {
        constexpr std::size_t most = 4;
        const bool is_long = series.parts.size() > most;
        std::vector<Expression> parts;
        for (std::size_t at = 0; at < series.parts.size(); ++at) {
            if (is_long && at > 0 && at + 1 < series.parts.size())
                continue;
            if (is_long && at > 0)
                parts.push_back(expression::constant(0, "…"));
            parts.push_back(named(series.parts[at]));
        }
        return expression::sum(std::move(parts));
    }

    const NameOf& name_of_;
    std::vector<Run> runs_; // the enclosing series, outermost first
};

} // namespace

Expression with_names(const Expression& expression, const NameOf& name_of) {
    return Namer(name_of).named(expression);
}

} // namespace attn
