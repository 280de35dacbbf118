// SPDX-License-Identifier: MIT
// A step of the calculation as a page: what comes before, what comes after, the query row marked.
#pragma once

#include "core/document/telling/step.h"
#include "core/figure/pages/page.h"

namespace attn::figure {

/// The matrices of a step, before → after.
Picture picture_of(const Document& document, const Step& step);

/// The whole page of a step. The caller adds hints.
Page page_of(const Document& document, const Trace& trace, const View& view, const Step& step);

} // namespace attn::figure
