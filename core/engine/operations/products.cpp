// SPDX-License-Identifier: MIT
// A matrix times another, plus a row added to each row if there is one: Q = X W_Q + b_Q.

#include "core/engine/graph/operation.h"
#include "core/engine/graph/place.h"
#include "core/engine/kernels/kernels.h"
#include "core/engine/operations/rows.h"
#include "core/engine/pass/attention.h"
#include "core/engine/pass/large_pass.h"

namespace attn::operation {

// Computes rows of a product from rows of its left factor, however the right one was packed: X W_Q
// and Q Kᵀ.

/// Returns the row function; null if everything fits on a slide, because its sums are then made in
/// order.
RunRows* multiplied_rows(const Node& node);

namespace {

Result<Shape> product_shape(const Options&, std::span<const Shape> inputs) {
    const Shape &left = inputs[0], &right = inputs[1];
    if (left.columns != right.rows)
        return Error{to_text(left) + " cannot be multiplied by " + to_text(right)};
    if (inputs.size() > 2 && inputs[2] != Shape{1, right.columns})
        return Error{"its bias is " + to_text(inputs[2]) + ", expected " +
                     to_text(Shape{1, right.columns})};
    return Shape{left.rows, right.columns};
}

void add_to_rows(RowsOf<Real> rows, const Real* bias) {
    for (Index row = 0; row < rows.count; ++row) {
        Real* const own = rows[row];
        for (Index column = 0; column < rows.columns; ++column)
            own[column] += bias[column];
    }
}

/// Adds every sum in order if it fits on a slide, as it is explained; else by blocks.
void run_product(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    times(*inputs[0], *inputs[1], result);
    if (inputs.size() > 2)
        add_to_rows(rows_of(result, 0, result.rows()), inputs[2]->data());
}

void explain_product(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.runs = Derivation::Runs::RowByColumn;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        made.terms.push_back(cell.product(cell.factor(0, row, at), cell.factor(1, at, column)));
    made.formula = cell.product(cell.name(0, std::to_string(row), "·"),
                                cell.name(1, "·", std::to_string(column)));
    if (cell.node().inputs.size() > 2) {
        made.terms.push_back({{cell.factor(2, 0, column)}});
        made.formula += " + " + cell.name(2, 0, column);
    }
}

std::string product_formula(const Naming& naming) {
    const std::string &left = naming.inputs[0], &right = naming.inputs[1];
    return (naming.by_rows ? left + " " + right : right + " " + left) +
           (naming.inputs.size() > 2 ? " + " + naming.inputs[2] : "");
}

Gradients product_gradient(Backward& back) {
    Gradients gradients{back.add(product_transposed, {back.upstream(), back.input(1)}),
                        back.add(transposed_product, {back.input(0), back.upstream()})};
    if (back.node().inputs.size() > 2)
        gradients.push_back(back.add(line_sum, {back.upstream()}, Axis::Columns));
    return gradients;
}

void multiply_rows(const Options&, std::span<const RowsOf<const Real>> inputs,
                   RowsOf<Real> result) {
    const RowsOf<const Real>& left = inputs[0];
    kernels().product(left.data, inputs[1].data, result.data, result.count, left.columns,
                      result.columns);
    if (inputs.size() > 2)
        add_to_rows(result, inputs[2].data);
}

} // namespace

RunRows* multiplied_rows(const Node& node) {
    return node.shape.rows > slide_tokens ? multiply_rows : nullptr;
}

constinit const Operation product{
    "product",
    product_shape,
    run_product,
    explain_product,
    product_formula,
    product_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : Spot{0, at.column}};
    },
    multiplied_rows,
    [](const Matrix& right) {
        std::unique_ptr<Real[]> packed = packed_memory(right.rows(), right.cols());
        pack(kernels(), right.data(), right.rows(), right.cols(), packed.get());
        return packed;
    }};

// A matrix times the transpose of another: scores = Q Kᵀ.

namespace {

Result<Shape> product_transposed_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0].columns != inputs[1].columns)
        return Error{"rows of " + std::to_string(inputs[0].columns) + " and of " +
                     std::to_string(inputs[1].columns) + " numbers cannot be multiplied"};
    return Shape{inputs[0].rows, inputs[1].rows};
}

