// SPDX-License-Identifier: MIT
#include "app/explaining/folder_words.h"

#include "app/explaining/comparing.h"
#include "core/base/number_text.h"
#include "core/checkpoint/run.h"
#include "core/document/telling/next_word.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace app {

using namespace attn;

namespace {

/// Weights times words; GPT-2 XL with 50 words has 8e10, which takes about a minute. More is run
/// only if the user wants it.
constexpr Real most_unasked = 1e11;

constexpr std::size_t most_known = 4;

/// Whether one answer is true of both.
bool say_the_same(const Document& a, const Document& b) {
    return are_equal_but_for_remarks(a, b);
}

const FolderAnswer* known_of(const FolderWords& folder, const Document& document) {
    const auto found =
        std::find_if(folder.known.begin(), folder.known.end(),
                     [&](const FolderAnswer& one) { return say_the_same(one.document, document); });
    return found == folder.known.end() ? nullptr : &*found;
}

/// The error with its place, which may be a long path, at the end.
std::string sentence_of(const Error& error) {
    std::string text = error.message;
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return error.where.empty() ? text : text + ": " + error.where;
}

/// "124.4 million", "6.6 billion".
std::string weights_text(Index weights) {
    constexpr Real million = 1e6, billion = 1e9;
    const auto count = static_cast<Real>(weights);
    return count < billion ? decimals(count / million, 1) + " million"
                           : decimals(count / billion, 1) + " billion";
}

bool can_be_compared(const Document& a, const Document& b) {
    return checkpoint::is_layer_of_folder(a) && checkpoint::is_layer_of_folder(b) &&
           a.origin->folder == b.origin->folder && a.origin->index == b.origin->index &&
           a.tokens == b.tokens;
}

} // namespace

FolderRunner::FolderRunner(std::function<void()> wake)
    : newest_([this](const Wish& wish) { return answer(wish); }, std::move(wake)) {}

FolderRunner::~FolderRunner() {
    cancel();
}

