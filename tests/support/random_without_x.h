// SPDX-License-Identifier: MIT
// Makes seeded documents without X: every way in which one may begin, in one to three layers.
#pragma once

#include "core/document/model/given.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "tests/support/random_document.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

/// A valid document of 1 to 5 words, one to three heads and one to three layers. 18 consecutive
/// seeds have every beginning in every number of layers.
inline Document random_document_without_x(std::uint32_t seed) {
    const std::array<std::vector<Stage>, 6> beginnings = {{{Stage::Weights},
                                                           {Stage::Weights, Stage::V},
                                                           {Stage::Scores, Stage::V},
                                                           {Stage::Q, Stage::K},
                                                           {Stage::Q, Stage::K, Stage::V},
                                                           {Stage::Scores}}};
    Random random(seed + 9'000'000);
    const std::vector<Stage>& begins = beginnings[seed % 6];
    const Index layers = 1 + static_cast<Index>(seed / 6 % 3);
    const auto has = [&](Stage stage) {
        return std::find(begins.begin(), begins.end(), stage) != begins.end();
    };
    Document document;
    document.title = "Without X " + std::to_string(seed);
    std::vector<std::string> words;
    for (Index count = random.whole(1, 5); count > 0; --count)
        words.push_back("w" + std::to_string(count));
    document.tokens = words;
    document.embeddings = Matrix(static_cast<Index>(words.size()), 0);
    document.heads.resize(static_cast<std::size_t>(random.whole(1, 3)));
    document.switches.scale = has(Stage::Q) ? Scale{static_cast<Scale::Kind>(random.whole(0, 2)), 1}
                                            : Scale{Scale::Kind::None, 1};
    AttentionOptions& options = document.options;
    const Index heads = static_cast<Index>(document.heads.size());
    options.key_value_groups = heads > 1 && has(Stage::V) && random.chance(0.3) ? 1 : 0;
    if (has(Stage::Q) && random.chance(0.5))
        options.score.kind = static_cast<Score::Kind>(random.whole(1, 5));
    options.has_memory = random.chance(0.3);
    if (options.has_memory)
        for (Index count = random.whole(1, 4); count > 0; --count)
            document.memory.own().push_back("m" + std::to_string(count));
    const bool has_scores = !has(Stage::Weights);
    options.has_score_bias = has_scores && random.chance(0.3);
    options.has_sink = has_scores && random.chance(0.3);
    if (has_scores && random.chance(0.3))
        options.soft_limit = random.real(0.5, 5);
    if (has_scores && random.chance(0.5))
        document.switches.mask = {Mask::Kind::Causal, {}};
    if (has(Stage::V) && random.chance(0.5))
        document.join = random.chance(0.5) ? Join::WO : Join::SideBySide;
    options.has_mean_weights = document.join != Join::None && random.chance(0.5);
    const Index d_k = random.whole(1, 4), d_v = random.whole(1, 4);
    for (const Stage stage : begins)
        for (Index layer = 0; layer < layers; ++layer)
            for (Index at = 0; at < sheet_count(document, stage); ++at) {
                const bool is_of_keys = stage == Stage::K || stage == Stage::V;
                const Index rows = is_of_keys ? key_count(document) : token_count(document);
                const Index columns = stage == Stage::V ? d_v
                                      : stage == Stage::Q || stage == Stage::K
                                          ? d_k
                                          : key_count(document);
                Matrix numbers = random.matrix(rows, columns);
                if (stage == Stage::Weights)
                    numbers = numbers.cwiseAbs() / static_cast<Real>(columns);
                document.of_options[key_of({stage, at, 0, layer})] = std::move(numbers);
            }
    take_widths_of_given(document);
    if (document.join == Join::WO)
        document.w_o = random.matrix(joined_width(document), random.whole(1, 4));
    fit_option_inputs(document);
    for (const SheetId& sheet : option_sheets(document)) // as bias, sink, W_S, W_O of later layers
        if (SharedMatrix& numbers = document.of_options.at(key_of(sheet));
            !may_begin_without_x(sheet.stage))
            numbers = random.matrix(numbers.rows(), numbers.cols());
    // Gives a stage that others compute, in one layer and one head.
    if (has_scores && random.chance(0.4)) {
        const SheetId sheet{Stage::Weights, random.whole(0, heads - 1), 0,
                            random.whole(0, layers - 1)};
        document.of_options[key_of(sheet)] =
            random.matrix(token_count(document), key_count(document)).cwiseAbs();
    }
    if (random.chance(0.25))
        add_loss(document, seed);
    assert(validate(document).has_value() && "a document without X is valid");
    return document;
}

} // namespace attn::test
