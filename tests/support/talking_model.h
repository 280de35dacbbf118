// SPDX-License-Identifier: MIT
// A model of nine words in two layers, as a document with a table: small enough to be read, and it
// says a next word.
#pragma once

#include <string>

namespace attn::test {

/// Its words are "the cat chased the mouse". `model` has more keys of the model, `inputs` more
/// matrices, each with a comma behind.
inline std::string
talking_model(const std::string& model = "", const std::string& inputs = "",
              const std::string& words = R"(["the", "cat", "chased", "the", "mouse"])") {
    return R"({"format": "attention-lab", "version": [2, 0], "title": "Nine words",
      "model": {"kind": "block", "embedding": "table", "mask": "causal",)" +
           model +
           R"(
        "block": {"norm": "layer", "mlp": "none", "layers": 2, "final_norm": true}},
      "lists": {"words": )" +
           words +
           R"(, "vocabulary":
        ["the", "cat", "dog", "dogs", "chased", "mouse", "slept", ".", "Anna"]},
      "inputs": {)" +
           inputs +
           R"(
        "E": [[1, 0.5, 0], [0, 1, 1], [0.25, -1, 1], [0.5, -1, 0.75], [-1, 0.5, -1],
              [0.5, 1.25, 0.5], [-0.75, -0.5, -1], [-1, 1, 0], [0.25, 0.75, 1.5]],
        "W_Q/0": [[1, 0], [0.5, 1], [0, 1]], "W_K/0": [[1, 1], [0, 1], [1, 0]],
        "W_V/0": [[0.5, 0], [1, 1], [0, -1]], "W_O": [[1, 0.25, 0], [0, 1, -1]],
        "gamma_1": [[1, 2, 1]], "beta_1": [[0.5, 0, 0]],
        "W_Q@1": [[1, 0], [0.5, 1], [1, 0]], "W_K@1": [[1, 1], [0, 1], [0, 1]],
        "W_V@1": [[0.5, 0], [1, 1], [-1, 1]], "W_O@1": [[1, 0.25, -1], [0, 1, 0.5]],
        "gamma_1@1": [[1, 2, 1]], "beta_1@1": [[0.5, 0, 0]],
        "gamma_f": [[2, 1, 1]], "beta_f": [[0, 0.5, 0]]}})";
}

} // namespace attn::test
