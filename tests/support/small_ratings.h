// SPDX-License-Identifier: MIT
// Ratings small enough to read in a test.
#pragma once

#include "core/document/model/document.h"

namespace attn::test {

/// A document of concepts: two people rate two films, and one person is new.
inline Document small_ratings() {
    Document ratings;
    ratings.model = Model::Concepts;
    ratings.tokens = {"A", "B"};
    ratings.embeddings = Matrix::Ones(2, 2);
    ratings.concepts = {{"Star Wars", "Titanic"}, 1, {"N"}, SharedMatrix(Matrix::Ones(1, 2))};
    return ratings;
}

} // namespace attn::test
