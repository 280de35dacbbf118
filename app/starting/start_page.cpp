// SPDX-License-Identifier: MIT
#include "app/starting/start_page.h"

#include "app/files/file_dialog.h"
#include "app/starting/glimpse_maker.h"
#include "app/starting/model_field.h"
#include "core/base/grapheme.h"
#include "core/base/utf8.h"
#include "core/document/model/evaluate.h"
#include "core/io/journal/machine.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
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
    case StartPart::Model: // has a document of its own
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

namespace {

/// The size of a card in text sizes, with the gap between cards.
struct CardSize {
    float least_width = 10, height = 10;
};

CardSize card_size(CardKind kind) {
    switch (kind) {
    case CardKind::Recent:
        return {15, 7};
    case CardKind::Lesson:
        return {10.6F, 11.4F};
    case CardKind::Preset:
        return {15, 5};
    case CardKind::Model:
        return {1000, 9.6F}; // as wide as the page
    }
    return {};
}

std::string rest_of(const std::string& id) {
    return id.substr(id.find('.') + 1);
}

StartSection of_actions(CardKind kind, std::string title, std::string_view menu,
                        const std::vector<Action>& actions) {
    StartSection section{kind, std::move(title), {}};
    for (const Action& action : actions)
        if (action.menu == menu && (action.group == model_group) == (kind == CardKind::Model))
            section.cards.push_back({rest_of(action.id), action.name, &action});
    return section;
}

constexpr std::array start_parts{StartPart::Sentence, StartPart::Width, StartPart::Heads,
                                 StartPart::Seed,     StartPart::Doors, StartPart::Model,
                                 StartPart::Cards};

void turn(Starting& starting, int by, bool has_cards) {
    std::vector<StartPart> parts;
    for (const StartPart part : start_parts)
        if ((part != StartPart::Cards || has_cards) &&
            (part != StartPart::Model || starting.model.given))
            parts.push_back(part);
    const std::size_t count = parts.size();
    const auto at = static_cast<std::size_t>(std::find(parts.begin(), parts.end(), starting.part) -
                                             parts.begin());
    starting.part =
        parts[(at + count + static_cast<std::size_t>(by + static_cast<int>(count))) % count];
    if (starting.part == StartPart::Model) {
        starting.model.line.select_all();
        follow_model_field(starting.model);
    }
    starting.must_scroll = starting.part == StartPart::Cards;
    if (LineEdit* const line = field(starting.form, starting.part))
        line->select_all();
}

/// The places of a section: its cards, and one more if it can be unfolded.
std::size_t places(const StartSection& section) {
    return section.shown() + (section.is_folded() ? 1 : 0);
}

CardPlace within(const std::vector<StartSection>& sections, CardPlace place) {
    place.section = std::min(place.section, sections.size() - 1);
    place.card = std::min(place.card, places(sections[place.section]) - 1);
    return place;
}

/// Moves left and right through all cards; up and down keep near the column.
CardPlace moved(const std::vector<StartSection>& sections, CardPlace place, Key key) {
    const StartSection& here = sections[place.section];
    const std::size_t column = std::min(place.card, here.shown() - 1) % here.columns;
    const bool is_unfolding = place.card >= here.shown();
    switch (key) {
    case Key::Left:
        if (place.card > 0)
            return {place.section, place.card - 1};
        return place.section > 0
                   ? CardPlace{place.section - 1, places(sections[place.section - 1]) - 1}
                   : place;
    case Key::Right:
        if (place.card + 1 < places(here))
            return {place.section, place.card + 1};
        return place.section + 1 < sections.size() ? CardPlace{place.section + 1, 0} : place;
    case Key::Up: {
        if (is_unfolding)
            return {place.section, here.shown() - 1};
        if (place.card >= here.columns)
            return {place.section, place.card - here.columns};
        if (place.section == 0)
            return place;
        const StartSection& above = sections[place.section - 1];
        const std::size_t row = (above.shown() - 1) / above.columns;
        return {
            place.section - 1,
            std::min(row * above.columns + std::min(column, above.columns - 1), above.shown() - 1)};
    }
    case Key::Down:
        if (!is_unfolding && place.card / here.columns < (here.shown() - 1) / here.columns)
            return {place.section, std::min(place.card + here.columns, here.shown() - 1)};
        if (place.section + 1 == sections.size())
            return place;
        return {place.section + 1, std::min(column, sections[place.section + 1].shown() - 1)};
    case Key::Home:
        return {0, 0};
    case Key::End:
        return {sections.size() - 1, places(sections.back()) - 1};
    default:
        return place;
    }
}

bool press_on_cards(const Frame& frame, const KeyPress& key,
                    const std::vector<StartSection>& sections) {
    Starting& starting = frame.ui.starting;
    starting.card = within(sections, starting.card);
    if (key.key == Key::Enter) {
        if (!key.is_repeat)
            open_card(frame, sections, starting.card);
        starting.must_scroll = true; // to the first card that became visible
        return true;
    }
    constexpr std::array walking{Key::Left, Key::Right, Key::Up, Key::Down, Key::Home, Key::End};
    if (std::find(walking.begin(), walking.end(), key.key) == walking.end())
        return false;
    starting.card = moved(sections, starting.card, key.key);
    starting.must_scroll = true;
    return true;
}

bool press_on_doors(const Frame& frame, const KeyPress& key, const std::vector<Action>& actions) {
    Starting& starting = frame.ui.starting;
    const auto doors = start_doors(actions);
    if (key.key == Key::Up || key.key == Key::Down) {
        const int last = static_cast<int>(doors.size()) - 1;
        const int to = static_cast<int>(starting.door) + (key.key == Key::Up ? -1 : 1);
        starting.door = static_cast<std::size_t>(std::clamp(to, 0, last));
        return true;
    }
    const bool is_space = key.key == Key::Character && key.character == ' ';
    if (key.key != Key::Enter && !is_space)
        return false;
    if (!key.is_repeat && doors[starting.door]->is_enabled(frame))
        doors[starting.door]->run(frame);
    return true;
}

bool press_in_field(const Frame& frame, const KeyPress& key) {
    Starting& starting = frame.ui.starting;
    if (key.key == Key::Enter) {
        if (!key.is_repeat)
            make_from_sentence(frame);
        return true;
    }
    if (starting.part != StartPart::Sentence && (key.key == Key::Up || key.key == Key::Down)) {
        step_number(starting.form, starting.part, key.key == Key::Up ? 1 : -1);
        return true;
    }
    LineEdit& line = *field(starting.form, starting.part);
    const std::string before = line.text;
    const bool is_taken = line.press(key, frame.clipboard);
    if (line.text != before)
        follow_fields(starting.form);
    return is_taken;
}

} // namespace

