// SPDX-License-Identifier: MIT
// The key `draw` of a document: matrices drawn by a notebook's generator and seed instead of
// written out. Only for the .cpp files of core/io.
//
//   "draw": [
//     { "generator": "numpy", "seed": 42, "skip": 114,
//       "calls": [
//         { "into": "W_Q", "call": "randint", "low": 0, "high": 3, "shape": [3, 3] } ] } ]
//
//   generator  "numpy" (numpy.random.seed), "default_rng" (numpy.random.default_rng) or "torch"
//              (torch.manual_seed, CPU, float32)
//   seed       a whole number from 0 to 2^32 − 1
//   skip       words of the generator to skip before the first call: of 32 bits, for default_rng
//              of 64; 0 if absent
//   calls      in the notebook's order; each continues the stream of the one before it
//   into       an input of the model that the document does not give: "X", "W_K/1"
//   call       "rand" (uniform in [0, 1)), "randn" (standard normal), "randint" (NumPy: whole
//              numbers, low ≤ n < high; low is 0 if absent); for default_rng these are random,
//              standard_normal and integers. For torch also "linear" (the weights of nn.Linear, as
//              X W reads them) and "linear_bias" (its bias, with the key "inputs": how many numbers
//              the layer reads)
//   shape      [rows, columns]
//
// A saved document holds the numbers themselves and no `draw`.
#pragma once

#include "core/base/matrix.h"
#include "core/io/json_text.h"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace attn::io {

/// The most numbers, and the most skipped words: a tiny file must not ask for days of work.
constexpr Index max_random_numbers = Index{1} << 24;
constexpr Index max_skipped_words = 100'000'000;

/// The matrices, by the names of the inputs they are for.
using RandomMatrices = std::map<std::string, Matrix>;

/// The allowed targets: turns the text after `into` into an input's name, empty if there is no such
/// matrix; and what is expected there, for the message.
struct RandomTargets {
    std::function<std::optional<std::string>(const std::string&)> name_of;
    std::string expected;
};
Result<RandomMatrices> random_matrices(const Json& streams, const RandomTargets& targets);

} // namespace attn::io
