// SPDX-License-Identifier: MIT
// A step of the calculation as a page: what comes before, what comes after, the query row marked.
#pragma once

#include "core/document/telling/lesson.h"
#include "core/document/telling/step.h"
#include "core/figure/pages/page.h"

namespace attn::figure {

/// The matrices of a step, before → after.
Picture picture_of(const Document& document, const Step& step);

/// The page of step `at` of the lesson for the present document, with the step's text as evaluated.
/// The caller adds question and hints.
Page page_of_lesson(const OpenedLesson& opened, std::size_t at, const Document& document,
                    const View& view, Prose text);

/// The whole page of a step. The caller adds hints.
Page page_of(const Document& document, const Trace& trace, const View& view, const Step& step);

} // namespace attn::figure
