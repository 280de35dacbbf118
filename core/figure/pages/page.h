// SPDX-License-Identifier: MIT
// Lays out one page of a presentation: title, formula, a few large matrices, a few sentences, and
// the progress.
#pragma once

#include "core/document/model/view.h"
#include "core/document/telling/step.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/pages/picture.h"
#include "core/figure/spotlight/spotlight.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

struct KeptLayouts;

// Draws a question on a slide: the question, the choices with the number of guesses for each, and
// the answer. Reserves room for every possible answer, so that nothing moves when it appears.

struct PageChoice {
    std::string text;
    int guesses = 0;       // by the audience
    bool is_right = false; // and revealed
};

struct PageQuestion {
    Prose ask;
    std::vector<PageChoice> choices; // numbered 1, 2, …
    Prose said;
    std::vector<Prose> sayings; // all possible answers
};

/// The height of the question in this width, with ordinary text of size `unit`.
float question_height(const PageQuestion& question, float width, float unit,
                      const Measure& measure);
/// `choices` receives where the choices are; it may be null.
void draw_question(Drawing& drawing, const PageQuestion& question, Point corner, float width,
                   float unit, std::vector<Rect>* choices = nullptr);

struct Page {
    Prose title;
    std::string formula; // rich text; empty: none
    std::string note;    // small, above the picture
    /// Shown instead of the picture, if its numbers can be read, or if the text points at anything.
    std::optional<Spotlight> light;
    Picture picture; // no columns: none
    Prose text;
    std::optional<PageQuestion> question; // below the text
    // Progress: page `at` of `count`, drawn as a line of pieces at the bottom; 0 pages draw no
    // line.
    int at = 0, count = 0;
    // Shown in place of the progress line, the most important first.
    std::vector<std::string> hints;
};

struct PageOptions {
    Size size;
    Measure measure = approximate_width;
    float unit = 0;             // size of ordinary text; 0: page_unit(size)
    std::size_t lit_phrase = 0; // the phrase under the pointer; 0: none
    std::vector<PhraseRect>* phrases =
        nullptr;                          // receives where the text's phrases are; may be null
    KeptLayouts* layouts = nullptr;       // null: the spotlight is laid out anew
    std::vector<Rect>* choices = nullptr; // receives where the question's choices are; may be null
};

/// The size of ordinary text on a page: no text is smaller than 24 of 1080 lines.
float page_unit(Size size);

/// Draws the page in the given size; texts wrap and the picture gets the room they leave.
Figure page_figure(const Document& document, const Trace& trace, const View& view, const Page& page,
                   const PageOptions& options);

// The backward pass as slides: a page for each stage on the way from a number back to the inputs,
// with the stage's gradient beside the matrices it is computed from.

/// The number of pages; 0 without a gradient or if its matrices were not kept.
std::size_t backward_page_count(const Document& document, const View& view,
                                const Sensitivity& sensitivity);

/// The page at `at`, counted from 0. The caller adds hints.
Page backward_page(const Document& document, const View& view,
                   std::shared_ptr<const Sensitivity> sensitivity, std::size_t at);

// Draws what only the speaker sees: the current page, the next one, the step's notes, the time of
// day and the time since the start.

struct SpeakerPage {
    /// Draws a page in the given size. Pages are laid out in the size they get here, because
    /// letters scaled down afterwards would have other widths.
    using PageMaker = std::function<Figure(Size)>;
    PageMaker now;       // as the audience sees it
    PageMaker next;      // null after the last step
    Size shape;          // the shape of the audience's screen
    Prose notes;         // may be empty
    std::string step;    // "step 3 of 14"
    std::string clock;   // "14:05"
    std::string elapsed; // "12 min"
};

/// Draws the page in the given size. Both pages keep their shape; the notes get the remaining room,
/// in smaller letters if they are long.
Figure speaker_page(const SpeakerPage& page, const View& view, Size size, const Measure& measure);

} // namespace attn::figure
