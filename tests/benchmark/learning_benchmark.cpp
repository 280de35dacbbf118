// SPDX-License-Identifier: MIT
// Forward and backward of one head, what moves a number, what heads do to it, and a step of
// training of each task of the assets.
#include "core/document/explaining/head_effects.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/learning/slopes.h"
#include "core/document/learning/training.h"
#include "core/document/model/evaluate.h"
#include "core/io/document/library.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace attn;

namespace {

/// (5, 4, 4) as on a slide, otherwise 64 wide.
Document head_of(Index words) {
    std::mt19937 generator(1);
    std::normal_distribution<Real> normal;
    const Index width = words == 5 ? 4 : 64;
    const auto random = [&](Index rows, Index columns, Real size) {
        return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return size * normal(generator); }));
    };
    const Real size = 1 / std::sqrt(static_cast<Real>(width));
    Document document;
    document.tokens.own().assign(static_cast<std::size_t>(words), "word");
    document.embeddings = random(words, width, 1);
    document.heads = {
        {random(width, width, size), random(width, width, size), random(width, width, size)}};
    return document;
}

/// The output, and the gradient of its sum with respect to X and the three matrices.
void gradient(benchmark::State& state) {
    const Document document = head_of(state.range(0));
    auto stages = gradient_graph(document, {Stage::Output});
    Slopes slopes(document, *std::move(stages),
                  {{Stage::X}, {Stage::W_Q}, {Stage::W_K}, {Stage::W_V}});
    const Matrix ones = Matrix::Ones(state.range(0), d_v(document));
    for (auto _ : state) {
        slopes.forward();
        slopes.backward(ones);
        benchmark::DoNotOptimize(slopes.gradient(0).data());
    }
}
BENCHMARK(gradient)->Arg(5)->Arg(128)->Arg(1024)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// What moves a weight, while a number is dragged: the pass, and the gradient of one number with
/// respect to every matrix of the canvas.
void sensitivity(benchmark::State& state) {
    const Document document = head_of(state.range(0));
    const Place weight{{Stage::Weights}, state.range(0) / 2, 1};
    for (auto _ : state) {
        const Sensitivity found = attn::sensitivity(document, evaluate(document), weight);
        benchmark::DoNotOptimize(found.strongest.data());
    }
}
BENCHMARK(sensitivity)->Arg(128)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// Switches each head of the trained stories off, after so many words, and finds how the likeliest
/// next word changes.
void effects(benchmark::State& state) {
    auto document = io::open_document("stories");
    if (!document) {
        state.SkipWithError(document.error().text().c_str());
        return;
    }
    std::vector<std::string>& words = document->tokens.own();
    const std::vector<std::string> told = words;
    while (static_cast<Index>(words.size()) < state.range(0))
        words.push_back(told[words.size() % told.size()]);
    const Trace trace = evaluate(*document);
    const auto number = number_of_effects(*document, trace, View{});
    for (auto _ : state) {
        const HeadEffects found = head_effects(*document, trace, *number);
        benchmark::DoNotOptimize(found.off.data());
    }
}
BENCHMARK(effects)->Arg(40)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// One step of Adam.
void training(benchmark::State& state, const std::string& task) {
    const auto document = io::open_document(task);
    if (!document) {
        state.SkipWithError(document.error().text().c_str());
        return;
    }
    TrainingSettings settings;
    settings.rate = 1e-6; // so that long measurements stay where they are
    auto begun = begin_training(*document, settings);
    if (!begun) {
        state.SkipWithError(begun.error().text().c_str());
        return;
    }
    for (auto _ : state)
        if (!begun->step())
            state.SkipWithError("the loss is not finite");
}
} // namespace

int main(int count, char** arguments) {
    for (const char* task : {"copy-the-word-before", "find-the-same-word", "induction",
                             "match-pairs", "majority", "sort-by-position", "learn-four-words"})
        benchmark::RegisterBenchmark(("training/" + std::string(task)).c_str(),
                                     [task](benchmark::State& state) { training(state, task); })
            ->UseRealTime()
            ->Unit(benchmark::kMicrosecond);
    benchmark::Initialize(&count, arguments);
    benchmark::RunSpecifiedBenchmarks();
}
