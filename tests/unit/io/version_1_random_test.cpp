// SPDX-License-Identifier: MIT
#include "core/engine/random.h"
#include "core/io/document_json.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::io;

namespace {

Result<Document> read(const std::string& rest) {
    return read_document(
        R"({"format": "attention-lab", "version": [1, 0], "tokens": ["a", "b"], )" + rest + "}",
        "f.attn");
}

std::string error_of(const std::string& rest) {
    const auto document = read(rest);
    return document ? std::string() : document.error().text();
}

/// A document without projections whose embeddings are drawn by one stream.
std::string stream(const std::string& text) {
    return R"("projections": "none", "draw": [{)" + text + "}]";
}

const std::string rand_2_by_2 = R"([{"into": "embeddings", "call": "rand", "shape": [2, 2]}])";

} // namespace

TEST(Version1Random, TheCallsContinueOneStream) {
    const auto document = read(R"("draw": [{"generator": "numpy", "seed": 7, "skip": 3, "calls": [
        {"into": "embeddings", "call": "rand", "shape": [2, 3]},
        {"into": "heads[0].w_q", "call": "randn", "shape": [3, 2]},
        {"into": "heads[0].w_k", "call": "randint", "low": -5, "high": 6, "shape": [3, 2]},
        {"into": "heads[0].w_v", "call": "randint", "high": 4, "shape": [3, 1]}]}])");
    ASSERT_TRUE(document) << document.error().text();
    NumpyLegacy numpy(7);
    numpy.skip(3);
    EXPECT_TRUE(document->embeddings == SharedMatrix(numpy.rand(2, 3)));
    EXPECT_TRUE(document->heads[0].w_q == SharedMatrix(numpy.randn(3, 2)));
    EXPECT_TRUE(document->heads[0].w_k == SharedMatrix(numpy.randint(-5, 6, 3, 2)));
    EXPECT_TRUE(document->heads[0].w_v == SharedMatrix(numpy.randint(0, 4, 3, 1)));
    EXPECT_EQ(document->unknown_keys, "");
    EXPECT_EQ(write_document(*document).find("draw"), std::string::npos)
        << "a saved document holds the numbers themselves";
}

TEST(Version1Random, GivenAndDrawnMatricesMix) {
    const auto document = read(R"("embeddings": [[1], [2]],
        "heads": [{"w_q": [[3]], "w_k": [[4]]}],
        "draw": [{"generator": "torch", "seed": 1, "calls": [
            {"into": "heads[0].w_v", "call": "rand", "shape": [1, 5]}]}])");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ((*document->heads[0].w_k)(0, 0), 4);
    EXPECT_TRUE(document->heads[0].w_v == SharedMatrix(TorchCpu(1).rand(1, 5)));
}

TEST(Version1Random, WhatCannotBeDrawnIsNamed) {
    EXPECT_EQ(error_of(stream(R"("generator": "jax", "seed": 1, "calls": [])")),
              "f.attn:1:116: draw[0].generator: found the text \"jax\", expected one of \"numpy\", "
              "\"torch\", \"default_rng\"");
    const auto numpy = [](const std::string& seed, const std::string& calls) {
        return error_of(stream("\"generator\": \"numpy\", " + seed + ", \"calls\": " + calls));
    };
    EXPECT_NE(numpy("\"seed\": -1", rand_2_by_2).find("draw[0].seed: found the number -1"),
              std::string::npos);
    EXPECT_NE(numpy("\"seed\": 1.5", rand_2_by_2).find("expected a whole number from 0 to"),
              std::string::npos);
    EXPECT_NE(numpy("\"sed\": 1", rand_2_by_2)
                  .find("draw[0]: the key \"sed\" is not known here; the keys are generator, seed"),
              std::string::npos);
    EXPECT_NE(numpy("\"seed\": 1", R"([{"into": "heads[0].w_x", "call": "rand", "shape": [1, 1]}])")
                  .find("draw[0].calls[0].into: found the text \"heads[0].w_x\""),
              std::string::npos);
    EXPECT_NE(numpy("\"seed\": 1", R"([{"into": "embeddings", "call": "rand", "shape": [2]}])")
                  .find("expected [rows, columns]"),
              std::string::npos);
    EXPECT_NE(
        numpy("\"seed\": 1", R"([{"into": "embeddings", "call": "randint", "shape": [2, 2]}])")
            .find("the key \"high\" is missing"),
        std::string::npos);
    EXPECT_NE(error_of(stream(R"("generator": "torch", "seed": 1, "calls": [
                  {"into": "embeddings", "call": "randint", "high": 2, "shape": [2, 2]}])"))
                  .find("randint is drawn with the generators \"numpy\" and \"default_rng\" only"),
              std::string::npos);
    EXPECT_NE(error_of(R"("embeddings": [[1], [2]], )" +
                       stream(R"("generator": "numpy", "seed": 1, "calls": )" + rand_2_by_2))
                  .find("given here and drawn"),
              std::string::npos);
    EXPECT_NE(error_of(R"("embeddings": [[1], [2]], "projections": "none",
                  "draw": [{"generator": "numpy", "seed": 1, "calls": [
                      {"into": "heads[2].w_q", "call": "rand", "shape": [1, 1]}]}])")
                  .find("the document has no such head"),
              std::string::npos);
}
