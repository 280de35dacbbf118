// SPDX-License-Identifier: MIT
// What a model says next, as the window shows it.
#pragma once

#include "core/base/result.h"
#include "core/document/explaining/head_effects.h"
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
/// What the model of a folder is run for.
struct FolderWish {
    enum class Of {
        Words, // what it says after the words of the document
        Heads, // what each head of the document does to that
        Text   // the document for a typed text
    };
    attn::Document document; // a layer of the folder
    Of of = Of::Words;
    std::string text = {};  // the typed one
    bool is_wanted = false; // also if it takes minutes
};
/// What the run brought.
struct FolderAnswer {
    FolderWish wish;
    attn::Result<attn::Vector> likely; // each token after the words; the error of any wish
    std::shared_ptr<const std::vector<std::string>> texts = {}; // all tokens; null if it failed
    std::string text = {}; // that the tokenizer splits into the words of the document
    std::shared_ptr<const attn::FolderEffects> effects = {}; // what the heads do
    std::shared_ptr<const attn::Document> read = {};         // for the typed text
    attn::Index weights_to_ask = 0; // above 0: the run waits until the user agrees
};
/// What is known of a document.
struct FolderKnown {
    FolderAnswer words;
    std::shared_ptr<const attn::FolderEffects> effects = {}; // null: not run yet
    attn::Index weights_to_ask = 0; // above 0: their run waits until the user agrees
};
/// A text that was typed in place of the words of a layer of a folder.
struct FolderText {
    std::string text;
    std::string index; // names the model for which it was typed
    std::string fault; // why the document cannot have it; empty: it is being read
};
/// The layers of a folder that run for a document (folder_words.h).
struct FolderWords {
    std::shared_ptr<FolderRunner> runner;  // created when it is first needed
    std::vector<FolderKnown> known;        // the newest first
    std::optional<FolderWish> asked;       // what the runner runs for
    std::optional<attn::Document> stopped; // by the user
    std::optional<attn::Document> agreed;  // the user lets it run for minutes
    std::optional<FolderText> typed;
    std::optional<attn::FolderEffects> effects; // that the page Effects shows while it is open
};

} // namespace app
