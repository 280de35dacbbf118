// SPDX-License-Identifier: MIT
#include "app/learning/learning.h"

#include "app/session/panel_tabs.h"
#include "core/base/number_text.h"
#include "core/document/goal_seek.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/io/cell_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {
namespace {

using namespace attn;

constexpr std::size_t most_steps = 1'000'000;

bool are_same(const TrainingSettings& a, const TrainingSettings& b) {
    return a.optimiser == b.optimiser && a.rate == b.rate && a.weight_decay == b.weight_decay &&
           a.learned == b.learned;
}

/// Whether the run began with the document, or came to it.
bool is_of_run(const Learning& learning, const Document& document) {
    return learning.run && (document == learning.run->start() ||
                            (learning.taken && document == learning.taken->document));
}

void begin_run(Session& session) {
    Learning& learning = session.ui.learning;
    const Document& document = session.work.document();
    const TrainingSettings settings = training_settings(learning, document);
    forget_training(learning);
    learning.run = std::make_shared<TrainingRun>(document, settings, session.wake);
}

/// A run with the present settings, the one there is or another.
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
    const std::string what = "Train " + std::to_string(state.step) +
                             (state.step == 1 ? " step" : " steps") +
                             (state.step < learning.losses.size()
                                  ? ": loss " + significant(learning.losses.front(), 4) + " → " +
                                        significant(learning.losses[state.step], 4)
                                  : "");
    if (const auto done = session.work.record(io::Edited{Replace{state.document, what}, 0}); !done)
        session.ui.message = Message{done.error().text(), true};
    else
        learning.taken = state;
    learning.taken_at = state.step;
}

void see(Learning& learning, TrainedState state) {
    if (state.step == 0 && learning.taken_at == 0)
        learning.seen.reset(); // It is the document.
    else
        learning.seen = std::move(state);
}

} // namespace

TrainingSettings training_settings(const Learning& learning, const Document& document) {
    TrainingSettings settings;
    settings.optimiser = learning.optimiser;
    settings.rate = learning.rate;
    settings.weight_decay = learning.weight_decay;
    for (const SheetId& sheet : movable_inputs(document))
        if (std::find(learning.learned.begin(), learning.learned.end(), sheet) !=
            learning.learned.end())
            settings.learned.push_back(sheet);
    if (settings.learned.empty())
        settings.learned = learned_inputs(document);
    return settings;
}

bool begins_again(const Learning& learning, const Document& document) {
    return learning.run &&
           !are_same(learning.run->settings(), training_settings(learning, document));
}

std::string no_training(const Document& document) {
    return has_stage(document, Stage::Loss)
               ? ""
               : "The document has no loss that could become smaller. Choose one in Model, Loss";
}

void forget_training(Learning& learning) {
    if (learning.run) {
        learning.run->end();
        learning.ending.push_back(std::exchange(learning.run, nullptr));
    }
    learning.losses.clear();
    learning.newest.reset();
    learning.seen.reset();
    learning.taken.reset();
    learning.taken_at = 0;
    learning.follows = true;
    learning.is_running = false;
    learning.fault.reset();
    learning.has_diverged = false;
    ++learning.news;
}

void train(Session& session, Train wanted) {
    Learning& learning = session.ui.learning;
    switch (wanted) {
    case Train::Play:
        if (TrainingRun* run = run_to_go_on(session))
            run->go_to(most_steps, learning.speed);
        return;
    case Train::RunTo:
        if (TrainingRun* run = run_to_go_on(session))
            run->go_to(learning.steps, learning.speed);
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
        if (!learning.run)
            return;
        learning.rate = learning.run->settings().rate / 2;
        return train(session, Train::RunTo);
    }
}

void look_at(Session& session, LookAtStep wanted) {
    Learning& learning = session.ui.learning;
    if (!learning.run || learning.losses.empty())
        return;
    learning.run->pause();
    learning.follows = false;
    learning.looked_for = wanted.step;
    ++learning.news;
    auto state = learning.run->nearest(wanted.step);
    const auto off = [&](const TrainedState& one) {
        return one.step > wanted.step ? one.step - wanted.step : wanted.step - one.step;
    };
    if (learning.newest && (!state || off(*learning.newest) < off(*state)))
        state = learning.newest;
    if (state)
        see(learning, *std::move(state));
}

