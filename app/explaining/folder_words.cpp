// SPDX-License-Identifier: MIT
#include "app/explaining/folder_words.h"

#include "app/explaining/comparing.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/telling/next_word.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace app {

using namespace attn;

namespace {

constexpr std::size_t most_known = 4;

/// Whether one answer is true of both.
bool say_the_same(const Document& a, const Document& b) {
    return are_equal_but_for_remarks(a, b);
}

FolderKnown* known_of(FolderWords& folder, const Document& document) {
    const auto found =
        std::find_if(folder.known.begin(), folder.known.end(), [&](const FolderKnown& one) {
            return say_the_same(one.words.wish.document, document);
        });
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
    return is_layer_of_folder(a) && is_layer_of_folder(b) && a.origin->folder == b.origin->folder &&
           a.origin->index == b.origin->index && a.tokens == b.tokens;
}

bool are_same(const FolderWish& a, const FolderWish& b) {
    if (a.of != b.of || a.text != b.text)
        return false;
    // A read text replaces the whole document, with its title and notes.
    return a.of == FolderWish::Of::Text ? a.document == b.document
                                        : say_the_same(a.document, b.document);
}

void abandon(FolderWords& folder) {
    if (std::exchange(folder.asked, std::nullopt))
        folder.runner->cancel();
}

void take_words(FolderWords& folder, FolderAnswer made) {
    std::erase_if(folder.known, [&](const FolderKnown& one) {
        return say_the_same(one.words.wish.document, made.wish.document);
    });
    folder.known.insert(folder.known.begin(), FolderKnown{std::move(made)});
    if (folder.known.size() > most_known)
        folder.known.pop_back();
}

void take_effects(FolderWords& folder, const FolderAnswer& made) {
    FolderKnown* const known = known_of(folder, made.wish.document);
    if (!known)
        return;
    known->weights_to_ask = made.weights_to_ask;
    known->effects = made.effects;
    if (made.weights_to_ask == 0 && !made.effects) {
        FolderEffects none;
        none.why = sentence_of(made.likely.error());
        known->effects = std::make_shared<const FolderEffects>(std::move(none));
    }
}

/// Gives the document the words of the text, as one step of undo.
void take_text(const Frame& frame, const FolderAnswer& made) {
    std::optional<FolderText>& typed = frame.ui.folder_words.typed;
    if (!typed || typed->text != made.wish.text)
        return;
    if (!made.read) {
        typed->fault = sentence_of(made.likely.error());
        frame.ui.message = Message{typed->fault + ". The text stays in its field.", true};
        return;
    }
    if (!(made.wish.document == frame.document))
        return; // It is read again for the document as it is now.
    frame.outbox.edit(Replace{*made.read, "Type " + cite(typed->text)});
    typed.reset();
}

void take_answer(const Frame& frame) {
    FolderWords& folder = frame.ui.folder_words;
    if (!folder.runner)
        return;
    auto made = folder.runner->take();
    if (!made)
        return;
    if (folder.asked && are_same(*folder.asked, made->wish))
        folder.asked.reset();
    switch (made->wish.of) {
    case FolderWish::Of::Words:
        return take_words(folder, *std::move(made));
    case FolderWish::Of::Heads:
        return take_effects(folder, *made);
    case FolderWish::Of::Text:
        return take_text(frame, *made);
    }
}

/// What is to be run now, the first of what is not known yet.
std::optional<FolderWish> wanted(const Frame& frame, FolderSeen seen) {
    FolderWords& folder = frame.ui.folder_words;
    const Document& now = frame.document;
    using Of = FolderWish::Of;
    if (folder.typed && folder.typed->fault.empty())
        return FolderWish{now, Of::Text, folder.typed->text, true};
    if (folder.stopped)
        return std::nullopt;
    const bool is_agreed = folder.agreed && say_the_same(*folder.agreed, now);
    const FolderKnown* const newest = known_of(folder, now);
    if (!newest)
        return FolderWish{now, Of::Words, {}, is_agreed};
    if (!newest->words.likely)
        return std::nullopt;
    if (const DocumentBefore then = document_before(frame);
        then.document && can_be_compared(*then.document, now) && !known_of(folder, *then.document))
        return FolderWish{*then.document};
    if (seen.effects && !newest->effects && (newest->weights_to_ask == 0 || is_agreed))
        return FolderWish{now, Of::Heads, {}, is_agreed};
    return std::nullopt;
}

/// The effects of the heads, or why the page has none.
FolderEffects shown_effects(const Frame& frame) {
    FolderWords& folder = frame.ui.folder_words;
    const FolderKnown* const now = known_of(folder, frame.document);
    FolderEffects shown;
    if (now && now->words.weights_to_ask == 0 && !now->words.likely) {
        shown.why = sentence_of(now->words.likely.error());
    } else if (now && now->effects) {
        return *now->effects;
    } else if (folder.stopped) {
        shown.why = "Stopped before the effects of the heads were known. Run, above, lets them be "
                    "computed.";
    } else if (now && now->words.weights_to_ask > 0 && !folder.asked) {
        shown.why = "The layers to run have " + weights_text(now->words.weights_to_ask) +
                    " weights, which take minutes. Run, above, lets them say the next word, and "
                    "then what each head does to it.";
    } else if (now && now->weights_to_ask > 0 && !folder.asked) {
        shown.why = "To switch the heads off one by one, " + weights_text(now->weights_to_ask) +
                    " weights are read, which takes minutes. Run, above, lets them be read.";
    } else if (folder.asked && folder.asked->of == FolderWish::Of::Heads) {
        const Index runs = typing::runs_for_heads(frame.document);
        const double share = folder.runner->fraction().value_or(0);
        const Index at = std::min(runs, 1 + static_cast<Index>(share * static_cast<double>(runs)));
        shown.why = "Computing run " + std::to_string(at) + " of " + std::to_string(runs) +
                    " …\nThe model runs once with all heads, and twice for each of them.";
    } else {
        shown.why = "Computing what the model says next …";
    }
    return shown;
}

} // namespace

