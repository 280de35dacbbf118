// SPDX-License-Identifier: MIT
// What a model says next if the open document is a layer of it: the layers after it stay in the
// model's folder, and a thread runs them. Of all edits only the newest is run; what runs for an
// older one is abandoned.
#pragma once

#include "app/session/frame.h"
#include "app/session/newest_maker.h"
#include "core/engine/numbers/parallel.h"
#include "core/typing/model_folder.h"

#include <functional>
#include <memory>
#include <optional>

namespace app {

/// Runs the layers of a folder on its own thread. Keeps the folder's tokenizer, and what the layers
/// before make of the words.
class FolderRunner {
public:
    /// Calls `wake` from the thread after each answer; it may be empty.
    explicit FolderRunner(std::function<void()> wake);
    /// Abandons what runs.
    ~FolderRunner();
    FolderRunner(const FolderRunner&) = delete;
    FolderRunner& operator=(const FolderRunner&) = delete;

    /// Runs for this document, which is a layer of a folder, instead of what runs or waits. Unless
    /// `is_wanted`, a run that takes minutes is not begun, and the answer says how many weights it
    /// needs.
    void ask(attn::Document document, bool is_wanted);
    /// Abandons what runs or waits.
    void cancel();
    /// Takes the latest answer, once.
    std::optional<FolderAnswer> take() { return newest_.take(); }
    bool has_news() const { return newest_.has_news(); }
    bool is_working() const { return newest_.is_working(); }
    /// The share of the weights that has been read; nothing if nothing runs.
    std::optional<double> fraction() const;

private:
    struct Steps {
        attn::Progress evaluation, run;
    };
    struct Wish {
        attn::Document document;
        bool is_wanted = false;
        std::shared_ptr<Steps> steps;
    };
    std::optional<FolderAnswer> answer(const Wish& wish);

    std::optional<attn::typing::ModelFolder> folder_; // the thread's
    std::shared_ptr<Steps> steps_;                    // count what the newest request computes
    NewestMaker<Wish, FolderAnswer> newest_;          // last: its thread uses the members above
};

/// How many words such a model lists.
constexpr attn::Index words_of_folder = 10;

/// Takes answers; has the newest document run, and then the state before its last change, unless
/// they are known or were stopped. Without `is_seen` it asks nothing new.
void follow_folder_words(const Frame& frame, bool is_seen, const std::function<void()>& wake);
/// Whether an answer was not taken yet.
bool has_folder_news(const Frame& frame);

/// The likeliest words of the folder's model, at most ten, with what they were before. Keeps the
/// last ones while the newest are computed. Without words, says why there are none.
void list_folder_words(const Frame& frame, NextWords& next);

/// How far the run has come for the words of the newest document; nothing if it does not run.
std::optional<double> folder_fraction(const Frame& frame);
/// Stops it. The words are not known then, until it runs again or the document changes.
void stop_folder(const Frame& frame);
/// Whether it can be run: it was stopped, failed, or takes so long that the user decides.
bool can_run_folder(const Frame& frame);
/// Runs it, however long that takes.
void run_folder(const Frame& frame);

} // namespace app
