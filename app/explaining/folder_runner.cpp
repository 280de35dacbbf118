// SPDX-License-Identifier: MIT
#include "app/explaining/folder_runner.h"

#include "core/checkpoint/run.h"
#include "core/document/model/model.h"

#include <algorithm>
#include <new>
#include <utility>

namespace app {

using namespace attn;

namespace {

/// Weights times words; GPT-2 XL with 50 words has 8e10, which takes about a minute. More is run
/// only if the user wants it.
constexpr Real most_unasked = 1e11;

/// The number of weights to be read if that takes minutes; else 0.
Index weights_to_ask(const FolderWish& wish, Index weights) {
    const Real cost = static_cast<Real>(weights) * static_cast<Real>(token_count(wish.document));
    return cost > most_unasked && !wish.is_wanted ? weights : 0;
}

FolderEffects effects_from(typing::HeadChanges changes, const std::vector<std::string>& texts) {
    return {texts[static_cast<std::size_t>(changes.token)], changes.likely(changes.token),
            std::move(changes.heads), ""};
}

} // namespace

FolderRunner::FolderRunner(std::function<void()> wake)
    : newest_([this](const Counted& counted) { return answer(counted); }, std::move(wake)) {}

FolderRunner::~FolderRunner() {
    cancel();
}

void FolderRunner::ask(FolderWish wish) {
    cancel();
    steps_ = std::make_shared<Steps>();
    newest_.ask({std::move(wish), steps_});
}

void FolderRunner::cancel() {
    if (!steps_)
        return;
    steps_->evaluation.is_cancelled = true;
    steps_->run.is_cancelled = true;
}

std::optional<double> FolderRunner::fraction() const {
    if (!steps_ || steps_->run.is_cancelled || !is_working())
        return std::nullopt;
    const auto total = static_cast<double>(steps_->run.total.load());
    if (total == 0)
        return 0;
    return std::min(1.0, static_cast<double>(steps_->run.done.load()) / total);
}

/// Runs the opened folder for the wish.
void FolderRunner::run(const Counted& counted, FolderAnswer& made) {
    const FolderWish& wish = counted.wish;
    Progress& progress = counted.steps->run;
    if (wish.of == FolderWish::Of::Text) {
        auto read = typing::with_text(*folder_, wish.document, wish.text, &progress);
        if (read) {
            made.read = std::make_shared<const Document>(*std::move(read));
            made.likely = Vector();
        } else {
            made.likely = read.error();
        }
        return;
    }
    if (const auto table = checkpoint::table_of_logits(folder_->model); !table) {
        made.likely = table.error();
        return;
    }
    const bool is_of_heads = wish.of == FolderWish::Of::Heads;
    made.weights_to_ask = weights_to_ask(
        wish, is_of_heads
                  ? typing::weights_for_heads(*folder_, wish.document)
                  : checkpoint::weights_to_run(folder_->model, wish.document,
                                               folder_->residual ? &*folder_->residual : nullptr));
    if (made.weights_to_ask > 0)
        return;
    if (!is_of_heads) {
        made.likely =
            typing::likely_next(*folder_, wish.document, &counted.steps->evaluation, &progress);
        return;
    }
    auto changes = typing::changes_by_heads(*folder_, wish.document, &progress);
    if (!changes) {
        made.likely = changes.error();
        return;
    }
    made.likely = changes->likely;
    made.effects =
        std::make_shared<const FolderEffects>(effects_from(*std::move(changes), *folder_->texts));
}

std::optional<FolderAnswer> FolderRunner::answer(const Counted& counted) {
    const Progress& run_steps = counted.steps->run;
    if (run_steps.is_cancelled)
        return std::nullopt;
    FolderAnswer made{counted.wish, Error{}};
    try {
        auto folder = typing::open_folder(*counted.wish.document.origin, &folder_);
        if (!folder) {
            made.likely = folder.error();
            return made;
        }
        folder_ = *std::move(folder);
        made.texts = folder_->texts;
        made.text = typing::text_of_words(*folder_, counted.wish.document);
        run(counted, made);
    } catch (const std::bad_alloc&) {
        made.likely = Error{"there is not enough memory to run the other layers of the model; "
                            "close other programs, or use fewer words"};
    }
    if (run_steps.is_cancelled)
        return std::nullopt;
    return made;
}

} // namespace app
