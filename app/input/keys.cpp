// SPDX-License-Identifier: MIT
#include "app/input/keys.h"

#include "app/actions/menus.h"
#include "app/actions/palette_rows.h"
#include "app/authoring/authoring.h"
#include "app/editing/about.h"
#include "app/editing/editing.h"
#include "app/editing/folder_text.h"
#include "app/editing/generating.h"
#include "app/editing/navigation.h"
#include "app/editing/playing.h"
#include "app/editing/selecting.h"
#include "app/editing/sentence.h"
#include "app/explaining/covering.h"
#include "app/exporting/exporting.h"
#include "app/files/reading.h"
#include "app/importing/importing.h"
#include "app/importing/model_importing.h"
#include "app/input/parts.h"
#include "app/learning/learning.h"
#include "app/learning/seeking.h"
#include "app/presenting/presenting.h"
#include "app/starting/start_page.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <variant>

namespace app {
namespace {

using namespace attn;

void press_in_palette(const Frame& frame, const KeyPress& key, const std::vector<Action>& actions) {
    Palette& palette = *frame.ui.cards.palette;
    const auto list = palette_rows(frame, actions);
    switch (key.key) {
    case Key::Escape:
        frame.ui.cards.palette.reset();
        return;
    case Key::Up:
        palette.chosen = palette.chosen == 0 ? 0 : palette.chosen - 1;
        return;
    case Key::Down:
        palette.chosen = std::min(palette.chosen + 1, list.empty() ? 0 : list.size() - 1);
        return;
    case Key::Enter:
        if (palette.chosen < list.size()) {
            const Action& chosen = *list[palette.chosen];
            if (chosen.is_enabled(frame)) {
                frame.ui.cards.palette.reset();
                chosen.run(frame);
            }
        }
        return;
    default:
        if (palette.line.press(key, frame.clipboard))
            palette.chosen = 0;
    }
}

/// Handles a key while the help is open: searching and scrolling. Returns whether it had a meaning.
bool press_in_help(const Frame& frame, const KeyPress& key) {
    ActionCards& cards = frame.ui.cards;
    constexpr int line = 1, page = 9, all = 10000; // tenths of the list
    switch (key.key) {
    case Key::Escape:
        cards.help_open = false;
        return true;
    case Key::Up:
    case Key::Down:
        cards.help_scrolls += key.key == Key::Up ? -line : line;
        return true;
    case Key::PageUp:
    case Key::PageDown:
        cards.help_scrolls += key.key == Key::PageUp ? -page : page;
        return true;
    case Key::Home:
    case Key::End:
        cards.help_scrolls += key.key == Key::Home ? -all : all;
        return true;
    default:
        return cards.help_search.press(key, frame.clipboard);
    }
}

/// Gives a key to the palette or the help that stands over a presented page. Returns false if
/// neither does, or if the key opens the other or closes the help.
bool take_over_page(const Frame& frame, const KeyEvent& event, const std::vector<Action>& actions) {
    ActionCards& cards = frame.ui.cards;
    const auto* const typed = std::get_if<Typed>(&event);
    const auto* const press = std::get_if<KeyPress>(&event);
    if (cards.palette && typed) {
        cards.palette->line.insert(typed->text);
        cards.palette->chosen = 0;
    } else if (cards.palette) {
        press_in_palette(frame, *press, actions);
    } else if (cards.help_open && typed) {
        cards.help_search.insert(typed->text);
    } else if (!cards.help_open) {
        return false;
    } else if (!press_in_help(frame, *press)) {
        for (const Action& action : actions)
            for (const KeyPress& shortcut : action.shortcuts)
                if (opens_over_page(action) && matches(*press, shortcut))
                    return false;
    }
    return true;
}

/// Handles keys while something is typed over. Enter, Tab and the vertical arrows enter it and
/// move.
bool press_in_editing(const Frame& frame, const KeyPress& key) {
    Editing& editing = *frame.ui.editing;
    const bool in_cell = std::holds_alternative<CellTarget>(editing.target);
    if (plays(editing.target) && !key.control && !key.alt) {
        if (key.key == Key::Up || key.key == Key::Down) {
            step_target(frame, key.key == Key::Up ? 1 : -1, key.is_repeat);
            return true;
        }
        if (matches(key, {Key::Character, ' '})) {
            play_target(frame);
            return true;
        }
    }
    if (std::holds_alternative<GuessTarget>(editing.target) &&
        matches(key, {Key::Character, ' '})) {
        if (!editing.line.text.empty()) {
            finish_editing(frame);
        } else {
            cancel_editing(frame);
            reveal_next(frame);
        }
        return true;
    }
    const bool is_across = key.key == Key::Tab || key.key == Key::Up || key.key == Key::Down;
    if (is_typing_folder_text(frame.ui) && is_across && !key.control)
        return true; // It goes neither to another cell nor to an offered word.
    const bool in_sentence = is_typing_sentence(frame.ui);
    if (in_sentence && press_in_sentence(frame, key))
        return true;
    switch (key.key) {
    case Key::Escape:
        cancel_editing(frame);
        return true;
    case Key::Enter:
        if (finish_editing(frame) && in_cell)
            go_on_after_entry(frame, key);
        return true;
    case Key::Tab:
    case Key::Up:
    case Key::Down:
        if (key.key == Key::Tab && key.control)
            return false; // to another matrix
        if (finish_editing(frame) && in_cell)
            go_on_after_entry(frame, key);
        return true;
    default:
        if (const std::string before = editing.line.text; !editing.line.press(key, frame.clipboard))
            return false;
        else if (in_sentence && editing.line.text != before)
            follow_sentence(frame);
        editing.fault.clear();
        return true;
    }
}

/// Whether the selection takes the key first: a selected number takes Ctrl+Home before the start
/// page does, and goes to the first number of its matrix. A cell of a painted mask takes Space
/// before it reveals anything.
bool is_for_selection(const Frame& frame, const KeyPress& key) {
    return !frame.ui.starting.is_shown && frame.view.selected &&
           (matches(key, {Key::Home, 0, true}) ||
            (matches(key, {Key::Character, ' '}) && is_on_painted_mask(frame)));
}

/// Whether the menus above the canvas are what keys may open.
bool can_open_menus(const UiState& ui) {
    return !ui.cards.palette && !ui.cards.help_open && !ui.filling && !ui.pasting &&
           !ui.generating.is_open && !ui.about && !ui.exporting.is_open &&
           !ui.dragging.moves_numbers();
}

/// Whether the key is a letter of a text, either in a field or beginning a formula on an input.
bool is_text(const Frame& frame, const KeyPress& key) {
    if (key.key != Key::Character || key.control || key.alt)
        return false;
    const UiState& ui = frame.ui;
    const bool begins_formula = key.character != ' ' && key.character != 'z';
    return ui.editing || ui.exporting.is_open || ui.cards.help_open || ui.dragging.scrub ||
           (is_on_input(frame) && !key.shift && begins_formula);
}

/// Says why the action of a letter is grey, so that the key is not silent.
void say_why_grey(const Frame& frame, const KeyPress& key, const std::vector<Action>& actions) {
    if (key.key != Key::Character || key.character == ' ' || is_text(frame, key))
        return;
    for (const Action& action : actions)
        for (const KeyPress& shortcut : action.shortcuts) {
            if (!matches(key, shortcut) || !action.is_offered(frame.document))
                continue;
            std::string why = why_grey(frame, action);
            if (why.empty())
                continue;
            why.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(why[0])));
            frame.ui.message = Message{action.name + ": " + why + ".", false};
            return;
        }
}

} // namespace

