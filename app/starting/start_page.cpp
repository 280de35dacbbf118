// SPDX-License-Identifier: MIT
#include "app/starting/start_page.h"

#include "app/starting/glimpse_maker.h"
#include "app/starting/start_form.h"
#include "core/base/utf8.h"
#include "core/io/descriptor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace app {
namespace {

using namespace attn;

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
        if (action.menu == menu)
            section.cards.push_back({rest_of(action.id), action.name, &action});
    return section;
}

constexpr std::array start_parts{StartPart::Sentence, StartPart::Width, StartPart::Heads,
                                 StartPart::Seed,     StartPart::Doors, StartPart::Cards};

void turn(Starting& starting, int by, bool has_cards) {
    const std::size_t count = start_parts.size() - (has_cards ? 0 : 1);
    const auto at = static_cast<std::size_t>(
        std::find(start_parts.begin(), start_parts.end(), starting.part) - start_parts.begin());
    starting.part =
        start_parts[(at + count + static_cast<std::size_t>(by + static_cast<int>(count))) % count];
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
        if (section.kind == CardKind::Recent)
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
    if (key.key == Key::Tab) {
        turn(starting, key.shift ? -1 : 1, !sections.empty());
        return true;
    }
    if (key.control && key.key != Key::Character && !field(starting.form, starting.part))
        return false; // Ctrl+Home
    if (starting.part == StartPart::Doors)
        return press_on_doors(frame, key, actions);
    if (starting.part == StartPart::Cards)
        return !sections.empty() && press_on_cards(frame, key, sections);
    return press_in_field(frame, key);
}

} // namespace app
