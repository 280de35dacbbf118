// SPDX-License-Identifier: MIT
// What a model says next if the open document is a layer of it, and what the layer's heads do to
// that: the other layers stay in the model's folder, and a thread runs them (folder_runner.h).
#pragma once

#include "app/explaining/folder_runner.h"
#include "app/session/frame.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// How many words such a model lists.
constexpr attn::Index words_of_folder = 10;

/// What of it the window shows.
struct FolderSeen {
    bool words = false;   // the row above the canvas
    bool effects = false; // the page Effects
};
/// Takes answers; has the model read a typed text, then say what comes next, then what came before
/// the last change, then what each head does, unless they are known or were stopped. Of what is not
/// seen it asks nothing new.
void follow_folder_words(const Frame& frame, FolderSeen seen, const std::function<void()>& wake);
/// Whether an answer was not taken yet.
bool has_folder_news(const Frame& frame);

/// The likeliest words of the folder's model, at most ten, with what they were before. Keeps the
/// last ones while the newest are computed. Without words, says why there are none.
void list_folder_words(const Frame& frame, NextWords& next);

/// What the heads of the document do to the likeliest word; null if it is not known.
std::shared_ptr<const attn::FolderEffects> known_effects(const Frame& frame);

/// A text that stands for the words of the document: what the model's tokenizer splits into them,
/// as soon as that is known.
std::string text_of_folder_words(const Frame& frame);
/// What stands between words in their text: nothing if tokens begin with their blanks, as byte
/// pairs do, else a blank.
std::string between_words(const std::vector<std::string>& words);

/// How far the run for the newest document, or for the typed text, has come; nothing if none runs.
std::optional<double> folder_fraction(const Frame& frame);
/// Stops it. What it was to bring is not known then, until it runs again or the document changes.
void stop_folder(const Frame& frame);
/// Whether it can be run: it was stopped, failed, or takes so long that the user decides.
bool can_run_folder(const Frame& frame);
/// Runs it, however long that takes.
void run_folder(const Frame& frame);

} // namespace app
