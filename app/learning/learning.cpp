// SPDX-License-Identifier: MIT
#include "app/learning/learning.h"

#include "app/session/pages.h"
#include "core/base/number_text.h"
#include "core/document/learning/goal_seek.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

using namespace attn;

constexpr std::size_t most_played = 1'000'000; // steps, if never paused

bool is_start(const Learning& learning, const Document& document) {
    return are_equal_but_for_remarks(document, learning.run->start());
}

/// Whether the document is the start of the run or a state taken from it.
bool is_of_run(const Learning& learning, const Document& document) {
    return is_start(learning, document) ||
           (learning.taken && are_equal_but_for_remarks(document, learning.taken->document));
}

void begin_run(Session& session) {
    Learning& learning = session.ui.learning;
    const Document& document = session.work.document();
    const TrainingSettings settings = settings_of_run(document);
    forget_training(learning);
    learning.run = std::make_shared<TrainingRun>(document, settings, session.wake);
}

/// Returns the existing run if it has the present settings, else a new one.
TrainingRun* run_to_go_on(Session& session) {
    Learning& learning = session.ui.learning;
    if (auto why = no_training(session.work.document()); !why.empty()) {
        session.ui.message = Message{std::move(why), true};
        return nullptr;
    }
    if (!learning.run || (learning.fault && !learning.has_diverged) ||
        begins_again(learning, session.work.document()))
        begin_run(session);
    learning.fault.reset();
    learning.follows = true;
    ++learning.news;
    return learning.run.get();
}

/// "Train 20 steps: loss 1.234 → 0.1234". At step 0 only the seed had an effect.
std::string what_was_trained(const Learning& learning, std::size_t step) {
    if (step == 0)
        return "Draw what learns by its seed";
    return "Train " + std::to_string(step) + (step == 1 ? " step" : " steps") +
           (step < learning.losses.size()
                ? ": loss " + with_minus(significant(learning.losses.front(), 4)) + " → " +
                      with_minus(significant(learning.losses[step], 4))
                : "");
}

void take(Session& session) {
    Learning& learning = session.ui.learning;
    if (!learning.seen)
        return;
    if (learning.run)
        learning.run->pause();
    learning.follows = false;
    const TrainedState state = *std::move(learning.seen);
    learning.seen.reset();
    ++learning.news;
    if (state.document == session.work.document())
        return;
    const std::string what = what_was_trained(learning, state.step);
    if (const auto done = session.work.record(io::Edited{Replace{state.document, what}, 0}); !done)
        session.ui.message = Message{done.error().text(), true};
    else
        learning.taken = state;
    learning.taken_at = state.step;
}

void see(Learning& learning, TrainedState state, const Document& document) {
    take_remarks(state.document, document);
    if (state.step == 0 && learning.taken_at == 0 && state.document == document)
        learning.seen.reset(); // No seed drew other numbers: the state is the document.
    else
        learning.seen = std::move(state);
}

/// Gives the shown state the remarks of the document.
void follow_remarks(Learning& learning, const Document& document) {
    const auto has_others = [&](const std::optional<TrainedState>& state) {
        if (!state)
            return false;
        const Document& shown = state->document;
        return shown.title != document.title || shown.notes != document.notes ||
               shown.figures != document.figures;
    };
    if (learning.settings == document.training && !has_others(learning.newest) &&
        !has_others(learning.seen))
        return;
    learning.settings = document.training;
    ++learning.news;
    for (std::optional<TrainedState>* state : {&learning.newest, &learning.seen})
        if (*state)
            take_remarks((*state)->document, document);
}

std::size_t steps_of(const Document& document) {
    return static_cast<std::size_t>(training_settings(document).steps);
}

void begin_with_half_the_rate(Session& session) {
    const Learning& learning = session.ui.learning;
    if (!learning.run)
        return;
    TrainingSettings settings = training_settings(session.work.document());
    settings.rate = learning.run->settings().rate / 2;
    if (const auto done = session.work.record(io::Edited{SetTraining{settings}, 0}); !done)
        session.ui.message = Message{done.error().text(), true};
    else
        train(session, Train::RunTo);
}

} // namespace

TrainingSettings settings_of_run(const Document& document) {
    TrainingSettings settings = training_settings(document);
    if (settings.learned.empty())
        settings.learned = learned_inputs(document);
    return settings;
}

