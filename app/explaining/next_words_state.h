// SPDX-License-Identifier: MIT
// What a model says next, as the window shows it.
#pragma once

#include "core/document/model/evaluate.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// The likeliest next words, with what they were in another state.
struct NextWords {
    struct One {
        std::string word;
        attn::Real now = 0;
        std::optional<attn::Real> before = {};
    };
    std::vector<One> words;
    std::string why;                              // there are none
    std::string compared_with;                    // the other state: "before the last change"
    std::optional<attn::Document> before_of = {}; // the document before the last change
    std::shared_ptr<const attn::Calculation> before = {}; // its results; null if they take long
};

} // namespace app