void take_key(const Frame& frame, const KeyEvent& event, const std::vector<Action>& actions) {
    UiState& ui = frame.ui;
    const char letter = std::exchange(ui.letter_of_action, '\0');
    if (const auto* typed = std::get_if<Typed>(&event);
        typed && letter != '\0' && typed->text.size() == 1 &&
        (typed->text[0] == letter || typed->text[0] == letter - 'a' + 'A'))
        return;
    // Saves a picture of the window as it is, whatever is open.
    if (const auto* press = std::get_if<KeyPress>(&event); press && matches(*press, {Key::F12})) {
        ui.exporting.window_asked = true;
        return;
    }
    if (is_asking(ui)) {
        if (const auto* typed = std::get_if<Typed>(&event))
            type_in_dialog(frame, typed->text);
        else
            press_in_dialog(frame, std::get<KeyPress>(event));
        return;
    }
    if (ui.teaching.presenting) {
        if (take_over_page(frame, event, actions))
            return;
        if (const auto* typed = std::get_if<Typed>(&event))
            type_while_presenting(frame, typed->text);
        else
            press_while_presenting(frame, std::get<KeyPress>(event), actions);
        return;
    }
    if (const auto* press = std::get_if<KeyPress>(&event);
        press && ui.dragging.playing && press->key != Key::Escape) {
        pause_playing(frame);
        if (matches(*press, {Key::Character, ' '}))
            return;
    }
    if (const auto* press = std::get_if<KeyPress>(&event);
        press && can_open_menus(ui) && open_by_letter(frame, *press)) {
        leave_editing(frame);
        return;
    }
    if (!ui.menus.open.empty() && !ui.editing) {
        if (const auto* press = std::get_if<KeyPress>(&event))
            press_in_menus(frame, *press, actions);
        else
            type_in_menus(ui.menus, std::get<Typed>(event).text);
        return;
    }
    if (const auto* typed = std::get_if<Typed>(&event)) {
        if (ui.filling) {
            type_in_filling(frame, typed->text);
        } else if (ui.about) {
            type_in_about(frame, typed->text);
        } else if (ui.generating.is_open) {
            type_in_generating(frame, typed->text);
        } else if (ui.pasting) {
            // Keys choose; typed text has no meaning here.
        } else if (ui.cards.palette) {
            ui.cards.palette->line.insert(typed->text);
            ui.cards.palette->chosen = 0;
        } else if (ui.cards.help_open) {
            ui.cards.help_search.insert(typed->text);
        } else if (ui.starting.is_shown) {
            if (!ui.parts.at)
                type_on_start_page(frame, typed->text);
        } else if (writes_with_keys(ui)) {
            type_in_writing(frame, typed->text);
        } else if (holds_keys(ui.learning)) {
            type_in_training(frame, typed->text);
        } else if (ui.editing && typed->text == " " &&
                   (plays(ui.editing->target) ||
                    std::holds_alternative<GuessTarget>(ui.editing->target))) {
            // Space plays and pauses, or reveals.
        } else if (ui.editing) {
            ui.editing->line.insert(typed->text);
            ui.editing->fault.clear();
            if (is_typing_sentence(ui))
                follow_sentence(frame);
        } else if (ui.exporting.is_open) {
            type_in_export(frame, typed->text);
        } else if (!ui.dragging.moves_numbers() && !ui.parts.at) {
            type_on_canvas(frame, typed->text);
        }
        return;
    }
    const KeyPress& press = std::get<KeyPress>(event);
    if (press.key == Key::Escape && cancel_drag(frame))
        return;
    if (ui.about) {
        press_in_about(frame, press);
        return;
    }
    if (ui.generating.is_open) {
        press_in_generating(frame, press);
        return;
    }
    if (ui.filling || ui.pasting) {
        ui.filling ? press_in_filling(frame, press) : press_in_pasting(frame, press);
        return;
    }
    if (ui.cards.palette) {
        press_in_palette(frame, press, actions);
        return;
    }
    if (ui.cards.help_open && press_in_help(frame, press))
        return;
    if (ui.starting.is_shown && !ui.cards.help_open && !ui.parts.at &&
        press_on_start_page(frame, press, actions))
        return;
    if (ui.teaching.writing && !ui.cards.help_open && press_in_writing(frame, press))
        return;
    if (holds_keys(ui.learning) && press_in_training(frame, press))
        return;
    if (ui.editing && press_in_editing(frame, press))
        return;
    if (ui.exporting.is_open && !ui.cards.help_open && press_in_export(frame, press))
        return;
    if (!ui.editing && !ui.exporting.is_open && !ui.cards.help_open && press_in_part(frame, press))
        return;
    for (const Action& action : actions)
        for (const KeyPress& shortcut : action.shortcuts)
            if (matches(press, shortcut) && action.is_enabled(frame) &&
                !is_for_selection(frame, press) && !is_text(frame, press)) {
                leave_editing(frame);
                action.run(frame);
                if (press.key == Key::Character && !press.control && !press.alt)
                    ui.letter_of_action = press.character;
                return;
            }
    if (!ui.starting.is_shown && !ui.editing && !holds_keys(ui.learning) && !ui.cards.help_open &&
        !ui.dragging.moves_numbers() && !ui.exporting.is_open && !ui.parts.at &&
        !press_on_canvas(frame, press))
        say_why_grey(frame, press, actions);
}