bool begins_again(const Learning& learning, const Document& document) {
    if (!learning.run)
        return false;
    TrainingSettings now = settings_of_run(document);
    now.steps = learning.run->settings().steps; // A run can continue to any step.
    return now != learning.run->settings();
}

std::string no_training(const Document& document) {
    return has_stage(document, Stage::Loss)
               ? ""
               : "The document has no loss to make smaller. Choose a loss in Model, Loss";
}

void forget_training(Learning& learning) {
    if (learning.run) {
        learning.run->end();
        learning.ending.push_back(std::exchange(learning.run, nullptr));
    }
    learning.losses.clear();
    learning.newest.reset();
    learning.seen.reset();
    learning.begun.reset();
    learning.taken.reset();
    learning.taken_at = 0;
    learning.follows = true;
    learning.is_running = false;
    learning.fault.reset();
    learning.has_diverged = false;
    ++learning.news;
}

namespace {

/// Says once, before a training begins, that no target was set. Returns whether it was said.
bool says_target_is_missing(Session& session) {
    Learning& learning = session.ui.learning;
    const SharedMatrix* const target = input(session.work.document(), {Stage::Target});
    if (learning.run || !target || !(*target)->isZero(0) ||
        std::exchange(learning.knows_of_target, true))
        return false;
    session.ui.message = Message{
        "The target is all zeros, as it was made. Type into it what should come out, or start the "
        "training once more to train for zeros.",
        true};
    return true;
}

} // namespace

void train(Session& session, Train wanted) {
    Learning& learning = session.ui.learning;
    const bool begins = wanted == Train::Play || wanted == Train::RunTo || wanted == Train::Step;
    if (begins && says_target_is_missing(session))
        return;
    switch (wanted) {
    case Train::Play:
        if (TrainingRun* run = run_to_go_on(session))
            run->go_to(most_played, learning.speed);
        return;
    case Train::RunTo:
        if (TrainingRun* run = run_to_go_on(session))
            run->go_to(steps_of(session.work.document()), learning.speed);
        return;
    case Train::Pause:
        if (learning.run)
            learning.run->pause();
        return;
    case Train::Step:
        if (TrainingRun* run = run_to_go_on(session))
            run->step();
        return;
    case Train::Take:
        return take(session);
    case Train::Discard:
        return forget_training(learning);
    case Train::HalveRate:
        return begin_with_half_the_rate(session);
    }
}

void look_at(Session& session, LookAtStep wanted) {
    Learning& learning = session.ui.learning;
    if (!learning.run || learning.losses.empty())
        return;
    const std::size_t step = std::min(wanted.step, learning.losses.size() - 1);
    learning.follows = false;
    learning.looked_for = step;
    ++learning.news;
    auto state = learning.run->look_at(step);
    if (learning.newest && learning.newest->step == step) {
        learning.run->pause();
        state = learning.newest;
    }
    if (state) // Else the thread computes it; until then the shown state stays.
        see(learning, *std::move(state), session.work.document());
}

void take_what_is_seen(Session& session) {
    Learning& learning = session.ui.learning;
    if (!learning.seen)
        return;
    const std::size_t step = learning.seen->step;
    take(session);
    session.ui.message =
        Message{"Step " + std::to_string(step) +
                    " of the training was taken first. It is a separate step of Undo",
                false};
}

