// SPDX-License-Identifier: MIT
#include "core/document/explaining/sensitivity.h"

#include "core/document/learning/slopes.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/engine/graph/expression_text.h"
#include "core/engine/graph/operation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {
namespace {

/// Collects the gradients. `numbers_of` returns the numbers of a graph's stage.
template <class NumbersOf>
std::vector<SheetGradient> collected(const Document& document, const GradientGraph& stages,
                                     const NumbersOf& numbers_of) {
    std::vector<std::string> formulas = gradient_formulas(document, stages);
    std::vector<SheetGradient> found;
    for (std::size_t at = 0; at <= stages.of; ++at) {
        const auto& [sheet, operation, inputs, options, shape, seen_with] = stages.graph[at];
        if (info(sheet.stage).is_by_query)
            continue;
        found.push_back({sheet,
                         stages.gradients[at] ? numbers_of(*stages.gradients[at])
                                              : Matrix(Matrix::Zero(shape.rows, shape.columns)),
                         std::move(formulas[at])});
    }
    return found;
}

} // namespace

Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place) {
    auto pass = backward_pass(document, trace, place);
    if (!pass)
        return pass.error();
    return gradients_in(document, *std::move(pass));
}

std::vector<SheetGradient> gradients_in(const Document& document, const BackwardPass& pass) {
    return collected(document, pass.stages, [&](std::size_t at) { return pass.numbers[at]; });
}

std::vector<SheetGradient> gradients_in(const Document& document, BackwardPass&& pass) {
    return collected(document, pass.stages,
                     [&](std::size_t at) { return std::move(pass.numbers[at]); });
}

namespace {

/// Counts the numbers of a gradient's stages.
Index numbers_on_the_way(const GradientGraph& stages) {
    Index count = 0;
    for (const Node& node : stages.graph.nodes())
        count += node.shape.rows * node.shape.columns;
    return count;
}

bool is_larger(const InputSlope& a, const InputSlope& b) {
    return std::abs(a.slope) > std::abs(b.slope);
}

/// Keeps the largest; equal ones stay in the order of the calculation.
void rank(std::vector<InputSlope>& largest, const InputSlope& one) {
    const auto at = std::upper_bound(largest.begin(), largest.end(), one, is_larger);
    if (at == largest.end() && largest.size() == named_inputs)
        return;
    largest.insert(at, one);
    if (largest.size() > named_inputs)
        largest.pop_back();
}

} // namespace

const Matrix* Sensitivity::find(const SheetId& sheet) const {
    for (const SheetGradient& one : gradients)
        if (one.sheet == sheet)
            return &one.values;
    return nullptr;
}

Sensitivity sensitivity(const Document& document, const Trace& trace, const Place& place,
                        Index most_numbers) {
    Sensitivity made;
    made.of = place;
    made.value = value_at(document, trace, place);
    auto stages = backward_stages(document, place);
    if (!stages) {
        made.why = stages.error().message;
        return made;
    }
    const Index count = numbers_on_the_way(*stages);
    if (count > most_numbers) {
        made.why = "the gradient of " + place_text(document, place) + " has " +
                   std::to_string(count) + " numbers on its way, more than the " +
                   std::to_string(most_numbers) + " that there is room for; use fewer words";
        return made;
    }
    BackwardPass pass = backward_pass(document, trace, place, *std::move(stages));
    if (count <= most_explained_numbers) {
        made.pass = std::make_shared<const BackwardPass>(std::move(pass));
        made.gradients = gradients_in(document, *made.pass);
    } else {
        made.gradients = gradients_in(document, std::move(pass));
    }
    std::erase_if(made.gradients,
                  [](const SheetGradient& one) { return one.sheet.stage == Stage::Target; });
    for (const SheetGradient& one : made.gradients) {
        if (!is_given(document, one.sheet) || one.sheet == place.sheet)
            continue;
        for (Index row = 0; row < one.values.rows(); ++row)
            for (Index column = 0; column < one.values.cols(); ++column) {
                const Real slope = one.values(row, column);
                if (!std::isfinite(slope) || slope == 0)
                    continue;
                made.most = std::max(made.most, std::abs(slope));
                rank(made.strongest, {{one.sheet, row, column}, slope});
            }
    }
    return made;
}

std::optional<Place> loss_place(const Document& document) {
    const Place place{{Stage::Loss}, 0, 0};
    return exists(document, place) ? std::optional(place) : std::nullopt;
}