void take_what_is_seen(Session& session) {
    Learning& learning = session.ui.learning;
    if (!learning.seen)
        return;
    const std::size_t step = learning.seen->step;
    take(session);
    session.ui.message = Message{"Step " + std::to_string(step) +
                                     " of the training was taken first: a step of Undo of its own",
                                 false};
}

void follow_training(Session& session) {
    Learning& learning = session.ui.learning;
    if (shown_panel_tab(session.document(), session.ui.window.panel_tab) != PanelTab::Training) {
        learning.typed.reset(); // What was typed into is not there any more.
        learning.choosing.reset();
    }
    const auto has_ended = [](const auto& run) { return run->has_ended(); };
    learning.ending.erase(std::remove_if(learning.ending.begin(), learning.ending.end(), has_ended),
                          learning.ending.end());
    if (!learning.run)
        return;
    const Document& document = session.work.document();
    if (!is_of_run(learning, document))
        return forget_training(learning);
    const bool is_start = document == learning.run->start();
    learning.taken_at = is_start || !learning.taken ? 0 : learning.taken->step;
    if (session.ui.editing && learning.is_running)
        learning.run->pause(); // Numbers stand still under who types.
    TrainingRun::News news = learning.run->take();
    if (news.losses.empty() && !news.newest && !news.fault &&
        news.is_running == learning.is_running)
        return;
    ++learning.news;
    learning.losses.insert(learning.losses.end(), news.losses.begin(), news.losses.end());
    learning.is_running = news.is_running;
    if (news.fault) {
        learning.fault = std::move(news.fault);
        learning.has_diverged = news.has_diverged;
    }
    if (!news.newest)
        return;
    learning.newest = std::move(news.newest);
    if (learning.follows)
        see(learning, *learning.newest);
}

std::string text_of(const Learning& learning, TrainingNumber number) {
    switch (number) {
    case TrainingNumber::Rate:
        return shortest(learning.rate);
    case TrainingNumber::Decay:
        return shortest(learning.weight_decay);
    case TrainingNumber::Steps:
        break;
    }
    return std::to_string(learning.steps);
}

void begin_typing(const Frame& frame, TrainingNumber number) {
    Learning& learning = frame.ui.learning;
    learning.choosing.reset();
    learning.typed = TypedTraining{number, line_edit(text_of(learning, number), true), ""};
}

bool finish_typing(const Frame& frame) {
    Learning& learning = frame.ui.learning;
    if (!learning.typed)
        return true;
    TypedTraining& typed = *learning.typed;
    const auto number = io::parse_cell(typed.line.text);
    const bool is_steps = typed.number == TrainingNumber::Steps;
    if (!number)
        typed.fault = number.error().message;
    else if (is_steps && (*number != std::floor(*number) || *number < 1 ||
                          *number > static_cast<Real>(most_steps)))
        typed.fault = "Type a whole number from 1 to " + std::to_string(most_steps);
    else if (!is_steps && !(*number >= 0 && std::isfinite(*number)))
        typed.fault = "Type 0 or a number above 0";
    else {
        if (is_steps)
            learning.steps = static_cast<std::size_t>(*number);
        else
            (typed.number == TrainingNumber::Rate ? learning.rate : learning.weight_decay) =
                *number;
        learning.typed.reset();
        ++learning.news;
        return true;
    }
    return false;
}

void begin_choosing(const Frame& frame) {
    Learning& learning = frame.ui.learning;
    if (learning.choosing)
        return finish_choosing(frame); // The same button closes the list.
    learning.typed.reset();
    learning.choosing = input_choice(movable_inputs(frame.document),
                                     training_settings(learning, frame.document).learned);
}

void finish_choosing(const Frame& frame) {
    Learning& learning = frame.ui.learning;
    if (learning.choosing)
        learning.learned = learning.choosing->chosen();
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
        const auto now = static_cast<int>(learning.typed->number);
        if (finish_typing(frame))
            begin_typing(frame, static_cast<TrainingNumber>((now + (key.shift ? 2 : 1)) % 3));
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
