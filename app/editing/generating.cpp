// SPDX-License-Identifier: MIT
#include "app/editing/generating.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/evaluate.h"
#include "core/io/text/cell_text.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace app {
namespace {

using namespace attn;

constexpr std::size_t temperature_field = 0, seed_field = 1;

/// Returns for example "Kept: keys and values of the 5 words before. New: those of “mouse”."
std::string kept_sentence(const Calculation& before, const Document& document,
                          const std::string& name) {
    constexpr Real most_cost = 2e7; // costlier evaluations would make the user wait
    if (evaluation_cost(document) > most_cost)
        return "";
    const Index count = token_count(before.document);
    const Index kept = kept_words(before, {document, evaluate(document)});
    if (kept == count)
        return " Kept: keys and values of the " + std::to_string(count) +
               (count == 1 ? " word" : " words") + " before. New: those of " + cite(name) + ".";
    return " Kept: keys and values of " + std::to_string(kept) + " of the " +
           std::to_string(count) + " words before.";
}

/// Returns for example "“mouse” comes next, with a probability of 0.31."
std::string comes_next(const NextWord& next, const Choosing& how) {
    std::string text =
        cite(next.name) + " comes next, with a probability of " + significant(next.probability, 3);
    if (how.seed && how.temperature != 1)
        text += " (" + significant(next.at_temperature, 3) + " at the temperature " +
                shortest(how.temperature) + ")";
    return text + (how.seed ? ", drawn by the seed " + std::to_string(*how.seed) + "." : ".");
}

/// Appends a word and returns a sentence about it; the error says why none was appended.
Result<std::string> append(const Frame& frame, const Choosing& how) {
    frame.settle();
    const Calculation& shown = frame.shown();
    const auto next = next_word(shown.document, shown.trace, how);
    if (!next)
        return next.error();
    const auto after = attn::apply(frame.document, next->command);
    if (!after)
        return after.error();
    frame.outbox.edit(next->command);
    frame.view.query = next->command.row;
    if (how.seed) // the next draw uses the next seed
        frame.ui.generating.fields[seed_field] =
            line_edit(std::to_string(static_cast<std::uint32_t>(*how.seed + 1)), true);
    return comes_next(*next, how) + kept_sentence(shown, *after, next->name);
}

Result<Real> temperature_of(const Generating& how) {
    const std::string& text = how.fields[temperature_field].text;
    const auto temperature = io::parse_cell(text);
    if (!temperature || !(*temperature > 0 && std::isfinite(*temperature)))
        return Error{"The temperature must be a number above 0, such as 0.7; found " + cite(text)};
    return *temperature;
}

Result<std::uint32_t> seed_of(const Generating& how) {
    const auto number = io::parse_whole(how.fields[seed_field].text, "The seed", 0,
                                        std::numeric_limits<std::uint32_t>::max());
    if (!number)
        return number.error();
    return static_cast<std::uint32_t>(*number);
}

void say(const Frame& frame, const Result<std::string>& appended) {
    Generating& generating = frame.ui.generating;
    generating.fault = appended ? "" : appended.error().text();
    generating.said = appended ? *appended : "";
    if (appended)
        frame.ui.message = Message{*appended, false};
    else if (!generating.is_open)
        frame.ui.message = Message{generating.fault, true};
}

Result<std::string> append_drawn(const Frame& frame) {
    Generating how = frame.ui.generating;
    how.is_drawn = true;
    const auto chosen = choosing(how);
    return chosen ? append(frame, *chosen) : chosen.error();
}

} // namespace

void open_generating(const Frame& frame) {
    Generating& generating = frame.ui.generating;
    generating.is_open = true;
    generating.fault.clear();
    generating.said.clear();
    for (LineEdit& line : generating.fields)
        line.select_all();
}

void append_likeliest_word(const Frame& frame) {
    say(frame, append(frame, {}));
}

void append_drawn_word(const Frame& frame) {
    say(frame, append_drawn(frame));
}

void append_chosen_word(const Frame& frame) {
    frame.ui.generating.is_drawn ? append_drawn_word(frame) : append_likeliest_word(frame);
}

Result<Choosing> choosing(const Generating& how) {
    if (!how.is_drawn)
        return Choosing{};
    const auto temperature = temperature_of(how);
    if (!temperature)
        return temperature.error();
    const auto seed = seed_of(how);
    if (!seed)
        return seed.error();
    return Choosing{*seed, *temperature};
}

std::string fault_of(const Generating& how, std::size_t field) {
    if (!how.is_drawn)
        return "";
    if (field == temperature_field) {
        const auto temperature = temperature_of(how);
        return temperature ? "" : temperature.error().text();
    }
    const auto seed = seed_of(how);
    return seed ? "" : seed.error().text();
}

Choosing shown_choosing(Generating& how) {
    const auto asked = choosing(how);
    if (!asked)
        return {how.last_seed, how.last_temperature};
    how.last_temperature = asked->temperature;
    how.last_seed = asked->seed.value_or(how.last_seed);
    return *asked;
}

void press_in_generating(const Frame& frame, const KeyPress& key) {
    Generating& generating = frame.ui.generating;
    switch (key.key) {
    case Key::Escape:
        generating.is_open = false;
        return;
    case Key::Enter:
        if (!key.is_repeat)
            append_chosen_word(frame);
        return;
    case Key::Up:
    case Key::Down:
        generating.is_drawn = !generating.is_drawn;
        generating.fault.clear();
        return;
    case Key::Tab:
        generating.field = 1 - generating.field;
        generating.fields[generating.field].select_all();
        generating.is_drawn = true;
        return;
    default:
        if (generating.is_drawn && generating.fields[generating.field].press(key, frame.clipboard))
            generating.fault.clear();
    }
}

void type_in_generating(const Frame& frame, const std::string& text) {
    Generating& generating = frame.ui.generating;
    generating.is_drawn = true; // The fields count only if the word is drawn.
    generating.fields[generating.field].insert(text);
    generating.fault.clear();
}

} // namespace app