void FolderRunner::ask(Document document, bool is_wanted) {
    cancel();
    steps_ = std::make_shared<Steps>();
    newest_.ask({std::move(document), is_wanted, steps_});
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

std::optional<FolderAnswer> FolderRunner::answer(const Wish& wish) {
    if (wish.steps->run.is_cancelled)
        return std::nullopt;
    FolderAnswer made{wish.document, Error{}, nullptr};
    try {
        auto folder = typing::open_folder(*wish.document.origin, &folder_);
        if (!folder) {
            made.likely = folder.error();
            return made;
        }
        folder_ = *std::move(folder);
        made.texts = folder_->texts;
        if (const auto table = checkpoint::table_of_logits(folder_->model); !table) {
            made.likely = table.error();
            return made;
        }
        const auto& residual = folder_->residual;
        const Index weights = checkpoint::weights_to_run(folder_->model, wish.document,
                                                         residual ? &*residual : nullptr);
        const Real cost =
            static_cast<Real>(weights) * static_cast<Real>(token_count(wish.document));
        if (cost > most_unasked && !wish.is_wanted) {
            made.weights_to_ask = weights;
            return made;
        }
        made.likely =
            typing::likely_next(*folder_, wish.document, &wish.steps->evaluation, &wish.steps->run);
    } catch (const std::bad_alloc&) {
        made.likely = Error{"there is not enough memory to run the layers after this one; close "
                            "other programs, or use fewer words"};
    }
    if (wish.steps->run.is_cancelled)
        return std::nullopt;
    return made;
}

void follow_folder_words(const Frame& frame, bool is_seen, const std::function<void()>& wake) {
    FolderWords& folder = frame.ui.folder_words;
    const Document& now = frame.document;
    if (folder.runner)
        if (auto made = folder.runner->take()) {
            if (folder.asked && say_the_same(*folder.asked, made->document))
                folder.asked.reset();
            std::erase_if(folder.known, [&](const FolderAnswer& one) {
                return say_the_same(one.document, made->document);
            });
            folder.known.insert(folder.known.begin(), *std::move(made));
            if (folder.known.size() > most_known)
                folder.known.pop_back();
        }
    if (!checkpoint::is_layer_of_folder(now)) {
        if (std::exchange(folder.asked, std::nullopt))
            folder.runner->cancel();
        folder.known.clear();
        folder.stopped.reset();
        return;
    }
    if (!is_seen)
        return;
    if (folder.stopped && !say_the_same(*folder.stopped, now))
        folder.stopped.reset();
    const FolderAnswer* const newest = known_of(folder, now);
    std::optional<Document> wanted;
    if (!newest)
        wanted = now;
    else if (const DocumentBefore then = document_before(frame);
             newest->likely && then.document && can_be_compared(*then.document, now) &&
             !known_of(folder, *then.document))
        wanted = *then.document;
    if (!wanted || folder.stopped) {
        if (std::exchange(folder.asked, std::nullopt))
            folder.runner->cancel();
        return;
    }
    if (folder.asked && say_the_same(*folder.asked, *wanted))
        return;
    if (!folder.runner)
        folder.runner = std::make_shared<FolderRunner>(wake);
    folder.runner->ask(*wanted, false);
    folder.asked = std::move(wanted);
}

bool has_folder_news(const Frame& frame) {
    const FolderWords& folder = frame.ui.folder_words;
    return folder.runner && folder.runner->has_news();
}

void list_folder_words(const Frame& frame, NextWords& next) {
    const FolderWords& folder = frame.ui.folder_words;
    const FolderAnswer* const now = known_of(folder, frame.document);
    next.why.clear();
    const bool keeps_words = !now && !folder.stopped && !folder.known.empty() &&
                             can_be_compared(folder.known.front().document, frame.document);
    if (keeps_words)
        return;
    next.words.clear();
    next.compared_with.clear();
    if (!now) {
        if (folder.stopped)
            next.why = "Stopped before the model said a word. Run lets it finish.";
        return;
    }
    if (now->weights_to_ask > 0) {
        next.why = "The layers to run have " + weights_text(now->weights_to_ask) +
                   " weights, which take minutes. Run lets them say the next word.";
        return;
    }
    if (!now->likely) {
        next.why = sentence_of(now->likely.error());
        return;
    }
    const DocumentBefore then = document_before(frame);
    const FolderAnswer* const known =
        then.document && can_be_compared(*then.document, frame.document)
            ? known_of(folder, *then.document)
            : nullptr;
    const bool has_before = known && known->likely;
    const std::vector<ComparedWord> words =
        compared_likely(*now->likely, has_before ? &*known->likely : nullptr, words_of_folder);
    const bool is_compared = has_changed(words);
    for (const ComparedWord& one : words)
        next.words.push_back({(*now->texts)[static_cast<std::size_t>(one.word)], one.now,
                              is_compared ? one.before : std::nullopt});
    if (is_compared)
        next.compared_with = then.name;
}

std::optional<double> folder_fraction(const Frame& frame) {
    const FolderWords& folder = frame.ui.folder_words;
    return folder.asked && folder.runner ? folder.runner->fraction() : std::nullopt;
}

void stop_folder(const Frame& frame) {
    FolderWords& folder = frame.ui.folder_words;
    if (!std::exchange(folder.asked, std::nullopt))
        return;
    folder.runner->cancel();
    folder.stopped = frame.document;
}

bool can_run_folder(const Frame& frame) {
    const FolderWords& folder = frame.ui.folder_words;
    if (folder.asked)
        return false;
    const FolderAnswer* const now = known_of(folder, frame.document);
    return folder.stopped || (now && !now->likely);
}

void run_folder(const Frame& frame) {
    FolderWords& folder = frame.ui.folder_words;
    if (!can_run_folder(frame) || !folder.runner)
        return;
    const FolderAnswer* const now = known_of(folder, frame.document);
    folder.stopped.reset();
    if (now && now->likely)
        return; // Only the state before was stopped; it is asked for by itself.
    folder.asked = frame.document;
    folder.runner->ask(frame.document, true);
    std::erase_if(folder.known, [&](const FolderAnswer& one) {
        return say_the_same(one.document, frame.document);
    });
}

} // namespace app
