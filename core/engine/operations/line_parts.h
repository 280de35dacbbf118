// SPDX-License-Identifier: MIT
// Shared by operations on rows or columns: one number for each line, as an input beside a stage or
// as the result. With Axis::Rows lines are rows, and their numbers form an n × 1 matrix.
#pragma once

#include "core/engine/operation.h"

#include <string>

namespace attn {

inline bool are_rows(const Options& options) {
    return std::get<Axis>(options) == Axis::Rows;
}

/// `Operation::by_rows` for an operation on lines. Null if lines are columns: a number then depends
/// on every row.
template <RunRows* some>
RunRows* where_rows(const Node& node) {
    return are_rows(node.options) ? some : nullptr;
}

/// Returns the shape of one number for each line of the first input.
inline Result<Shape> shape_of_lines(const Options& options, std::span<const Shape> inputs) {
    return are_rows(options) ? Shape{inputs[0].rows, 1} : Shape{1, inputs[0].columns};
}

/// Returns the first input's shape if the second input has one number for each of its lines.
inline Result<Shape> shape_beside_lines(const Options& options, std::span<const Shape> inputs) {
    const Shape line = *shape_of_lines(options, inputs.first(1));
    if (inputs[1] != line)
        return Error{"it has " + to_text(inputs[1]) + " numbers for its lines, expected " +
                     to_text(line)};
    return inputs[0];
}

/// Sums each line in plain order.
Matrix added_lines(Axis axis, const Matrix& of);

/// Explains a cell that is computed from a whole line of the first input: adds every number of the
/// line as a term.
void add_line(const Cell& cell, Derivation& made);
/// Names the line that the cell belongs to: "X[1,·]".
std::string line_name(const Cell& cell);

/// Returns the second input's number for the line of the cell, with its name.
inline Factor beside(const Cell& cell) {
    return are_rows(cell.node().options) ? cell.factor(1, cell.place.row, 0)
                                         : cell.factor(1, 0, cell.place.column);
}
inline std::string name_beside(const Cell& cell) {
    const Place place = beside(cell).place;
    return cell.name(1, place.row, place.column);
}

/// Returns "each row of X", as it is written.
std::string each_line(const Naming& naming);

/// Readers of a number: for an input number, its line's result; for the number beside a line, the
/// first result of that line.
std::vector<Spot> at_its_line(std::size_t input, const Spot& at, const Shape& shape);

} // namespace attn