namespace {

std::size_t moved(std::size_t at, int by, std::size_t count) {
    if (count == 0)
        return 0;
    const auto last = static_cast<int>(count) - 1;
    return static_cast<std::size_t>(std::clamp(static_cast<int>(at) + by, 0, last));
}

void press_in_question(const Frame& frame, const KeyPress& key) {
    Question& question = *frame.ui.question;
    const auto move = [&question](int by) {
        question.chosen = moved(question.chosen, by, question.choices.size());
    };
    switch (key.key) {
    case Key::Left:
    case Key::Up:
        return move(-1);
    case Key::Right:
    case Key::Down:
        return move(1);
    case Key::Tab:
        question.chosen = (question.chosen + (key.shift ? question.choices.size() - 1 : 1)) %
                          question.choices.size();
        return;
    case Key::Enter:
        if (!key.is_repeat)
            answer(frame, question.chosen);
        return;
    case Key::Escape:
        return answer(frame, question.choices.size() - 1);
    default:
        return;
    }
}

void press_while_reading(const Frame& frame, const KeyPress& key) {
    if (key.key == Key::Escape)
        leave_reading(frame.ui);
    else if (matches(key, {Key::Character, 'q', true}))
        frame.outbox.post(Quit{});
}

void press_in_file_dialog(const Frame& frame, const KeyPress& key) {
    FileDialog& dialog = *frame.ui.files.dialog;
    constexpr int page = 10;
    switch (key.key) {
    case Key::Escape:
        return close_file_dialog(frame);
    case Key::Enter:
        return accept_file(frame);
    case Key::Tab:
        return complete(dialog);
    case Key::Up:
        if (key.alt && !dialog.is_recent())
            return show_folder(dialog, dialog.folder + "..");
        return choose(dialog, -1);
    case Key::Down:
        return choose(dialog, 1);
    case Key::PageUp:
        return choose(dialog, -page);
    case Key::PageDown:
        return choose(dialog, page);
    case Key::Backspace:
        if (dialog.line.text.empty() && !dialog.is_recent())
            return show_folder(dialog, dialog.folder + "..");
        break;
    case Key::Character: // the key that opened it, pressed again
        if (key.control && key.character == (key.shift ? 's' : 'o') && !dialog.is_recent()) {
            dialog.asks_system = true;
            return;
        }
        break;
    default:
        break;
    }
    const std::string before = dialog.line.text;
    if (dialog.line.press(key, frame.clipboard) && dialog.line.text != before)
        follow_line(dialog);
}

void press_in_recovery(const Frame& frame, const KeyPress& key) {
    RecoveryOffer& offer = *frame.ui.recovery.offer;
    switch (key.key) {
    case Key::Escape:
        frame.ui.recovery.offer.reset(); // Esc means later: nothing is lost.
        return;
    case Key::Up:
    case Key::Down:
        offer.chosen = moved(offer.chosen, key.key == Key::Up ? -1 : 1, offer.works.size());
        offer.is_discarding = false;
        return;
    case Key::Enter:
        if (!key.is_repeat)
            restore_chosen(frame);
        return;
    case Key::Delete:
        if (!key.is_repeat)
            discard_chosen(frame);
        return;
    default:
        return;
    }
}

void press_in_leaflet(const Frame& frame, const KeyPress& key) {
    constexpr int line = 1, page = 9, all = 10000; // tenths of the card
    switch (key.key) {
    case Key::Escape:
    case Key::Enter:
        frame.ui.cards.leaflet.reset();
        return;
    case Key::Up:
    case Key::Down:
        frame.ui.cards.leaflet->scrolls += key.key == Key::Up ? -line : line;
        return;
    case Key::PageUp:
    case Key::PageDown:
        frame.ui.cards.leaflet->scrolls += key.key == Key::PageUp ? -page : page;
        return;
    case Key::Home:
    case Key::End:
        frame.ui.cards.leaflet->scrolls += key.key == Key::Home ? -all : all;
        return;
    default:
        return;
    }
}

} // namespace

