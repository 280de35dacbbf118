// SPDX-License-Identifier: MIT
#include "app/explaining/sensing.h"

#include "app/explaining/pointing.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
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

namespace {

/// Multiplications of an evaluation. A gradient takes a few times as many, which is a few
/// milliseconds and fits in a frame.
constexpr Real quick_gradient = 5e6;

} // namespace

bool is_sensing(const Frame& frame) {
    return frame.ui.sensing.has_value();
}

void begin_sensing(const Frame& frame, const Place& of) {
    frame.ui.sensing = Sensing{of, nullptr, 0};
    visit(frame, of);
}

bool leave_sensing(const Frame& frame) {
    return std::exchange(frame.ui.sensing, std::nullopt).has_value();
}

void follow_sensing(const Frame& frame, const std::function<void()>& wake) {
    if (!frame.ui.sensing || !frame.is_shown())
        return;
    Sensing& sensing = *frame.ui.sensing;
    const Calculation& shown = frame.exact();
    const std::uint64_t evaluation = frame.results.count();
    if (!exists(shown.document, sensing.of))
        return;
    std::shared_ptr<GradientMaker>& maker = frame.ui.gradients;
    if (maker)
        if (auto made = maker->newest.take(); made && made->found->of == sensing.of &&
                                              have_same_places(made->document, shown.document))
            sensing.found = std::move(made->found);
    if (sensing.evaluation == evaluation)
        return;
    sensing.evaluation = evaluation;
    if (evaluation_cost(shown.document) <= quick_gradient) {
        sensing.found = std::make_shared<const Sensitivity>(
            sensitivity(shown.document, shown.trace, sensing.of));
        return;
    }
    if (!maker)
        maker = std::make_shared<GradientMaker>(wake);
    maker->newest.ask({shown.document, sensing.of});
}

bool has_sensed(const Frame& frame) {
    return frame.ui.sensing && frame.ui.gradients && frame.ui.gradients->newest.has_news();
}

bool has_strongest(const Frame& frame) {
    return frame.ui.sensing && frame.ui.sensing->found &&
           !frame.ui.sensing->found->strongest.empty();
}

void visit_next_strongest(const Frame& frame) {
    const Sensing& sensing = *frame.ui.sensing;
    const auto& list = sensing.found->strongest;
    const auto at = std::find_if(list.begin(), list.end(), [&](const InputSlope& one) {
        return frame.view.selected == one.place;
    });
    const auto next = at == list.end() ? list.begin() : std::next(at);
    visit(frame, next == list.end() ? sensing.of : next->place);
}

} // namespace app
