// SPDX-License-Identifier: MIT
// The forward pass, what a change costs, and what this processor could do at best.
#include "core/engine/kernels/kernels.h"
#include "core/engine/pass/attention.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

using namespace attn;

namespace {

struct Head {
    Matrix x;
    HeadWeights weights;
    Switches switches;
    HeadInputs inputs() const { return {x, Projections::Learned, weights, switches}; }
};

/// (3, 4, 3) as on a slide, otherwise 64 wide.
Head head_of(Index tokens) {
    std::mt19937 generator(1);
    std::normal_distribution<Real> normal;
    const Index d_model = tokens == 3 ? 4 : 64, d_k = tokens == 3 ? 3 : 64;
    const auto random = [&](Index rows, Index columns, Real size) {
        return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return size * normal(generator); }));
    };
    const Real size = 1 / std::sqrt(static_cast<Real>(d_model));
    return {random(tokens, d_model, 1),
            {random(d_model, d_k, size), random(d_model, d_k, size), random(d_model, d_k, size)},
            {}};
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    for (const int tokens : {3, 10, 128, 512, 1024, 2048, 4096})
        benchmark->Arg(tokens);
    benchmark->UseRealTime()->Unit(benchmark::kMicrosecond);
}

void large_sizes(benchmark::internal::Benchmark* benchmark) {
    for (const int tokens : {128, 512, 1024, 2048, 4096})
        benchmark->Arg(tokens);
    benchmark->UseRealTime()->Unit(benchmark::kMicrosecond);
}

void forward(benchmark::State& state) {
    const Head head = head_of(state.range(0));
    HeadTrace trace;
    attend_into(trace, head.inputs());
    for (auto _ : state) {
        attend_into(trace, head.inputs());
        benchmark::DoNotOptimize(trace[Stage::Output].data());
    }
}
BENCHMARK(forward)->Apply(sizes);

/// One cell of X is dragged: the documents before and after are two matrices, as in the program.
void edit_embedding(benchmark::State& state) {
    Head heads[2] = {head_of(state.range(0)), head_of(state.range(0))};
    HeadTrace trace;
    attend_into(trace, heads[0].inputs());
    Real value = 0;
    for (auto _ : state) {
        Head& before = heads[0];
        Head& after = heads[1];
        after.x(1, 2) = value += 0.001;
        // As in a document that was made from another by setting one cell.
        const InputChanges changes{{Change::Kind::Rows, {1}}, {}, {}, {}};
        trace = attend_again(before.inputs(), after.inputs(), changes, std::move(trace));
        before.x(1, 2) = value;
        benchmark::DoNotOptimize(trace[Stage::Output].data());
    }
}
BENCHMARK(edit_embedding)->Apply(large_sizes);

template <SharedMatrix HeadWeights::*weights>
void edit_weight(benchmark::State& state) {
    Head head = head_of(state.range(0));
    HeadTrace trace;
    attend_into(trace, head.inputs());
    Real value = 0;
    const auto edit = [&] {
        const HeadWeights before = head.weights;
        Matrix changed = *(before.*weights);
        changed(1, 2) = value += 0.001;
        head.weights.*weights = std::move(changed);
        const HeadInputs from{head.x, Projections::Learned, before, head.switches};
        trace = attend_again(
            from, head.inputs(),
            changes_between(from, head.inputs(), change_of_rows(from.x, head.inputs().x)),
            std::move(trace));
        benchmark::DoNotOptimize(trace[Stage::Output].data());
    };
    edit(); // The first of a drag prepares the others.
    for (auto _ : state)
        edit();
}
BENCHMARK_TEMPLATE(edit_weight, &HeadWeights::w_v)->Name("edit_w_v")->Apply(large_sizes);
BENCHMARK_TEMPLATE(edit_weight, &HeadWeights::w_q)->Name("edit_w_q")->Apply(large_sizes);
BENCHMARK_TEMPLATE(edit_weight, &HeadWeights::w_k)->Name("edit_w_k")->Apply(large_sizes);

template <class Work>
void on_all_cores(Work work) {
    std::vector<std::thread> threads;
    for (unsigned at = 1; at < std::max(1U, std::thread::hardware_concurrency()); ++at)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads)
        thread.join();
}

/// Multiply-adds per second of all cores, out of the first cache: a product as large as a tile.
void limit_multiply_adds(benchmark::State& state) {
    constexpr Index rows = 96, depth = 64;
    const Index columns = kernels().panel;
    constexpr int repeats = 20000; // long beside the start of a thread
    for (auto _ : state)
        on_all_cores([&] {
            const Matrix a = Matrix::Ones(rows, depth), b = Matrix::Ones(depth, columns);
            std::vector<Real> packed(
                static_cast<std::size_t>(packed_length(kernels(), depth, columns)));
            pack(kernels(), b.data(), depth, columns, packed.data());
            Matrix c(rows, columns);
            for (int at = 0; at < repeats; ++at)
                kernels().product(a.data(), packed.data(), c.data(), rows, depth, columns);
            benchmark::DoNotOptimize(c.data());
        });
    const Real cores = std::max(1U, std::thread::hardware_concurrency());
    state.counters["per_second"] =
        benchmark::Counter(cores * repeats * static_cast<Real>(rows * depth * columns),
                           benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(limit_multiply_adds)->UseRealTime();

void limit_exponentials(benchmark::State& state) {
    constexpr Index count = 1024;
    constexpr int repeats = 20000;
    for (auto _ : state)
        on_all_cores([&] {
            std::vector<Real> from(count, -1.5), to(count);
            for (int at = 0; at < repeats; ++at)
                kernels().exponentials(from.data(), to.data(), count);
            benchmark::DoNotOptimize(to.data());
        });
    const Real cores = std::max(1U, std::thread::hardware_concurrency());
    state.counters["per_second"] =
        benchmark::Counter(cores * repeats * count, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(limit_exponentials)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
