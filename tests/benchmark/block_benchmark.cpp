// SPDX-License-Identifier: MIT
// A transformer block as documents have it: every stage of it, and what an edit of a number costs.
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"

#include <benchmark/benchmark.h>

#include <cassert>
#include <cmath>
#include <random>
#include <string>
#include <utility>

using namespace attn;

namespace {

/// LayerNorm before, ReLU, an MLP as wide as asked for, learned positions that are 0 at first: an
/// nn.TransformerEncoderLayer with norm_first.
Document block_of(Index words, Index width, Index heads, Index hidden) {
    std::mt19937 generator(1);
    std::normal_distribution<Real> normal;
    const auto random = [&](Index rows, Index columns, Real size) {
        return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return size * normal(generator); }));
    };
    const Real size = 1 / std::sqrt(static_cast<Real>(width));
    Document document;
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back("w" + std::to_string(word));
    document.embeddings = random(words, width, 1);
    for (Index head = 0; head < heads; ++head)
        document.heads.push_back({random(width, width / heads, size),
                                  random(width, width / heads, size),
                                  random(width, width / heads, size)});
    document.join = Join::WO;
    document.w_o = random(width, width, size);
    document.options.has_biases = true;
    document.options.positions.kind = Positions::Kind::Learned;
    document.options.block =
        Block{Block::Norm::Layer, Block::Place::Before, 1e-5, Block::Mlp::Relu, false};
    document.of_options[key_of({Stage("W_1")})] = random(width, hidden, size);
    fit_option_inputs(document);
    document.of_options[key_of({Stage("W_2")})] = random(hidden, width, size / 2);
    assert(validate(document).has_value() && "the block is valid");
    return document;
}

Document document_of(const benchmark::State& state) {
    return block_of(state.range(0), state.range(1), state.range(2), state.range(3));
}

/// Every number of X is another than before, as on a slide of another sentence; the memory of the
/// trace is used again, as the window does.
void forward(benchmark::State& state) {
    Document document = document_of(state), other = document;
    other.embeddings = Matrix(-*document.embeddings);
    Trace trace = evaluate(document);
    for (auto _ : state) {
        trace = evaluate(other, document, std::move(trace));
        std::swap(document, other);
    }
    benchmark::DoNotOptimize(trace.heads.data());
}

/// A number is dragged: each picture is evaluated from the one before.
void edit(benchmark::State& state, const char* place) {
    Document document = document_of(state);
    Trace trace = evaluate(document);
    const Place at = parse_place(place).value();
    Real value = 0;
    for (auto _ : state) {
        Document after = *attn::apply(document, SetCell{at, value += 0.001});
        trace = evaluate(after, document, std::move(trace));
        document = std::move(after);
    }
    benchmark::DoNotOptimize(trace.heads.data());
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->Args({5, 4, 2, 4}); // the preset causal-decoder-block
    for (const int words : {5, 32, 128, 512, 1024})
        benchmark->Args({words, 64, 4, 256});
    benchmark->Args({128, 768, 12, 3072});
    benchmark->UseRealTime()->Unit(benchmark::kMicrosecond);
}

BENCHMARK(forward)->Apply(sizes);
BENCHMARK_CAPTURE(edit, w_o, "W_O[1,2]")->Name("edit_w_o")->Apply(sizes);
BENCHMARK_CAPTURE(edit, gamma, "gamma_2[0,2]")->Name("edit_gamma")->Apply(sizes);
BENCHMARK_CAPTURE(edit, position, "P[1,2]")->Name("edit_position")->Apply(sizes);

} // namespace

BENCHMARK_MAIN();
