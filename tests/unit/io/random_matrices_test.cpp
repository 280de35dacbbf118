// SPDX-License-Identifier: MIT
#include "core/engine/numbers/random.h"
#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

#include <ctime>

namespace attn::random_matrices_test {

using namespace io;

namespace {

Result<Document> read(const std::string& rest) {
    return read_document(
        R"({"format": "attention-lab", "version": [2, 0], "lists": {"words": ["a", "b"]}, )" +
            rest + "}",
        "f.attn");
}

std::string error_of(const std::string& rest) {
    const auto document = read(rest);
    return document ? std::string() : document.error().text();
}

/// A model without projections whose embeddings are drawn by one stream.
std::string stream(const std::string& text) {
    return R"("model": {"projections": "none"}, "draw": [{)" + text + "}]";
}

/// A model whose weights of 256 heads are drawn by one stream.
std::string large_stream(const std::string& text) {
    return R"("model": {"heads": 256}, "draw": [{)" + text + "}]";
}

const std::string rand_2_by_2 = R"([{"into": "X", "call": "rand", "shape": [2, 2]}])";

} // namespace

TEST(RandomMatrices, TheCallsContinueOneStream) {
    const auto document = read(R"("draw": [{"generator": "numpy", "seed": 7, "skip": 3, "calls": [
        {"into": "X", "call": "rand", "shape": [2, 3]},
        {"into": "W_Q", "call": "randn", "shape": [3, 2]},
        {"into": "W_K/0", "call": "randint", "low": -5, "high": 6, "shape": [3, 2]},
        {"into": "W_V", "call": "randint", "high": 4, "shape": [3, 1]}]}])");
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

TEST(RandomMatrices, GivenAndDrawnMatricesMix) {
    const auto document = read(R"("inputs": {"X": [[1], [2]], "W_Q/0": [[3]], "W_K": [[4]]},
        "draw": [{"generator": "torch", "seed": 1, "calls": [
            {"into": "W_V", "call": "rand", "shape": [1, 5]}]}])");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ((*document->heads[0].w_k)(0, 0), 4);
    EXPECT_TRUE(document->heads[0].w_v == SharedMatrix(TorchCpu(1).rand(1, 5)));
}

TEST(RandomMatrices, DrawWhatDefaultRngAndLinearLayersDraw) {
    const auto drawn =
        read(R"("draw": [{"generator": "default_rng", "seed": 7, "skip": 3, "calls": [
        {"into": "X", "call": "rand", "shape": [2, 3]},
        {"into": "W_Q", "call": "randn", "shape": [3, 2]},
        {"into": "W_K/0", "call": "randint", "low": -5, "high": 6, "shape": [3, 2]},
        {"into": "W_V", "call": "randint", "high": 4, "shape": [3, 1]}]}])");
    ASSERT_TRUE(drawn) << drawn.error().text();
    NumpyGenerator numpy(7);
    numpy.skip(3);
    EXPECT_TRUE(drawn->embeddings == SharedMatrix(numpy.rand(2, 3)));
    EXPECT_TRUE(drawn->heads[0].w_q == SharedMatrix(numpy.randn(3, 2)));
    EXPECT_TRUE(drawn->heads[0].w_k == SharedMatrix(numpy.randint(-5, 6, 3, 2)));
    EXPECT_TRUE(drawn->heads[0].w_v == SharedMatrix(numpy.randint(0, 4, 3, 1)));
    const auto layers = read(R"("model": {"biases": true}, "inputs": {"X": [[1, 2, 3], [4, 5, 6]]},
        "draw": [{"generator": "torch", "seed": 789, "calls": [
            {"into": "W_Q", "call": "linear", "shape": [3, 2]},
            {"into": "b_Q", "call": "linear_bias", "inputs": 3, "shape": [1, 2]},
            {"into": "W_K", "call": "linear", "shape": [3, 2]},
            {"into": "b_K", "call": "linear_bias", "inputs": 3, "shape": [1, 2]},
            {"into": "W_V", "call": "linear", "shape": [3, 2]},
            {"into": "b_V", "call": "linear_bias", "inputs": 3, "shape": [1, 2]}]}])");
    ASSERT_TRUE(layers) << layers.error().text();
    TorchCpu torch(789);
    EXPECT_TRUE(layers->heads[0].w_q == SharedMatrix(torch.linear(3, 2)));
    EXPECT_TRUE(layers->of_options.at({Stage::BQ, 0}) == SharedMatrix(torch.linear_bias(3, 2)));
    EXPECT_TRUE(layers->heads[0].w_k == SharedMatrix(torch.linear(3, 2)));
}

