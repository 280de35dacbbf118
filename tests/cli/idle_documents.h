// SPDX-License-Identifier: MIT
// Documents in which every option of export changes something.
#pragma once

#include "core/document/commands/new_documents.h"
#include "core/document/commands/placing.h"

#include <utility>

namespace attn::test {

/// Four words, two heads joined by W_O. The first two words are equal and the first sees only them,
/// so that its weights are fractions; the last sees itself alone, so that its weight is 1.
inline Document joined_heads() {
    NewFromWords asked;
    asked.words = {"Alpha", "be", "cat", "dog"};
    asked.heads = 2;
    asked.join = Join::WO;
    asked.seed = 3;
    Document document = *document_of(asked);
    document.title = "Four words";
    Matrix x = *document.embeddings;
    x.row(1) = x.row(0);
    document.embeddings = x;
    Flags blocked = Flags::Constant(4, 4, false);
    for (const auto& [query, key] : {std::pair(0, 2), {0, 3}, {3, 0}, {3, 1}, {3, 2}})
        blocked(query, key) = true;
    document.switches.mask = {Mask::Kind::Painted, std::move(blocked)};
    return document;
}

inline Document with_loss(Document document) {
    document.options.loss = Loss{{Stage::Weights, 1, 0}, Loss::Kind::Squared};
    Matrix target = Matrix::Constant(4, 4, 0.5);
    target(2, 3) = -5.3;
    document.of_options[{Stage::Target, 0}] = target;
    return document;
}

/// Its scores exceed 0, so that other stages widen the range.
inline Document with_positive_scores(Document document) {
    document.embeddings = Matrix(document.embeddings->cwiseAbs());
    for (HeadWeights& head : document.heads) {
        head.w_q = Matrix(head.w_q->cwiseAbs());
        head.w_k = Matrix(head.w_k->cwiseAbs());
    }
    return document;
}

/// Two layers with cross-attention that differ.
inline Document two_layers() {
    Document document = joined_heads();
    AttentionOptions options;
    options.block = Block{};
    options.block->layers = 2;
    options.block->has_cross = true;
    document = *apply_all(std::move(document),
                          {SetOptions{options, "Two layers"}, SetCell{{{Stage::WO}, 0, 0}, 0.75},
                           SetCell{{{Stage::W_Q, 0, 0, 0, true}, 0, 0}, 0.25}});
    return document;
}

inline Document larger(Document document) {
    document.embeddings = Matrix(*document.embeddings * 1.5);
    return document;
}

} // namespace attn::test
