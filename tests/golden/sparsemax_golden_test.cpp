// SPDX-License-Identifier: MIT
// Sparsemax against its paper's Algorithm 1 and Jacobian in NumPy (sparsemax_reference.py).
#include "core/engine/graph/operation.h"
#include "core/engine/pass/attention.h"
#include "core/engine/pass/normalise.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace attn;
using namespace attn::test;
using nlohmann::json;

namespace {

constexpr Real allowed_off = 1e-12;

struct Given {
    Matrix scores, weights, direction, change; // one row each
    Flags blocked;
};

Matrix row_of_numbers(const json& numbers) {
    const auto list = numbers.get<std::vector<Real>>();
    return Eigen::Map<const Matrix>(list.data(), 1, static_cast<Index>(list.size()));
}

std::vector<Given> given_lines() {
    std::vector<Given> list;
    for (const json& line : golden_file("sparsemax_reference.json")) {
        Given one{row_of_numbers(line["scores"]), row_of_numbers(line["weights"]),
                  row_of_numbers(line["direction"]), row_of_numbers(line["change"]),
                  Flags(1, static_cast<Index>(line["blocked"].size()))};
        for (Index at = 0; at < one.blocked.cols(); ++at)
            one.blocked(0, at) = line["blocked"][static_cast<std::size_t>(at)].get<bool>();
        list.push_back(std::move(one));
    }
    return list;
}

/// The line as a row or column, as the axis says.
Matrix along(Axis axis, const Matrix& line) {
    return axis == Axis::Rows ? line : Matrix(line.transpose());
}
Mask mask_along(Axis axis, const Flags& blocked) {
    if (!blocked.any())
        return {};
    return {Mask::Kind::Painted, axis == Axis::Rows ? blocked : Flags(blocked.transpose())};
}

void expect_line(const Matrix& made, const Matrix& right, const std::string& what) {
    ASSERT_EQ(made.rows(), right.rows()) << what;
    ASSERT_EQ(made.cols(), right.cols()) << what;
    for (Index at = 0; at < made.size(); ++at)
        EXPECT_NEAR(made.data()[at], right.data()[at], allowed_off) << what << ", number " << at;
}

} // namespace

TEST(Sparsemax, EqualsAlgorithm1AlongRowsAndColumns) {
    const std::vector<Given> lines = given_lines();
    ASSERT_EQ(lines.size(), 1000U);
    for (std::size_t at = 0; at < lines.size(); ++at)
        for (const Axis axis : {Axis::Rows, Axis::Columns}) {
            const Given& line = lines[at];
            const Normalised made =
                normalise(along(axis, line.scores), mask_along(axis, line.blocked),
                          Normaliser::Sparsemax, axis);
            expect_line(made.weights, along(axis, line.weights), "line " + std::to_string(at));
        }
}

TEST(Sparsemax, HasItsPapersJacobianAlongRowsAndColumns) {
    const std::vector<Given> lines = given_lines();
    for (std::size_t at = 0; at < lines.size(); ++at)
        for (const Axis axis : {Axis::Rows, Axis::Columns}) {
            const Given& line = lines[at];
            const Matrix scores = along(axis, line.scores), direction = along(axis, line.direction);
            const Shape shape{scores.rows(), scores.cols()};
            Graph stages;
            stages.add({{Stage("A")}, &operation::given, {}, {}, shape, {}});
            const Normalising how{Normaliser::Sparsemax, axis, mask_along(axis, line.blocked), 0};
            stages.add({{Stage("made")}, &operation::normalised, {0}, how, {}, {}});
            const std::size_t seed =
                stages.add({{Stage("seed")}, &operation::given, {}, {}, shape, {}});
            const auto gradient = add_gradients(stages, 1, seed)[0];
            ASSERT_TRUE(gradient);
            const std::vector<Matrix> made =
                run(stages, [&](const SheetId& sheet) -> const Matrix& {
                    return sheet.stage == Stage("seed") ? direction : scores;
                });
            expect_line(made[*gradient], along(axis, line.change), "line " + std::to_string(at));
        }
}

TEST(Sparsemax, ManyLinesAtOnceEqualEachAlone) {
    // Enough lines for several cores, long enough for vectors of the processor.
    Matrix scores(400, 333);
    for (Index at = 0; at < scores.size(); ++at)
        scores.data()[at] = static_cast<Real>((at * 7919) % 4001) / 1000 - 2;
    const Matrix whole = normalise(scores, {}, Normaliser::Sparsemax, Axis::Rows).weights;
    const Matrix turned =
        normalise(scores.transpose(), {}, Normaliser::Sparsemax, Axis::Columns).weights;
    EXPECT_EQ(whole, turned.transpose());
    Graph stages;
    stages.add({{Stage("A")}, &operation::given, {}, {}, {scores.rows(), scores.cols()}, {}});
    stages.add({{Stage("made")},
                &operation::normalised,
                {0},
                Normalising{Normaliser::Sparsemax, Axis::Rows, {}, 0},
                {},
                {}});
    EXPECT_EQ(run(stages, [&](const SheetId&) -> const Matrix& { return scores; }).back(), whole);
    for (Index line = 0; line < scores.rows(); ++line)
        ASSERT_EQ(whole.row(line),
                  normalise(scores.row(line), {}, Normaliser::Sparsemax, Axis::Rows).weights)
            << line;
}
