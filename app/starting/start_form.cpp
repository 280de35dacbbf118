// SPDX-License-Identifier: MIT
#include "app/starting/start_form.h"

#include "app/files/file_words.h"
#include "core/base/grapheme.h"
#include "core/document/evaluate.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace app {
namespace {

using namespace attn;

constexpr Real soon_computed = 2e7;       // multiplications that take a moment on a slow machine
constexpr Index most_drawn = 1000 * 1000; // numbers that the seed draws in that time
constexpr std::size_t long_word = 40;     // letters; the window shortens longer ones

std::string_view without_spaces(std::string_view text) {
    const std::size_t from = text.find_first_not_of(' ');
    if (from == std::string_view::npos)
        return {};
    return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

/// Reads a whole number that is not negative; nothing for any other text.
template <class Number>
std::optional<Number> whole(std::string_view text) {
    text = without_spaces(text);
    Number number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || number < 0)
        return std::nullopt;
    return number;
}

std::size_t letters_of(std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < word.size(); at = grapheme_after(word, at))
        ++count;
    return count;
}

std::string as_sentence(std::string text) {
    if (text.starts_with("the "))
        text[0] = 'T';
    return text + ".";
}

std::string no_number(std::string_view what, const LineEdit& line) {
    const bool is_empty = without_spaces(line.text).empty();
    return std::string(what) + " must be a whole number" +
           (is_empty ? "." : ", not " + in_quotes(line.text) + ".");
}

/// Checks each number with those before it, so that a fault is shown at its own field.
std::optional<StartFault> read(const StartForm& form, NewFromWords& asked) {
    const auto refused = [](const NewFromWords& wanted, StartPart at) -> std::optional<StartFault> {
        const auto done = check(wanted);
        return done ? std::nullopt
                    : std::optional(StartFault{at, as_sentence(done.error().message)});
    };
    NewFromWords probe;
    probe.words = asked.words = attn::words_of(form.sentence.text);
    probe.d_model = probe.heads = 1;
    if (auto fault = refused(probe, StartPart::Sentence))
        return fault;
    const auto width = whole<Index>(form.width.text), heads = whole<Index>(form.heads.text);
    const auto seed = whole<std::uint32_t>(form.seed.text);
    if (!width)
        return StartFault{StartPart::Width, no_number("d_model", form.width)};
    probe.d_model = asked.d_model = *width;
    if (auto fault = refused(probe, StartPart::Width))
        return fault;
    if (!heads)
        return StartFault{StartPart::Heads, no_number("The number of heads", form.heads)};
    asked.heads = *heads;
    if (auto fault = refused(asked, StartPart::Heads))
        return fault;
    if (!seed)
        return StartFault{StartPart::Seed,
                          "The seed must be a whole number from 0 to " +
                              std::to_string(std::numeric_limits<std::uint32_t>::max()) + "."};
    asked.seed = *seed;
    return std::nullopt;
}

std::shared_ptr<const Calculation> preview_of(const NewFromWords& asked) {
    const auto words = static_cast<Index>(asked.words.size());
    if (asked.d_model * (words + 3 * asked.d_model) > most_drawn)
        return nullptr;
    auto document = document_of(asked);
    if (!document || evaluation_cost(*document) > soon_computed)
        return nullptr;
    Trace trace = evaluate(*document);
    return std::make_shared<const Calculation>(Calculation{*std::move(document), std::move(trace)});
}

} // namespace

LineEdit* field(StartForm& form, StartPart part) {
    switch (part) {
    case StartPart::Sentence:
        return &form.sentence;
    case StartPart::Width:
        return &form.width;
    case StartPart::Heads:
        return &form.heads;
    case StartPart::Seed:
        return &form.seed;
    case StartPart::Doors:
    case StartPart::Cards:
        break;
    }
    return nullptr;
}

void follow_fields(StartForm& form) {
    NewFromWords asked;
    form.is_followed = true;
    form.fault = read(form, asked);
    form.asked.reset();
    form.preview.reset();
    if (form.fault)
        return;
    form.preview = preview_of(asked);
    form.asked = std::move(asked);
}

std::string words_note(const StartForm& form) {
    if (!form.asked)
        return "";
    const std::size_t count = form.asked->words.size();
    std::string note =
        std::to_string(count) + (count == 1 ? " word" : " words") + ", split at spaces";
    std::size_t longest = 0;
    for (const std::string& word : form.asked->words)
        if (word.size() > long_word)
            longest = std::max(longest, letters_of(word));
    if (longest > long_word)
        note += "; the longest has " + std::to_string(longest) + " letters and is shown shortened";
    return note;
}

std::string heads_note(const StartForm& form) {
    if (!form.asked)
        return "";
    return "d_k = " + std::to_string(form.asked->d_model / form.asked->heads) +
           (form.asked->heads == 1 ? "" : " in each head") + ", drawn as NumPy does from seed " +
           std::to_string(form.asked->seed);
}

void step_number(StartForm& form, StartPart part, int by) {
    LineEdit* const line = field(form, part);
    const auto number = line ? whole<std::uint32_t>(line->text) : std::nullopt;
    if (!number || part == StartPart::Sentence)
        return;
    const std::int64_t least = part == StartPart::Seed ? 0 : 1;
    const std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    *line = line_edit(std::to_string(std::clamp(std::int64_t{*number} + by, least, most)), true);
    follow_fields(form);
}

} // namespace app
