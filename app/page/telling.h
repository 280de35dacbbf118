// SPDX-License-Identifier: MIT
// What a page tells beside the calculation: the steps of the calculation, or of a lesson in the
// page.
#pragma once

#include "core/document/telling/lesson.h"
#include "core/figure/spotlight/spotlight.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace page {

enum class Tells { Nothing, Steps, Lesson };

class Telling {
public:
    /// Adds a lesson.
    void carry(attn::OpenedLesson lesson) { lessons_.push_back(std::move(lesson)); }

    Tells tells() const { return tells_; }
    /// Starts at the first step. To tell a lesson, `which` must be one of the lessons.
    void tell(Tells what, std::size_t which, const attn::Document& document);
    /// Moves by some steps, stopping at the first and last.
    void go(attn::Index by, const attn::Document& document);

    const std::vector<attn::OpenedLesson>& lessons() const { return lessons_; }
    /// The document of the lesson's step; null if no lesson is open.
    const attn::Document* document() const;
    /// The entry for the history: "Lesson: the causal mask".
    std::string what() const;
    /// The view for the step, without the marks of earlier steps.
    attn::View view(const attn::Document& document, attn::View now) const;
    /// What the step shows alone; nothing if that is the whole calculation.
    std::optional<attn::figure::Spotlight> light(const attn::Document& document,
                                                 const attn::View& view) const;
    /// These answer the question of the lesson's step, or show the next hint or the answer.
    /// Document and trace must include covered numbers.
    void answer_by_choice(std::size_t choice, const attn::Document& document,
                          const attn::Trace& trace, const attn::View& view);
    void answer_by_number(attn::Real number, const attn::Document& document,
                          const attn::Trace& trace, const attn::View& view);
    void show_hint() { so_far_.show_hint(); }
    void show_answer() { so_far_.show_answer(); }
    /// The question of the current step once it is answered; null before.
    const attn::LessonQuestion* answered() const;
    /// The question as JSON; "null" if there is none.
    std::string question_json(const attn::Document& document, const attn::Trace& trace,
                              const attn::View& view) const;
    /// The step's number, title and sentences as JSON; "null" if neither a lesson nor steps are
    /// open.
    std::string json(const attn::Document& document, const attn::Trace& trace,
                     const attn::View& view, std::size_t lit_phrase) const;

private:
    const attn::OpenedLesson& told_lesson() const { return lessons_[which_]; }
    const attn::LessonStep& lesson_step() const { return told_lesson().lesson.steps[at_]; }
    /// The index of the told step among the document's steps. If the step is missing: 0 if its part
    /// has no step of that kind, else the index of the next one.
    std::size_t told_at(const attn::Document& document, const std::vector<attn::Step>& steps) const;
    std::optional<attn::Asked> question(const attn::Document& document, const attn::Trace& trace,
                                        const attn::View& view) const;
    attn::Prose lesson_text(const attn::Document& document, const attn::Trace& trace,
                            const attn::View& view) const;

    std::vector<attn::OpenedLesson> lessons_;
    std::size_t which_ = 0; // the lesson being told
    Tells tells_ = Tells::Nothing;
    std::size_t at_ = 0; // the step of the lesson
    attn::Answering so_far_;
    attn::Step step_; // the step of the calculation
};

} // namespace page
