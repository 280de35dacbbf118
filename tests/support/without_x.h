// SPDX-License-Identifier: MIT
// Documents that have no X and begin with given stages: each way in which one may begin.
#pragma once

#include "core/io/document/document_json.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

/// Documents by what they give.
inline std::vector<std::pair<std::string, Document>> documents_without_x() {
    const std::string square = "[[0.25, 0.75, 0], [0.5, 0.25, 0.25], [0, 0, 1]]",
                      other = "[[0.5, 0.5, 0], [0.125, 0.75, 0.125], [0.25, 0.5, 0.25]]",
                      wide = "[[0.25, 0.75], [1, 0], [-1, 2]]",
                      narrow =
                          "[[0.5, 0.25, 0.125, 0.125], [0, 1, 0, 0], [0.25, 0.25, 0.25, 0.25]]",
                      four = "[[1, 2], [3, 4], [5, 6], [-7, 8]]";
    const std::string none = R"("scale": "none")", two = R"("scale": "none", "heads": 2)",
                      memory = R"("scale": "none", "keys_from": "memory")",
                      keys = R"(, "memory": ["w", "x", "y", "z"])";
    struct Case {
        std::string name, model, lists, inputs;
    };
    const auto input = [](const std::string& name, const std::string& numbers) {
        return (name.front() == ',' ? ", \"" + name.substr(1) : "\"" + name) + "\": " + numbers;
    };
    const Case cases[] = {
        {"weights", none, "", input("weights/0", square)},
        {"weights of two heads", two, "", input("weights/0", square) + input(",weights/1", square)},
        {"weights and V", none, "", input("weights/0", square) + input(",V/0", wide)},
        {"weights of other words", memory, keys, input("weights/0", narrow)},
        {"scores", none + R"(, "mask": "causal")", "", input("scores/0", square)},
        {"scores and V", none, "", input("scores/0", square) + input(",V/0", wide)},
        {"Q and K", R"("normaliser": "softmax")", "", input("Q/0", wide) + input(",K/0", wide)},
        {"Q, K and V", R"("mask": "causal")", "",
         input("Q/0", wide) + input(",K/0", wide) + input(",V/0", square)},
        {"Q, K and V of other words", R"("keys_from": "memory")", keys,
         input("Q/0", wide) + input(",K/0", four) + input(",V/0", four)},
        {"Q, K, V and W_O", R"("heads": 2, "key_value_groups": 1, "join": "w_o")", "",
         input("Q/0", wide) + input(",Q/1", wide) + input(",K/0", wide) + input(",V/0", wide) +
             input(",W_O", four)},
        {"weights of two layers", none, "",
         input("weights/0", square) + input(",weights/0@1", other)},
        {"weights of two heads and three layers", two, "",
         input("weights/0", square) + input(",weights/1", other) + input(",weights/0@1", other) +
             input(",weights/1@1", square) + input(",weights/0@2", other) +
             input(",weights/1@2", other)},
        {"weights and V of two layers", none, "",
         input("weights/0", square) + input(",V/0", wide) + input(",weights/0@1", other) +
             input(",V/0@1", wide)},
        {"scores of two layers and a bias", none + R"(, "mask": "causal")", "",
         input("scores/0", square) + input(",scores/0@1", other) + input(",bias/0", other) +
             input(",bias/0@1", square)},
        {"weights of other words and two layers", memory, keys,
         input("weights/0", narrow) + input(",weights/0@1", narrow)},
        {"Q, K, V and W_O of two layers", R"("heads": 2, "key_value_groups": 1, "join": "w_o")", "",
         input("Q/0", wide) + input(",Q/1", wide) + input(",K/0", wide) + input(",V/0", wide) +
             input(",W_O", four) + input(",Q/0@1", wide) + input(",Q/1@1", wide) +
             input(",K/0@1", wide) + input(",V/0@1", wide) + input(",W_O@1", four) +
             input(",weights/0@1", square)},
        {"Q, K, V and weights", none, "",
         input("Q/0", wide) + input(",K/0", wide) + input(",V/0", wide) +
             input(",weights/0", square)},
    };
    std::vector<std::pair<std::string, Document>> list;
    for (const Case& one : cases) {
        const auto read = io::read_document(
            R"({"format": "attention-lab", "version": [2, 0], "title": "Given", "lists": {"words": ["a", "b", "c"])" +
                one.lists + R"(}, "model": {"kind": "attention", )" + one.model +
                R"(}, "inputs": {)" + one.inputs + "}}",
            one.name);
        if (!read)
            throw std::runtime_error(read.error().text()); // the test then fails with it
        list.emplace_back(one.name, *read);
    }
    return list;
}

} // namespace attn::test
