// SPDX-License-Identifier: MIT
#include "core/publish/code_draws.h"

#include "core/document/fill.h"
#include "core/engine/random.h"
#include "core/publish/code_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace attn::publish {
namespace {

/// Further seeds that people type.
constexpr std::array<unsigned, 12> usual_seeds{123,  1234, 12345, 314,  420,  777,
                                               1337, 2021, 2022,  2023, 2024, 2025};
constexpr unsigned small_seeds = 100;
constexpr double least_evidence = 34; // far above what trying all seeds and calls can match by
                                      // chance

std::string shape_text(const Matrix& matrix) {
    return std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols());
}

/// A call of a library's random function.
template <class Stream>
struct Call {
    std::string code;
    double bits = 0;       // information per number, as evidence against chance
    std::int64_t high = 0; // for whole numbers
    Matrix (*draw)(Stream& stream, Index rows, Index columns, std::int64_t high);
    Index rows = 1, columns = 1; // a smaller matrix with the same first number
};

template <class Stream>
struct Found {
    Call<Stream> call;
    Stream after; // after the draw
};

/// Returns the upper bounds with which the matrix's whole numbers may have been drawn.
std::vector<std::int64_t> high_ends(const Matrix& matrix) {
    constexpr Real most = 1000;
    std::vector<std::int64_t> list;
    if (matrix.minCoeff() >= 0 && matrix.maxCoeff() < most) {
        const auto largest = static_cast<std::int64_t>(matrix.maxCoeff());
        for (auto high = std::max<std::int64_t>(2, largest + 1); high <= largest + 3; ++high)
            list.push_back(high);
    }
    return list;
}

template <class Stream>
std::vector<Call<Stream>> calls_of_numpy(const Matrix& matrix) {
    constexpr bool is_newer = std::is_same_v<Stream, NumpyGenerator>;
    const Generator generator = is_newer ? Generator::NumPyGenerator : Generator::NumPy;
    const auto code = [&](Distribution distribution, std::int64_t high) {
        return draw_source({generator, distribution, 0, 0, high}, matrix.rows(), matrix.cols()) +
               (distribution == Distribution::Whole ? ".astype(float)" : "");
    };
    constexpr double bits = 50;
    std::vector<Call<Stream>> calls{{code(Distribution::Uniform, 0), bits, 0,
                                     [](Stream& of, Index rows, Index columns, std::int64_t) {
                                         return of.rand(rows, columns);
                                     }},
                                    {code(Distribution::Normal, 0), bits, 0,
                                     [](Stream& of, Index rows, Index columns, std::int64_t) {
                                         return of.randn(rows, columns);
                                     }}};
    for (const std::int64_t high : high_ends(matrix))
        calls.push_back({code(Distribution::Whole, high), std::log2(static_cast<double>(high)),
                         high, [](Stream& of, Index rows, Index columns, std::int64_t end) {
                             return of.randint(0, end, rows, columns);
                         }});
    return calls;
}
std::vector<Call<NumpyLegacy>> calls_of(const NumpyLegacy&, const Matrix& matrix) {
    return calls_of_numpy<NumpyLegacy>(matrix);
}
std::vector<Call<NumpyGenerator>> calls_of(const NumpyGenerator&, const Matrix& matrix) {
    return calls_of_numpy<NumpyGenerator>(matrix);
}

/// Numbers as 64-bit floats; weights of a layer as they are used, or as the layer stores them.
std::vector<Call<TorchCpu>> calls_of(const TorchCpu&, const Matrix& matrix) {
    const std::string shape = shape_text(matrix),
                      turned = std::to_string(matrix.cols()) + ", " + std::to_string(matrix.rows());
    constexpr double bits = 23;
    const Index few = matrix.size() < 16 ? 1 : 16; // From 16 numbers on, randn uses another
                                                   // algorithm.
    return {{"torch.rand(" + shape + ").double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return of.rand(rows, columns);
             }},
            {"torch.randn(" + shape + ").double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return of.randn(rows, columns);
             },
             1, few},
            {"torch.nn.Linear(" + shape + ", bias=False).weight.T.detach().double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return of.linear(rows, columns);
             },
             matrix.rows(), 1},
            {"torch.nn.Linear(" + turned + ", bias=False).weight.detach().double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return Matrix(of.linear(columns, rows).transpose());
             },
             1, matrix.cols()}};
}