void follow_folder_words(const Frame& frame, FolderSeen seen, const std::function<void()>& wake) {
    FolderWords& folder = frame.ui.folder_words;
    const Document& now = frame.document;
    take_answer(frame);
    folder.effects.reset();
    if (!is_layer_of_folder(now)) {
        abandon(folder);
        folder.known.clear();
        folder.stopped.reset();
        folder.agreed.reset();
        folder.typed.reset();
        return;
    }
    if (folder.typed && folder.typed->index != now.origin->index)
        folder.typed.reset();
    if (!seen.words)
        return;
    if (folder.stopped && !say_the_same(*folder.stopped, now))
        folder.stopped.reset();
    auto wish = wanted(frame, seen);
    if (!wish)
        abandon(folder);
    if (wish && !(folder.asked && are_same(*folder.asked, *wish))) {
        if (!folder.runner)
            folder.runner = std::make_shared<FolderRunner>(wake);
        folder.runner->ask(*wish);
        folder.asked = std::move(wish);
    }
    if (seen.effects)
        folder.effects = shown_effects(frame);
}

bool has_folder_news(const Frame& frame) {
    const FolderWords& folder = frame.ui.folder_words;
    return folder.runner && folder.runner->has_news();
}

void list_folder_words(const Frame& frame, NextWords& next) {
    FolderWords& folder = frame.ui.folder_words;
    const FolderKnown* const known = known_of(folder, frame.document);
    const FolderAnswer* const now = known ? &known->words : nullptr;
    next.why.clear();
    const bool keeps_words =
        !now && !folder.stopped && !folder.known.empty() &&
        can_be_compared(folder.known.front().words.wish.document, frame.document);
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
    const FolderKnown* const before =
        then.document && can_be_compared(*then.document, frame.document)
            ? known_of(folder, *then.document)
            : nullptr;
    const bool has_before = before && before->words.likely;
    const std::vector<ComparedWord> words = compared_likely(
        *now->likely, has_before ? &*before->words.likely : nullptr, words_of_folder);
    const bool is_compared = has_changed(words);
    for (const ComparedWord& one : words)
        next.words.push_back({(*now->texts)[static_cast<std::size_t>(one.word)], one.now,
                              is_compared ? one.before : std::nullopt});
    if (is_compared)
        next.compared_with = then.name;
}

std::shared_ptr<const FolderEffects> known_effects(const Frame& frame) {
    const FolderKnown* const known = known_of(frame.ui.folder_words, frame.document);
    return known && known->effects && known->effects->why.empty() ? known->effects : nullptr;
}

std::string text_of_folder_words(const Frame& frame) {
    const FolderKnown* const known = known_of(frame.ui.folder_words, frame.document);
    if (known && !known->words.text.empty())
        return known->words.text;
    const std::vector<std::string>& words = frame.document.tokens;
    const std::string between = between_words(words);
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

std::string between_words(const std::vector<std::string>& words) {
    const bool have_blanks = std::any_of(
        words.begin(), words.end(), [](const std::string& word) { return word.starts_with(' '); });
    return have_blanks ? "" : " ";
}

std::optional<double> folder_fraction(const Frame& frame) {
    const FolderWords& folder = frame.ui.folder_words;
    return folder.asked && folder.runner ? folder.runner->fraction() : std::nullopt;
}

void stop_folder(const Frame& frame) {
    FolderWords& folder = frame.ui.folder_words;
    if (!folder.asked)
        return;
    const bool is_of_text = folder.asked->of == FolderWish::Of::Text;
    abandon(folder);
    folder.agreed.reset();
    if (is_of_text && folder.typed)
        folder.typed->fault = "Stopped before the model had read the text. Enter reads it";
    else
        folder.stopped = frame.document;
}

bool can_run_folder(const Frame& frame) {
    FolderWords& folder = frame.ui.folder_words;
    if (folder.asked)
        return false;
    const FolderKnown* const now = known_of(folder, frame.document);
    const bool lacks_effects =
        folder.effects && now &&
        (now->weights_to_ask > 0 || (now->effects && !now->effects->why.empty()));
    return folder.stopped || (now && !now->words.likely) || lacks_effects;
}

void run_folder(const Frame& frame) {
    FolderWords& folder = frame.ui.folder_words;
    if (!can_run_folder(frame))
        return;
    folder.stopped.reset();
    folder.agreed = frame.document;
    if (FolderKnown* const now = known_of(folder, frame.document); now && now->words.likely) {
        now->effects.reset();
        now->weights_to_ask = 0;
    } else {
        std::erase_if(folder.known, [&](const FolderKnown& one) {
            return say_the_same(one.words.wish.document, frame.document);
        });
    }
}

} // namespace app
