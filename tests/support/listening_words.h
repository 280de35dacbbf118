// SPDX-License-Identifier: MIT
// The smallest document with a loss: two words that should attend only to each other.
#pragma once

#include "core/document/commands/command.h"

#include <gtest/gtest.h>

namespace attn::test {

inline Document listening_words() {
    AttentionOptions options;
    options.loss = Loss{{Stage::Weights}, Loss::Kind::Squared};
    auto made = apply(new_document(), SetOptions{options, "Loss"});
    EXPECT_TRUE(made);
    Matrix target(2, 2), w_q(2, 2);
    target << 0, 1, 1, 0;
    w_q << 0.3, -0.2, 0.1, 0.4;
    made = apply(*made, SetMatrix{{Stage::Target}, target, "Target"});
    EXPECT_TRUE(made);
    made = apply(*made, SetMatrix{{Stage::W_Q}, w_q, "W_Q"});
    EXPECT_TRUE(made);
    return *made;
}

} // namespace attn::test