std::size_t StartSection::shown() const {
    return is_unfolded ? cards.size() : std::min(cards.size(), columns * rows);
}

float card_height(CardKind kind) {
    return card_size(kind).height;
}

std::vector<StartSection> start_sections(const UiState& ui, const std::vector<Action>& actions,
                                         float wide, float high) {
    StartSection recent{CardKind::Recent, "Recent", {}};
    for (const std::string& path : ui.files.recent)
        recent.cards.push_back({path, printable(io::name_of(path)), nullptr});
    std::vector<StartSection> sections;
    for (StartSection& section : std::array{
             std::move(recent),
             of_actions(CardKind::Lesson, "Lessons, in the order of teaching", "Lessons", actions),
             of_actions(CardKind::Model, "Type to a model", "Presets", actions),
             of_actions(CardKind::Preset, "Presets", "Presets", actions)})
        if (!section.cards.empty())
            sections.push_back(std::move(section));
    // Each section has one row; lessons get the remaining room, presets what is left after them.
    float room = high + start_between + 1; // The last row needs no space below it.
    for (StartSection& section : sections) {
        const CardSize size = card_size(section.kind);
        section.columns = static_cast<std::size_t>(std::max(1.0F, wide / size.least_width));
        section.is_unfolded = ui.starting.unfolded == section.kind;
        room -= start_heading + start_between + size.height;
    }
    for (StartSection& section : sections) {
        if (section.kind == CardKind::Recent || section.kind == CardKind::Model)
            continue;
        const float height = card_size(section.kind).height;
        const auto all = (section.cards.size() + section.columns - 1) / section.columns;
        section.rows = std::min(all, 1 + static_cast<std::size_t>(std::max(0.0F, room / height)));
        room -= static_cast<float>(section.rows - 1) * height;
    }
    return sections;
}

