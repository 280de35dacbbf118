// SPDX-License-Identifier: MIT
// The switches that decide how scores become weights: scale, mask, normaliser, axis and
// temperature.
#pragma once

#include "core/base/matrix.h"
#include "core/base/shared_matrix.h"
#include "core/engine/graph/place.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Whether Q, K and V are X times learned matrices, or X itself.
enum class Projections { Learned, None };

/// Which columns of sinusoidal positions are sines and which cosines, and their wavelengths: for
/// pair i of d columns base^(2i/d) words per radian, or a spacing that includes both ends.
enum class Waves {
    Alternating, // columns 2i and 2i + 1 are a pair; Vaswani et al. 2017, section 3.5
    Halves,      // all sines, then all cosines of the same waves; TensorFlow's tutorial
    Tensor2Tensor // the same columns, but base^(i/(d/2 − 1)); the program of the paper, and fairseq
};

/// The divisor of the scores. Vaswani et al. 2017, eq. 1 divides by √d_k.
struct Scale {
    enum class Kind { SqrtDk, None, Dk, SqrtDmodel, Number };
    Kind kind = Kind::SqrtDk;
    Real number = 1; // > 0; used only by Kind::Number

    friend bool operator==(const Scale&, const Scale&) = default;
};

/// The keys that a query may not attend to.
struct Mask {
    enum class Kind {
        None,
        Causal,  // keys after the query
        Painted, // the cells whose flag is true
        Window,  // keys that are not less than `number` words away (Mistral, gpt-oss)
        Prefix,  // keys after the query, except the first `number` keys (Raffel et al. 2020, 3.2.1)
        Padding, // the last `number` keys
        All      // everything that any mask in `all` blocks
    };
    Kind kind = Kind::None;
    SharedFlags painted; // queries × keys, true is blocked; used only by Kind::Painted
    Index number = 0;
    std::vector<Mask> all = {}; // used only by Kind::All
    Index keys = 0;             // number of keys; used only by Kind::Padding (see resolved)

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
    Real temperature = 1; // > 0; the scaled scores are divided by it

    friend bool operator==(const Switches&, const Switches&) = default;
};

/// Returns the number the scores are divided by, before the temperature.
Real divisor(const Scale& scale, Index d_k, Index d_model);

/// The least `number` that a mask of the kind can have; nothing if its number is not read.
std::optional<Index> least_number(Mask::Kind kind);

/// Whether every mask of the kind keeps all queries from the keys after them.
bool hides_later_keys(Mask::Kind kind);

/// Whether the mask keeps query `row` from key `column`. A padding must be resolved.
bool is_blocked(const Mask& mask, Index row, Index column);

/// Returns the mask with the number of keys filled into its paddings. A document's mask is always
/// resolved: call this after changing the mask or the number of keys. `apply` does so after every
/// command, and so does all code that makes a document in another way; no other code needs to.
Mask resolved(Mask mask, Index keys);

/// Returns the painted mask that blocks the same cells: painting starts from it, and kernels read
/// it for every mask other than none and causal. A painted mask is returned unchanged.
Mask painted_like(const Mask& mask, Index queries, Index keys);
Mask painted_like(const Mask& mask, Index tokens);

/// Returns which lines of the axis have every cell blocked.
std::vector<bool> closed_lines(const Mask& mask, Index queries, Index keys, Axis axis);

/// Returns the bytes of flags that the mask does not share with the other.
std::size_t own_flags(const Mask& mask, const Mask& other);

/// Returns "none", "causal", "painted", "window of 3", "prefix of 2", "padding of 1", "causal and
/// padding of 1".
std::string to_text(const Mask& mask);

// Whether words are written as rows or as columns. The numbers are the same, transposed. A Place,
// an axis and a mask always take words as rows; only what users read and type is transposed.

/// TokensAsRows: Q = X W_Q, scores = Q Kᵀ, query × key. TokensAsColumns: Q = W_Q X, scores = Kᵀ Q,
/// key × query.
enum class Convention { TokensAsRows, TokensAsColumns };

/// Returns the matrix of a sheet as it is written under the convention.
Matrix written(const Matrix& matrix, Convention convention);

/// Returns the lines of the written matrix that the axis stands for.
Axis written(Axis axis, Convention convention);

/// Names an entry of a written matrix, as `show` prints it and `explain` reads it. `row` and
/// `column` are given with words as rows, or are "·", "i", "j". "K[4,·]" with tokens as rows is
/// "K[·,4]" with tokens as columns.
std::string entry(const SheetId& sheet, const std::string& row, const std::string& column,
                  Convention convention);
std::string entry(const Place& place, Convention convention);

} // namespace attn