/// Adds every sum in order if it fits on a slide, as it is explained; else by blocks.
void run_product_transposed(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    times_transposed(*inputs[0], *inputs[1], result);
}

void explain_product_transposed(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.runs = Derivation::Runs::RowByRow;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        made.terms.push_back(cell.product(cell.factor(0, row, at), cell.factor(1, column, at)));
    made.formula = cell.product(cell.name(0, std::to_string(row), "·"),
                                cell.name(1, std::to_string(column), "·"));
}

std::string product_transposed_formula(const Naming& naming) {
    const std::string &left = naming.inputs[0], turned = naming.inputs[1] + "^{T}";
    return naming.by_rows ? left + " " + turned : turned + " " + left;
}

Gradients product_transposed_gradient(Backward& back) {
    return {back.add(product, {back.upstream(), back.input(1)}),
            back.add(transposed_product, {back.upstream(), back.input(0)})};
}

} // namespace

constinit const Operation product_transposed{
    "product_transposed",
    product_transposed_shape,
    run_product_transposed,
    explain_product_transposed,
    product_transposed_formula,
    product_transposed_gradient,
    {},
    nullptr,
    multiplied_rows,
    [](const Matrix& right) {
        std::unique_ptr<Real[]> packed = packed_memory(right.cols(), right.rows());
        pack_keys(kernels(), right.data(), right.rows(), right.cols(), packed.get());
        return packed;
    }};

// The transpose of a matrix times another: the gradient of W_Q is Xᵀ ∂Q.

namespace {

Result<Shape> transposed_product_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0].rows != inputs[1].rows)
        return Error{"columns of " + std::to_string(inputs[0].rows) + " and of " +
                     std::to_string(inputs[1].rows) + " numbers cannot be multiplied"};
    return Shape{inputs[0].columns, inputs[1].columns};
}

/// Adds every sum in order if it fits on a slide, as it is explained; else by blocks.
void run_transposed_product(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    transposed_times(*inputs[0], *inputs[1], result);
}

void explain_transposed_product(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    for (Index at = 0; at < cell.shape(0).rows; ++at)
        made.terms.push_back(cell.product(cell.factor(0, at, row), cell.factor(1, at, column)));
    made.formula = cell.product(cell.name(0, "·", std::to_string(row)),
                                cell.name(1, "·", std::to_string(column)));
}

std::string transposed_product_formula(const Naming& naming) {
    const std::string turned = naming.inputs[0] + "^{T}", &right = naming.inputs[1];
    return naming.by_rows ? turned + " " + right : right + " " + turned;
}

Gradients transposed_product_gradient(Backward& back) {
    return {back.add(product_transposed, {back.input(1), back.upstream()}),
            back.add(product, {back.input(0), back.upstream()})};
}

} // namespace

constinit const Operation transposed_product{
    "transposed_product",       transposed_product_shape,   run_transposed_product,
    explain_transposed_product, transposed_product_formula, transposed_product_gradient};

// The outputs of all heads side by side; for the gradient, a part of such columns.

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

// Multiplies each value by the weight that one query gives to its key.

namespace {

void run_weighted(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &weights = *inputs[0], &values = *inputs[1];
    result = weights.row(0).transpose().asDiagonal() * values;
}

void explain_weighted(const Cell& cell, Derivation& made) {
    const Index query = cell.place.sheet.query, row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {cell.product(cell.factor(0, query, row), cell.factor(1, row, column))};
    made.formula = cell.product(cell.name(0, query, row), cell.name(1, row, column));
    made.result = made.terms[0].value();
}

std::string weighted_formula(const Naming& naming) {
    return naming.by_rows ? naming.nouns[0] + " · " + naming.inputs[1] + ", row by row"
                          : naming.inputs[1] + " · " + naming.nouns[0] + ", column by column";
}

} // namespace

constinit const Operation weighted{
    "weighted",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> { return inputs[1]; },
    run_weighted,
    explain_weighted,
    weighted_formula,
    nullptr,
    "no later stage reads the weighted values: the output adds weights and values by itself"};

} // namespace attn::operation
