// SPDX-License-Identifier: MIT
// Whole blocks by the engine's operations against PyTorch's modules: the result, the loss, and the
// gradient of the loss with respect to every input.
#include "core/engine/graph/graph.h"
#include "core/engine/graph/operation.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using namespace attn::test;
using nlohmann::json;

namespace {

constexpr Real tolerance = 1e-12;
constexpr Index heads = 2;

/// A graph with the reference's inputs.
class Lab {
public:
    explicit Lab(const json& inputs) {
        for (const auto& [name, rows] : inputs.items()) {
            const SheetId sheet = sheet_of(name);
            given_.emplace(std::pair(sheet.stage, sheet.head), golden_matrix(rows));
            const Matrix& made = given_.at({sheet.stage, sheet.head});
            graph.add({sheet, &operation::given, {}, {}, {made.rows(), made.cols()}, {}});
        }
    }
    std::size_t at(const std::string& name) const { return *graph.find(sheet_of(name)); }
    std::size_t add(const std::string& name, const Operation& by, std::vector<std::size_t> inputs,
                    Options options = {}) {
        return graph.add({sheet_of(name), &by, std::move(inputs), std::move(options), {}, {}});
    }
    std::vector<Matrix> run() const {
        return attn::run(graph, [&](const SheetId& sheet) -> const Matrix& {
            return given_.at({sheet.stage, sheet.head});
        });
    }
    /// Compares the gradient of the last stage, a loss, with the reference's.
    void expect_gradients(const json& expected) {
        const std::size_t loss = graph.size() - 1;
        given_.emplace(std::pair(Stage("seed"), Index{0}), Matrix::Ones(1, 1));
        const std::size_t seed =
            graph.add({{Stage("seed")}, &operation::given, {}, {}, {1, 1}, {}});
        const auto gradients = add_gradients(graph, loss, seed);
        const std::vector<Matrix> results = run();
        for (const auto& [name, rows] : expected.items()) {
            ASSERT_TRUE(gradients[at(name)]) << name;
            expect_near(results[*gradients[at(name)]], golden_matrix(rows), "d." + name);
        }
    }
    void expect_derived() const {
        const std::vector<Matrix> results = run();
        const CellsOf cells_of = [&](std::size_t of) { return Cells(results[of]); };
        for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns})
            for (std::size_t of = 0; of < graph.size(); ++of)
                for (Index row = 0; row < results[of].rows(); ++row)
                    for (Index column = 0; column < results[of].cols(); ++column) {
                        const Place place{graph[of].sheet, row, column};
                        const Real value = results[of](row, column);
                        EXPECT_NEAR(evaluated(explain(graph, place, convention, cells_of)), value,
                                    1e-13 * std::max(1.0, std::abs(value)))
                            << to_text(place);
                    }
    }
    static void expect_near(const Matrix& found, const Matrix& expected, const std::string& name) {
        ASSERT_EQ(found.rows(), expected.rows()) << name;
        ASSERT_EQ(found.cols(), expected.cols()) << name;
        EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), tolerance) << name;
    }

    Graph graph;

private:
    static SheetId sheet_of(const std::string& name) {
        const auto slash = name.find('/');
        return {Stage(name.substr(0, slash)),
                slash == std::string::npos ? 0 : std::stoi(name.substr(slash + 1)), 0};
    }

    std::map<std::pair<Stage, Index>, Matrix> given_;
};

std::size_t attention(Lab& lab, std::size_t x) {
    std::vector<std::size_t> outputs;
    for (Index head = 0; head < heads; ++head) {
        const std::string of = "/" + std::to_string(head);
        const auto projected = [&](const std::string& name) {
            return lab.add(name + of, operation::product,
                           {x, lab.at("W_" + name + of), lab.at("b_" + name + of)});
        };
        const std::size_t q = projected("Q"), k = projected("K"), v = projected("V");
        const std::size_t scores = lab.add("scores" + of, operation::product_transposed, {q, k});
        const Divisor root{"d_k", static_cast<Real>(lab.graph[q].shape.columns), true};
        const std::size_t scaled =
            lab.add("scaled" + of, operation::scaled, {scores}, std::vector<Divisor>{root});
        const std::size_t weights =
            lab.add("weights" + of, operation::normalised, {scaled}, Normalising{});
        outputs.push_back(lab.add("output" + of, operation::product, {weights, v}));
    }
    const std::size_t joined = lab.add("joined", operation::joined, outputs);
    return lab.add("attention", operation::product, {joined, lab.at("W_O"), lab.at("b_O")});
}

