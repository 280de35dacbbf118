// SPDX-License-Identifier: MIT
#include "app/session/session.h"

#include "app/authoring/authoring.h"
#include "app/editing/giving.h"
#include "app/editing/playing.h"
#include "app/explaining/comparing.h"
#include "app/explaining/covering.h"
#include "app/explaining/folder_words.h"
#include "app/explaining/lighting.h"
#include "app/explaining/sensing.h"
#include "app/exporting/marking.h"
#include "app/files/opening.h"
#include "app/files/reading.h"
#include "app/files/saving.h"
#include "app/importing/importing.h"
#include "app/learning/learning.h"
#include "app/learning/seeking.h"
#include "app/presenting/presenting.h"
#include "app/starting/glimpse_maker.h"
#include "core/base/match.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/next_word.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <new>
#include <utility>
#include <variant>

namespace app {

using namespace attn;

Result<> Work::record(const io::Entry& entry) {
    auto done = workspace_.apply(entry);
    if (done)
        keeping_.record(entry, workspace_);
    return done;
}

void Work::go_to(std::size_t step) {
    if (step != history().position() && step < history().size())
        (void)record(io::WentTo{step});
}

Result<io::Lost> Work::restore(const std::string& journal) {
    auto found = keeping_.restore(journal);
    if (!found)
        return found;
    workspace_ = *std::move(found->workspace);
    if (const auto step = unsaved_step())
        go_to(*step);
    if (!origin().path.empty())
        (void)keeping_.claim(origin().path);
    return found;
}

namespace {

void change(Session& session, const Edit& edit) {
    if (const auto done = session.work.record(io::Edited{edit.command, edit.gesture}); !done)
        session.ui.message = Message{done.error().text(), true};
    else if (std::holds_alternative<AddHead>(edit.command))
        session.view.head = head_count(session.document()) - 1;
}

template <class... Kinds>
bool is_one_of(const Request& request) {
    return (std::holds_alternative<Kinds>(request) || ...);
}

/// Whether the request changes, saves or leaves the document, so that a shown training state has to
/// become the document first. Training settings do not: they change no number.
bool is_about_document(const Request& request) {
    if (const auto* const edit = std::get_if<Edit>(&request);
        edit && std::holds_alternative<SetTraining>(edit->command))
        return false;
    return !is_one_of<Train, LookAtStep, SeekGoal, CancelGesture, OpenArrays, CompareWithFile,
                      CompareWithOpened, AskWhereToSave, StopLeaving, OfferUnsavedWork, Discard,
                      CopyText, SaveLesson, MarkAnswers, WriteMarks, SetOverComputed>(request);
}

/// Ends the lesson if the request brought a document that is not the lesson's.
void leave_lesson_behind(Session& session, const Request& request) {
    const auto& lesson = session.ui.teaching.lesson;
    const bool may_bring =
        is_one_of<Open, NewDocument, Import, ImportModel, Restore, Undo, Redo, GoToStep>(request);
    if (!lesson || !may_bring || session.work.origin().is_passing || session.ui.teaching.writing)
        return;
    const std::string title = figure::plain_text(lesson->opened->lesson.title);
    close_lesson(session);
    if (!session.ui.message)
        session.ui.message = Message{"The lesson “" + title +
                                         "” has ended, since another document is open. The start "
                                         "page continues it at its step.",
                                     false};
}

void carry_out(Session& session, const Request& request, const Opener& opener) {
    Work& work = session.work;
    if (is_about_document(request))
        take_what_is_seen(session);
    // What was said about the document, such as that it is saved, is not true of another state.
    if (is_one_of<Undo, Redo, GoToStep, NewDocument>(request) && session.ui.message &&
        !session.ui.message->is_fault)
        session.ui.message.reset();
    match(
        request, [&](const Edit& wanted) { change(session, wanted); },
        [&](const CancelGesture& cancel) { (void)work.record(io::Cancelled{cancel.gesture}); },
        [&](const Undo&) { work.go_to(work.history().position() - 1); },
        [&](const Redo&) { work.go_to(work.history().position() + 1); },
        [&](const GoToStep& wanted) { work.go_to(wanted.step); },
        [&](const NewDocument& wanted) { begin_new(session, wanted); },
        [&](const Open& wanted) { open(session, wanted, opener); },
        [&](const OpenArrays& wanted) { open_arrays(session, wanted); },
        [&](const Import& wanted) { import_arrays(session, wanted); },
        [&](const ImportModel& wanted) { import_model(session, wanted); },
        [&](const Quit& wanted) {
            if (wanted.discards ||
                (!asks_to_save_lesson(session, Quit{}) && !asks_to_save(session, Quit{true})))
                session.ui.window.quit_asked = true;
        },
        [&](const Save&) { save(session); },
        [&](const SaveAs& wanted) { save_as(session, wanted); },
        [&](const CompareWithFile& wanted) { compare_with(session, wanted.path); },
        [&](const CompareWithOpened&) {
            const Document& opened = work.origin().saved;
            pin_as(session.frame(), {opened, evaluate(opened)}, "as opened");
        },
        [&](const AskWhereToSave& wanted) { ask_where_to_save(session, wanted); },
        [&](const StopLeaving&) { session.ui.files.after_saving.clear(); },
        [&](const Revert&) { revert(session, opener); },
        [&](const Reset&) {
            (void)work.record(io::Brought{work.origin().saved, "Reset to what was opened", 0});
        },
        [&](const OfferUnsavedWork&) { offer_unsaved_work(session); },
        [&](const Restore& wanted) { restore(session, wanted); },
        [&](const Discard& wanted) { discard(session, wanted.journal); },
        [&](const Present& wanted) { present(session, wanted); },
        [&](const OpenLesson& wanted) { open_lesson(session, wanted); },
        [&](const OpenOwnLesson&) { open_own_lesson(session); },
        [&](const ShowLessonStep& wanted) { show_lesson_step(session, wanted); },
        [&](const CloseLesson&) {
            if (!session.ui.teaching.writing)
                close_lesson(session);
            else if (!asks_to_save_lesson(session, LeaveWriting{}))
                leave_writing(session);
        },
        [&](const WriteLesson& wanted) { write_lesson(session, wanted); },
        [&](const SaveLesson&) { save_lesson(session); },
        [&](const LeaveWriting&) { leave_writing(session); },
        [&](const Train& wanted) { train(session, wanted); },
        [&](const LookAtStep& wanted) { look_at(session, wanted); },
        [&](const SeekGoal& wanted) { seek_goal(session, wanted); },
        [&](const CopyText& wanted) { session.clipboard.write(wanted.text); },
        [&](const MarkAnswers& wanted) { mark_answers(session, wanted); },
        [&](const WriteMarks& wanted) { write_marks(session, wanted); },
        [&](const SetOverComputed& wanted) { choose_over_computed(session.frame(), wanted); });
    leave_lesson_behind(session, request);
}

/// Handles a lack of memory: goes back to the step before. The step that was too large can be
/// redone when there is more memory.
void give_up(Session& session) {
    (void)session.outbox.take();
    forget_training(session.ui.learning);
    session.ui.message =
        Message{"There is not enough memory for this change. The document is as it was "
                "before. Close other programs or use a smaller document.",
                true};
    while (!session.results.is_of(session.document())) {
        if (session.history().position() == 0)
            throw std::bad_alloc();
        (void)session.work.record(io::WentTo{session.history().position() - 1});
        try {
            if (!session.results.is_of(session.document()))
                session.results.make(session.document());
        } catch (const std::bad_alloc&) { // Tries the step before that.
        }
    }
}

void keep_view_inside(Session& session) {
    const Document& now = session.document();
    View& view = session.view;
    UiState& ui = session.ui;
    view.query = std::clamp(view.query, Index{0}, token_count(now) - 1);
    view.head = std::clamp(view.head, Index{0}, head_count(now) - 1);
    keep_part_inside(now, view);
    if (view.key && *view.key >= key_count(now))
        view.key.reset();
    for (std::optional<Place>* place : {&view.selected, &view.anchor, &view.pointed})
        if (*place && !exists(now, **place))
            place->reset();
    leave_existing(now, view.marked);
    if (ui.editing) {
        const EditTarget& target = ui.editing->target;
        const Place* const cell = cell_of(target);
        const auto* word = std::get_if<WordTarget>(&target);
        if ((cell && !exists(now, *cell)) ||
            (std::holds_alternative<SentenceTarget>(target) && !now.options.has_table) ||
            (std::holds_alternative<FolderTextTarget>(target) && !is_layer_of_folder(now)) ||
            (word && word->row >= static_cast<Index>(names(now, word->of).size())))
            ui.editing.reset();
    }
    if (ui.window.enlarged && !has_stage(now, *ui.window.enlarged))
        leave_light(ui);
    if (ui.window.lit_number && !exists(now, *ui.window.lit_number))
        ui.window.lit_number.reset();
    if (ui.sensing && !exists(now, ui.sensing->of))
        ui.sensing.reset();
    if (ui.dragging.scrub && !exists(now, ui.dragging.scrub->place))
        ui.dragging.scrub.reset();
    if (ui.dragging.map && !exists(now, Place{{Stage::X}, ui.dragging.map->row, 0}))
        ui.dragging.map.reset();
}

} // namespace

Session::Session(io::Origin origin, Evaluator::Work evaluation)
    : work(std::move(origin)), results(std::move(evaluation)) {
    ui.files.opened = work.origin().name;
    results.follow(document());
}

Session::Session(Document document, std::string opened)
    : Session(io::Origin{std::move(opened), "", std::nullopt, std::move(document)}) {}

Frame Session::frame() {
    return {document(), results, history(), view, ui, outbox, clipboard};
}

void Session::carry_out(const Opener& open) {
    follow_reading(*this);
    // Requests that are carried out may post more, for example those that wait for a saving.
    try {
        while (!outbox.is_empty())
            for (const Request& request : outbox.take()) {
                if (listens)
                    listens(request);
                app::carry_out(*this, request, open);
            }
        forget_covered_verdict(document(), ui);
        follow_training(*this);
        follow_seeking(*this);
        keep_written_lesson(*this);
        results.follow(document());
    } catch (const std::bad_alloc&) {
        give_up(*this);
    }
    const io::Origin& origin = work.origin();
    ui.files.opened = origin.is_passing ? "" : origin.name;
    ui.files.path = origin.is_for_viewing ? "" : origin.path;
    ui.files.is_unsaved = work.is_changed();
    look_at_keeping(*this);
    keep_view_inside(*this);
}

bool Session::is_working() const {
    const auto works = [](const auto& worker) { return worker && worker->is_working(); };
    return results.is_working() || is_reading(ui) || works(ui.learning.run) ||
           works(ui.starting.glimpses) || (ui.gradients && ui.gradients->newest.is_working()) ||
           (ui.model && ui.model->reader->is_working()) || works(ui.folder_words.runner) ||
           (ui.seeking && ui.seeking->seeker && !ui.seeking->seeker->has_ended());
}

std::optional<double> Session::tick(double seconds) {
    constexpr double pause = 0.8, progress_pause = 0.1;
    std::optional<double> due;
    if (results.running())
        due = progress_pause;
    if (ui.seeking && ui.seeking->seeker)
        due = progress_pause;
    if (ui.model && ui.model->reader->running())
        due = progress_pause;
    if (folder_fraction(frame()))
        due = progress_pause;
    if (ui.files.reader) // Its elapsed time is shown in seconds.
        due = 1;
    if (const auto next = follow_playing(frame(), seconds))
        due = next;
    if (!ui.history.replay)
        return due;
    if (seconds >= ui.history.replay->next) {
        if (ui.history.replay->next > 0)
            outbox.post(Redo{});
        if (history().position() + 1 >= history().size()) {
            ui.history.replay.reset();
            return due;
        }
        ui.history.replay->next = seconds + pause;
    }
    return std::min(due.value_or(pause), ui.history.replay->next - seconds);
}

} // namespace app
