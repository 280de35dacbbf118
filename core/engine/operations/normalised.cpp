// SPDX-License-Identifier: MIT
// Lines of scores as lines of weights: softmax, the naive softmax, or division by the sum.
#include "core/engine/normalise.h"
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <cmath>
#include <limits>

namespace attn::operation {
namespace {

const Normalising& normalising(const Options& options) {
    return std::get<Normalising>(options);
}

void run(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Normalising& how = normalising(options);
    result = normalise(*inputs[0], how.mask, how.normaliser, how.axis).weights;
}

/// Explains one weight by the scores of its line.
class Explaining {
public:
    Explaining(const Cell& cell, Derivation& made)
        : cell_(cell), how_(normalising(cell.node().options)), made_(made),
          by_rows_(how_.axis == Axis::Rows), row_(cell.place.row), column_(cell.place.column) {}

    void explain() {
        made_.axis = how_.axis;
        const Index count = by_rows_ ? cell_.shape(0).columns : cell_.shape(0).rows;
        bool has_open = false;
        for (Index at = 0; at < count && !has_open; ++at)
            has_open = !is_blocked_at(at);
        if (!has_open)
            return decide(Rule::NoKey,
                          by_rows_
                              ? "the mask keeps query " + std::to_string(row_) + " from every key"
                              : "the mask keeps every query from key " + std::to_string(column_));
        if (is_blocked(how_.mask, row_, column_))
            return decide(Rule::Blocked, "the mask keeps query " + std::to_string(row_) +
                                             " from key " + std::to_string(column_));
        made_.skips_blocked = how_.mask.kind != Mask::Kind::None;
        made_.largest = -std::numeric_limits<Real>::infinity();
        for (Index at = 0; at < count; ++at)
            if (!is_blocked_at(at))
                add(by_rows_ ? row_ : at, by_rows_ ? at : column_);
        made_.rule = how_.normaliser == Normaliser::Softmax ? Rule::Softmax
                     : how_.normaliser == Normaliser::Sum   ? Rule::DivideBySum
                                                            : Rule::NaiveSoftmax;
        if (made_.rule != Rule::Softmax)
            made_.largest = 0; // Nothing is subtracted.
        made_.formula = formula();
    }

private:
    bool is_blocked_at(Index at) const {
        return by_rows_ ? is_blocked(how_.mask, row_, at) : is_blocked(how_.mask, at, column_);
    }
    /// What the mask decides has no formula but a reason.
    void decide(Rule rule, std::string reason) {
        made_.axis = Axis::Rows;
        made_.rule = rule;
        made_.reason = std::move(reason);
    }
    void add(Index row, Index column) {
        if (row == row_ && column == column_)
            made_.own = made_.terms.size();
        made_.terms.push_back({{cell_.factor(0, row, column)}});
        const Real value = made_.terms.back().value();
        // A NaN must win, whatever its place, as in the normaliser itself.
        if (value > made_.largest || std::isnan(value))
            made_.largest = value;
    }
    std::string formula() const {
        const std::string power = how_.normaliser == Normaliser::Sum ? "" : "e^";
        // i counts the rows of what is written, j its columns.
        const std::string index = written(how_.axis, cell_.convention) == Axis::Rows ? "j" : "i";
        const std::string line = by_rows_ ? cell_.name(0, std::to_string(row_), index)
                                          : cell_.name(0, index, std::to_string(column_));
        return power + cell_.name(0, row_, column_) + " / Σ_" + index + " " + power + line +
               (made_.skips_blocked ? " over open " + index : "");
    }

    const Cell& cell_;
    const Normalising& how_;
    Derivation& made_;
    bool by_rows_;
    Index row_, column_;
};

std::string formula(const Naming& naming) {
    const std::string& scores = naming.inputs[0];
    switch (normalising(naming.options).normaliser) {
    case Normaliser::Softmax:
        return "softmax(" + scores + ")";
    case Normaliser::NaiveSoftmax:
        return "exp(" + scores + ") / Σ exp";
    case Normaliser::Sum:
        return scores + " / Σ " + scores;
    }
    assert(false && "every normaliser has a formula");
    return "";
}

/// Of a softmax with weights w and their gradient g: w ⊙ (g − Σ g ⊙ w), the sum over the line
/// (Bridle 1990). Of a division by the sum S: (g − Σ g ⊙ w) / S where a cell is open.
Gradients gradient(Backward& back) {
    const Normalising how = normalising(back.options());
    const std::size_t shared = back.add(each, {back.upstream(), back.self()});
    const std::size_t total = back.add(line_sum, {shared}, how.axis);
    const std::size_t rest = back.add(less_line, {back.upstream(), total}, how.axis);
    if (how.normaliser != Normaliser::Sum)
        return {back.add(each, {back.self(), rest})};
    const std::size_t open = back.add(opened, {back.input(0)}, how.mask);
    const std::size_t sums = back.add(line_sum, {open}, how.axis);
    const std::size_t divided = back.add(over_line, {rest, sums}, how.axis);
    return {back.add(opened, {divided}, how.mask)};
}

} // namespace

constinit const Operation normalised{
    "normalised", shape_of_first,
    run,          [](const Cell& cell, Derivation& made) { Explaining(cell, made).explain(); },
    formula,      gradient};

} // namespace attn::operation
