// SPDX-License-Identifier: MIT
#include "core/publish/code_draws.h"

#include "core/engine/random.h"
#include "core/publish/code_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace attn::publish {
namespace {

/// Seeds that people type; beyond the first hundred.
constexpr std::array<unsigned, 12> usual_seeds{123,  1234, 12345, 314,  420,  777,
                                               1337, 2021, 2022,  2023, 2024, 2025};
constexpr unsigned small_seeds = 100;
constexpr double least_evidence = 34; // bits, beside which the number of seeds and calls is small

struct Found {
    std::string call;
    double bits = 0;
    NumpyLegacy after; // the stream that goes on
};

std::string shape_text(const Matrix& matrix) {
    return std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols());
}

bool is_equal(const Matrix& a, const Matrix& b) {
    return std::equal(a.data(), a.data() + a.size(), b.data());
}

/// What is drawn next, if it is the matrix.
std::optional<Found> next_draw(const NumpyLegacy& stream, const Matrix& matrix) {
    constexpr double bits_of_rand = 50;
    const auto count = static_cast<double>(matrix.size());
    NumpyLegacy after = stream;
    if (is_equal(after.rand(matrix.rows(), matrix.cols()), matrix))
        return Found{"np.random.rand(" + shape_text(matrix) + ")", bits_of_rand * count, after};
    after = stream;
    if (is_equal(after.randn(matrix.rows(), matrix.cols()), matrix))
        return Found{"np.random.randn(" + shape_text(matrix) + ")", bits_of_rand * count, after};
    constexpr Real most = 1000;
    if (!(matrix.minCoeff() >= 0) || !(matrix.maxCoeff() < most))
        return std::nullopt;
    const auto largest = static_cast<std::int64_t>(matrix.maxCoeff());
    for (std::int64_t high = std::max<std::int64_t>(2, largest + 1); high <= largest + 3; ++high) {
        after = stream;
        if (is_equal(after.randint(0, high, matrix.rows(), matrix.cols()), matrix))
            return Found{"np.random.randint(0, " + std::to_string(high) + ", (" +
                             shape_text(matrix) + "))",
                         count * std::log2(static_cast<double>(high)), after};
    }
    return std::nullopt;
}

/// The inputs from `at` on that the seed draws one after the other.
std::vector<CodeDraw> draws_of(unsigned seed, const std::vector<SheetId>& inputs,
                               const std::vector<Matrix>& numbers, std::size_t at) {
    NumpyLegacy stream(seed);
    std::vector<CodeDraw> list;
    double bits = 0;
    for (; at < inputs.size(); ++at) {
        auto found = next_draw(stream, numbers[at]);
        if (!found)
            break;
        stream = found->after;
        bits += found->bits;
        list.push_back({inputs[at], std::move(found->call), list.empty(), seed});
    }
    return bits >= least_evidence ? list : std::vector<CodeDraw>();
}

} // namespace

std::vector<CodeDraw> numpy_draws(const Document& document, const std::vector<SheetId>& inputs) {
    std::vector<unsigned> seeds;
    for (unsigned seed = 0; seed < small_seeds; ++seed)
        seeds.push_back(seed);
    seeds.insert(seeds.end(), usual_seeds.begin(), usual_seeds.end());
    std::vector<Matrix> numbers;
    for (const SheetId& sheet : inputs)
        numbers.push_back(written_input(document, sheet));
    std::vector<CodeDraw> all;
    for (std::size_t at = 0; at < inputs.size();) {
        std::vector<CodeDraw> best;
        for (const unsigned seed : seeds)
            if (auto found = draws_of(seed, inputs, numbers, at); found.size() > best.size())
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
