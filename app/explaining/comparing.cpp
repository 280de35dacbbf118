// SPDX-License-Identifier: MIT
#include "app/explaining/comparing.h"

#include "core/document/model/model.h"
#include "core/figure/base/text.h"

namespace app {

using namespace attn;

namespace {

/// About a millisecond. Larger states are not computed twice during a drag.
constexpr Real quick_comparison = 1e6;
/// A state that is computed once per training may take one or two frames.
constexpr Real once = 2e7;

struct RunningGesture {
    Gesture gesture = 0;
    const Document* document = nullptr; // before the gesture
    const char* name = "";
};

/// A drag that moved, a choice that is being tried, or a number that plays.
std::optional<RunningGesture> running_gesture(const Frame& frame) {
    const Dragging& dragging = frame.ui.dragging;
    const std::optional<Trial>& trial = frame.ui.menus.trial;
    if (trial && !trial->tried.empty())
        return RunningGesture{trial->gesture, &trial->base, "before this choice"};
    const auto since = [&](Gesture gesture) {
        return RunningGesture{gesture, &frame.history.before(gesture), "before: as the drag began"};
    };
    if (dragging.scrub && dragging.scrub->moved)
        return since(dragging.scrub->gesture);
    if (dragging.map && dragging.map->moved)
        return since(dragging.map->gesture);
    if (dragging.temperature)
        return since(dragging.temperature->gesture);
    if (dragging.playing && dragging.playing->shown)
        return RunningGesture{dragging.playing->gesture,
                              &frame.history.before(dragging.playing->gesture),
                              "before: as it began to play"};
    return std::nullopt;
}

/// Compares with the start of the shown training.
Before before_training(const Frame& frame) {
    Learning& learning = frame.ui.learning;
    if (!learning.run || !learning.seen || learning.seen->step == 0)
        return {};
    if (!learning.begun && evaluation_cost(learning.seen->document) <= once)
        if (auto begun = learning.run->begun()) {
            Trace trace = evaluate(*begun);
            learning.begun = std::make_shared<const Calculation>(
                Calculation{*std::move(begun), std::move(trace)});
        }
    if (!learning.begun)
        return {};
    return {learning.begun, "before: the start, step 0", false};
}

} // namespace

bool is_comparing(const Frame& frame) {
    return frame.ui.comparing.has_value();
}

void pin(const Frame& frame) {
    if (frame.settle())
        pin_as(frame, frame.exact(),
               "pinned “" + figure::visible_word(frame.shown().document.title) + "”");
}

void pin_as(const Frame& frame, Calculation pinned, std::string name) {
    Comparing comparing;
    comparing.pinned = std::make_shared<const Calculation>(std::move(pinned));
    comparing.name = std::move(name);
    if (frame.ui.comparing) {
        comparing.stage = frame.ui.comparing->stage;
        comparing.is_beside = frame.ui.comparing->is_beside;
    }
    const ModelInfo& model = model_of(comparing.pinned->document);
    if (!belongs(comparing.stage, model.model))
        comparing.stage = model.shown;
    frame.ui.comparing = std::move(comparing);
}

bool leave_comparing(const Frame& frame) {
    std::optional<Comparing>& comparing = frame.ui.comparing;
    if (!comparing)
        return false;
    if (comparing->mistake && comparing->pinned)
        comparing->mistake.reset();
    else if (comparing->is_beside && !comparing->mistake)
        comparing->is_beside = false;
    else
        comparing.reset();
    return true;
}

Before before(const Frame& frame) {
    const std::optional<Comparing>& comparing = frame.ui.comparing;
    if (comparing && comparing->pinned && !comparing->mistake)
        return {comparing->pinned, "before: " + comparing->name, false};
    const auto running = running_gesture(frame);
    std::optional<BeforeGesture>& kept = frame.ui.before_gesture;
    if (!running) {
        kept.reset();
        return before_training(frame);
    }
    if (!kept || kept->gesture != running->gesture) {
        kept = BeforeGesture{running->gesture, nullptr};
        if (const Document& then = *running->document; evaluation_cost(then) <= quick_comparison)
            kept->calculation =
                std::make_shared<const Calculation>(Calculation{then, evaluate(then)});
    }
    if (!kept->calculation)
        return {};
    return {kept->calculation, running->name, true};
}

const Document* before_last_change(const Frame& frame) {
    const History& history = frame.history;
    const std::size_t now = history.position();
    const bool is_step = now > 0 && frame.document == history.current() &&
                         history.origin(now) == history.origin(now - 1);
    return is_step ? &history.document(now - 1) : nullptr;
}

DocumentBefore document_before(const Frame& frame) {
    const std::optional<Comparing>& comparing = frame.ui.comparing;
    if (comparing && comparing->pinned && !comparing->mistake)
        return {&comparing->pinned->document, "before: " + comparing->name};
    if (const auto running = running_gesture(frame))
        return {running->document, running->name};
    if (const Before training = before_training(frame); training.calculation)
        return {&frame.ui.learning.begun->document, training.name};
    return {before_last_change(frame), "before the last change"};
}

void show_mistake(const Frame& frame, Mistake mistake) {
    const auto made = make_mistake(frame.document, mistake, frame.view.head, frame.view.query);
    if (!made) {
        frame.ui.message = Message{made.error().text(), false};
        return;
    }
    Comparing comparing;
    if (frame.ui.comparing)
        comparing = *frame.ui.comparing;
    comparing.mistake = mistake;
    comparing.stage = made->sheet.stage;
    frame.ui.comparing = std::move(comparing);
}

figure::Figure compare_figure(const Document& document, const Trace& trace, const View& view,
                              const Comparing& comparing, const figure::CanvasOptions& options) {
    const auto sheet = [&](Stage stage) {
        if (!has_stage(document, stage)) // It existed when the comparison began.
            stage = model_of(document).shown;
        return SheetId{stage, sheet_of_head(document, stage, view.head).head,
                       stage == Stage::WeightedValues ? view.query : 0};
    };
    const Calculation now{document, trace};
    if (comparing.mistake) {
        auto made = make_mistake(document, *comparing.mistake, view.head, view.query);
        if (made)
            cover_like(*made, document);
        const std::string title(info(*comparing.mistake).title);
        if (made)
            return figure::compare_figure(
                {made->right, made->wrong, "right", title, sheet(comparing.stage), made->sentence},
                view, options);
        return figure::compare_figure(
            {now, now, "right", title, sheet(comparing.stage), made.error().text()}, view, options);
    }
    const Calculation& pinned = *comparing.pinned;
    return figure::compare_figure({pinned, now, comparing.name,
                                   "now “" + figure::visible_word(document.title) + "”",
                                   sheet(comparing.stage), ""},
                                  view, options);
}

} // namespace app
