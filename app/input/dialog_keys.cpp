// SPDX-License-Identifier: MIT
#include "app/input/dialog_keys.h"

#include "app/files/reading.h"
#include "app/importing/importing.h"
#include "app/importing/model_importing.h"
#include "app/learning/seeking.h"

#include <algorithm>
#include <utility>

namespace app {
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
    else
        frame.outbox.post(SaveAs{path, {}});
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