bool is_asking(const UiState& ui) {
    return ui.question || ui.files.dialog || ui.recovery.offer || ui.importing || ui.model ||
           ui.seeking || ui.cards.leaflet || ui.files.reader;
}

void press_in_dialog(const Frame& frame, const KeyPress& key) {
    if (frame.ui.question)
        press_in_question(frame, key);
    else if (frame.ui.files.reader)
        press_while_reading(frame, key);
    else if (frame.ui.files.dialog)
        press_in_file_dialog(frame, key);
    else if (frame.ui.recovery.offer)
        press_in_recovery(frame, key);
    else if (frame.ui.model)
        press_in_model(frame, key);
    else if (frame.ui.importing)
        press_in_importing(frame, key);
    else if (frame.ui.seeking)
        press_in_seeking(frame, key);
    else
        press_in_leaflet(frame, key);
}

void type_in_dialog(const Frame& frame, const std::string& text) {
    if (frame.ui.question || frame.ui.files.reader)
        return;
    if (!frame.ui.files.dialog) {
        if (frame.ui.recovery.offer)
            return;
        if (frame.ui.model)
            type_in_model(frame, text);
        else if (frame.ui.importing)
            type_in_importing(frame, text);
        else if (frame.ui.seeking)
            type_in_seeking(frame, text);
        return;
    }
    frame.ui.files.dialog->line.insert(text);
    follow_line(*frame.ui.files.dialog);
}

