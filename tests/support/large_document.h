// SPDX-License-Identifier: MIT
// Makes documents of many words with seeded random numbers.
#pragma once

#include "core/document/model/document.h"

#include <cmath>
#include <random>
#include <string>

inline attn::Document large_document(attn::Index words, attn::Index width, attn::Index heads) {
    std::mt19937_64 generator(7);
    std::normal_distribution<attn::Real> normal;
    const auto random = [&](attn::Index rows, attn::Index columns, attn::Real size) {
        return attn::Matrix(
            attn::Matrix::NullaryExpr(rows, columns, [&] { return size * normal(generator); }));
    };
    attn::Document document;
    document.title = std::to_string(words) + " words";
    for (attn::Index word = 0; word < words; ++word)
        document.tokens.own().push_back("w" + std::to_string(word));
    document.embeddings = random(words, width, 1);
    const attn::Real size = 1 / std::sqrt(static_cast<attn::Real>(width));
    for (attn::Index head = 0; head < heads; ++head)
        document.heads.push_back(
            {random(width, width, size), random(width, width, size), random(width, width, size)});
    return document;
}
