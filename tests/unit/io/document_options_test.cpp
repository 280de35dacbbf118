// SPDX-License-Identifier: MIT
// Options in document files: the error for a wrong value names its place, what was found and what
// is accepted; the error for a missing or misshapen input names both shapes.
#include "tests/support/small_document_text.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace attn::document_options_test {

using namespace test;

namespace {

/// The small document with these model keys in place of its mask, and with further inputs.
std::string with_options(const std::string& options, const std::string& inputs = "") {
    std::string text = with("\"mask\": \"none\"", options);
    return text.insert(text.find("\"X\""), inputs);
}

/// Options, and what the error must contain.
using Refusals = std::vector<std::pair<std::string, std::vector<std::string>>>;

void expect_refused(const Refusals& refusals, const std::string& inputs = "") {
    for (const auto& [options, parts] : refusals) {
        const std::string error = error_of(with_options(options, inputs));
        EXPECT_NE(error, "") << options;
        EXPECT_NE(error.find("f.attn:"), std::string::npos) << error;
        for (const std::string& part : parts)
            EXPECT_NE(error.find(part), std::string::npos) << options << ": " << error;
    }
}

} // namespace

TEST(DocumentOptions, WrongValuesAreRefusedWithPlaceAndRemedy) {
    expect_refused({
        {R"("biases": 1)", {"model.biases: found the number 1", "expected true or false"}},
        {R"("qk_norm": 1e-6)", {"model.qk_norm: found the number 1e-06", "expected true or false"}},
        {R"("qk_norm": true)", {"the input \"gamma_Q\" is missing"}},
        {R"("sink": "yes")", {"model.sink: found the text \"yes\"", "expected true or false"}},
        {R"("soft_limit": 0)", {"model.soft_limit: found the number 0", "a number above 0"}},
        {R"("soft_limit": -1)", {"model.soft_limit: found the number -1", "a number above 0"}},
        {R"("keys_from": "other")", {"model.keys_from: found the text", "\"self\", \"memory\""}},
        {R"("keys_from": "memory")", {"the list \"memory\" is missing"}},
        {R"("heads": 2, "key_value_groups": 3)",
         {"model.key_value_groups: found the number 3", "a divisor of the number of heads, 2"}},
        {R"("key_value_groups": 0)", {"model.key_value_groups: found the number 0"}},
        {R"("score": "cosines")",
         {"model.score: found the text \"cosines\"", "\"cosine\"", "{\"gaussian\": 1}"}},
        {R"("score": {"gaussian": 0})", {"model.score.gaussian: found the number 0", "above 0"}},
        {R"("score": {"gaussian": 1, "sigma": 2})", {"model.score.sigma: there is no such key"}},
        {R"("positions": "sinus")",
         {"model.positions: found the text \"sinus\"", "{\"sinusoidal\": 10000}"}},
        {R"("positions": {"sinusoidal": -1})",
         {"model.positions.sinusoidal: found the number -1", "above 0"}},
        {R"("positions": {"rotary": 0, "pairs": "halves"})",
         {"model.positions.rotary: found the number 0", "above 0"}},
        {R"("positions": {"rotary": 9, "pairs": "odd"})",
         {"model.positions.pairs: found the text \"odd\"", "\"halves\", \"neighbours\""}},
        {R"("positions": {"rotary": 10000})", {"positions", "even d_k"}},
        {R"("positions": {"rotary": 9, "columns": 4})",
         {"positions: rotary positions turn 4 columns", "an even number from 2 to d_k"}},
        {R"("positions": {"rotary": 9, "columns": 0})", {"model.positions.columns"}},
        {R"("positions": {"sinusoidal": 9, "columns": "odd"})",
         {"model.positions.columns: found the text \"odd\"",
          "\"alternating\", \"halves\", \"tensor2tensor\""}},
        {R"("positions": {"sinusoidal": 9, "pairs": "halves"})",
         {"model.positions.pairs: there is no such key", "\"sinusoidal\", \"columns\""}},
        {R"("positions": {"buckets": 1, "furthest": 9})",
         {"model.positions.buckets: found the number 1"}},
        {R"("positions": {"buckets": 8, "furthest": 2.5})",
         {"model.positions.furthest: found the number 2.5"}},
        {R"("mask": {"window": 0})", {"model.mask", "window"}},
        {R"("mask": {"prefix": -1})", {"model.mask", "prefix"}},
        {R"("mask": {"padding": -1})", {"model.mask", "padding"}},
        {R"("mask": "forward")", {"model.mask: found the text \"forward\""}},
        {R"("block": {"norm": "layer"})",
         {"model.block: only a model of the kind \"block\" has a block"}},
        {R"("kind": "blocks")", {"model.kind: found the text \"blocks\"", "\"block\""}},
        {R"("kind": "block", "block": {"norm": "batch"})",
         {"model.block.norm: found the text \"batch\"",
          "\"layer\", \"rms\", \"none\", \"layer_sample\""}},
        {R"("kind": "block", "block": {"place": "inside"})",
         {"model.block.place: found the text \"inside\"", "\"before\", \"after\""}},
        {R"("kind": "block", "block": {"epsilon": 0})",
         {"model.block.epsilon: found the number 0", "above 0"}},
        {R"("kind": "block", "block": {"mlp": "tanh"})",
         {"model.block.mlp: found the text \"tanh\"", "\"swiglu\""}},
        {R"("kind": "block", "block": {"words_out": 1})",
         {"model.block.words_out: found the number 1", "true or false"}},
        {R"("kind": "block", "block": {"words_out": true})", {"the list \"words_out\" is missing"}},
        {R"("kind": "block", "block": {"heads": 2})", {"model.block.heads: there is no such key"}},
        {R"("kind": "block", "block": {"cross": 1})",
         {"model.block.cross: found the number 1", "true or false"}},
        {R"("kind": "block", "block": {"cross": true})", {"the list \"memory\" is missing"}},
        {R"("kind": "block", "block": {"layers": 0})",
         {"model.block.layers: found the number 0", "from 1 to 12"}},
        {R"("kind": "block", "block": {"layers": 13})",
         {"model.block.layers: found the number 13", "from 1 to 12"}},
    });
}

