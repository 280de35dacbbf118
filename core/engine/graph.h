// SPDX-License-Identifier: MIT
// The calculation as a list of stages: each names its operation and the earlier stages it reads. A
// model builds the list for a document; whoever tells, draws or exports a calculation walks it.
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
    Index sink_column = 0; // of the second input, where there is one: the sink of this head
};
/// `count` columns from `first` on.
struct Part {
    Index first = 0, count = 0;
};
/// How many concepts are kept.
struct Kept {
    Index count = 1;
};
/// Queries and keys turned by their places: pairs of columns, and how fast the pairs turn.
struct Rotation {
    Real base = 10000;       // > 0
    bool neighbours = false; // pairs (2i, 2i + 1); else (i, i + half of what is turned)
    Index columns = 0;       // how many are turned, from the first on; 0: all of them
};
/// Sines and cosines of the places of words.
struct Sinusoid {
    Real base = 10000; // > 0
    Waves waves = Waves::Alternating;
};
/// How much a score loses for each word between query and key.
struct Slope {
    Real slope = 1;
    Real temperature = 1; // that the scores are divided by already
};
/// How distances are told apart: see `bucket` in positions.h.
struct Buckets {
    Index furthest = 128;  // from here on every distance is in the last bucket
    bool both_ways = true; // keys behind the query have buckets of their own; else they share one
    Real temperature = 1;  // that the scores are divided by already
};
/// How wide the bell curve over distances is; 0 for the distances themselves.
struct Distances {
    Real sigma = 0;
};
/// The number that scores never pass.
struct SoftLimit {
    Real limit = 1; // > 0
};
/// What keeps a root mean square or a deviation above 0, where a row has only zeros.
struct Epsilon {
    Real epsilon = 1e-5;
};
/// A function of one number.
struct Activation {
    enum class Kind { Relu, Gelu, GeluTanh, Silu };
    Kind kind = Kind::Relu;
};
/// One number for each line, `count` times: of an n × 1 matrix where the lines are rows.
struct Repeated {
    Axis axis = Axis::Rows;
    Index count = 1;
};
/// What an operation is told besides the stages it reads.
using Options = std::variant<std::monostate, std::vector<Divisor>, Mask, Normalising, Axis, Part,
                             Kept, Rotation, Sinusoid, Slope, Buckets, Distances, SoftLimit,
                             Epsilon, Activation, Repeated>;

/// One stage of a calculation.
struct Node {
    SheetId sheet; // with query 0
    const Operation* operation = nullptr;
    std::vector<std::size_t> inputs = {}; // earlier stages, by their place in the graph
    Options options = {};
    Shape shape = {}; // of an input given, else found by the operation
    /// Later stages that explain it as well, where several are found together: V of an SVD is made
    /// clear by U.
    std::vector<SheetId> seen_with = {};
};

/// An ordered list of stages; a stage reads earlier ones only.
class Graph {
public:
    /// Why the stage cannot follow those that are there: it reads a later stage, or shapes do not
    /// fit. The sentence names the stage. Empty if it can.
    std::string fault(const Node& node) const;
    /// Appends the stage, which must be able to follow; its place in the graph.
    std::size_t add(Node node);

    const std::vector<Node>& nodes() const { return nodes_; }
    const Node& operator[](std::size_t at) const { return nodes_[at]; }
    std::size_t size() const { return nodes_.size(); }
    /// The stage of a sheet, whatever its query.
    std::optional<std::size_t> find(const SheetId& sheet) const;
    /// Whether a stage is the input matrix of people.
    bool is_given(std::size_t at) const { return nodes_[at].inputs.empty(); }

private:
    std::vector<Node> nodes_;
    std::map<SheetKey, std::size_t> places_;
};

} // namespace attn
