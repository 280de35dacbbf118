// SPDX-License-Identifier: MIT
// Documents in which the usual mistakes can be made.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/model/document.h"
#include "tests/support/random_document.h"

#include <cassert>
#include <vector>

namespace attn::test {

inline Document three_random_words() {
    Random random(3);
    Document document = new_document();
    document.tokens = {"a", "b", "c"};
    document.embeddings = random.matrix(3, 4);
    for (HeadWeights& head : document.heads)
        head = {random.matrix(4, 3), random.matrix(4, 3), random.matrix(4, 3)};
    assert(validate(document));
    return document;
}

/// Each usual mistake can be made in one of them without further changes.
inline std::vector<Document> documents_of_mistakes() {
    const Document plain = three_random_words();
    Document causal = plain, no_key = plain;
    causal.switches.mask.kind = Mask::Kind::Causal;
    no_key.switches.mask = {Mask::Kind::Painted,
                            Flags{{false, false, true}, {true, true, true}, {false, true, false}}};
    Document two = plain;
    Random random(4);
    two.heads.push_back({random.matrix(4, 3), random.matrix(4, 3), random.matrix(4, 3)});
    two = apply(two, SetJoin{Join::WO}).value();
    two = apply(two, SetMatrix{{Stage::WO}, random.matrix(6, 4), "W_O"}).value();
    AttentionOptions sines;
    sines.positions.kind = Positions::Kind::Sinusoidal;
    AttentionOptions block;
    block.block.emplace();
    return {plain,
            causal,
            no_key,
            two,
            apply(plain, SetOptions{sines, "Positions"}).value(),
            apply(two, SetOptions{block, "Block"}).value()};
}

/// Adds a loss whose target starts as the current weights.
inline Document with_loss(const Document& document) {
    AttentionOptions options = document.options;
    options.loss = Loss{{Stage::Weights}};
    return apply(document, SetOptions{options, "Loss"}).value();
}

} // namespace attn::test
