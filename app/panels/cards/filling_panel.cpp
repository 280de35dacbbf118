// SPDX-License-Identifier: MIT
#include "app/editing/generating.h"
#include "app/editing/selecting.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "core/base/number_text.h"
#include "core/document/model/table.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace app {

using namespace attn;
using figure::Font;
using figure::Rect;

namespace {

/// Draws the choices of generator and distribution.
template <class Label>
void draw_streams(RandomFill& random, float& y, const Label& label, const Look& look) {
    const float size = look.text;
    label(y, "Generator");
    const auto generator = [&](const char* id, const char* name, Generator one) {
        if (choice_button(id, name, random.generator == one, look))
            choose_generator(random, one);
    };
    generator("filling.numpy", "NumPy, legacy", Generator::NumPy);
    ImGui::SameLine();
    generator("filling.default_rng", "NumPy, default_rng", Generator::NumPyGenerator);
    ImGui::SameLine();
    generator("filling.pytorch", "PyTorch", Generator::PyTorch);
    y += size * 2.4F;
    label(y, "Distribution");
    const auto distribution = [&](const char* id, const char* name, Distribution one) {
        if (choice_button(id, name, random.distribution == one, look))
            random.distribution = one;
    };
    const bool is_newer = random.generator == Generator::NumPyGenerator;
    distribution("filling.uniform", is_newer ? "0 to 1 (random)" : "0 to 1 (rand)",
                 Distribution::Uniform);
    ImGui::SameLine();
    distribution("filling.normal", is_newer ? "normal (standard_normal)" : "normal (randn)",
                 Distribution::Normal);
    ImGui::SameLine();
    if (has_distribution(random.generator, Distribution::Whole))
        distribution("filling.whole", is_newer ? "whole (integers)" : "whole (randint)",
                     Distribution::Whole);
    else
        distribution("filling.linear", "as nn.Linear begins", Distribution::Linear);
    y += size * 2.4F;
}

} // namespace