bool is_equal(const Matrix& a, const Matrix& b) {
    return std::equal(a.data(), a.data() + a.size(), b.data());
}

/// Finds the call that draws the matrix next.
template <class Stream>
std::optional<Found<Stream>> next_draw(const Stream& stream, const Matrix& matrix) {
    for (const Call<Stream>& call : calls_of(stream, matrix)) {
        Stream after = stream;
        if (call.draw(after, call.rows, call.columns, call.high)(0, 0) != matrix(0, 0))
            continue;
        after = stream;
        if (is_equal(call.draw(after, matrix.rows(), matrix.cols(), call.high), matrix))
            return Found<Stream>{call, after};
    }
    return std::nullopt;
}

/// The inputs from `at` on that the stream draws one after another.
template <class Stream>
std::vector<CodeDraw> draws_of(Stream stream, const std::string& seed,
                               const std::vector<SheetId>& inputs,
                               const std::vector<Matrix>& numbers, std::size_t at) {
    std::vector<CodeDraw> list;
    double bits = 0;
    for (; at < inputs.size(); ++at) {
        auto found = next_draw(stream, numbers[at]);
        if (!found)
            break;
        stream = found->after;
        bits += found->call.bits * static_cast<double>(numbers[at].size());
        list.push_back({inputs[at], std::move(found->call.code), list.empty() ? seed : ""});
    }
    return bits >= least_evidence ? list : std::vector<CodeDraw>();
}

std::vector<CodeDraw> draws_of(Generator generator, std::uint32_t seed,
                               const std::vector<SheetId>& inputs,
                               const std::vector<Matrix>& numbers, std::size_t at) {
    const std::string source = seed_source(generator, seed);
    switch (generator) {
    case Generator::NumPy:
        return draws_of(NumpyLegacy(seed), source, inputs, numbers, at);
    case Generator::NumPyGenerator:
        return draws_of(NumpyGenerator(seed), source, inputs, numbers, at);
    case Generator::PyTorch:
        break;
    }
    return draws_of(TorchCpu(seed), source, inputs, numbers, at);
}

std::vector<Generator> generators_of(Language language) {
    switch (language) {
    case Language::NumPy:
    case Language::Notebook:
        return {Generator::NumPy, Generator::NumPyGenerator};
    case Language::PyTorch:
        return {Generator::PyTorch};
    case Language::Jax:
    case Language::Cpp:
    case Language::Matlab:
        break;
    }
    return {};
}

} // namespace

std::vector<CodeDraw> drawn_inputs(const Document& document, const std::vector<SheetId>& inputs,
                                   Language language) {
    std::vector<unsigned> seeds;
    for (unsigned seed = 0; seed < small_seeds; ++seed)
        seeds.push_back(seed);
    seeds.insert(seeds.end(), usual_seeds.begin(), usual_seeds.end());
    std::vector<Matrix> numbers;
    for (const SheetId& sheet : inputs)
        numbers.push_back(written_input(document, sheet));
    const std::vector<Generator> generators = generators_of(language);
    std::vector<CodeDraw> all;
    for (std::size_t at = 0; at < inputs.size();) {
        std::vector<CodeDraw> best;
        for (const Generator generator : generators)
            for (const unsigned seed : seeds)
                if (auto found = draws_of(generator, seed, inputs, numbers, at);
                    found.size() > best.size())
                    best = std::move(found);
        all.insert(all.end(), best.begin(), best.end());
        at += std::max<std::size_t>(1, best.size());
    }
    return all;
}

const CodeDraw* find_draw(const std::vector<CodeDraw>& draws, const SheetId& sheet) {
    const auto found = std::find_if(draws.begin(), draws.end(),
                                    [&](const CodeDraw& one) { return one.sheet == sheet; });
    return found == draws.end() ? nullptr : &*found;
}

} // namespace attn::publish
