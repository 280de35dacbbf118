// SPDX-License-Identifier: MIT
// Runs the layers of a model that stay in its folder, on a thread. Of all wishes only the newest is
// run; what runs for an older one is abandoned.
#pragma once

#include "app/explaining/next_words_state.h"
#include "app/session/newest_maker.h"
#include "core/engine/numbers/parallel.h"
#include "core/typing/model_folder.h"

#include <functional>
#include <memory>
#include <optional>

namespace app {

/// Keeps the folder's tokenizer, and what the layers before make of the words.
class FolderRunner {
public:
    /// Calls `wake` from the thread after each answer; it may be empty.
    explicit FolderRunner(std::function<void()> wake);
    /// Abandons what runs.
    ~FolderRunner();
    FolderRunner(const FolderRunner&) = delete;
    FolderRunner& operator=(const FolderRunner&) = delete;

    /// Runs for this wish, whose document is a layer of a folder, instead of what runs or waits.
    /// Unless it is wanted, a run that takes minutes is not begun, and the answer says how many
    /// weights it needs.
    void ask(FolderWish wish);
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
    struct Counted {
        FolderWish wish;
        std::shared_ptr<Steps> steps;
    };
    std::optional<FolderAnswer> answer(const Counted& counted);
    void run(const Counted& counted, FolderAnswer& made);

    std::optional<attn::typing::ModelFolder> folder_; // the thread's
    std::shared_ptr<Steps> steps_;                    // count what the newest wish computes
    NewestMaker<Counted, FolderAnswer> newest_;       // last: its thread uses the members above
};

} // namespace app
