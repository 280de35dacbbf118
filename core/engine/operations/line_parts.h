// SPDX-License-Identifier: MIT
// What operations on rows or columns share: one number for each line, beside a stage or made of it.
// Lines are rows with Axis::Rows, and their numbers then stand in an n × 1 matrix.
#pragma once

#include "core/engine/operation.h"

#include <string>

namespace attn {

inline bool are_rows(const Options& options) {
    return std::get<Axis>(options) == Axis::Rows;
}

/// `Operation::by_rows` of an operation on lines: where they are columns, a number follows from
/// every row.
template <RunRows* some>
RunRows* where_rows(const Node& node) {
    return are_rows(node.options) ? some : nullptr;
}

/// One number for each line of the first input.
inline Result<Shape> shape_of_lines(const Options& options, std::span<const Shape> inputs) {
    return are_rows(options) ? Shape{inputs[0].rows, 1} : Shape{1, inputs[0].columns};
}

/// The first input's, where the second has one number for each of its lines.
inline Result<Shape> shape_beside_lines(const Options& options, std::span<const Shape> inputs) {
    const Shape line = *shape_of_lines(options, inputs.first(1));
    if (inputs[1] != line)
        return Error{"it has " + to_text(inputs[1]) + " numbers for its lines, expected " +
                     to_text(line)};
    return inputs[0];
}

/// The plain sum of each line.
Matrix added_lines(Axis axis, const Matrix& of);

/// A cell that stands for a whole line of the first input: every number of the line as a term.
void add_line(const Cell& cell, Derivation& made);
/// "X[1,·]", the line that the cell stands for.
std::string line_name(const Cell& cell);

/// The number of the second input that belongs to the line of the cell, and its name.
inline Factor beside(const Cell& cell) {
    return are_rows(cell.node().options) ? cell.factor(1, cell.place.row, 0)
                                         : cell.factor(1, 0, cell.place.column);
}
inline std::string name_beside(const Cell& cell) {
    const Place place = beside(cell).place;
    return cell.name(1, place.row, place.column);
}

/// "each row of X", as it is written.
std::string each_line(const Naming& naming);

/// Readers of a number: that of its line for the stage itself; the first of the line for the number
/// beside it.
std::vector<Spot> at_its_line(std::size_t input, const Spot& at, const Shape& shape);

} // namespace attn
