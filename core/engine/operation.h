// SPDX-License-Identifier: MIT
// What an operation is: which shapes fit, its numbers, why a cell is what it is, its formula, and
// the stages of its gradient. Each stands in one file of operations/, which is all that knows it.
#pragma once

#include "core/engine/cells.h"
#include "core/engine/graph.h"

#include <memory>
#include <span>

namespace attn {

/// Reads the numbers of a stage of the graph.
using CellsOf = std::function<Cells(std::size_t at)>;

/// One number of a stage, for the operation that explains it.
struct Cell {
    const Graph& graph;
    std::size_t at; // the stage
    Place place;
    Convention convention;
    const Cells& own;                // of the stage; nothing for the weighted values
    const std::vector<Cells> inputs; // of the stages it reads
    const std::vector<Cells> others; // of those it is seen with

    const Node& node() const { return graph[at]; }
    const Shape& shape(std::size_t input) const { return graph[node().inputs[input]].shape; }
    const Cells& cells(std::size_t input) const { return inputs[input]; }
    /// The number of an input at a place, and that of a stage it is seen with.
    Factor factor(std::size_t input, Index row, Index column) const;
    Factor other(std::size_t number, Index row, Index column) const;
    /// The name of a number of any stage.
    std::string name(const SheetId& sheet, const std::string& row, const std::string& column) const;
    /// "Q[1,·]", as it is written: row and column of the input, or what stands for them.
    std::string name(std::size_t input, const std::string& row, const std::string& column) const;
    std::string name(std::size_t input, Index row, Index column) const;
    /// Two factors or their names in the order in which the convention writes them.
    Term product(Factor first, Factor second) const;
    std::string product(const std::string& first, const std::string& second) const;
    /// Makes the derivation one of an unchanged number of an input.
    void copy(Derivation& made, std::size_t input) const;
    /// Makes the derivation one of what the expression says.
    static void express(Derivation& made, Expression expression);
};

/// What the formula of a stage is written from. The names are rich: "W_{Q}", "K^{T}".
struct Naming {
    std::vector<std::string> inputs;
    std::vector<std::string> nouns; // of one number of each input
    const Options& options;
    bool by_rows = true;
};

/// Appends the stages of a gradient to a graph.
class Backward {
public:
    Backward(Graph& graph, std::size_t at, std::size_t upstream)
        : graph_(graph), at_(at), upstream_(upstream) {}

    const Options& options() const { return graph_[at_].options; }
    const Node& node() const { return graph_[at_]; }
    std::size_t self() const { return at_; }
    /// The gradient with respect to the stage itself, of its shape.
    std::size_t upstream() const { return upstream_; }
    std::size_t input(std::size_t number) const { return graph_[at_].inputs[number]; }
    const Shape& shape(std::size_t number) const { return graph_[input(number)].shape; }
    /// One more stage.
    std::size_t add(const Operation& operation, std::vector<std::size_t> inputs,
                    Options options = {});

private:
    Graph& graph_;
    std::size_t at_, upstream_;
};

/// For each input the stage that holds its gradient, or nothing where the input has none.
using Gradients = std::vector<std::optional<std::size_t>>;

/// A row and a column.
struct Spot {
    Index row = 0, column = 0;
};

/// Some rows of a matrix, one after another: those from `first` on.
template <class Number>
struct RowsOf {
    Number* data = nullptr;
    Index first = 0, count = 0, columns = 0;

    /// A row by its place among these.
    Number* operator[](Index at) const { return data + at * columns; }
    operator RowsOf<const Number>() const { return {data, first, count, columns}; }
};
/// The numbers of some rows from the same rows of every input; one of a single row stands for all.
using RunRows = void(const Options& options, std::span<const RowsOf<const Real>> inputs,
                     RowsOf<Real> result);

struct Operation {
    std::string_view name;
    /// The shape of the result, or a sentence why the shapes do not fit. Null: the shape is given.
    Result<Shape> (*shape)(const Options& options, std::span<const Shape> inputs);
    /// The numbers, in the plain order in which the explanation adds them. Null: they are given.
    void (*run)(const Options& options, std::span<const Matrix* const> inputs, Matrix& result);
    /// Fills rule, terms or expression, formula; place, result and convention are there. The
    /// formula of an expression follows from it.
    void (*explain)(const Cell& cell, Derivation& made);
    /// "Q K^{T}"; empty for inputs.
    std::string (*formula)(const Naming& naming);
    /// Null: there is no gradient, and `no_gradient` says why.
    Gradients (*gradient)(Backward& backward) = nullptr;
    std::string_view no_gradient = {};
    /// Where a reader of an input's number finds it first: the numbers of the result, of this
    /// shape, that a number of an input goes into. Null: nobody is sent there.
    std::vector<Spot> (*readers)(std::size_t input, const Spot& at, const Shape& shape) = nullptr;
    /// How some rows of the stage are computed, with the same digits as all at once; null where a
    /// row follows from more than the same rows of what the stage reads. Null for the function:
    /// never.
    RunRows* (*by_rows)(const Node& node) = nullptr;
    /// Of an operation by rows whose every row reads the whole second input: that input as the rows
    /// are given it. Null: each row reads its own.
    std::unique_ptr<Real[]> (*pack)(const Matrix& whole) = nullptr;
};

/// Every operation there is.
namespace operation {
extern const Operation given, copied, product, product_transposed, transposed_product, sum,
    difference, negative, scaled, masked, opened, normalised, weighted, joined, part, each,
    times_number;
extern const Operation rotated, rotated_back, sinusoidal, alibi, bucketed, bucket_sums;
extern const Operation general_scores, additive_scores, additive_queries, additive_keys,
    additive_weights, cosine_scores, unit_rows, unit_rows_back, distance_scores, pulled_queries,
    pulled_keys, limited, limit_slopes, sink_changes, sparsemax_changes;
extern const Operation line_sum, line_mean, root_mean_square, sample_deviation, less_line,
    over_line, times_line, repeated, stretched, mean;
extern const Operation activated, activation_slope, squared_error, squared_error_slope,
    cross_entropy, cross_entropy_slope;
extern const Operation left_vectors, singular_values, right_vectors, shares, rebuilt, dropped,
    coordinates, cosines;
} // namespace operation
std::span<const Operation* const> operations();

/// Explains the number at a place of a stage of the graph; the place must exist. The title is left
/// empty, as words have no names here.
Derivation explain(const Graph& graph, const Place& place, Convention convention,
                   const CellsOf& cells_of);

/// Every matrix by the operations alone, in the order of the graph. `given`: of the inputs. The
/// weighted values stand for query 0.
std::vector<Matrix> run(const Graph& graph,
                        const std::function<const Matrix&(const SheetId&)>& given);

/// Appends the stages of the gradient of Σ seed ⊙ (stage `of`) with respect to every stage before
/// it; `seed` is a stage of the same shape. By the chain rule from the last stage to the first
/// (Rumelhart, Hinton and Williams 1986). Which stage holds whose gradient, where there is one.
std::vector<std::optional<std::size_t>> add_gradients(Graph& graph, std::size_t of,
                                                      std::size_t seed);

} // namespace attn
