// SPDX-License-Identifier: MIT
// The switches that decide how scores become weights: scale, mask, normaliser, axis, temperature.
#pragma once

#include "core/base/shared_matrix.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Q, K and V are X times learned matrices, or X itself.
enum class Projections { Learned, None };

/// Which columns of sinusoidal positions are sines and which cosines, and how long their waves are:
/// of pair i of d columns base^(2i/d) words per radian, or with both ends among the waves.
enum class Waves {
    Alternating, // columns 2i and 2i + 1 are a pair; Vaswani et al. 2017, section 3.5
    Halves,      // all sines, then all cosines of the same waves; TensorFlow's tutorial
    Tensor2Tensor // the same columns, but base^(i/(d/2 − 1)); the program of the paper, and fairseq
};

/// What the scores are divided by. Vaswani et al. 2017, eq. 1 divides by √d_k.
struct Scale {
    enum class Kind { SqrtDk, None, Dk, SqrtDmodel, Number };
    Kind kind = Kind::SqrtDk;
    Real number = 1; // > 0; used only by Kind::Number

    friend bool operator==(const Scale&, const Scale&) = default;
};

/// Which keys a query may not attend to.
struct Mask {
    enum class Kind {
        None,
        Causal,  // keys after the query
        Painted, // what the flags say
        Window,  // keys that are not less than `number` words away (Mistral, gpt-oss)
        Prefix,  // keys after the query, but for the first `number` (Raffel et al. 2020, 3.2.1)
        Padding, // the last `number` keys
        All      // what any of its masks blocks
    };
    Kind kind = Kind::None;
    SharedFlags painted; // queries × keys, true is blocked; used only by Kind::Painted
    Index number = 0;
    std::vector<Mask> all = {}; // used only by Kind::All
    Index keys = 0;             // used only by Kind::Padding: how many there are (see resolved)

    friend bool operator==(const Mask&, const Mask&) = default;
};

/// How a line of scores becomes a line of weights. NaiveSoftmax does not subtract the maximum.
enum class Normaliser { Softmax, NaiveSoftmax, Sum, Sparsemax };

/// Which lines sum to 1: rows (each query's weights) or columns.
enum class Axis { Rows, Columns };

struct Switches {
    Scale scale;
    Mask mask;
    Normaliser normaliser = Normaliser::Softmax;
    Axis axis = Axis::Rows;
    Real temperature = 1; // > 0; divides the scaled scores

    friend bool operator==(const Switches&, const Switches&) = default;
};

/// The number the scores are divided by, before the temperature.
Real divisor(const Scale& scale, Index d_k, Index d_model);

/// The least `number` that a mask of the kind can have; nothing if its number is not read.
std::optional<Index> least_number(Mask::Kind kind);

/// Whether every mask of the kind keeps all queries from the keys after them.
bool hides_later_keys(Mask::Kind kind);

/// Whether the mask keeps query `row` from key `column`. A padding must be resolved.
bool is_blocked(const Mask& mask, Index row, Index column);

/// The mask with paddings that know how many keys there are. The mask of a document is always
/// resolved: whoever changes the mask or the number of keys calls this, which are `apply` after
/// every command and whoever makes a document in another way. So nobody else needs to.
Mask resolved(Mask mask, Index keys);

/// The painted mask that blocks the same cells: where painting starts, and what kernels read for
/// every mask that is neither none nor causal. A painted one stays.
Mask painted_like(const Mask& mask, Index queries, Index keys);
Mask painted_like(const Mask& mask, Index tokens);

/// Which lines of the axis have every cell blocked.
std::vector<bool> closed_lines(const Mask& mask, Index queries, Index keys, Axis axis);

/// How many bytes of flags the mask has that the other does not share.
std::size_t own_flags(const Mask& mask, const Mask& other);

/// "none", "causal", "painted", "window of 3", "prefix of 2", "padding of 1", "causal and padding
/// of 1".
std::string to_text(const Mask& mask);

} // namespace attn
