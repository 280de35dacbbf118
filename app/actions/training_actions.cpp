// SPDX-License-Identifier: MIT
// The actions of a training: how it learns, how far and how fast it runs, and which of its states
// is looked at and taken.
#include "app/actions/action_lists.h"
#include "app/learning/learning.h"
#include "core/document/model.h"
#include "core/document/training_run.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

using namespace attn;

constexpr auto menu = "Training";

KeyPress shifted(Key key) {
    return {key, 0, false, true};
}

const Learning& learning(const Frame& frame) {
    return frame.ui.learning;
}

bool has_weights(const Document& document) {
    return has_stage(document, Stage::Weights);
}

Action of_training(const char* id, const char* name, const char* sentence,
                   std::vector<KeyPress> keys, std::function<void(const Frame&)> run) {
    Action action{id, name, menu, sentence, std::move(keys), {}};
    action.run = [run = std::move(run)](const Frame& frame) {
        frame.ui.window.panel_tab = PanelTab::Training; // What it does is seen there.
        run(frame);
    };
    action.is_offered = has_weights;
    action.why_not = no_training;
    return action;
}

Action asks(const char* id, const char* name, const char* sentence, std::vector<KeyPress> keys,
            Train wanted, bool (*is_enabled)(const Frame&)) {
    Action action = of_training(id, name, sentence, std::move(keys),
                                [wanted](const Frame& frame) { frame.outbox.post(wanted); });
    action.is_enabled = is_enabled;
    return action;
}

bool always(const Frame&) {
    return true;
}
bool has_run(const Frame& frame) {
    return learning(frame).run != nullptr;
}
bool has_untaken(const Frame& frame) {
    return learning(frame).seen.has_value();
}

/// The state so many steps away, a fiftieth of the run, or at an end of it.
Action looks(const char* id, const char* name, const char* sentence, KeyPress key,
             std::size_t (*step)(std::size_t at, std::size_t last)) {
    Action action = of_training(id, name, sentence, {key}, [step](const Frame& frame) {
        const Learning& now = learning(frame);
        frame.outbox.post(LookAtStep{step(now.at(), now.losses.size() - 1)});
    });
    action.is_enabled = [](const Frame& frame) { return learning(frame).losses.size() > 1; };
    return action;
}
std::size_t stride(std::size_t last) {
    return std::max<std::size_t>(1, last / 50);
}

Action optimiser(const char* id, const char* name, const char* sentence, Optimiser which) {
    Action action = of_training(id, name, sentence, {}, [which](const Frame& frame) {
        frame.ui.learning.optimiser = which;
        ++frame.ui.learning.news;
    });
    action.is_checked = [which](const Frame& frame) { return learning(frame).optimiser == which; };
    return action;
}

Action speed(const char* id, const char* name, Real a_second) {
    Action action =
        of_training(id, name, "How fast the training plays.", {}, [a_second](const Frame& frame) {
            frame.ui.learning.speed = a_second;
            if (learning(frame).is_running)
                frame.outbox.post(Train::Play);
        });
    action.is_checked = [a_second](const Frame& frame) {
        return learning(frame).speed == a_second;
    };
    return action;
}

Action typed(const char* id, const char* name, const char* sentence, TrainingNumber number) {
    return of_training(id, name, sentence, {},
                       [number](const Frame& frame) { begin_typing(frame, number); });
}

} // namespace