void answer(const Frame& frame, std::size_t choice) {
    const Question question = std::move(*frame.ui.question);
    frame.ui.question.reset();
    for (const Request& request : question.choices[choice].requests)
        frame.outbox.post(request);
}

void accept_file(const Frame& frame) {
    FileDialog& dialog = *frame.ui.files.dialog;
    const std::string path = accept(dialog);
    if (path.empty())
        return;
    take_file(frame, dialog.purpose, path);
}

void take_file(const Frame& frame, FileDialog::Purpose purpose, const std::string& path) {
    if (purpose == FileDialog::Purpose::Open)
        frame.outbox.post(Open{path});
    else if (purpose == FileDialog::Purpose::Answers)
        frame.outbox.post(MarkAnswers{path});
    else
        frame.outbox.post(
            SaveAs{path,
                   {},
                   saves_lesson(frame.ui.files),
                   frame.ui.files.dialog ? frame.ui.files.dialog->exported : std::nullopt});
}

void close_file_dialog(const Frame& frame) {
    frame.ui.files.dialog.reset();
    frame.outbox.post(StopLeaving{});
}

void restore_chosen(const Frame& frame) {
    const RecoveryOffer& offer = *frame.ui.recovery.offer;
    if (offer.chosen < offer.works.size() && offer.works[offer.chosen].fault.empty())
        frame.outbox.post(Restore{offer.works[offer.chosen].journal});
}

void discard_chosen(const Frame& frame) {
    RecoveryOffer& offer = *frame.ui.recovery.offer;
    if (std::exchange(offer.is_discarding, !offer.is_discarding) &&
        offer.chosen < offer.works.size())
        frame.outbox.post(Discard{offer.works[offer.chosen].journal});
}

} // namespace app
