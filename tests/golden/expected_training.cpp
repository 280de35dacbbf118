// SPDX-License-Identifier: MIT
#include "tests/golden/expected_training.h"

#include "core/document/learning/training.h"
#include "core/document/model/model.h"
#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace attn::test {
namespace {

constexpr Real tolerance = 1e-9;

Optimiser optimiser_named(const std::string& wanted) {
    return std::find_if(all_optimisers.begin(), all_optimisers.end(),
                        [&](const OptimiserInfo& one) { return one.name == wanted; })
        ->optimiser;
}

} // namespace

void expect_training(const nlohmann::json& entry) {
    const std::string title = entry["document"]["title"];
    const auto document = io::read_document(entry["document"].dump(), title);
    ASSERT_TRUE(document) << document.error().text();
    TrainingSettings settings;
    settings.optimiser = optimiser_named(entry["optimiser"]);
    settings.rate = entry["rate"];
    settings.weight_decay = entry["weight_decay"];
    for (const auto& [name, matrix] : entry["learned"].items())
        settings.learned.push_back(*parse_sheet(name));
    auto training = begin_training(*document, settings);
    ASSERT_TRUE(training) << training.error().text();
    const nlohmann::json& losses = entry["losses"];
    for (std::size_t step = 0; step + 1 < losses.size(); ++step)
        ASSERT_TRUE(training->step());
    for (std::size_t step = 0; step < losses.size(); ++step)
        ASSERT_NEAR(training->losses()[step], losses[step].get<Real>(), tolerance)
            << title << ", step " << step;
    const Document learned = training->document();
    for (const auto& [name, rows] : entry["learned"].items()) {
        const Matrix& matrix = **input(learned, *parse_sheet(name));
        for (Index row = 0; row < matrix.rows(); ++row)
            for (Index column = 0; column < matrix.cols(); ++column)
                EXPECT_NEAR(matrix(row, column),
                            rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]
                                .get<Real>(),
                            tolerance)
                    << title << ", " << name;
    }
}

} // namespace attn::test
