// SPDX-License-Identifier: MIT
// The backward pass for a room: a page for each stage on the way from a number back to the inputs,
// with the gradient of the stage beside what it is made from.
#pragma once

#include "core/figure/page.h"

#include <memory>

namespace attn::figure {

/// How many pages there are; none where there is no gradient or its numbers were not kept.
std::size_t backward_page_count(const Document& document, const View& view,
                                const Sensitivity& sensitivity);

/// The page at `at`, from 0; hints are left to the caller.
Page backward_page(const Document& document, const View& view,
                   std::shared_ptr<const Sensitivity> sensitivity, std::size_t at);

} // namespace attn::figure
