// SPDX-License-Identifier: MIT
// Rotates queries or keys by the places of their words: a pair (x, y) of columns becomes (x cos a −
// y sin a, x sin a + y cos a) with a = place · base^(−2i/d), so that a score depends on how far
// apart two words are. Rotary position embedding, Su et al. 2021, eq. 34; the pairs are neighbours
// as there, or halves as in most models. If only the first columns are rotated, as in GPT-J,
// GPT-NeoX and Phi, d is their number and the other columns stay.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"
#include "core/engine/positions.h"

#include <cmath>

namespace attn::operation {
namespace {

const Rotation& rotation(const Options& options) {
    return std::get<Rotation>(options);
}

/// The columns of a pair.
struct Pair {
    Index number, x, y;
};

Pair pair(Index number, Index width, bool neighbours) {
    return neighbours ? Pair{number, 2 * number, 2 * number + 1}
                      : Pair{number, number, number + width / 2};
}

/// How many of the columns are rotated.
Index turned_columns(const Rotation& how, Index width) {
    return how.columns == 0 ? width : how.columns;
}

Pair pair_of(Index column, Index width, bool neighbours) {
    return pair(neighbours ? column / 2 : column % (width / 2), width, neighbours);
}

Result<Shape> rotated_shape(const Options& options, std::span<const Shape> inputs) {
    const Index width = inputs[0].columns, columns = rotation(options).columns;
    if (columns < 0 || columns > width || columns % 2 != 0)
        return Error{"it turns " + std::to_string(columns) + " columns of " + to_text(inputs[0]) +
                     "; expected an even number of them up to " + std::to_string(width)};
    if (columns == 0 && width % 2 != 0)
        return Error{"it turns pairs of columns, but " + to_text(inputs[0]) +
                     " has an odd number of them"};
    if (const auto fits = above_zero(rotation(options).base, "the base of its angles"); !fits)
        return fits.error();
    return inputs[0];
}

template <bool is_back>
void run_rotated(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix& from = *inputs[0];
    const Rotation& how = rotation(options);
    const Index width = turned_columns(how, from.cols());
    result.resize(from.rows(), from.cols());
    result.rightCols(from.cols() - width) = from.rightCols(from.cols() - width);
    for (Index number = 0; number < width / 2; ++number) {
        const Pair at = pair(number, width, how.neighbours);
        const Real step = turn(how.base, number, width);
        for (Index place = 0; place < from.rows(); ++place) {
            const Real angle = static_cast<Real>(place) * step;
            const Real cosine = std::cos(angle), sine = std::sin(angle);
            const Real x = from(place, at.x), y = from(place, at.y);
            result(place, at.x) = is_back ? x * cosine + y * sine : x * cosine - y * sine;
            result(place, at.y) = is_back ? y * cosine - x * sine : x * sine + y * cosine;
        }
    }
}

/// Explains x cos(place·θ) − y sin(place·θ), or the other number of the pair.
template <bool is_back>
void explain_rotated(const Cell& cell, Derivation& made) {
    const Rotation& how = rotation(cell.node().options);
    const Index width = turned_columns(how, cell.shape(0).columns), row = cell.place.row;
    if (cell.place.column >= width)
        return cell.copy(made, 0);
    const Pair at = pair_of(cell.place.column, width, how.neighbours);
    const auto turned = [&](std::string_view function, Index column) {
        const Expression angle =
            expression::product({expression::constant(static_cast<Real>(row)),
                                 expression::constant(turn(how.base, at.number, width),
                                                      "θ_{" + std::to_string(at.number) + "}")});
        return expression::product(
            {expression::number(cell.factor(0, row, column)), expression::call(function, {angle})});
    };
    made.rule = Rule::Expression;
    made.label = is_back ? "turned back" : "rotated";
    if (cell.place.column == at.x)
        made.expression = is_back
                              ? expression::sum({turned("cos", at.x), turned("sin", at.y)})
                              : expression::difference(turned("cos", at.x), turned("sin", at.y));
    else
        made.expression = is_back ? expression::difference(turned("cos", at.y), turned("sin", at.x))
                                  : expression::sum({turned("sin", at.x), turned("cos", at.y)});
}

template <bool is_back>
std::string rotated_formula(const Naming& naming) {
    const Rotation& how = rotation(naming.options);
    const std::string columns =
        how.columns == 0 ? "" : ", columns below " + std::to_string(how.columns);
    return naming.inputs[0] + columns + (is_back ? " turned by −pos·" : " turned by pos·") +
           shortest(how.base) + "^{−2i/" + (how.columns == 0 ? "d" : std::to_string(how.columns)) +
           "}";
}

std::vector<Spot> same_place(std::size_t, const Spot& at, const Shape&) {
    return {at};
}

} // namespace

constinit const Operation rotated{
    "rotated",
    rotated_shape,
    run_rotated<false>,
    explain_rotated<false>,
    rotated_formula<false>,
    [](Backward& back) {
        return Gradients{back.add(rotated_back, {back.upstream()}, back.options())};
    },
    {},
    same_place};

constinit const Operation rotated_back{
    "rotated_back",
    rotated_shape,
    run_rotated<true>,
    explain_rotated<true>,
    rotated_formula<true>,
    [](Backward& back) { return Gradients{back.add(rotated, {back.upstream()}, back.options())}; },
    {},
    same_place};

} // namespace attn::operation
