// SPDX-License-Identifier: MIT
// The calculation as a list of stages: each names its operation and the earlier stages it reads. A
// model builds the list for a document; code that explains, draws or exports a calculation walks
// it.
#pragma once

#include "core/engine/explain.h"
#include "core/engine/switches.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
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
/// The settings of an operation, besides the stages it reads.
using Options = std::variant<std::monostate, std::vector<Divisor>, Mask, Normalising, Axis, Part,
                             Kept, Rotation, Sinusoid, Slope, Buckets, Distances, SoftLimit,
                             Epsilon, Activation, Repeated>;

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

private:
    std::vector<Node> nodes_;
    std::map<SheetKey, std::size_t> places_;
};

} // namespace attn
