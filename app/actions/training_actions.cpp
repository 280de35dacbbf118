// SPDX-License-Identifier: MIT
// Actions of training: how it learns, how far and fast it runs, and which state is looked at or
// taken.
#include "app/actions/action_lists.h"
#include "app/exporting/exporting.h"
#include "app/learning/learning.h"
#include "core/document/model.h"
#include "core/document/training_run.h"

#include <algorithm>
#include <string>
#include <utility>

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
        frame.ui.window.panel_tab = page_id::training; // The panel shows what the training does.
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

/// Looks at the state some steps away, a fiftieth of the run away, or at either end.
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

Action chooses(const OptimiserInfo& about) {
    const std::string id = "training." + std::string(about.name);
    const std::string name(about.title), sentence(about.sentence);
    Action action = of_training(id.c_str(), name.c_str(), sentence.c_str(), {},
                                [which = about.optimiser](const Frame& frame) {
                                    TrainingSettings settings = training_settings(frame.document);
                                    settings.optimiser = which;
                                    set_training(frame, std::move(settings));
                                });
    action.is_checked = [which = about.optimiser](const Frame& frame) {
        return training_settings(frame.document).optimiser == which;
    };
    return action;
}

Action speed(const char* id, const char* name, Real a_second) {
    Action action = of_training(id, name, "Plays the training at this speed.", {},
                                [a_second](const Frame& frame) {
                                    frame.ui.learning.speed = a_second;
                                    if (learning(frame).is_running)
                                        frame.outbox.post(Train::Play);
                                });
    action.is_checked = [a_second](const Frame& frame) {
        return learning(frame).speed == a_second;
    };
    return action;
}

Action types(const TrainingNumberInfo& about) {
    Action action =
        of_training(about.id, about.name, about.sentence, {},
                    [number = about.number](const Frame& frame) { begin_typing(frame, number); });
    action.why_not = [number = about.number](const Document& document) {
        const std::string why = no_training(document);
        const Optimiser optimiser = training_settings(document).optimiser;
        return !why.empty() || is_read(number, optimiser)
                   ? why
                   : std::string(info(optimiser).title) + " does not use this number";
    };
    return action;
}

} // namespace

std::vector<Action> training_actions() {
    Action play =
        of_training("training.play", "Play or pause the training",
                    "Takes one step of training after another until you pause. Every matrix shows "
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
    Action save_curve = of_training(
        "training.export_curve", "Export the loss curve …",
        "Writes the curve of the loss as a picture, or the loss of every step as a table.", {},
        open_export_of_losses);
    save_curve.is_enabled = [](const Frame& frame) { return !learning(frame).losses.empty(); };
    std::vector<Action> list = {
        play,
        asks("training.step", "One step of training", "Takes one step and pauses.",
             {plain(Key::F8)}, Train::Step, always),
        asks("training.run", "Train up to the number of steps",
             "Plays up to the number of steps that is set, then pauses.", {shifted(Key::F8)},
             Train::RunTo,
             [](const Frame& frame) {
                 return !has_run(frame) ||
                        learning(frame).losses.size() <=
                            static_cast<std::size_t>(training_settings(frame.document).steps) ||
                        begins_again(learning(frame), frame.document);
             }),
        asks("training.take", "Take this state of the training",
             "Makes the shown state the document, which is one step of Undo. Until then the "
             "document stays as it was.",
             {plain(Key::F9)}, Train::Take, has_untaken),
        asks("training.discard", "Discard the training",
             "Shows the document again, and forgets the steps of the training.", {shifted(Key::F9)},
             Train::Discard, has_run),
        asks("training.half_rate", "Begin again with half the rate",
             "Use this when the loss grew beyond all bounds because the learning rate was too "
             "large.",
             {}, Train::HalveRate,
             [](const Frame& frame) {
                 return learning(frame).fault && learning(frame).has_diverged;
             }),
        looks("training.earlier", "Earlier state of the training",
              "Shows the state of an earlier step. Drag over the curve to do the same.",
              KeyPress{Key::F7, 0, true},
              [](std::size_t at, std::size_t last) { return at - std::min(at, stride(last)); }),
        looks("training.later", "Later state of the training",
              "Shows the state of a later step. Drag over the curve to do the same.",
              KeyPress{Key::F8, 0, true},
              [](std::size_t at, std::size_t last) { return std::min(at + stride(last), last); }),
        looks("training.first", "State before the training", "Shows the state of step 0.",
              alt(Key::Home), [](std::size_t, std::size_t) { return std::size_t{0}; }),
        looks("training.last", "Newest state of the training", "Shows the state of the last step.",
              alt(Key::End), [](std::size_t, std::size_t last) { return last; }),
        copy,
        save_curve,
        of_training("training.export_program", "Export the training program …",
                    "Writes a program of PyTorch or NumPy that trains as the document does, with "
                    "the same losses.",
                    {}, open_export_of_training),
        of_training("training.inputs", "Choose what learns …",
                    "Chooses the inputs that training changes. The other inputs stay as they are. "
                    "Use the arrows and the space bar.",
                    {}, begin_choosing),
        speed("training.speed.1", "1 step a second", 1),
        speed("training.speed.10", "10 steps a second", 10),
        speed("training.speed.60", "60 steps a second", 60),
        speed("training.speed.most", "As fast as it goes", 0),
        logarithmic,
    };
    for (const OptimiserInfo& one : all_optimisers)
        list.push_back(chooses(one));
    for (const TrainingNumberInfo& one : training_numbers())
        list.push_back(types(one));
    return list;
}

} // namespace app
