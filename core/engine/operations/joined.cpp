// SPDX-License-Identifier: MIT
// The outputs of all heads side by side; for the gradient, a part of such columns.
#include "core/engine/head_name.h"
#include "core/engine/operation.h"

namespace attn::operation {
namespace {

Result<Shape> joined_shape(const Options&, std::span<const Shape> inputs) {
    Shape all{inputs.front().rows, 0};
    for (const Shape& shape : inputs) {
        if (shape.rows != all.rows)
            return Error{"it joins " + std::to_string(all.rows) + " and " +
                         std::to_string(shape.rows) + " rows"};
        all.columns += shape.columns;
    }
    return all;
}

void join(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    Index width = 0;
    for (const Matrix* const input : inputs)
        width += input->cols();
    result.resize(inputs.front()->rows(), width);
    Index first = 0;
    for (const Matrix* const input : inputs) {
        result.middleCols(first, input->cols()) = *input;
        first += input->cols();
    }
}

void explain_joined(const Cell& cell, Derivation& made) {
    Index column = cell.place.column;
    std::size_t input = 0;
    while (column >= cell.shape(input).columns)
        column -= cell.shape(input++).columns;
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(input, cell.place.row, column)}}};
    made.formula = cell.name(input, cell.place.row, column);
    made.label = "as in " + head_name(static_cast<Index>(input));
}

Gradients split(Backward& back) {
    Gradients parts;
    Index first = 0;
    for (std::size_t input = 0; input < back.node().inputs.size(); ++input) {
        const Index count = back.shape(input).columns;
        parts.push_back(back.add(part, {back.upstream()}, Part{first, count}));
        first += count;
    }
    return parts;
}

const Part& which(const Options& options) {
    return std::get<Part>(options);
}

} // namespace

constinit const Operation joined{"joined",
                                 joined_shape,
                                 join,
                                 explain_joined,
                                 [](const Naming& naming) {
                                     return naming.inputs.size() == 1
                                                ? naming.inputs[0]
                                                : std::string("heads side by side");
                                 },
                                 split};

constinit const Operation part{
    "part",
    [](const Options& options, std::span<const Shape> inputs) -> Result<Shape> {
        if (which(options).first + which(options).count > inputs[0].columns)
            return Error{"it takes columns that " + to_text(inputs[0]) + " does not have"};
        return Shape{inputs[0].rows, which(options).count};
    },
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        result = inputs[0]->middleCols(which(options).first, which(options).count);
    },
    [](const Cell& cell, Derivation& made) {
        const Index column = which(cell.node().options).first + cell.place.column;
        made.rule = Rule::SumOfProducts;
        made.terms = {{{cell.factor(0, cell.place.row, column)}}};
        made.formula = cell.name(0, cell.place.row, column);
    },
    [](const Naming& naming) { return "columns of " + naming.inputs[0]; },
    nullptr,
    "only gradients are parts of another stage, and no gradient is taken of them"};

} // namespace attn::operation
