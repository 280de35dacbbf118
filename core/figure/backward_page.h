// SPDX-License-Identifier: MIT
// The backward pass as slides: a page for each stage on the way from a number back to the inputs,
// with the stage's gradient beside the matrices it is computed from.
#pragma once

#include "core/figure/page.h"

#include <memory>

namespace attn::figure {

/// The number of pages; 0 without a gradient or if its matrices were not kept.
std::size_t backward_page_count(const Document& document, const View& view,
                                const Sensitivity& sensitivity);

/// The page at `at`, counted from 0. The caller adds hints.
Page backward_page(const Document& document, const View& view,
                   std::shared_ptr<const Sensitivity> sensitivity, std::size_t at);

} // namespace attn::figure
