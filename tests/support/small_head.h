// SPDX-License-Identifier: MIT
// One head with three words and two dimensions: small enough to check by hand.
#pragma once

#include "core/document/model/document.h"

namespace attn::test {

inline Document small_head() {
    Document document = new_document();
    Matrix x(3, 2), w_q(2, 2), w_k(2, 2);
    x << 0.3, -1.1, 0.7, 0.2, -0.4, 0.9;
    w_q << 0.5, -0.2, 0.8, 1.1;
    w_k << -0.6, 0.4, 0.9, 0.3;
    document.tokens = {"a", "b", "c"};
    document.embeddings = x;
    document.heads[0].w_q = w_q;
    document.heads[0].w_k = w_k;
    return document;
}

} // namespace attn::test