std::string why_unmoved(const Document& document, const Place& place) {
    const Stage stage = place.sheet.stage;
    const bool is_under_mask = (stage == Stage::Masked || stage == Stage::Weights) &&
                               has_stage(document, Stage::Weights) && !place.sheet.is_cross;
    if (!is_under_mask || !is_blocked(document.switches.mask, place.row, place.column))
        return "";
    return "The mask blocks this cell, so it stays the same whatever the inputs are. A mask says "
           "yes or no and is no number: nothing has a gradient with respect to it.";
}

namespace {

/// Returns, for each stage of the graph, the stage whose gradient it holds; empty for a stage of
/// the calculation and for an intermediate step. A stage that repeats the one before it, such as
/// masked scores without a mask, is not shown by itself: its gradient is an intermediate step.
std::vector<std::optional<std::size_t>> owners(const Document& document,
                                               const GradientGraph& stages) {
    std::vector<std::optional<std::size_t>> made(stages.graph.size());
    for (std::size_t at = 0; at <= stages.of; ++at) {
        const Place place{stages.graph[at].sheet, 0, 0};
        if (stages.gradients[at] && (at == stages.of || shown_place(document, place) == place))
            made[*stages.gradients[at]] = at;
    }
    return made;
}

/// Finds a sign that joins two parts outside all brackets; the end if there is none.
std::size_t find_sign(std::string_view rich) {
    int depth = 0;
    for (std::size_t at = 0; at < rich.size(); ++at) {
        if (std::string_view("([{").find(rich[at]) != std::string_view::npos)
            ++depth;
        else if (std::string_view(")]}").find(rich[at]) != std::string_view::npos)
            --depth;
        else if (rich[at] == ' ' && depth == 0)
            return at;
    }
    return rich.size();
}

constexpr std::string_view sum_sign = "Σ_{";

/// Adds parentheses if the text is more than a name. A sum over lines counts as one name.
std::string enclosed(const std::string& rich) {
    std::string_view rest = rich;
    if (rest.starts_with(sum_sign) && rest.find("} ") != std::string_view::npos)
        rest.remove_prefix(rest.find("} ") + 2);
    return find_sign(rest) == rest.size() ? rich : "(" + rich + ")";
}

std::string listed(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : " + ") + part;
    return text;
}

/// Writes the formulas of one gradient.
class Formulas {
public:
    Formulas(const Document& document, const GradientGraph& stages)
        : document_(document), stages_(stages), owners_(owners(document, stages)) {}

    /// Returns the formula of the graph's stage, in the names of what it reads.
    std::string of(std::size_t at) const {
        const Node& node = stages_.graph[at];
        if (node.operation == &operation::copied)
            return part(node.inputs[0]);
        if (node.operation == &operation::sum)
            return added(node.inputs);
        Naming naming{{}, {}, node.options, document_.convention == Convention::TokensAsRows};
        for (const std::size_t input : node.inputs) {
            naming.inputs.push_back(enclosed(part(input)));
            naming.nouns.push_back(naming.inputs.back());
        }
        std::string made = node.operation->formula(naming);
        return made == naming.inputs[0] ? part(node.inputs[0]) : made; // no mask to write
    }

private:
    /// Writes what is read: a stage by its symbol, a gradient with ∂ before it, an intermediate
    /// step by its formula.
    std::string part(std::size_t at) const {
        if (at < stages_.seed)
            return symbol(at);
        if (owners_[at])
            return "∂" + symbol(*owners_[at]);
        return of(at);
    }
    std::string symbol(std::size_t at) const {
        const SheetId& sheet = stages_.graph[at].sheet;
        return std::string(info(shown_place(document_, {sheet, 0, 0}).sheet.stage).symbol);
    }
    /// Writes once what several heads add alike: "∂embedded + Σ_{heads} ∂Q W_{Q}^{T}".
    std::string added(const std::vector<std::size_t>& inputs) const {
        std::vector<std::string> once, often;
        std::vector<std::string> all;
        for (const std::size_t input : inputs)
            all.push_back(part(input));
        for (const std::string& text : all) {
            std::vector<std::string>& list =
                std::count(all.begin(), all.end(), text) == 1 ? once : often;
            if (std::find(list.begin(), list.end(), text) == list.end())
                list.push_back(text);
        }
        if (!often.empty())
            once.push_back("Σ_{heads} " +
                           (often.size() == 1 ? enclosed(often[0]) : "(" + listed(often) + ")"));
        return listed(once);
    }

    const Document& document_;
    const GradientGraph& stages_;
    std::vector<std::optional<std::size_t>> owners_;
};

