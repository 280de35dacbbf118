// SPDX-License-Identifier: MIT
// Every number that the notebooks print, computed by `show` to as many digits.
#include "core/document/model/evaluate.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <set>

using attn::test::run_program;
using Json = nlohmann::json;

namespace {

/// The numbers that one notebook prints, each with the tolerance of its digits.
Json figures(const std::string& preset) {
    const std::string path = ATTENTION_SOURCE_DIR "/tests/data/seed-figures.json";
    const Json all = Json::parse(attn::test::bytes_of(path));
    for (const Json& entry : all)
        if (entry["id"] == preset)
            return entry;
    ADD_FAILURE() << "there are no figures of " << preset;
    return {};
}

Json shown(const std::string& document, const std::string& stage) {
    const auto finished = run_program({"show", document, "--stage", stage, "--format", "json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.err, "");
    return Json::parse(finished.out);
}

Json values(const std::string& document, const std::string& stage) {
    return shown(document, stage)["values"];
}

void expect_near(const Json& found, const Json& expected, double tolerance,
                 const std::string& what) {
    if (!expected.is_array()) {
        ASSERT_TRUE(found.is_number()) << what << ": " << found;
        EXPECT_LE(std::abs(found.get<double>() - expected.get<double>()), tolerance)
            << what << ": found " << found << ", expected " << expected;
        return;
    }
    ASSERT_TRUE(found.is_array()) << what;
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t at = 0; at < expected.size(); ++at)
        expect_near(found[at], expected[at], tolerance, what + "[" + std::to_string(at) + "]");
}

/// Compares the printed numbers of one preset one by one; at the end none may be left.
class Printed {
public:
    explicit Printed(const std::string& preset) : figures_(figures(preset)) {
        for (const auto& [key, value] : figures_["printed"].items())
            left_.insert(key);
    }
    void is(const std::string& key, const Json& found) {
        left_.erase(key);
        const Json& tolerance = figures_.at("tolerance").at(key);
        expect_near(found, figures_["printed"].at(key), tolerance.get<double>(), key);
    }
    void is_exactly(const std::string& key, const Json& found) {
        left_.erase(key);
        EXPECT_EQ(found, figures_["printed"].at(key)) << key;
    }
    void is_complete() const { EXPECT_EQ(left_, std::set<std::string>{}); }

private:
    Json figures_;
    std::set<std::string> left_;
};

Json exponentials(const Json& grid) {
    Json result = Json::array();
    for (const Json& row : grid) {
        Json line = Json::array();
        for (const Json& value : row)
            line.push_back(std::exp(value.get<double>()));
        result.push_back(line);
    }
    return result;
}

double sum(const Json& row) {
    double total = 0;
    for (const Json& value : row)
        total += value.get<double>();
    return total;
}

Json transposed(const Json& grid) {
    Json result = grid;
    for (std::size_t row = 0; row < grid.size(); ++row)
        for (std::size_t column = 0; column < grid.size(); ++column)
            result[column][row] = grid[row][column];
    return result;
}

/// A copy of a preset's file with other switches.
std::string variant(const attn::test::TempDir& folder, const std::string& preset,
                    const std::map<std::string, std::string>& switches) {
    Json document = Json::parse(
        attn::test::bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/" + preset + ".attn"));
    std::string name = preset;
    for (const auto& [key, value] : switches) {
        document["model"][key] = value;
        name += "-" + value;
    }
    return folder.file(name + ".attn", document.dump());
}

} // namespace

TEST(Figures, ThreeInputsInBothReadings) {
    const std::string preset = "three-inputs";
    Printed printed(preset);
    for (const std::string stage : {"Q", "K", "V", "scores", "weights"})
        printed.is(stage, values(preset, stage));
    const Json weighted = shown(preset, "weighted_values");
    printed.is("weighted_values_of_query_0", weighted["values"][0]);
    printed.is("weighted_value_component_sums_of_query_0", weighted["row_sums"][0]);
    printed.is_complete();
    // The sum over the words is the output of attention; the notebook's sum is not.
    expect_near(values(preset, "output"), figures(preset)["output_correct"], 1e-12, "output");
}

TEST(Figures, FourWords) {
    const std::string preset = "four-words";
    Printed printed(preset);
    for (const std::string stage : {"Q", "K", "V", "scores", "weights", "output"})
        printed.is(stage, values(preset, stage));
    printed.is_complete();
    for (const std::string stage : {"W_Q", "W_K", "W_V"})
        EXPECT_EQ(values(preset, stage), figures(preset)[stage]) << "drawn by seed: " << stage;
}

TEST(Figures, TheCatChasedTheMouse) {
    const std::string preset = "the-cat-chased-the-mouse";
    Printed printed(preset);
    for (const std::string stage : {"X", "Q", "K"})
        printed.is(stage, values(preset, stage));
    Json value = values(preset, "V");
    value.erase(4);
    printed.is("V_of_the_first_four", value);
    printed.is_complete();
    EXPECT_EQ(values(preset, "X"), figures(preset)["X"]) << "drawn by seed, every bit";
    for (const std::string stage : {"weights", "output"})
        expect_near(values(preset, stage), figures(preset)["derived_not_printed"][stage], 1e-12,
                    stage);
}

TEST(Figures, TenBySixtyFourHasItsShapes) {
    const std::string preset = "ten-by-sixty-four";
    Printed printed(preset);
    Json shapes;
    const Json expected = figures(preset)["printed"]["shapes"];
    for (const auto& [stage, shape] : expected.items())
        shapes[stage] = shown(preset, stage)["shape"];
    printed.is_exactly("shapes", shapes);
    printed.is_complete();
    const Json x = values(preset, "X");
    for (const Json& row : x)
        for (const Json& value : row)
            EXPECT_TRUE(value >= 0 && value < 1) << value;
}

TEST(Figures, GeneralAttention) {
    const std::string preset = "general-attention";
    Printed printed(preset);
    printed.is("scores_of_query_0", values(preset, "scores")[0]);
    printed.is("weights_of_query_0", values(preset, "weights")[0]);
    const Json output = values(preset, "output");
    printed.is("output_of_query_0", output[0]);
    printed.is("output", output);
    printed.is_complete();
    for (const std::string stage : {"W_Q", "W_K", "W_V"})
        EXPECT_EQ(values(preset, stage), figures(preset)[stage]) << "drawn by seed: " << stage;
}

TEST(Figures, YourJourneyOverRowsAndOverColumns) {
    const std::string preset = "your-journey";
    const attn::test::TempDir folder;
    const std::string columns = variant(folder, preset, {{"axis", "columns"}});
    const std::string by_sum = variant(folder, preset, {{"normaliser", "sum"}});
    const std::string naive = variant(folder, preset, {{"normaliser", "naive_softmax"}});
    const std::string naive_columns =
        variant(folder, preset, {{"normaliser", "naive_softmax"}, {"axis", "columns"}});

    Printed printed(preset);
    const Json x = values(preset, "X");
    EXPECT_EQ(x, figures(preset)["X"]) << "drawn by seed, every bit";
    printed.is("X_row_0", x[0]);
    printed.is("X_row_1", x[1]);
    const Json scores = values(preset, "scores");
    printed.is("scores", scores);
    printed.is("scores_of_query_1", scores[1]);
    printed.is("sum_normalised_of_query_1", values(by_sum, "weights")[1]);
    const Json weights = values(preset, "weights");
    printed.is("softmax_of_query_1", weights[1]);
    printed.is("softmax_of_query_1", values(naive, "weights")[1]);

    const Json exp_x = exponentials(x);
    Json softmax_of_x = exp_x[0];
    for (Json& value : softmax_of_x)
        value = value.get<double>() / sum(exp_x[0]);
    printed.is("softmax_of_X_row_0", softmax_of_x);
    const Json exp_scores = exponentials(scores);
    printed.is("exp_scores", exp_scores);
    Json sums = Json::array();
    for (const Json& row : exp_scores)
        sums.push_back(sum(row));
    printed.is("exp_scores_row_sums", sums);

    const Json column_weights = values(columns, "weights");
    printed.is("weights_axis_columns", column_weights);
    printed.is("weights_axis_columns", values(naive_columns, "weights"));
    printed.is("output_axis_columns", values(columns, "output"));
    const Json output = values(preset, "output");
    printed.is("output_of_query_1", output[1]);
    printed.is_complete();

    const Json correct = figures(preset)["correct_rows"];
    expect_near(weights, correct["weights"], 1e-12, "weights over rows");
    expect_near(output, correct["output"], 1e-12, "output over rows");
    expect_near(weights, transposed(column_weights), 1e-15, "rows are the transpose of columns");
}
