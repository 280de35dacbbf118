// SPDX-License-Identifier: MIT
#include "core/engine/expression_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {
namespace {

using Kind = Expression::Kind;

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