Expression product_of(const std::vector<Factor>& factors) {
    std::vector<Expression> parts;
    for (const Factor& factor : factors)
        parts.push_back(expression::number(factor));
    return parts.size() == 1 ? parts[0] : expression::product(std::move(parts));
}

Expression sum_of(const std::vector<Term>& terms) {
    std::vector<Expression> parts;
    bool is_plain = true;
    for (const Term& term : terms) {
        Expression one = product_of(term.factors);
        is_plain = is_plain && !term.is_subtracted;
        parts.push_back(term.is_subtracted ? expression::negative(std::move(one)) : std::move(one));
    }
    if (parts.empty())
        return expression::constant(0);
    if (parts.size() == 1)
        return parts[0];
    return is_plain ? expression::series(std::move(parts)) : expression::sum(std::move(parts));
}

Expression divisor_of(const Divisor& divisor) {
    if (divisor.place)
        return expression::number({*divisor.place, divisor.value()});
    Expression number = expression::constant(divisor.number, divisor.symbol);
    return divisor.is_root ? expression::root(std::move(number)) : number;
}

/// Turns a derivation into an expression.
Expression expression_of(const Derivation& derivation) {
    switch (derivation.rule) {
    case Rule::Expression:
        return *derivation.expression;
    case Rule::SumOfProducts:
        return sum_of(derivation.terms);
    case Rule::Quotient: {
        Expression made = sum_of(derivation.terms);
        for (const Divisor& divisor : derivation.divisors)
            made = expression::quotient(std::move(made), divisor_of(divisor));
        return made;
    }
    case Rule::Length:
        return expression::root(sum_of(derivation.terms));
    default:
        return expression::constant(evaluated(derivation));
    }
}

/// Derives the numbers of one pass.
class Deriving {
public:
    Deriving(const Document& document, const BackwardPass& pass)
        : pass_(pass), owners_(owners(document, pass.stages)),
          convention_(model_of(document).has_conventions ? document.convention
                                                         : Convention::TokensAsRows) {}

    /// Derives a number of a stage that holds a whole gradient. Skips copies of intermediate steps.
    Derivation derive(std::size_t at, Index row, Index column) const {
        const Graph& graph = pass_.stages.graph;
        const Place own{graph[at].sheet, row, column};
        Derivation made = explained(own);
        while (is_copy(made) && is_step(only_place(made)))
            made = explained(only_place(made));
        const std::vector<Place> read = places(made);
        if (std::any_of(read.begin(), read.end(), [&](const Place& one) { return is_step(one); })) {
            Expression whole = inside(expression_of(made));
            made = {};
            made.rule = Rule::Expression;
            made.convention = convention_;
            made.formula = formula_of(whole, convention_);
            made.expression = std::move(whole);
        }
        made.place = own;
        made.result = pass_.numbers[at](row, column);
        made.label.clear();
        find_whole(made, [&](const SheetId& sheet) -> std::optional<Cells> {
            const auto read_at = pass_.stages.graph.find(sheet);
            return read_at ? std::optional(Cells(pass_.numbers[*read_at])) : std::nullopt;
        });
        return made;
    }

private:
    Derivation explained(const Place& place) const {
        return explain(pass_.stages.graph, place, convention_,
                       [&](std::size_t at) { return Cells(pass_.numbers[at]); });
    }
    static Place only_place(const Derivation& copy) { return places(copy).front(); }
    /// Whether the place is in an intermediate step without a name.
    bool is_step(const Place& place) const {
        const std::size_t at = *pass_.stages.graph.find(place.sheet);
        return at > pass_.stages.seed && !owners_[at];
    }
    /// Replaces the intermediate steps in an expression by what they are made of.
    Expression inside(Expression of) const {
        if (of.kind == Expression::Kind::Number) {
            if (!is_step(of.factor.place))
                return of;
            return inside(expression_of(explained(of.factor.place)));
        }
        for (Expression& part : of.parts)
            part = inside(std::move(part));
        return of;
    }

    const BackwardPass& pass_;
    std::vector<std::optional<std::size_t>> owners_;
    Convention convention_;
};

/// A number that no sum gives; the sentence says why.
Derivation decided(Real value, std::string why) {
    Derivation made;
    made.rule = Rule::Blocked;
    made.blocked_as = made.result = value;
    made.reason = std::move(why);
    return made;
}

} // namespace

