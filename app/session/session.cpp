// SPDX-License-Identifier: MIT
#include "app/session/session.h"

#include "app/actions/actions.h"
#include "app/editing/editing.h"
#include "app/editing/filling.h"
#include "app/editing/navigation.h"
#include "app/editing/pasting.h"
#include "app/exporting/exporting.h"
#include "app/input/dialog_keys.h"
#include "app/presenting/presenting.h"
#include "core/base/match.h"
#include "core/document/sheet.h"

#include <algorithm>
#include <new>
#include <utility>

namespace app {
namespace {

using namespace attn;

void press_in_palette(const Frame& frame, const KeyPress& key, const std::vector<Action>& actions) {
    Palette& palette = *frame.ui.cards.palette;
    const auto list = found(actions, palette.line.text);
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

/// Keys while something is typed over. Enter, Tab and the vertical arrows enter it and move on.
bool press_in_editing(const Frame& frame, const KeyPress& key) {
    Editing& editing = *frame.ui.editing;
    const bool in_cell = std::holds_alternative<CellTarget>(editing.target);
    switch (key.key) {
    case Key::Escape:
        frame.ui.editing.reset();
        return true;
    case Key::Enter:
        if (finish_editing(frame) && in_cell)
            press_on_canvas(frame, key);
        return true;
    case Key::Tab:
    case Key::Up:
    case Key::Down:
        if (finish_editing(frame) && in_cell)
            press_on_canvas(frame, key);
        return true;
    default:
        if (!editing.line.press(key, frame.clipboard))
            return false;
        editing.fault.clear();
        return true;
    }
}

} // namespace

Session::Session(io::Origin origin, Evaluator::Work work)
    : workspace_(std::move(origin)), results_(std::move(work)) {
    ui_.files.opened = this->origin().name;
    results_.follow(document());
}

Session::Session(Document document, std::string opened)
    : Session(io::Origin{std::move(opened), "", std::nullopt, std::move(document)}) {}

Frame Session::frame() {
    return {document(), results_, history(), view_, ui_, outbox_, clipboard_};
}

void Session::key(const KeyEvent& event, const std::vector<Action>& actions) {
    const Frame frame = this->frame();
    // The window is saved as it is seen, whatever is going on in it.
    if (const auto* press = std::get_if<KeyPress>(&event); press && matches(*press, {Key::F12})) {
        ui_.exporting.window_asked = true;
        return;
    }
    if (is_asking(ui_)) {
        if (const auto* typed = std::get_if<Typed>(&event))
            type_in_dialog(frame, typed->text);
        else
            press_in_dialog(frame, std::get<KeyPress>(event));
        return;
    }
    if (ui_.teaching.presenting) {
        if (const auto* typed = std::get_if<Typed>(&event))
            type_while_presenting(frame, typed->text);
        else
            press_while_presenting(frame, std::get<KeyPress>(event), actions);
        return;
    }
    if (const auto* typed = std::get_if<Typed>(&event)) {
        if (ui_.filling) {
            type_in_filling(frame, typed->text);
        } else if (ui_.pasting) {
            // Keys choose; text means nothing here.
        } else if (ui_.cards.palette) {
            ui_.cards.palette->line.insert(typed->text);
            ui_.cards.palette->chosen = 0;
        } else if (ui_.editing) {
            ui_.editing->line.insert(typed->text);
            ui_.editing->fault.clear();
        } else if (ui_.exporting.is_open) {
            type_in_export(frame, typed->text);
        } else if (!ui_.cards.help_open && !ui_.dragging.scrub) {
            type_on_canvas(frame, typed->text);
        }
        return;
    }
    const KeyPress& press = std::get<KeyPress>(event);
    if (ui_.dragging.scrub && press.key == Key::Escape) {
        outbox_.post(CancelGesture{ui_.dragging.scrub->gesture});
        ui_.dragging.scrub.reset();
        return;
    }
    if (ui_.dragging.temperature && press.key == Key::Escape) {
        outbox_.post(CancelGesture{ui_.dragging.temperature->gesture});
        ui_.dragging.temperature->is_cancelled = true;
        return;
    }
    if (ui_.filling || ui_.pasting) {
        ui_.filling ? press_in_filling(frame, press) : press_in_pasting(frame, press);
        return;
    }
    if (ui_.cards.palette) {
        press_in_palette(frame, press, actions);
        return;
    }
    if (ui_.cards.help_open && press.key == Key::Escape) {
        ui_.cards.help_open = false;
        return;
    }
    if (ui_.editing && press_in_editing(frame, press))
        return;
    if (ui_.exporting.is_open && !ui_.cards.help_open && press_in_export(frame, press))
        return;
    for (const Action& action : actions)
        for (const KeyPress& shortcut : action.shortcuts)
            if (matches(press, shortcut) && action.is_enabled(frame)) {
                if (ui_.editing && !finish_editing(frame))
                    ui_.editing.reset();
                action.run(frame);
                return;
            }
    if (!ui_.editing && !ui_.cards.help_open && !ui_.dragging.scrub && !ui_.exporting.is_open)
        press_on_canvas(frame, press);
}

Result<> Session::record(const io::Entry& entry) {
    auto done = workspace_.apply(entry);
    if (done)
        keeping_.record(entry, workspace_);
    return done;
}

void Session::carry_out(const Edit& edit) {
    if (const auto done = record(io::Edited{edit.command, edit.gesture}); !done)
        ui_.message = Message{done.error().text(), true};
    else if (std::holds_alternative<AddHead>(edit.command))
        view_.head = head_count(document()) - 1;
}

void Session::carry_out(const Opener& open) {
    // What is carried out may ask for more: a saving that others wait for.
    try {
        while (!outbox_.is_empty())
            for (const Request& request : outbox_.take())
                carry_out(request, open);
        results_.follow(document());
    } catch (const std::bad_alloc&) {
        give_up();
    }
    ui_.files.opened = origin().is_passing ? "" : origin().name;
    ui_.files.path = origin().is_for_viewing ? "" : origin().path;
    ui_.files.is_unsaved = workspace_.is_changed();
    look_at_keeping();
    keep_view_inside();
}

/// The message goes with the next one; the mark stays for as long as the trouble.
void Session::look_at_keeping() {
    if (const auto trouble = keeping_.new_trouble())
        ui_.message = Message{trouble->text(), true};
    const auto trouble = keeping_.trouble();
    ui_.recovery.not_kept = trouble ? trouble->text() : "";
}

/// Memory did not suffice: the step before comes back. The one that was too large can be redone
/// when there is more.
void Session::give_up() {
    (void)outbox_.take();
    ui_.message = Message{"There is not enough memory for this change. The document is as it was "
                          "before. Close other programs or use a smaller document.",
                          true};
    while (!results_.is_of(document())) {
        if (history().position() == 0)
            throw std::bad_alloc();
        (void)record(io::WentTo{history().position() - 1});
        try {
            if (!results_.is_of(document()))
                results_.make(document());
        } catch (const std::bad_alloc&) { // the one before that, then
        }
    }
}

void Session::carry_out(const Request& request, const Opener& open) {
    const auto step_to = [this](std::size_t step) {
        if (step != history().position() && step < history().size())
            (void)record(io::WentTo{step});
    };
    match(
        request, [&](const Edit& edit) { carry_out(edit); },
        [&](const CancelGesture& cancel) { (void)record(io::Cancelled{cancel.gesture}); },
        [&](const Undo&) { step_to(history().position() - 1); },
        [&](const Redo&) { step_to(history().position() + 1); },
        [&](const GoToStep& wanted) { step_to(wanted.step); },
        [&](const NewDocument& wanted) { begin_new(wanted); },
        [&](const Open& wanted) { this->open(wanted, open); },
        [&](const OpenArrays& wanted) { open_arrays(wanted); },
        [&](const Import& wanted) { import(wanted); },
        [&](const Quit& quit) {
            if (quit.discards || !asks_to_save(Quit{true}))
                ui_.window.quit_asked = true;
        },
        [&](const Save&) { save(); }, [&](const SaveAs& wanted) { save_as(wanted); },
        [&](const CompareWithFile& wanted) { compare_with(wanted.path); },
        [&](const AskWhereToSave&) { ask_where_to_save(); },
        [&](const StopLeaving&) { ui_.files.after_saving.clear(); },
        [&](const Revert&) { revert(open); },
        [&](const Reset&) {
            (void)record(io::Brought{origin().saved, "Reset to what was opened", 0});
        },
        [&](const OfferUnsavedWork&) {
            ui_.recovery.offer = keeping_.offer();
            if (!ui_.recovery.offer)
                ui_.message = Message{"There is no unsaved work to restore.", false};
        },
        [&](const Restore& wanted) { restore(wanted); },
        [&](const Discard& wanted) { discard(wanted.journal); },
        [&](const Present& wanted) { carry_out(wanted); },
        [&](const OpenLesson& wanted) {
            if (ui_.teaching.lesson)
                close_lesson();
            ui_.teaching.lesson = LessonState{wanted.lesson, 0, ++ui_.dragging.last_gesture,
                                              view_.numbers, view_.show_row_sums};
            ui_.message.reset();
            show_lesson_step(0);
        },
        [&](const ShowLessonStep& wanted) {
            if (ui_.teaching.lesson &&
                wanted.step < ui_.teaching.lesson->opened->lesson.steps.size())
                show_lesson_step(wanted.step);
        },
        [&](const CloseLesson&) { close_lesson(); });
}

void Session::carry_out(Present wanted) {
    if (wanted == Present::Start || wanted == Present::Resume) {
        Presenting presenting;
        presenting.before = document();
        presenting.was_full_screen = ui_.window.full_screen;
        presenting.step = wanted == Present::Resume ? ui_.teaching.last_step : 1;
        ui_.teaching.presenting = std::move(presenting);
        ui_.window.full_screen = true;
        ui_.cards.help_open = false;
        ui_.cards.palette.reset();
        ui_.message.reset();
        view_.selected.reset();
        if (ui_.teaching.lesson && wanted == Present::Start)
            show_lesson_step(0);
        else if (!ui_.teaching.lesson) // The switches may have left the step out since.
            go_to_step(frame(), ui_.teaching.presenting->step);
        return;
    }
    if (!ui_.teaching.presenting)
        return;
    const Presenting& presenting = *ui_.teaching.presenting;
    const Document& before =
        ui_.teaching.lesson ? ui_.teaching.lesson->document() : presenting.before;
    if (wanted == Present::Reset || !presenting.keeps_changes)
        (void)record(io::Brought{before,
                                 wanted == Present::Reset
                                     ? "Reset what was changed while presenting"
                                     : "Leave the presentation",
                                 0});
    if (wanted == Present::Reset)
        return;
    ui_.window.full_screen = presenting.was_full_screen;
    ui_.dragging.scrub.reset();
    ui_.editing.reset();
    view_.selected.reset();
    ui_.teaching.presenting.reset();
}

/// The document of the step comes from the lesson, whatever was tried in the step before.
void Session::show_lesson_step(std::size_t step) {
    LessonState& lesson = *ui_.teaching.lesson;
    lesson.step = step;
    const std::string& title = lesson.opened->lesson.title;
    io::Origin from{title, "", std::nullopt, lesson.document()};
    from.is_passing = true;
    (void)record(io::Opened{std::move(from), "Lesson: " + title, lesson.gesture});
    view_.numbers = lesson.numbers;
    view_ = view_of(lesson.current(), view_);
    view_.selected.reset();
    ui_.dragging.scrub.reset();
}

void Session::close_lesson() {
    if (!ui_.teaching.lesson)
        return;
    view_.numbers = ui_.teaching.lesson->numbers;
    view_.show_row_sums = ui_.teaching.lesson->show_row_sums;
    ui_.teaching.lesson.reset();
}

void Session::keep_view_inside() {
    const Document& now = document();
    view_.query = std::clamp(view_.query, Index{0}, token_count(now) - 1);
    view_.head = std::clamp(view_.head, Index{0}, head_count(now) - 1);
    if (view_.key && *view_.key >= token_count(now))
        view_.key.reset();
    for (std::optional<Place>* place : {&view_.selected, &view_.anchor, &view_.pointed})
        if (*place && !exists(now, **place))
            place->reset();
    const auto gone = [&](const Place& place) { return !exists(now, place); };
    view_.marked.erase(std::remove_if(view_.marked.begin(), view_.marked.end(), gone),
                       view_.marked.end());
    if (ui_.editing) {
        const EditTarget& target = ui_.editing->target;
        const auto* cell = std::get_if<CellTarget>(&target);
        const auto* word = std::get_if<WordTarget>(&target);
        if ((cell && !exists(now, cell->place)) ||
            (word && word->row >= static_cast<Index>(names(now, word->of).size())))
            ui_.editing.reset();
    }
    if (ui_.dragging.scrub && !exists(now, ui_.dragging.scrub->place))
        ui_.dragging.scrub.reset();
}

} // namespace app
