// SPDX-License-Identifier: MIT
// The stages of a block as lines of a program, each with the numbers it must give.
#pragma once

#include "core/engine/graph/graph.h"
#include "core/engine/graph/operation.h"
#include "core/publish/code/code_walk.h"
#include "tests/support/random_document.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// A block with every operation: both norms, every activation with and without a gate, both losses.
struct BlockStages {
    Graph graph;
    std::vector<Matrix> results;
};

inline BlockStages block_stages() {
    BlockStages made;
    std::map<std::string, Matrix> given;
    attn::test::Random random(5);
    const auto give = [&](const std::string& name, Index rows, Index columns) {
        given[name] = random.matrix(rows, columns);
        return made.graph.add({{Stage(name)}, &operation::given, {}, {}, {rows, columns}, {}});
    };
    const std::size_t x = give("X", 3, 4), gamma = give("gamma_1", 1, 4),
                      beta = give("beta_1", 1, 4), e = give("E", 4, 4);
    const block::MlpWeights plain{give("W_1", 4, 5), give("b_1", 1, 5), give("W_2", 5, 4),
                                  give("b_2", 1, 4), std::nullopt};
    block::MlpWeights gated = plain;
    gated.w_gate = give("W_gate", 4, 5);
    given["target"] = Matrix{{0, 1, 0, 0}, {0.5, 0, 0.5, 0}, {0, 0, 0, 1}};
    const std::size_t target =
        made.graph.add({{Stage("target")}, &operation::given, {}, {}, {3, 4}, {}});
    const std::size_t norm = block::norm(made.graph, "norm_1", x, {gamma, beta});
    std::size_t last =
        block::norm(made.graph, "norm_2", norm, {gamma, {}}, {block::Norm::Kind::Rms, 1e-3});
    Index layer = 0; // one for each activation
    for (const Activation::Kind kind : {Activation::Kind::Relu, Activation::Kind::Gelu,
                                        Activation::Kind::GeluTanh, Activation::Kind::Silu}) {
        const block::MlpWeights& weights = kind == Activation::Kind::Silu ? gated : plain;
        last = block::residual(made.graph, "block", last,
                               block::mlp(made.graph, last, weights, kind, layer), layer);
        ++layer;
    }
    last = block::norm(made.graph, "norm_3", last, {gamma, beta});
    const auto add = [&](const char* name, const Operation& by, Options options = {}) {
        made.graph.add({{Stage(name)}, &by, {last, target}, std::move(options), {}, {}});
    };
    add("squared", operation::squared_error);
    last = block::words_out(made.graph, last, e);
    add("entropy", operation::cross_entropy);
    // Lines along the other axis, which blocks do not have.
    const auto add_columns = [&](const char* name, const Operation& by,
                                 std::vector<std::size_t> inputs) {
        return made.graph.add({{Stage(name)}, &by, std::move(inputs), Axis::Columns, {}, {}});
    };
    const std::size_t means = add_columns("means", operation::line_mean, {x});
    add_columns("less", operation::less_line, {x, means});
    add_columns("over", operation::over_line, {x, means});
    made.results = run(made.graph, [&](const SheetId& sheet) -> const Matrix& {
        return given.at(std::string(sheet.stage.name()));
    });
    return made;
}

/// The lines in a language. `check` compares {found} with {expected}, two names.
inline std::string block_program(publish::Language language, Convention convention,
                                 std::string_view check) {
    const BlockStages stages = block_stages();
    const publish::Dialect& dialect = publish::dialect(language);
    Document document = new_document();
    document.convention = convention;
    std::string program;
    for (std::size_t at = 0; at < stages.graph.size(); ++at) {
        const Node& node = stages.graph[at];
        const std::string name = publish::variable(node.sheet);
        const bool is_input = stages.graph.is_given(at);
        program += dialect.matrix(dialect, is_input ? name : "expected_" + name,
                                  written(stages.results[at], convention));
        if (is_input)
            continue;
        std::vector<std::string> inputs;
        for (const std::size_t input : node.inputs)
            inputs.push_back(publish::variable(stages.graph[input].sheet));
        program += publish::written_line({dialect, document, stages.graph, node, {name}, inputs});
        program += publish::filled(check, {{"found", name}, {"expected", "expected_" + name}});
    }
    return program;
}

/// The line that checks a stage in Python.
constexpr std::string_view python_check =
    "assert {found}.shape == {expected}.shape, \"{found}\"\n"
    "assert abs({found} - {expected}).max() < 1e-12 * max(1, abs({expected}).max()), \"{found}\"\n";

} // namespace attn::test