Result<GradientGraph> backward_stages(const Document& document, const Place& place) {
    assert(exists(document, place) && "only a place that exists has a gradient");
    if (info(place.sheet.stage).is_by_query)
        return Error{"weighted values have no gradient of their own; ask for the output, which is "
                     "their sum, or for a weight"};
    return gradient_graph(document, place.sheet);
}

Result<BackwardPass> backward_pass(const Document& document, const Trace& trace,
                                   const Place& place) {
    auto stages = backward_stages(document, place);
    if (!stages)
        return stages.error();
    return backward_pass(document, trace, place, *std::move(stages));
}

BackwardPass backward_pass(const Document& document, const Trace& trace, const Place& place,
                           GradientGraph made) {
    BackwardPass pass{place, std::move(made), {}};
    const Graph& stages = pass.stages.graph;
    const std::size_t seed = pass.stages.seed;
    pass.numbers.resize(stages.size());
    for (std::size_t at = 0; at < seed; ++at)
        if (pass.stages.is_read[at])
            pass.numbers[at] = cells_of(document, trace, stages[at].sheet).matrix();
    pass.numbers[seed] = Matrix::Zero(stages[seed].shape.rows, stages[seed].shape.columns);
    pass.numbers[seed](place.row, place.column) = 1;
    for (std::size_t at = seed + 1; at < stages.size(); ++at) {
        std::vector<const Matrix*> inputs;
        for (const std::size_t input : stages[at].inputs)
            inputs.push_back(&pass.numbers[input]);
        stages[at].operation->run(stages[at].options, inputs, pass.numbers[at]);
    }
    return pass;
}

std::vector<std::string> gradient_formulas(const Document& document, const GradientGraph& stages) {
    const Formulas formulas(document, stages);
    std::vector<std::string> made(stages.of + 1);
    for (std::size_t at = 0; at < stages.of; ++at)
        if (stages.gradients[at])
            made[at] = formulas.of(*stages.gradients[at]);
    return made;
}

std::vector<BackwardStep> backward_steps(const Document& document, const GradientGraph& stages,
                                         Index head) {
    const auto owned = owners(document, stages);
    const Formulas formulas(document, stages);
    std::vector<BackwardStep> steps{{stages.graph[stages.of].sheet, "", {}, {}}};
    const auto add = [](std::vector<SheetId>& list, const SheetId& sheet) {
        if (std::find(list.begin(), list.end(), sheet) == list.end())
            list.push_back(sheet);
    };
    const std::function<void(BackwardStep&, std::size_t)> read = [&](BackwardStep& step,
                                                                     std::size_t at) {
        for (const std::size_t input : stages.graph[at].inputs)
            if (input < stages.seed)
                add(step.reads, shown_place(document, {stages.graph[input].sheet, 0, 0}).sheet);
            else if (owned[input])
                add(step.gradients, stages.graph[*owned[input]].sheet);
            else
                read(step, input);
    };
    for (std::size_t at = stages.of; at-- > 0;) {
        const auto gradient = stages.gradients[at];
        const SheetId& sheet = stages.graph[at].sheet;
        if (!gradient || owned[*gradient] != at || info(sheet.stage).is_by_query ||
            sheet.stage == Stage::Target || sheet != sheet_of_head(document, sheet.stage, head))
            continue;
        BackwardStep step{sheet, formulas.of(*gradient), {}, {}};
        read(step, *gradient);
        steps.push_back(std::move(step));
    }
    return steps;
}

Derivation derive_gradient(const Document& document, const BackwardPass& pass, const Place& place) {
    const auto at = pass.stages.graph.find(place.sheet);
    assert(at && *at <= pass.stages.of && "the stage comes before the number or is its own");
    Derivation made;
    if (*at == pass.stages.of) {
        const bool is_it = place.row == pass.of.row && place.column == pass.of.column;
        made = decided(is_it ? 1 : 0, is_it ? "it is the number itself"
                                            : "it is another number of the same stage");
    } else if (const auto gradient = pass.stages.gradients[*at]) {
        made = Deriving(document, pass).derive(*gradient, place.row, place.column);
    } else {
        made = decided(0, "it is not computed from any number of this stage");
    }
    made.place = place;
    made.place.sheet.stage = Stage("d." + std::string(place.sheet.stage.name()));
    made.title = "derivative of the " + title(document, pass.of) + " with respect to the " +
                 title(document, place);
    return made;
}

Place without_d(Place place) {
    const std::string_view name = place.sheet.stage.name();
    if (name.starts_with("d."))
        place.sheet.stage = Stage(name.substr(2));
    return place;
}

} // namespace attn
