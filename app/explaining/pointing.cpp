// SPDX-License-Identifier: MIT
#include "app/explaining/pointing.h"

#include "core/document/commands/placing.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"

namespace app {
namespace {

using namespace attn;

void select_shown(const Frame& frame, const Place& place) {
    frame.ui.tab_run.reset();
    frame.view.selected = place;
    frame.view.anchor.reset();
    frame.view.head = head_showing(frame.document, place.sheet, frame.view.head);
    open_part_of(frame.document, place.sheet, frame.view);
    if (const auto query = query_of(frame.document, place))
        frame.view.query = *query;
}

/// The next place of the trail, in this direction, that the document still has.
std::optional<std::size_t> next(const Frame& frame, int by) {
    const Trail& trail = frame.ui.trail;
    const auto count = static_cast<std::ptrdiff_t>(trail.places.size());
    for (auto at = static_cast<std::ptrdiff_t>(trail.at) + by; at >= 0 && at < count; at += by)
        if (exists(frame.document, trail.places[static_cast<std::size_t>(at)]))
            return static_cast<std::size_t>(at);
    return std::nullopt;
}

/// Adds a place after the current one and drops the ones ahead.
void remember(Trail& trail, const Place& place) {
    constexpr std::size_t longest = 200;
    if (!trail.places.empty()) {
        trail.places.resize(trail.at + 1);
        if (trail.places.back() == place)
            return;
    }
    if (trail.places.size() == longest)
        trail.places.erase(trail.places.begin());
    trail.places.push_back(place);
    trail.at = trail.places.size() - 1;
}

void go(const Frame& frame, int by) {
    if (const auto at = next(frame, by)) {
        frame.ui.trail.at = *at;
        select_shown(frame, frame.ui.trail.places[*at]);
    }
}

} // namespace

void point_at(const Frame& frame, const std::optional<Place>& place) {
    if (!frame.is_shown()) {
        attn::point_at(frame.view, frame.document, place, nullptr, nullptr);
        return;
    }
    const Calculation& shown = frame.shown();
    attn::point_at(frame.view, frame.document, place, &shown.document, &shown.trace);
}

std::optional<Index> query_of(const Document& document, const Place& place) {
    if (place.sheet.stage == Stage::WeightedValues)
        return place.sheet.query;
    const bool is_of_query = exists(document, place) && has_stage(document, Stage::Weights) &&
                             roles_of(document, place.sheet).rows == Role::Query;
    return is_of_query ? std::optional(place.row) : std::nullopt;
}

void visit(const Frame& frame, const Place& place) {
    // The keyboard may have moved the selection since the last visit: remember where it is now.
    if (frame.view.selected)
        remember(frame.ui.trail, *frame.view.selected);
    remember(frame.ui.trail, place);
    select_shown(frame, place);
}

bool can_go_back(const Frame& frame) {
    return next(frame, -1).has_value();
}
bool can_go_forward(const Frame& frame) {
    return next(frame, 1).has_value();
}
void go_back(const Frame& frame) {
    go(frame, -1);
}
void go_forward(const Frame& frame) {
    go(frame, 1);
}

} // namespace app
