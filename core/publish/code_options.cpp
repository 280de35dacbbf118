// SPDX-License-Identifier: MIT
#include "core/publish/code_options.h"

#include "core/engine/positions.h"

#include <algorithm>
#include <variant>

namespace attn::publish {
namespace {

/// The shape (queries × keys) of the scores that a stage reads.
Shape scores_of(const Line& line) {
    return line.stages[line.node.inputs[0]].shape;
}

} // namespace

std::string number_code(const Line& line, Real number) {
    return code_number(number, line.in.non_finite);
}

std::vector<std::string> slopes_code(const Line& line) {
    std::vector<std::string> slopes;
    for (Index head = 0; head < head_count(line.document); ++head)
        if (const auto at = line.stages.find({line.node.sheet.stage, head}))
            slopes.push_back(number_code(line, std::get<Slope>(line.stages[*at].options).slope));
    return slopes;
}

std::vector<std::string> buckets_code(const Line& line) {
    const Shape scores = scores_of(line);
    const Index count = line.stages[line.node.inputs[1]].shape.columns;
    std::vector<std::string> list;
    for (Index ahead = 1 - scores.rows; ahead < scores.columns; ++ahead)
        list.push_back(std::to_string(bucket(ahead, count, std::get<Buckets>(line.node.options))));
    return list;
}

std::string words_about_buckets(const Line& line) {
    const Shape scores = scores_of(line);
    return "of key - query from " + std::to_string(1 - scores.rows) + " to " +
           std::to_string(scores.columns - 1);
}

std::string over_temperature(const Line& line, Real temperature) {
    return temperature == 1 ? "" : " / " + number_code(line, temperature);
}

std::string sink_code(const Line& line, const std::string& loop, Index first) {
    const Index column = std::get<Normalising>(line.node.options).sink_column;
    return head_count(line.document) > 1 ? loop : std::to_string(first + column);
}

std::string waves_code(const Line& line) {
    const Waves waves = std::get<Sinusoid>(line.node.options).waves;
    if (waves == Waves::Alternating)
        return "";
    const Index half = line.node.shape.columns / 2;
    const Index over = waves == Waves::Halves ? half : std::max<Index>(half - 1, 1);
    return ", " + std::to_string(over);
}

std::string kernel_code(const Line& line, const std::string& power) {
    const Real sigma = std::get<Distances>(line.node.options).sigma;
    return sigma == 0 ? "" : " / (2 * " + filled(power, {{"of", number_code(line, sigma)}}) + ")";
}

} // namespace attn::publish
