// SPDX-License-Identifier: MIT
// What an operation is: the shapes it accepts, its numbers, the explanation of a cell, its formula
// and the stages of its gradient. Each operation stands in the file of its family in operations/;
// no file elsewhere knows its details.
#pragma once

#include "core/engine/graph/graph.h"
#include "core/engine/pass/cells.h"

#include <memory>
#include <span>

namespace attn {

/// Reads the cells of a stage of the graph.
using CellsOf = std::function<Cells(std::size_t at)>;

/// One number of a stage, given to the operation that explains it.
struct Cell {
    const Graph& graph;
    std::size_t at; // index of the stage
    Place place;
    Convention convention;
    const Cells& own;                // the stage's cells; empty for the weighted values
    const std::vector<Cells> inputs; // the cells of the stages it reads
    const std::vector<Cells> others; // the cells of its `seen_with` stages

    const Node& node() const { return graph[at]; }
    const Shape& shape(std::size_t input) const { return graph[node().inputs[input]].shape; }
    const Cells& cells(std::size_t input) const { return inputs[input]; }
    /// Returns the number of an input, or of a `seen_with` stage, at a place.
    Factor factor(std::size_t input, Index row, Index column) const;
    Factor other(std::size_t number, Index row, Index column) const;
    /// Names a number of any stage.
    std::string name(const SheetId& sheet, const std::string& row, const std::string& column) const;
    /// Names a number of an input as written: "Q[1,·]". `row` and `column` may be placeholders.
    std::string name(std::size_t input, const std::string& row, const std::string& column) const;
    std::string name(std::size_t input, Index row, Index column) const;
    /// Makes a term of two factors or names, in the order in which the convention writes them.
    Term product(Factor first, Factor second) const;
    std::string product(const std::string& first, const std::string& second) const;
    /// Writes the derivation of a number copied unchanged from an input.
    void copy(Derivation& made, std::size_t input) const;
    /// Makes the expression the derivation's rule.
    static void express(Derivation& made, Expression expression);
};

/// The names that a stage's formula is written with. They are rich: "W_{Q}", "K^{T}".
struct Naming {
    std::vector<std::string> inputs;
    std::vector<std::string> nouns; // for each input, what one number of it is called
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
    /// The gradient of the stage itself, with its shape.
    std::size_t upstream() const { return upstream_; }
    std::size_t input(std::size_t number) const { return graph_[at_].inputs[number]; }
    const Shape& shape(std::size_t number) const { return graph_[input(number)].shape; }
    /// Appends a stage. `seen_with`: stages that it does not read but that explain it.
    std::size_t add(const Operation& operation, std::vector<std::size_t> inputs,
                    Options options = {}, const std::vector<std::size_t>& seen_with = {});

private:
    Graph& graph_;
    std::size_t at_, upstream_;
};

/// For each input the stage that holds its gradient, or empty if it has none.
using Gradients = std::vector<std::optional<std::size_t>>;

/// A row and a column.
struct Spot {
    Index row = 0, column = 0;
};

/// Some consecutive rows of a matrix, starting at `first`.
template <class Number>
struct RowsOf {
    Number* data = nullptr;
    Index first = 0, count = 0, columns = 0;

    /// Returns a row by its place among these.
    Number* operator[](Index at) const { return data + at * columns; }
    operator RowsOf<const Number>() const { return {data, first, count, columns}; }
};
/// Computes some rows of the result from the same rows of every input; an input of a single row is
/// used for all.
using RunRows = void(const Options& options, std::span<const RowsOf<const Real>> inputs,
                     RowsOf<Real> result);

struct Operation {
    std::string_view name;
    /// Returns the shape of the result, or a sentence why the shapes do not fit. Null: the shape is
    /// given.
    Result<Shape> (*shape)(const Options& options, std::span<const Shape> inputs);
    /// Computes the numbers, in the plain order in which the explanation adds them. Null: they are
    /// given.
    void (*run)(const Options& options, std::span<const Matrix* const> inputs, Matrix& result);
    /// Fills in the rule, the terms or expression, and the formula; place, result and convention
    /// are already set. The formula of an expression follows from the expression.
    void (*explain)(const Cell& cell, Derivation& made);
    /// Returns "Q K^{T}"; empty for inputs.
    std::string (*formula)(const Naming& naming);
    /// Appends the gradient's stages. Null: there is no gradient, and `no_gradient` says why.
    Gradients (*gradient)(Backward& backward) = nullptr;
    std::string_view no_gradient = {};
    /// Lists the numbers of a result of this shape that use a given number of an input, as the
    /// first places to send a reader to. Null: there are none.
    std::vector<Spot> (*readers)(std::size_t input, const Spot& at, const Shape& shape) = nullptr;
    /// Returns the function that computes some rows of the stage, with the same digits as all at
    /// once; null if a row depends on more than the same rows of the inputs. The pointer itself is
    /// null if that is never possible.
    RunRows* (*by_rows)(const Node& node) = nullptr;
    /// For an operation by rows whose every row reads the whole second input: packs that input for
    /// the row function. Null: each row reads its own.
    std::unique_ptr<Real[]> (*pack)(const Matrix& whole) = nullptr;
};

/// Every operation.
namespace operation {
extern const Operation given, copied, product, product_transposed, transposed_product, sum,
    difference, negative, scaled, masked, opened, normalised, weighted, joined, part, each,
    times_number;
extern const Operation rotated, rotated_back, sinusoidal, alibi, bucketed, bucket_sums, with_bias;
extern const Operation general_scores, additive_scores, additive_queries, additive_keys,
    additive_weights, cosine_scores, unit_rows, unit_rows_back, distance_scores, pulled_queries,
    pulled_keys, limited, limit_slopes, sink_changes, sparsemax_changes;
extern const Operation line_sum, line_mean, root_mean_square, sample_deviation, less_line,
    over_line, times_line, repeated, stretched, mean;
extern const Operation looked_up, added_rows;
extern const Operation activated, activation_slope, squared_error, squared_error_slope,
    cross_entropy, cross_entropy_slope;
extern const Operation left_vectors, singular_values, right_vectors, shares, rebuilt, dropped,
    coordinates, cosines;
} // namespace operation
std::span<const Operation* const> operations();

/// Explains the number at a place of a stage of the graph; the place must exist. Leaves the title
/// empty, because words have no names here.
Derivation explain(const Graph& graph, const Place& place, Convention convention,
                   const CellsOf& cells_of);

/// Computes every matrix by the operations alone, in the order of the graph. `given` returns the
/// inputs. Computes the weighted values for query 0 only.
std::vector<Matrix> run(const Graph& graph,
                        const std::function<const Matrix&(const SheetId&)>& given);

/// Appends the stages of the gradient of Σ seed ⊙ (stage `of`) with respect to every earlier stage;
/// `seed` is a stage of the same shape. Uses the chain rule from the last stage to the first
/// (Rumelhart, Hinton and Williams 1986). Returns for each stage the index of its gradient, if it
/// has one.
std::vector<std::optional<std::size_t>> add_gradients(Graph& graph, std::size_t of,
                                                      std::size_t seed);

} // namespace attn