TEST(DocumentOptions, MissingOrMisshapenInputsAreNamedWithBothShapes) {
    expect_refused(
        {{R"("biases": true)", {"the input \"b_Q/0\" is missing"}},
         {R"("sink": true)", {"the input \"sink\" is missing"}},
         {R"("positions": "learned")", {"the input \"P\" is missing"}},
         {R"("positions": {"buckets": 8, "furthest": 20})", {"the input \"T/0\" is missing"}},
         {R"("score": "general")", {"the input \"W_S/0\" is missing"}},
         {R"("score": "additive")", {"the input \"U_Q/0\" is missing"}},
         {R"("kind": "block")", {"inputs: the input \"", "is missing"}}});
    const Refusals misshapen = {
        {R"("biases": true)", {"inputs.b_Q", "1 × 7", "expected 1 × 1"}},
        {R"("sink": true)", {"inputs.sink", "1 × 7", "expected 1 × 1"}},
        {R"("positions": "learned")", {"inputs.P", "1 × 7", "expected 2 × 2"}},
        {R"("positions": {"buckets": 8, "furthest": 20})", {"inputs.T", "1 × 7", "expected 1 × 8"}},
        {R"("score": "general")", {"inputs.W_S", "1 × 7", "expected 1 × 1"}},
    };
    const std::vector<std::string> names = {"b_Q", "sink", "P", "T", "W_S"};
    for (std::size_t at = 0; at < names.size(); ++at) {
        std::string inputs = "\"" + names[at] + "\": [[1, 2, 3, 4, 5, 6, 7]],\n";
        if (names[at] == "b_Q")
            inputs += "\"b_K\": [[1]], \"b_V\": [[1, 2, 3]],\n";
        expect_refused({misshapen[at]}, inputs);
    }
}

TEST(DocumentOptions, SharedGainsNeedHeadsOfOneWidth) {
    const std::string second = R"("W_V/1": [[1, 2, 3], [4, 5, 6]], "gamma_Q": [[1]],
                                  "gamma_K": [[2]], )";
    const std::string options = R"("heads": 2, "qk_norm": true)";
    EXPECT_EQ(error_of(with_options(options, second + R"("W_Q/1": [[1], [2]],
                                                         "W_K/1": [[1], [2]],)")),
              "");
    expect_refused({{options,
                     {"qk_norm: heads share the gains of the norm of their queries and keys, but "
                      "d_k is 1 in head 0 and 2 in head 1; expected one d_k"}}},
                   second + R"("W_Q/1": [[1, 2], [3, 4]], "W_K/1": [[1, 2], [3, 4]],)");
}

TEST(DocumentOptions, ErrorsInLaterLayersNameBothShapes) {
    const std::string first = R"("W_O": [[1, 0], [0, 1], [1, 1]],)";
    const std::string layers = R"("kind": "block", "block": {"norm": "none", "mlp": "none",
                                  "layers": 2})";
    expect_refused({{layers, {"the input \"W_Q/0@1\" is missing"}}}, first);
    expect_refused({{layers, {"inputs.W_Q@1", "the matrix is 1 × 3, expected 2 × 1"}}},
                   first + R"("W_Q@1": [[1, 2, 3]],)");
    const std::string rest = R"("W_Q@1": [[1], [2]], "W_K/0@1": [[1], [2]],
                                "W_V@1": [[1, 2, 3], [4, 5, 6]], "W_O@1": [[1, 0], [0, 1], [1, 1]],)";
    EXPECT_EQ(error_of(with_options(layers, first + rest)), "");
    expect_refused({{layers, {"W_Q@1", "W_Q/0@1", "are the same input; remove one"}}},
                   first + rest + R"("W_Q/0@1": [[1], [2]],)");
    const std::string cross = R"("kind": "block", "block": {"norm": "none", "mlp": "none",
                                 "cross": true})";
    const auto with_memory = [&](const std::string& inputs) {
        return error_of(replaced(with_options(cross, inputs), R"("words": ["the", "cat"])",
                                 R"("words": ["the", "cat"], "memory": ["die", "Katze", "!"])"));
    };
    EXPECT_NE(with_memory(first).find("the input \"M\" is missing"), std::string::npos);
    const std::string memory = first + R"("M": [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        "cross.W_Q": [[1], [2]], "cross.W_V": [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        "cross.W_O": [[1, 0], [0, 1], [1, 1]], "cross.W_K": )";
    EXPECT_EQ(with_memory(memory + "[[1], [2], [3]],"), "");
    const std::string error = with_memory(memory + "[[1], [2]],");
    for (const char* const part : {"inputs.cross.W_K", "2 × 1, expected 3 × 1",
                                   "one row for each column of M", "one column for each"})
        EXPECT_NE(error.find(part), std::string::npos) << error;
}

TEST(DocumentOptions, InputsWithoutTheirOptionAreRefused) {
    for (const char* const name : {"b_Q", "M", "P", "W_S", "U_Q", "u", "T", "sink", "gamma_1",
                                   "gamma_Q", "E", "W_Q@1", "cross.W_Q"})
        EXPECT_NE(
            error_of(with_options("\"mask\": \"none\"", "\"" + std::string(name) + "\": [[1]],\n"))
                .find("the model reads no input of this name"),
            std::string::npos)
            << name;
}

} // namespace attn::document_options_test