block::Gains gains(const Lab& lab, const std::string& number) {
    return {lab.at("gamma_" + number), lab.at("beta_" + number)};
}

std::size_t mlp(Lab& lab, std::size_t x, Activation::Kind kind) {
    return block::mlp(lab.graph, x,
                      {lab.at("W_1"), lab.at("b_1"), lab.at("W_2"), lab.at("b_2"), {}}, kind);
}

/// The norm before, as in Xiong et al. 2020.
std::size_t norm_before(Lab& lab, Activation::Kind kind) {
    const std::size_t x = lab.at("X");
    const std::size_t first = block::norm(lab.graph, "norm_1", x, gains(lab, "1"));
    const std::size_t after =
        block::residual(lab.graph, "after_attention", x, attention(lab, first));
    const std::size_t second = block::norm(lab.graph, "norm_2", after, gains(lab, "2"));
    return block::residual(lab.graph, "block", after, mlp(lab, second, kind));
}

/// The norm after, as in Vaswani et al. 2017.
std::size_t norm_after(Lab& lab, Activation::Kind kind) {
    const std::size_t x = lab.at("X");
    const std::size_t after = block::residual(lab.graph, "after_attention", x, attention(lab, x));
    const std::size_t first = block::norm(lab.graph, "norm_1", after, gains(lab, "1"));
    const std::size_t sum = block::residual(lab.graph, "block", first, mlp(lab, first, kind));
    return block::norm(lab.graph, "norm_2", sum, gains(lab, "2"));
}

std::size_t gated(Lab& lab) {
    const std::size_t x = lab.at("X");
    const std::size_t norm = block::norm(lab.graph, "norm_2", x, {lab.at("gamma_2"), {}},
                                         {block::Norm::Kind::Rms, 1e-5});
    const std::size_t made =
        block::mlp(lab.graph, norm, {lab.at("W_1"), {}, lab.at("W_2"), {}, lab.at("W_gate")},
                   Activation::Kind::Silu);
    return block::residual(lab.graph, "block", x, made);
}

} // namespace

TEST(Blocks, AndTheirGradientsEqualPyTorchs) {
    const json all = golden_file("block_reference.json");
    ASSERT_EQ(all["blocks"].size(), 5U);
    for (const json& one : all["blocks"]) {
        SCOPED_TRACE(one["name"]);
        Lab lab(one["inputs"]);
        const Activation::Kind kind =
            one["activation"] == "relu" ? Activation::Kind::Relu : Activation::Kind::Gelu;
        const std::size_t result = one["name"] == "swiglu" ? gated(lab)
                                   : one["norm_first"]     ? norm_before(lab, kind)
                                                           : norm_after(lab, kind);
        block::loss(lab.graph, result, lab.at("target"), block::Loss::Squared);
        const std::vector<Matrix> results = lab.run();
        Lab::expect_near(results[result], golden_matrix(one["result"]), "result");
        EXPECT_NEAR(results.back()(0, 0), one["loss"], tolerance);
        lab.expect_gradients(one["gradients"]);
        lab.expect_derived();
    }
}

TEST(Blocks, WordsOutAndTheirCrossEntropyEqualPyTorchs) {
    const json one = golden_file("block_reference.json")["words_out"];
    Lab lab(one["inputs"]);
    const std::size_t shares = block::words_out(lab.graph, lab.at("X"), lab.at("E"));
    block::loss(lab.graph, shares, lab.at("target"), block::Loss::CrossEntropy);
    const std::vector<Matrix> results = lab.run();
    Lab::expect_near(results[shares], golden_matrix(one["probabilities"]), "probabilities");
    EXPECT_NEAR(results.back()(0, 0), one["loss"], tolerance);
    lab.expect_gradients(one["gradients"]);
    lab.expect_derived();
}

TEST(Blocks, ActivationsEqualPyTorchs) {
    const json all = golden_file("block_reference.json")["activations"];
    const std::pair<const char*, Activation::Kind> kinds[] = {
        {"relu", Activation::Kind::Relu},
        {"gelu", Activation::Kind::Gelu},
        {"gelu_tanh", Activation::Kind::GeluTanh},
        {"silu", Activation::Kind::Silu}};
    for (const auto& [name, kind] : kinds) {
        Lab lab(json{{"hidden", json::array({all["x"]})}});
        lab.add("activated", operation::activated, {lab.at("hidden")}, Activation{kind});
        Lab::expect_near(lab.run().back(), golden_matrix(json::array({all[name]})), name);
    }
}
