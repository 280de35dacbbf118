// SPDX-License-Identifier: MIT
#include "app/explaining/gradient_maker.h"

#include <new>
#include <utility>

namespace app {

using namespace attn;

namespace {

/// Computes it, or returns a sentence if memory does not suffice.
Sensitivity found_for(const GradientMaker::Wish& wish) {
    try {
        return sensitivity(wish.document, evaluate(wish.document), wish.of);
    } catch (const std::bad_alloc&) {
        Sensitivity none;
        none.of = wish.of;
        none.why = "there is not enough memory for the gradient; close other programs or use "
                   "fewer words";
        return none;
    }
}

std::optional<GradientMaker::Made> made_of(GradientMaker::Wish wish) {
    auto found = std::make_shared<const Sensitivity>(found_for(wish));
    return GradientMaker::Made{std::move(found), std::move(wish.document)};
}

} // namespace

GradientMaker::GradientMaker(std::function<void()> wake) : newest(made_of, std::move(wake)) {}

} // namespace app