std::vector<Action> training_actions() {
    Action play = of_training(
        "training.play", "Play or pause the training",
        "Steps that make the loss smaller, one after another, until you pause. Every matrix shows "
        "the state of the step.",
        {plain(Key::F7)}, [](const Frame& frame) {
            frame.outbox.post(learning(frame).is_running ? Train::Pause : Train::Play);
        });
    play.is_checked = [](const Frame& frame) { return learning(frame).is_running; };
    Action logarithmic = of_training(
        "training.logarithmic", "Logarithmic loss",
        "Draws the loss by its order of magnitude, so that small differences stay visible.", {},
        [](const Frame& frame) {
            frame.ui.learning.is_logarithmic = !frame.ui.learning.is_logarithmic;
            ++frame.ui.learning.news;
        });
    logarithmic.is_checked = [](const Frame& frame) { return learning(frame).is_logarithmic; };
    Action copy = of_training("training.copy_losses", "Copy the losses",
                              "Copies the loss of every step, as a table that spreadsheets accept.",
                              {}, [](const Frame& frame) {
                                  frame.clipboard.write(losses_table(learning(frame).losses, '\t'));
                              });
    copy.is_enabled = has_run;
    return {
        play,
        asks("training.step", "One step of training", "Takes one step and pauses.",
             {plain(Key::F8)}, Train::Step, always),
        asks("training.run", "Train up to the number of steps",
             "Plays up to the number of steps that is set, then pauses.", {shifted(Key::F8)},
             Train::RunTo,
             [](const Frame& frame) {
                 return !has_run(frame) || learning(frame).losses.size() <= learning(frame).steps ||
                        begins_again(learning(frame), frame.document);
             }),
        asks("training.take", "Take this state of the training",
             "The state that is shown becomes the document: one step of Undo. Until then the "
             "document stays as it was.",
             {plain(Key::F9)}, Train::Take, has_untaken),
        asks("training.discard", "Discard the training",
             "Shows the document again, and forgets the steps of the training.", {shifted(Key::F9)},
             Train::Discard, has_run),
        asks("training.half_rate", "Begin again with half the rate",
             "For a loss that left all bounds: the rate was too large.", {}, Train::HalveRate,
             [](const Frame& frame) {
                 return learning(frame).fault && learning(frame).has_diverged;
             }),
        looks("training.earlier", "Earlier state of the training",
              "Looks at the state of a step before. Drag over the curve to do the same.",
              KeyPress{Key::F7, 0, true},
              [](std::size_t at, std::size_t last) { return at - std::min(at, stride(last)); }),
        looks("training.later", "Later state of the training",
              "Looks at the state of a step after.", KeyPress{Key::F8, 0, true},
              [](std::size_t at, std::size_t last) { return std::min(at + stride(last), last); }),
        looks("training.first", "State before the training", "Looks at the state of step 0.",
              alt(Key::Home), [](std::size_t, std::size_t) { return std::size_t{0}; }),
        looks("training.last", "Newest state of the training",
              "Looks at the state of the last step.", alt(Key::End),
              [](std::size_t, std::size_t last) { return last; }),
        copy,
        optimiser("training.gradient", "Gradient descent",
                  "w − rate · gradient, as torch.optim.SGD.", Optimiser::Gradient),
        optimiser("training.momentum", "Momentum",
                  "Keeps nine tenths of the last move, as torch.optim.SGD with momentum 0.9.",
                  Optimiser::Momentum),
        optimiser("training.adam", "Adam",
                  "Each number has a rate of its own, β 0.9 and 0.999. Kingma and Ba 2015.",
                  Optimiser::Adam),
        typed("training.rate", "Set the learning rate …", "How far one step goes.",
              TrainingNumber::Rate),
        typed("training.decay", "Set the weight decay …",
              "So much of each number is added to its gradient: it is drawn to 0.",
              TrainingNumber::Decay),
        typed("training.steps", "Set the number of steps …",
              "Where the training pauses when it runs up to its number of steps.",
              TrainingNumber::Steps),
        of_training("training.inputs", "Choose what learns …",
                    "The other inputs stay as they are. Arrows and the space bar choose.", {},
                    begin_choosing),
        speed("training.speed.1", "1 step a second", 1),
        speed("training.speed.10", "10 steps a second", 10),
        speed("training.speed.60", "60 steps a second", 60),
        speed("training.speed.most", "As fast as it goes", 0),
        logarithmic,
    };
}

} // namespace app