TEST(RandomMatrices, ImpossibleOnesAreNamed) {
    EXPECT_NE(error_of(stream(R"("generator": "default_rng", "seed": 1, "calls": [
                  {"into": "X", "call": "linear", "shape": [2, 2]}])"))
                  .find("\"linear\" is drawn with the generator \"torch\" only"),
              std::string::npos);
    EXPECT_NE(error_of(stream(R"("generator": "torch", "seed": 1, "calls": [
                  {"into": "X", "call": "linear_bias", "shape": [1, 2]}])"))
                  .find("the key \"inputs\" is missing"),
              std::string::npos);
    EXPECT_EQ(error_of(stream(R"("generator": "jax", "seed": 1, "calls": [])")),
              "f.attn:1:137: draw[0].generator: found the text \"jax\", expected one of \"numpy\", "
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
    EXPECT_NE(numpy("\"seed\": 1", R"([{"into": "W_X", "call": "rand", "shape": [1, 1]}])")
                  .find("draw[0].calls[0].into: found the text \"W_X\", expected an input of the "
                        "model: \"X\", \"W_Q/0\", \"W_K/0\", \"W_V/0\""),
              std::string::npos);
    EXPECT_NE(numpy("\"seed\": 1", R"([{"into": "X", "call": "rand", "shape": [2]}])")
                  .find("expected [rows, columns]"),
              std::string::npos);
    EXPECT_NE(numpy("\"seed\": 1", R"([{"into": "X", "call": "randint", "shape": [2, 2]}])")
                  .find("the key \"high\" is missing"),
              std::string::npos);
    EXPECT_NE(error_of(stream(R"("generator": "torch", "seed": 1, "calls": [
                  {"into": "X", "call": "randint", "high": 2, "shape": [2, 2]}])"))
                  .find("randint is drawn with the generators \"numpy\" and \"default_rng\" only"),
              std::string::npos);
    EXPECT_NE(error_of(R"("inputs": {"X": [[1], [2]]}, )" +
                       stream(R"("generator": "numpy", "seed": 1, "calls": )" + rand_2_by_2))
                  .find("given here and drawn"),
              std::string::npos);
    EXPECT_NE(error_of(R"("inputs": {"X": [[1], [2]]},
                  "draw": [{"generator": "numpy", "seed": 1, "calls": [
                      {"into": "W_Q/2", "call": "rand", "shape": [1, 1]}]}])")
                  .find("found the text \"W_Q/2\", expected an input"),
              std::string::npos);
}

TEST(RandomMatrices, ASmallFileCannotAskForDaysOfWork) {
    const std::clock_t start = std::clock(); // processor time, which other programs do not change
    std::string calls = "[";
    for (int head = 0; head < 256; ++head)
        for (const char* matrix : {"W_Q/", "W_K/", "W_V/"})
            calls += R"({"into": ")" + (matrix + std::to_string(head)) +
                     R"(", "call": "rand", "shape": [4096, 4096]},)";
    calls.back() = ']';
    const std::string rest = R"("generator": "torch", "seed": 1, "skip": )";
    EXPECT_NE(error_of(large_stream(rest + "1e18, \"calls\": []")).find("draw[0].skip"),
              std::string::npos);
    EXPECT_NE(error_of(large_stream(rest + "0, \"calls\": [" + calls.substr(1)))
                  .find("more than 16777216 numbers would be drawn"),
              std::string::npos);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);
}

TEST(RandomMatrices, EachInputIsDrawnOnceInItsShape) {
    const auto numpy = [](const std::string& calls) {
        return error_of(R"("inputs": {"X": [[1], [2]]}, "draw": [{"generator": "numpy", "seed": 1,
            "calls": )" +
                        calls + "}]");
    };
    EXPECT_NE(numpy(R"([{"into": "W_Q", "call": "rand", "shape": [1, 1]},
                        {"into": "W_Q/0", "call": "rand", "shape": [1, 1]}])")
                  .find("draw[0].calls[1].into: \"W_Q/0\" is drawn twice; remove one"),
              std::string::npos);
    EXPECT_EQ(numpy(R"([{"into": "W_Q", "call": "rand", "shape": [3, 1]}])"),
              "f.attn: inputs.W_Q/0: the matrix is 3 × 1, expected 1 × 1 (one row for each column "
              "of X)");
    EXPECT_EQ(numpy(R"([{"into": "W_Q", "call": "rand", "shape": [1, 1]}])"),
              "f.attn:1:90: inputs: the input \"W_K/0\" is missing; expected the rows of the "
              "matrix");
}

} // namespace attn::random_matrices_test