void follow_training(Session& session) {
    Learning& learning = session.ui.learning;
    if (shown_panel_tab(session.document(), session.ui.window.panel_tab) != page_id::training) {
        learning.typed.reset(); // The number that was typed into is gone.
        learning.choosing.reset();
    }
    const auto has_ended = [](const auto& run) { return run->has_ended(); };
    learning.ending.erase(std::remove_if(learning.ending.begin(), learning.ending.end(), has_ended),
                          learning.ending.end());
    const Document& document = session.work.document();
    follow_remarks(learning, document);
    if (learning.typed && !is_read(learning.typed->number, training_settings(document).optimiser))
        learning.typed.reset(); // Its field is gone.
    if (!learning.run)
        return;
    if (!is_of_run(learning, document))
        return forget_training(learning);
    learning.taken_at = is_start(learning, document) || !learning.taken ? 0 : learning.taken->step;
    if (session.ui.editing && learning.is_running)
        learning.run->pause(); // Numbers must not change while the user types.
    TrainingRun::News news = learning.run->take();
    if (news.losses.empty() && !news.newest && !news.looked && !news.fault &&
        news.is_running == learning.is_running)
        return;
    ++learning.news;
    learning.losses.insert(learning.losses.end(), news.losses.begin(), news.losses.end());
    learning.is_running = news.is_running;
    if (news.fault) {
        learning.fault = std::move(news.fault);
        learning.has_diverged = news.has_diverged;
    }
    if (news.looked)
        see(learning, *std::move(news.looked), document);
    if (!news.newest)
        return;
    learning.newest = std::move(news.newest);
    if (learning.follows)
        see(learning, *learning.newest, document);
}

void set_training(const Frame& frame, TrainingSettings settings) {
    if (settings != training_settings(frame.document))
        frame.outbox.edit(SetTraining{std::move(settings)});
}

void begin_typing(const Frame& frame, TrainingNumber number) {
    Learning& learning = frame.ui.learning;
    learning.choosing.reset();
    learning.typed = TypedTraining{
        number, line_edit(text_of(number, training_settings(frame.document)), true), ""};
}

bool finish_typing(const Frame& frame) {
    Learning& learning = frame.ui.learning;
    if (!learning.typed)
        return true;
    TypedTraining& typed = *learning.typed;
    auto settings = with_typed(training_settings(frame.document), typed.number, typed.line.text);
    if (!settings) {
        typed.fault = settings.error().message;
        return false;
    }
    set_training(frame, *std::move(settings));
    learning.typed.reset();
    return true;
}

void begin_choosing(const Frame& frame) {
    Learning& learning = frame.ui.learning;
    if (learning.choosing)
        return finish_choosing(frame); // The same button closes the list.
    learning.typed.reset();
    learning.choosing =
        input_choice(movable_inputs(frame.document), settings_of_run(frame.document).learned);
    InputChoice& choosing = *learning.choosing;
    for (const bool is_answered : answered_by_loss(frame.document, choosing.inputs)) {
        const Shape shape = shape_of(frame.document, choosing.inputs[choosing.remarks.size()]);
        const Index count = shape.rows * shape.columns;
        choosing.remarks.push_back(!is_answered ? "does not reach the loss"
                                                : std::to_string(count) +
                                                      (count == 1 ? " number" : " numbers"));
        choosing.is_idle.push_back(!is_answered);
    }
}

void finish_choosing(const Frame& frame) {
    Learning& learning = frame.ui.learning;
    if (learning.choosing) {
        TrainingSettings settings = training_settings(frame.document);
        settings.learned = learning.choosing->chosen();
        if (settings.learned == learned_inputs(frame.document))
            // An empty list keeps meaning the usual inputs when the document gets others.
            settings.learned.clear();
        set_training(frame, std::move(settings));
    }
    learning.choosing.reset();
}

bool holds_keys(const Learning& learning) {
    return learning.typed || learning.choosing;
}

bool press_in_training(const Frame& frame, const KeyPress& key) {
    Learning& learning = frame.ui.learning;
    if (key.key == Key::Escape) {
        learning.typed.reset();
        learning.choosing.reset();
        return true;
    }
    if (learning.choosing) {
        if (key.key == Key::Enter) {
            finish_choosing(frame);
            return true;
        }
        return press_in_choice(*learning.choosing, key);
    }
    if (key.key == Key::Tab) {
        const TrainingNumber now = learning.typed->number;
        if (finish_typing(frame))
            begin_typing(frame,
                         next_read(now, training_settings(frame.document).optimiser, key.shift));
        return true;
    }
    if (key.key == Key::Enter) {
        (void)finish_typing(frame);
        return true;
    }
    if (!learning.typed->line.press(key, frame.clipboard))
        return false;
    learning.typed->fault.clear();
    return true;
}

void type_in_training(const Frame& frame, const std::string& text) {
    Learning& learning = frame.ui.learning;
    if (learning.choosing)
        return type_in_choice(*learning.choosing, text);
    learning.typed->line.insert(text);
    learning.typed->fault.clear();
}

} // namespace app
