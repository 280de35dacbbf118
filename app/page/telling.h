// SPDX-License-Identifier: MIT
// What a page tells beside the calculation: the steps of the calculation, or those of a lesson that
// the page carries.
#pragma once

#include "core/document/lesson.h"
#include "core/figure/picture.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace page {

enum class Tells { Nothing, Steps, Lesson };

class Telling {
public:
    /// Carries one lesson more.
    void carry(attn::OpenedLesson lesson) { lessons_.push_back(std::move(lesson)); }

    Tells tells() const { return tells_; }
    /// From the first step on. `which` of the lessons: there must be such a one to tell a lesson.
    void tell(Tells what, std::size_t which, const attn::Document& document);
    /// By some steps; the first and the last are the ends.
    void go(attn::Index by, const attn::Document& document);

    const std::vector<attn::OpenedLesson>& lessons() const { return lessons_; }
    /// The document of the lesson's step; null where no lesson is told.
    const attn::Document* document() const;
    /// "Lesson: the causal mask", as the history says it.
    std::string what() const;
    /// With what the lesson's step shows; without what an earlier one showed.
    attn::View view(const attn::Document& document, attn::View now) const;
    /// The matrices that the step speaks of; none where it speaks of no certain ones.
    attn::figure::Picture picture(const attn::Document& document) const;
    /// The question of the lesson's step is answered: by a choice, or by a number; or the next hint
    /// is given, or the answer. The document and its trace are those with every number.
    void answer_by_choice(std::size_t choice, const attn::Document& document,
                          const attn::Trace& trace, const attn::View& view);
    void answer_by_number(attn::Real number, const attn::Document& document,
                          const attn::Trace& trace, const attn::View& view);
    void show_hint() { so_far_.show_hint(); }
    void show_answer() { so_far_.show_answer(); }
    /// The question as JSON; "null" where nothing is asked.
    std::string question_json(const attn::Document& document, const attn::Trace& trace,
                              const attn::View& view) const;
    /// Which step it is, its title and its sentences as JSON; "null" where nothing is told.
    std::string json(const attn::Document& document, const attn::Trace& trace,
                     const attn::View& view) const;

private:
    const attn::OpenedLesson& told_lesson() const { return lessons_[which_]; }
    const attn::LessonStep& lesson_step() const { return told_lesson().lesson.steps[at_]; }
    /// Where among the steps of the document the told one is; the next one if it has no such step.
    std::size_t told_at(const attn::Document& document, const std::vector<attn::Step>& steps) const;
    std::optional<attn::Asked> question(const attn::Document& document, const attn::Trace& trace,
                                        const attn::View& view) const;
    attn::Prose lesson_text(const attn::Document& document, const attn::Trace& trace,
                            const attn::View& view) const;

    std::vector<attn::OpenedLesson> lessons_;
    std::size_t which_ = 0; // of them is told
    Tells tells_ = Tells::Nothing;
    std::size_t at_ = 0; // of the lesson
    attn::Answering so_far_;
    attn::Step step_; // of the calculation
};

} // namespace page