std::vector<const Action*> start_doors(const std::vector<Action>& actions) {
    std::vector<const Action*> doors;
    for (const char* id : {"file.open", "file.recent", "help.news", "start.at_start"})
        doors.push_back(&action(actions, id));
    return doors;
}

void show_start_page(UiState& ui) {
    Starting& starting = ui.starting;
    starting.is_shown = true;
    starting.part = StartPart::Sentence;
    starting.form.sentence.select_all();
    starting.card = {};
    starting.unfolded.reset();
    if (starting.glimpses)
        starting.glimpses->forget_files();
    if (!starting.form.is_followed)
        follow_fields(starting.form);
}

void go_to_start_page(const Frame& frame) {
    frame.ui.message.reset();
    show_start_page(frame.ui);
}

void leave_start_page(UiState& ui) {
    ui.starting.is_shown = false;
    ui.starting.has_document = true;
}

void make_from_sentence(const Frame& frame) {
    Starting& starting = frame.ui.starting;
    if (starting.form.asked)
        frame.outbox.post(NewDocument{false, starting.form.asked});
    else if (starting.form.fault)
        starting.part = starting.form.fault->at;
}

void open_card(const Frame& frame, const std::vector<StartSection>& sections, CardPlace place) {
    Starting& starting = frame.ui.starting;
    const StartSection& section = sections[place.section];
    starting.part = StartPart::Cards;
    starting.card = place;
    if (place.card >= section.shown()) {
        starting.unfolded = section.kind;
        return;
    }
    const StartCard& card = section.cards[place.card];
    if (!card.opens)
        frame.outbox.post(Open{card.name});
    else if (card.opens->is_enabled(frame))
        card.opens->run(frame);
    else
        return;
    // A lesson that was begun continues at its step.
    const auto known = starting.lessons.find(card.name);
    if (section.kind == CardKind::Lesson && known != starting.lessons.end() &&
        known->second.is_begun())
        frame.outbox.post(ShowLessonStep{known->second.step});
}

bool is_of_start_page(const Action& action) {
    constexpr std::array<std::string_view, 4> menus{"Presets", "Lessons", "Theme", "Help"};
    constexpr std::array<std::string_view, 12> ids{"file.new",
                                                   "file.new_sentence",
                                                   "file.open",
                                                   "file.recent",
                                                   "file.recover",
                                                   "file.quit",
                                                   "start.at_start",
                                                   "scale_interface.larger",
                                                   "scale_interface.smaller",
                                                   "scale_interface.reset",
                                                   "view.full_screen",
                                                   "start.page"};
    return std::find(menus.begin(), menus.end(), action.menu) != menus.end() ||
           std::find(ids.begin(), ids.end(), action.id) != ids.end();
}

void type_on_start_page(const Frame& frame, const std::string& text) {
    if (frame.ui.starting.part == StartPart::Model) {
        frame.ui.starting.model.line.insert(text);
        follow_model_field(frame.ui.starting.model);
        return;
    }
    StartForm& form = frame.ui.starting.form;
    LineEdit* const line = field(form, frame.ui.starting.part);
    if (!line)
        return;
    line->insert(text);
    follow_fields(form);
}

bool press_on_start_page(const Frame& frame, const KeyPress& key,
                         const std::vector<Action>& actions) {
    Starting& starting = frame.ui.starting;
    const auto sections = start_sections(frame.ui, actions, starting.room.wide, starting.room.high);
    if (key.key == Key::Escape) {
        if (starting.has_document)
            leave_start_page(frame.ui);
        return true;
    }
    if (starting.part == StartPart::Model && press_in_model_field(frame, key))
        return true;
    if (key.key == Key::Tab) {
        turn(starting, key.shift ? -1 : 1, !sections.empty());
        return true;
    }
    if (key.control && key.key != Key::Character && !field(starting.form, starting.part))
        return false; // Ctrl+Home
    if (starting.part == StartPart::Model)
        return false;
    if (starting.part == StartPart::Doors)
        return press_on_doors(frame, key, actions);
    if (starting.part == StartPart::Cards)
        return !sections.empty() && press_on_cards(frame, key, sections);
    return press_in_field(frame, key);
}

} // namespace app
