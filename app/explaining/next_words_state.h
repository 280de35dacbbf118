// SPDX-License-Identifier: MIT
// What a model says next, as the window shows it.
#pragma once

#include "core/base/result.h"
#include "core/document/model/evaluate.h"

#include <cstddef>
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

class FolderRunner;
/// What the model of a folder was found to say after the words of a document.
struct FolderAnswer {
    attn::Document document;
    attn::Result<attn::Vector> likely;
    std::shared_ptr<const std::vector<std::string>> texts; // of all tokens; null: it failed
    attn::Index weights_to_ask = 0; // above 0: the run waits until the user agrees
};
/// The layers of a folder that run after a document (folder_words.h).
struct FolderWords {
    std::shared_ptr<FolderRunner> runner; // created when it is first needed
    std::vector<FolderAnswer> known;      // the newest first
    std::optional<attn::Document> asked;  // what the runner runs for
    std::optional<attn::Document> stopped;
};

} // namespace app
