// SPDX-License-Identifier: MIT
// The model of a document file, and the inputs and lists that fit it.
#include "tests/support/small_document_text.h"

#include <gtest/gtest.h>

namespace attn::document_model_test {

using namespace test;

TEST(DocumentModel, EveryInputHasItsShape) {
    expect_errors({
        {"\"the\", \"cat\"", "\"the\"",
         "f.attn:13:10: inputs.X: the matrix is 2 × 2, expected 1 × 2 (one row for each "
         "word)"},
        {"\"the\", \"cat\"", "",
         "f.attn:13:10: inputs.X: the matrix is 2 × 2, expected 0 × 2 (one row for each "
         "word)"},
        {"[[1], [2]]", "[[1]]",
         "f.attn:14:12: inputs.W_Q: the matrix is 1 × 1, expected 2 × 1 (one row for each "
         "column of X)"},
        {"[[3], [4]]", "[[3], [4], [5]]",
         "f.attn:15:14: inputs.W_K/0: the matrix is 3 × 1, expected 2 × 1 (one row for each "
         "column of X, as many columns as W_Q has)"},
        {"[[3], [4]]", "[[3, 1], [4, 1]]",
         "f.attn:15:14: inputs.W_K/0: the matrix is 2 × 2, expected 2 × 1 (one row for each "
         "column of X, as many columns as W_Q has)"},
        {"[[5, 6, 7], [8, 9, 0]]", "[[5, 6, 7]]",
         "f.attn:16:14: inputs.W_V/0: the matrix is 1 × 3, expected 2 × 3 (one row for each "
         "column of X)"},
    });
}

TEST(DocumentModel, UnusedInputsAreRefused) {
    expect_errors({
        {"\"W_V/0\"", "\"W_O\": [[1]], \"W_V/0\"",
         "f.attn:16:12: inputs.W_O: the model reads no input of this name; it reads \"X\", "
         "\"W_Q/0\", \"W_K/0\", \"W_V/0\"; did you mean \"W_Q\"?"},
        {"\"W_Q\"", "\"W_Q/1\"",
         "f.attn:14:14: inputs.W_Q/1: the model reads no input of this name; it reads \"X\", "
         "\"W_Q/0\", \"W_K/0\", \"W_V/0\""},
        {"\"X\"", "\"embeddings\"",
         "f.attn:13:19: inputs.embeddings: the model reads no input of this name; it reads "
         "\"X\", \"W_Q/0\", \"W_K/0\", \"W_V/0\""},
    });
    std::string many = with("\"scale\"", "\"heads\": 8, \"scale\"");
    many.insert(many.find("\"W_V/0\""), "\"gamma_1\": [[1]], ");
    EXPECT_EQ(error_of(many),
              "f.attn:16:16: inputs.gamma_1: the model reads no input of this name; it reads "
              "\"X\", \"W_Q/0\", \"W_K/0\", \"W_V/0\", …, \"W_V/7\"");
}

TEST(DocumentModel, WithoutProjectionsAllHeadsHaveWeightsOrNone) {
    const std::string no_weights = "\"X\": [[1, 2], [3, 4]]\n  }\n}";
    const auto none = [&](const std::string& heads, const std::string& weights) {
        const std::string text =
            with("\"scale\"", "\"projections\": \"none\", " + heads + "\"scale\"");
        const auto at = text.find("\"X\"");
        return error_of(text.substr(0, at) + weights + no_weights);
    };
    EXPECT_EQ(none("", ""), "");
    EXPECT_EQ(none("\"heads\": 2, ", ""),
              "f.attn:5:37: model.heads: found the number 2, expected 1: without projections all "
              "heads are the same");
    EXPECT_EQ(none("", "\"W_V\": [[1], [2]],\n"),
              "f.attn:12:13: inputs: the input \"W_Q/0\" is missing; expected the rows of the "
              "matrix");
}

TEST(DocumentModel, MissingInputsOfABlockAreNamed) {
    for (const auto& [part, lacks] :
         {std::pair{R"("cross": true)", "the list \"memory\" is missing"},
          {R"("layers": 2)", "the input \"W_O\" is missing"}}) {
        const std::string error = error_of(
            with("\"mask\": \"none\"", R"("kind": "block", "block": {)" + std::string(part) + "}"));
        EXPECT_NE(error.find(lacks), std::string::npos) << error;
    }
}

TEST(DocumentModel, ALossComparesAStageWithATarget) {
    const auto compared = [](const std::string& keys, const std::string& target) {
        std::string text = with("\"mask\": \"none\"", keys);
        return text.insert(text.find("\"X\""), target);
    };
    const std::string of_output = "\"target\": [[1, 2, 3], [4, 5, 6]],\n";
    for (const char* keys : {R"("target": "output")", R"("loss": "squared")",
                             R"("target": "output/0", "loss": "squared")"})
        EXPECT_EQ(error_of(compared(keys, of_output)), "");
    EXPECT_EQ(error_of(compared(R"("target": "weights", "loss": "cross_entropy")",
                                "\"target\": [[1, 0], [0, 1]],\n")),
              "");
    const auto says = [&](const std::string& keys, const std::string& target,
                          const std::string& sentence) {
        const std::string error = error_of(compared(keys, target));
        EXPECT_NE(error.find(sentence), std::string::npos) << error;
    };
    says(R"("target": "output")", "", "the input \"target\" is missing");
    says(R"("target": "output")", "\"target\": [[1, 2], [4, 5]],\n",
         "inputs.target: the matrix is 2 × 2, expected 2 × 3 (one row for each of output, one "
         "column for each of output)");
    says(R"("target": "wieghts")", of_output,
         "model.target: found the text \"wieghts\", expected the name of a computed stage, such as "
         "\"output\" or \"weights/0\"; did you mean \"weights\"?");
    says(R"("target": "attention")", of_output,
         "model.target: the target cannot be compared with attention: the document has no such "
         "stage");
    says(R"("loss": "cross_entropy")", of_output, "model.loss: cross entropy compares shares");
    says(R"("loss": "absolute")", of_output, "expected one of \"squared\", \"cross_entropy\"");
    says(R"("sink": false)", of_output, "the model reads no input of this name");
}

TEST(DocumentModel, HeadsMayBeJoined) {
    const auto joined = [](const std::string& join, const std::string& w_o) {
        std::string text = with("\"mask\": \"none\"", "\"join\": " + join);
        const auto at = text.find("\"X\"");
        return text.insert(at, w_o);
    };
    EXPECT_EQ(error_of(joined("\"side_by_side\"", "")), "");
    EXPECT_NE(error_of(joined("\"w_o\"", "")).find("the input \"W_O\" is missing"),
              std::string::npos);
    EXPECT_NE(error_of(joined("\"w_o\"", "\"W_O\": [[1]],\n"))
                  .find("inputs.W_O: the matrix is 1 × 1, expected "),
              std::string::npos)
        << error_of(joined("\"w_o\"", "\"W_O\": [[1]],\n"));
    EXPECT_NE(error_of(joined("\"none\"", "\"W_O\": [[1]],\n"))
                  .find("inputs.W_O: the model reads no input of this name"),
              std::string::npos);
    EXPECT_NE(error_of(joined("\"sum\"", "")).find("model.join: found the text \"sum\""),
              std::string::npos);
}

TEST(DocumentModel, DefaultsMayBeWritten) {
    EXPECT_EQ(error_of(with("\"mask\": \"none\"", R"("kind": "attention", "projections": "learned",
        "biases": false, "heads": 1, "key_value_groups": 1, "join": "none", "keys_from": "self",
        "score": "dot", "positions": "none", "soft_limit": null, "mask": "none", "sink": false)")),
              "");
}

TEST(DocumentModel, ConceptsFitTheirNames) {
    const std::string concepts = R"({"format": "attention-lab", "version": [2, 0],
"model": {"kind": "concepts", "kept": 2},
"lists": {"people": ["Ann", "Ben"], "films": ["Alien", "Heat", "Up"], "vectors": ["P8", "P9"]},
"inputs": {"ratings": [[5, 0, 1], [0, 4, 2]],
"vectors": [[1, 0, 0], [0, 0, 5]]}})";
    ASSERT_EQ(error_of(concepts), "");
    for (const auto& [from, to, error] : std::vector<Case>{
             {"2}", "3}",
              "f.attn:2:39: model.kept: found the number 3, expected a whole number from 1 to 2"},
             {"\"Ben\"", "\"Ben\", \"Cid\"",
              "f.attn:4:23: inputs.ratings: the matrix is 2 × 3, expected 3 × 3 (one row for each "
              "person, one column for each film)"},
             {", \"P9\"", "",
              "f.attn:5:12: inputs.vectors: the matrix is 2 × 3, expected 1 × 3 (one row for each "
              "name of a vector, one column for each film)"},
             {"\"P9\"", "\"P8\"",
              "f.attn:3:89: lists.vectors[1]: two new vectors are called \"P8\"; each needs a name "
              "of its own"},
             {"[0, 4, 2]", "[0, 4, 1e200]",
              "f.attn:4:42: inputs.ratings[1][2]: 1e+200 cannot be taken apart into concepts: "
              "every number must be finite and no larger than 1e100"},
             {"\"vectors\": [[1, 0, 0], [0, 0, 5]]", "\"vector\": []",
              "f.attn:5:11: inputs.vector: the model reads no input of this name; it reads "
              "\"ratings\", \"vectors\"; did you mean \"vectors\"?"},
             {",\n\"vectors\": [[1, 0, 0], [0, 0, 5]]", "",
              "f.attn:4:11: inputs: the input \"vectors\" is missing; expected the rows of the "
              "matrix"}}) {
        std::string text = concepts;
        const auto at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        EXPECT_EQ(error_of(text.replace(at, from.size(), to)), error) << from << " → " << to;
    }
}

} // namespace attn::document_model_test
