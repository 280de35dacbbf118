// SPDX-License-Identifier: MIT
#include "core/document/lesson.h"

#include "core/document/covers.h"
#include "core/document/open_part.h"
#include "core/document/training_run.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace attn {

View view_of(const LessonStep& step, View view) {
    const LessonView& wanted = step.view;
    view.query = wanted.query.value_or(view.query);
    view.head = wanted.head.value_or(view.head);
    view.layer = wanted.layer.value_or(view.layer);
    view.is_cross = wanted.is_cross.value_or(view.is_cross && !wanted.layer);
    view.show_row_sums = wanted.has_row_sums.value_or(false);
    if (wanted.decimals) // whole numbers get no decimals: the others would be untrue without any
        view.numbers = *wanted.decimals == 0
                           ? NumberFormat{NumberFormat::Kind::Automatic}
                           : NumberFormat{NumberFormat::Kind::Decimals, *wanted.decimals};
    return view;
}

std::optional<Step> shown_step(const Lesson& lesson, std::size_t at, const Document& document) {
    std::optional<Step> step = lesson.steps[at].view.step;
    if (!step)
        return std::nullopt;
    View view;
    for (std::size_t before = 0; before <= at; ++before)
        view = view_of(lesson.steps[before], view);
    step->part = part_index(document, view);
    return step;
}

TrainingSettings settings_of(const LessonTraining& training, const Document& document) {
    TrainingSettings settings = training_settings(document);
    if (training.seed)
        settings.seed = training.seed;
    return settings;
}

namespace {

/// Returns the training of this step or the latest before it, as the command line writes it.
std::optional<SpokenTraining> spoken_training(const OpenedLesson& opened, std::size_t at) {
    const Lesson& lesson = opened.lesson;
    std::string preset = lesson.preset;
    std::optional<SpokenTraining> spoken;
    for (std::size_t step = 0; step <= at; ++step) {
        const LessonStep& one = lesson.steps[step];
        if (!one.preset.empty())
            preset = one.preset;
        if (one.training) {
            const TrainingSettings how = settings_of(*one.training, opened.documents[step]);
            const std::string options = options_text(how);
            spoken = {"attention-lab train " + preset + (options.empty() ? "" : " ") + options,
                      how.steps};
        }
    }
    return spoken;
}

} // namespace

Result<Prose> filled(const OpenedLesson& opened, std::size_t at, const LessonText& text,
                     const Document& now, const Trace& trace, const View& view) {
    const auto training = spoken_training(opened, at);
    const Seen seen(now, trace);
    const Spoken here{seen.document(), seen.trace(), view, training ? &*training : nullptr};
    if (at == 0)
        return evaluated(text, here, nullptr);
    View earlier = view;
    earlier.head = std::min(view.head, head_count(opened.documents[at - 1]) - 1);
    earlier.query = std::min(view.query, token_count(opened.documents[at - 1]) - 1);
    const Seen seen_before(opened.documents[at - 1], opened.traces[at - 1]);
    const Spoken before{seen_before.document(), seen_before.trace(), earlier};
    return evaluated(text, here, &before);
}

int reading_minutes(const Lesson& lesson) {
    std::ptrdiff_t words = 0;
    for (const LessonStep& step : lesson.steps) {
        bool is_inside = false; // inside a word; a number or a name counts as one
        for (const LessonPart& part : step.text.parts) {
            if (part.quantity) {
                words += *part.quantity != Quantity::Pin && !is_inside ? 1 : 0;
                is_inside = *part.quantity != Quantity::Pin;
                continue;
            }
            for (const char c : part.run.text) {
                const bool is_blank = c == ' ' || c == '\n';
                words += !is_blank && !is_inside ? 1 : 0;
                is_inside = !is_blank;
            }
        }
    }
    return std::max(1, static_cast<int>((words + words_a_minute / 2) / words_a_minute));
}

Result<std::string> speaker_notes(const OpenedLesson& opened) {
    std::string text = "# " + to_text(Prose{{opened.lesson.title}}) + "\n";
    View view;
    for (std::size_t at = 0; at < opened.lesson.steps.size(); ++at) {
        const LessonStep& step = opened.lesson.steps[at];
        view.numbers = {};
        view = view_of(step, view);
        const auto fill = [&](const LessonText& part) {
            return filled(opened, at, part, opened.documents[at], opened.traces[at], view);
        };
        const auto said = fill(step.text), notes = fill(step.notes);
        if (!said)
            return said.error();
        if (!notes)
            return notes.error();
        text += "\n## " + std::to_string(at + 1) + ". " + to_text(Prose{{step.title}}) + "\n\n" +
                to_markdown(*said) + "\n";
        if (!notes->empty())
            text += "\n> " + to_markdown(*notes) + "\n";
        if (!step.question)
            continue;
        const auto question = asked(opened, at, opened.documents[at], opened.traces[at], view);
        if (!question)
            return question.error();
        text += "\n**Question.** " + to_markdown(question->ask) + "\n";
        for (std::size_t choice = 0; choice < question->choices.size(); ++choice)
            text += "\n" + std::to_string(choice + 1) + ". " + question->choices[choice].text;
        text +=
            (question->choices.empty() ? "\n> " : "\n\n> ") + to_markdown(question->answer) + "\n";
    }
    return text;
}

} // namespace attn
