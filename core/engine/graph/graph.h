// SPDX-License-Identifier: MIT
// The calculation as a list of stages: each names its operation and the earlier stages it reads. A
// model builds the list for a document; code that explains, draws or exports a calculation walks
// it.
#pragma once

#include "core/engine/graph/explain.h"
#include "core/engine/numbers/switches.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

struct Operation;

struct Shape {
    Index rows = 0;
    Index columns = 0;
    friend bool operator==(const Shape&, const Shape&) = default;
};
/// "3 × 4".
std::string to_text(const Shape& shape);

/// How scores become weights.
struct Normalising {
    Normaliser normaliser = Normaliser::Softmax;
    Axis axis = Axis::Rows;
    Mask mask;             // blocked cells take no part
    Index sink_column = 0; // the column of this head's sink in the second input, if there is one
};
/// Takes `count` columns, starting at `first`.
struct Part {
    Index first = 0, count = 0;
};
/// The number of kept concepts.
struct Kept {
    Index count = 1;
};
/// Rotates queries and keys by their position: which columns are pairs, and how fast they turn.
struct Rotation {
    Real base = 10000;       // > 0
    bool neighbours = false; // pairs (2i, 2i + 1); else (i, i + half the turned columns)
    Index columns = 0;       // number of columns turned, from the first; 0: all
};
/// Sines and cosines of word positions.
struct Sinusoid {
    Real base = 10000; // > 0
    Waves waves = Waves::Alternating;
};
/// How much a score falls for each word between query and key.
struct Slope {
    Real slope = 1;
    Real temperature = 1; // already divided into the scores
};
/// How distances are grouped: see `bucket` in positions.h.
struct Buckets {
    Index furthest = 128;  // all distances from here on share the last bucket
    bool both_ways = true; // keys after the query have their own buckets; else they all share one
    Real temperature = 1;  // already divided into the scores
};
/// What a bias that is added to scores is divided by, as the scores already are.
struct Tempered {
    Real temperature = 1;
};
/// The width of the bell curve over distances; 0 for the plain distances.
struct Distances {
    Real sigma = 0;
};
/// A bound that scores approach but never pass.
struct SoftLimit {
    Real limit = 1; // > 0
};
/// Keeps a root mean square or a deviation above 0 if a row has only zeros.
struct Epsilon {
    Real epsilon = 1e-5;
};
/// A function of one number.
struct Activation {
    enum class Kind { Relu, Gelu, GeluTanh, Silu };
    Kind kind = Kind::Relu;
};
/// One number for each line, repeated `count` times: an n × 1 matrix if the lines are rows.
struct Repeated {
    Axis axis = Axis::Rows;
    Index count = 1;
};
/// Which row of a table each row of the result is, and how many rows the table has.
struct Lookup {
    std::vector<Index> rows;
    Index of = 0;
};
/// The settings of an operation, besides the stages it reads.
using Options = std::variant<std::monostate, std::vector<Divisor>, Mask, Normalising, Axis, Part,
                             Kept, Rotation, Sinusoid, Slope, Buckets, Tempered, Distances,
                             SoftLimit, Epsilon, Activation, Repeated, Lookup>;

/// One stage of a calculation.
struct Node {
    SheetId sheet; // with query 0
    const Operation* operation = nullptr;
    std::vector<std::size_t> inputs = {}; // indices of earlier stages in the graph
    Options options = {};
    Shape shape = {}; // set for an input, else found by the operation
    /// Stages that also explain it, although it does not read them: U of an SVD, which is found
    /// together with V, explains V.
    std::vector<SheetId> seen_with = {};
};

/// An ordered list of stages; a stage reads earlier ones only.
class Graph {
public:
    Graph() = default;
    /// `given`: stages that become inputs, in the shapes that their operations would have.
    explicit Graph(std::set<SheetKey> given) : given_(std::move(given)) {}

    /// Says why the stage cannot be appended: it reads a later stage, or shapes do not fit. The
    /// sentence names the stage. Empty if it can.
    std::string fault(const Node& node) const;
    /// Appends the stage, which must have no fault, and returns its index.
    std::size_t add(Node node);

    const std::vector<Node>& nodes() const { return nodes_; }
    const Node& operator[](std::size_t at) const { return nodes_[at]; }
    std::size_t size() const { return nodes_.size(); }
    /// Returns the index of a sheet's stage, whatever the query.
    std::optional<std::size_t> find(const SheetId& sheet) const;
    /// Whether the stage is an input matrix that users edit.
    bool is_given(std::size_t at) const { return nodes_[at].inputs.empty(); }
    /// Whether it is an input in place of what would be computed.
    bool is_given_instead(std::size_t at) const {
        return given_.contains(key_of(nodes_[at].sheet));
    }

private:
    std::vector<Node> nodes_;
    std::unordered_map<SheetKey, std::size_t, SheetKeyHash> places_;
    std::set<SheetKey> given_;
};

} // namespace attn

namespace attn::block {

// Functions that append the stages of a transformer block to a graph: norms, residuals, the MLP,
// the output words and the loss. A model of a block calls them in its own order, layer by layer.
// Vaswani et al. 2017, "Attention Is All You Need", section 3.1; Xiong et al. 2020, figure 1.

/// LayerNorm centres its rows, RMSNorm does not. Sample is LayerNorm as programmed in "The
/// Annotated Transformer": rows over (√(Σ centred² / (n − 1)) + ε).
struct Norm {
    enum class Kind { Layer, Rms, Sample };
    Kind kind = Kind::Layer;
    Real epsilon = 1e-5;
};

/// The places of a norm's learned rows in the graph; RMSNorm has no β.
struct Gains {
    std::size_t gamma = 0;
    std::optional<std::size_t> beta = {};
};

/// Appends x normalised row by row. With the name "norm_1": `norm_1.mean`, `norm_1.centred`,
/// `norm_1.deviation`, `norm_1.scaled` and `norm_1`; for RMSNorm only the last three.
std::size_t norm(Graph& graph, std::string_view name, std::size_t x, const Gains& gains,
                 const Norm& how = {}, Index layer = 0);

/// Appends x + sublayer under this name: "after_attention", "block".
std::size_t residual(Graph& graph, std::string_view name, std::size_t x, std::size_t sublayer,
                     Index layer = 0);

/// The places of an MLP's weights in the graph.
struct MlpWeights {
    std::size_t w_1 = 0;
    std::optional<std::size_t> b_1 = {};
    std::size_t w_2 = 0;
    std::optional<std::size_t> b_2 = {};
    std::optional<std::size_t> w_gate = {};
};

/// Appends `hidden` = x W_1 + b_1, `activated` and `mlp` = activated W_2 + b_2. With W_gate, the
/// hidden numbers are gated: `gate` = x W_gate, `activated` is computed from `gate`, `gated` =
/// activated ⊙ hidden, and `mlp` = gated W_2 + b_2. That is SwiGLU if the activation is silu, GEGLU
/// if it is gelu (Shazeer 2020, eqs. 5 and 6).
std::size_t mlp(Graph& graph, std::size_t x, const MlpWeights& weights, Activation::Kind activation,
                Index layer = 0);

/// Appends `logits` = x Eᵀ and `probabilities`, their softmax over the output words. Returns the
/// place of `probabilities`. `e` is the table whose rows the words have, E or U.
std::size_t words_out(Graph& graph, std::size_t x, std::size_t e);

enum class Loss { Squared, CrossEntropy };
/// Appends `loss`, the distance of the stage from the target.
std::size_t loss(Graph& graph, std::size_t of, std::size_t target, Loss kind);

} // namespace attn::block