void draw_filling(const Frame& frame, const Look& look) {
    if (!frame.ui.filling)
        return;
    Filling& filling = *frame.ui.filling;
    RandomFill& random = filling.random;
    const float size = look.text;
    const bool is_random = filling.way == Filling::Way::Random,
               is_factor = filling.way == Filling::Way::Factor;
    const Rect card = begin_question("filling",
                                     (is_random   ? "Random numbers for "
                                      : is_factor ? "Times a number: "
                                                  : "A diagonal of ones in ") +
                                         std::to_string(filling.range.rows) + " × " +
                                         std::to_string(filling.range.columns) + " of " +
                                         to_text(filling.range.sheet),
                                     {size * 42, size * (is_random ? 16.5F : 11.7F)}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 1.2F, choices = left + size * 8;
    const auto label = [&](float y, const char* text) {
        look.fonts.draw(list, {left, y + size * 0.9F}, text, Font::Sans, size,
                        packed(look.theme.dim_text));
        ImGui::SetCursorScreenPos({choices, y});
    };
    float y = card.y + size * 3;
    if (is_random)
        draw_streams(random, y, label, look);
    const std::array<const char*, 3> names = {is_random   ? "Seed"
                                              : is_factor ? "Factor"
                                                          : "Diagonal",
                                              "from", "to below"};
    const std::size_t fields = is_random && random.distribution == Distribution::Whole ? 3 : 1;
    if (filling.field >= fields)
        filling.field = 0;
    label(y, names[0]);
    float x = choices;
    for (std::size_t at = 0; at < fields; ++at) {
        if (at > 0) {
            look.fonts.draw(list, {x, y + size * 0.9F}, names[at], Font::Sans, size,
                            packed(look.theme.dim_text));
            x += look.fonts.width(names[at], Font::Sans, size) + size * 0.5F;
        }
        const Rect field{x, y, size * 7, size * 1.9F};
        ImGui::SetCursorScreenPos({field.x, field.y});
        ImGui::PushID(static_cast<int>(at));
        if (ImGui::InvisibleButton("field", {field.width, field.height}))
            filling.field = at;
        ImGui::PopID();
        const auto draw = at == filling.field ? draw_line_field : draw_resting_field;
        draw(list, field, filling.fields[at], {Font::Mono, size, false, "", ""}, look);
        look.note("filling.field." + std::to_string(at), {field.x, field.y},
                  {field.right(), field.bottom()});
        x = field.right() + size;
    }
    y += size * 3;
    const bool has_fault = !filling.fault.empty();
    look.fonts.draw(list, {left, y},
                    figure::shortened(has_fault ? filling.fault : filling_source(filling),
                                      card.width - 2.4F * size,
                                      has_fault || !is_random ? Font::Sans : Font::Mono,
                                      size * 0.9F, measure(look.fonts)),
                    has_fault || !is_random ? Font::Sans : Font::Mono, size * 0.9F,
                    packed(has_fault ? look.theme.text : look.theme.dim_text));
    const Answer answer = question_buttons("filling",
                                           is_random   ? "Draw"
                                           : is_factor ? "Multiply"
                                                       : "Fill",
                                           true, card, look);
    const bool is_beside = end_question(card);
    if (answer == Answer::Confirm)
        confirm_filling(frame);
    else if (answer == Answer::Leave || is_beside)
        frame.ui.filling.reset();
}

using figure::Font;
using figure::Rect;

namespace {

constexpr Index most_words = 6;

/// The card's layout, in ordinary text sizes.
constexpr float wide = 46, inset = 1.2F, word_row_height = 1.7F;

struct Card {
    const Look& look;
    ImDrawList& list;
    Rect rect;

    float left() const { return rect.x + inset * look.text; }
    float right() const { return rect.right() - inset * look.text; }
    void text(float x, float y, const std::string& words, figure::Colour colour,
              Font font = Font::Sans) const {
        look.fonts.draw(list, {x, y}, words, font, look.text, packed(colour));
    }
    void text_before(float x, float y, const std::string& words, figure::Colour colour,
                     Font font = Font::Sans) const {
        text(x - look.fonts.width(words, font, look.text), y, words, colour, font);
    }
};

/// Draws the two ways: the likeliest word, or a drawn one with its settings.
void draw_ways(const Card& card, Generating& generating, float y) {
    const Look& look = card.look;
    const float size = look.text;
    ImGui::SetCursorScreenPos({card.left(), y});
    if (choice_button("generating.likeliest", "The likeliest word", !generating.is_drawn, look))
        generating.is_drawn = false;
    ImGui::SameLine();
    if (choice_button("generating.drawn", "A drawn word", generating.is_drawn, look))
        generating.is_drawn = true;
    ImGui::SameLine();
    float x = ImGui::GetCursorScreenPos().x + size;
    constexpr std::array<const char*, 2> names = {"temperature", "seed"};
    for (std::size_t at = 0; at < names.size(); ++at) {
        card.text(x, y + size * 0.95F, names[at], look.theme.dim_text);
        x += look.fonts.width(names[at], Font::Sans, size) + size * 0.5F;
        const Rect field{x, y, size * 6, size * 1.9F};
        ImGui::SetCursorScreenPos({field.x, field.y});
        ImGui::PushID(names[at]);
        if (ImGui::InvisibleButton("field", {field.width, field.height})) {
            generating.field = at;
            generating.is_drawn = true;
        }
        ImGui::PopID();
        const auto draw =
            generating.is_drawn && at == generating.field ? draw_line_field : draw_resting_field;
        draw(card.list, field, generating.fields[at],
             {Font::Mono, size, false, "", fault_of(generating, at)}, look);
        look.note(std::string("generating.") + names[at], {field.x, field.y},
                  {field.right(), field.bottom()});
        x = field.right() + size;
    }
}

/// Draws a word, its probability and a bar for it; the chosen one is highlighted.
void draw_candidate(const Card& card, const Candidate& word, bool is_drawn, float y) {
    const Look& look = card.look;
    const float size = look.text, middle = y + size * word_row_height / 2;
    const Rect row{card.left() - size * 0.4F, y, card.right() - card.left() + size * 0.8F,
                   size * word_row_height};
    if (word.is_chosen)
        card.list.AddRectFilled(
            {row.x, row.y}, {row.right(), row.bottom()},
            packed(figure::mix(look.theme.panel_background, look.theme.accent, 0.12F)),
            size * 0.3F);
    const figure::Colour ink = word.is_chosen ? look.theme.accent_text : look.theme.text;
    card.text(card.left(), middle,
              figure::shortened(figure::visible_word(word.name), size * 11, Font::Bold, size,
                                measure(look.fonts)),
              ink, word.is_chosen ? Font::Bold : Font::Sans);
    const float bar = card.left() + size * 12, end = card.right() - size * 15;
    const auto share = static_cast<float>(is_drawn ? word.at_temperature : word.probability);
    card.list.AddRectFilled({bar, middle - size * 0.4F},
                            {bar + std::max(1.0F, (end - bar) * share), middle + size * 0.4F},
                            packed(word.is_chosen ? look.theme.accent : look.theme.line));
    card.text_before(card.right() - (is_drawn ? size * 8 : 0), middle,
                     decimals(word.probability, 4), is_drawn ? look.theme.dim_text : ink,
                     Font::Mono);
    if (is_drawn)
        card.text_before(card.right(), middle, decimals(word.at_temperature, 4), ink, Font::Mono);
}

/// Returns the place of the next line.
float draw_candidates(const Card& card, const std::vector<Candidate>& words, bool is_drawn,
                      const Choosing& how, float y) {
    const Look& look = card.look;
    const float size = look.text, middle = y + size * word_row_height / 2;
    card.text(card.left(), middle, "the likeliest words", look.theme.dim_text);
    card.text_before(card.right() - (is_drawn ? size * 8 : 0), middle, "probability",
                     look.theme.dim_text);
    if (is_drawn)
        card.text_before(card.right(), middle, "at τ = " + shortest(how.temperature),
                         look.theme.dim_text);
    y += size * word_row_height;
    for (const Candidate& word : words) {
        draw_candidate(card, word, is_drawn, y);
        y += size * word_row_height;
    }
    return y;
}

} // namespace

void draw_generating(const Frame& frame, const Look& look) {
    Generating& generating = frame.ui.generating;
    generating.is_open = generating.is_open && why_not_generated(frame.document).empty();
    if (!generating.is_open)
        return;
    const float size = look.text;
    const Choosing how = shown_choosing(generating);
    const auto asked = choosing(generating);
    std::vector<Candidate> words;
    std::string fault = generating.fault;
    if (!asked) // if it belongs to the field being typed in, it is shown there
        fault = fault_of(generating, generating.field).empty() ? asked.error().text() : "";
    if (frame.is_shown()) {
        const Calculation& shown = frame.shown();
        if (auto found = next_words(shown.document, shown.trace, how, most_words))
            words = std::move(*found);
        else
            fault = found.error().text();
    }
    // As high as if the drawn word were not among the likeliest, so that it does not move while
    // typing.
    const auto rows = static_cast<float>(
        std::min(most_words + 1, static_cast<Index>(attn::output_words(frame.document).size())));
    const std::string last = figure::visible_word(
        frame.document.tokens[static_cast<std::size_t>(token_count(frame.document) - 1)]);
    const Rect rect = begin_question("generating", "The word after “" + last + "”",
                                     {size * wide, size * (14.5F + word_row_height * rows)}, look);
    const Card card{look, *ImGui::GetWindowDrawList(), rect};
    draw_ways(card, generating, card.rect.y + size * 3);
    float y = card.rect.y + size * 5.6F;
    if (!words.empty())
        draw_candidates(card, words, generating.is_drawn, how, y);
    const float end = y + size * word_row_height * (rows + 1);
    if (!asked) { // the words are those for the last valid fields
        figure::Colour dimming = look.theme.panel_background;
        dimming.alpha = 150;
        card.list.AddRectFilled({card.rect.x, y}, {card.rect.right(), end}, packed(dimming));
    }
    y += size * word_row_height * (rows + 1) + size * 0.6F;
    const bool has_fault = !fault.empty();
    draw_wrapped(&card.list, {card.left(), y}, card.right() - card.left(),
                 has_fault ? fault
                 : !generating.said.empty()
                     ? generating.said
                     : "Each new word adds a row to X. The words before it do not see it.",
                 Font::Sans, size * 0.95F,
                 packed(has_fault                 ? look.theme.error
                        : generating.said.empty() ? look.theme.dim_text
                                                  : look.theme.text),
                 look);
    const Answer answer =
        question_buttons("generating", "Append", asked && !words.empty(), card.rect, look, "Close");
    const bool is_beside = end_question(card.rect);
    if (answer == Answer::Confirm)
        append_chosen_word(frame);
    else if (answer == Answer::Leave || is_beside)
        generating.is_open = false;
}

} // namespace app
