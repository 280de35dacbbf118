// SPDX-License-Identifier: MIT
#include "core/document/pointing.h"

#include "core/base/grid.h"
#include "core/document/derivation.h"
#include "core/document/sheet.h"

#include <cmath>

namespace attn {
namespace {

/// Returns the word that a place has as a key, if any: a word of the memory if there is one.
std::optional<Index> key_word(const Document& document, const Place& place) {
    const StageInfo& stage = info(place.sheet.stage);
    if (stage.columns == Role::Key)
        return place.column;
    const Role source = document.options.has_memory ? Role::Memory : Role::Token;
    if (stage.rows == Role::Key || stage.rows == source)
        return place.row;
    return std::nullopt;
}

} // namespace

void point_at(View& view, const Document& document, const std::optional<Place>& place,
              const Document* computed, const Trace* trace) {
    view.pointed = place;
    view.key = place ? key_word(document, *place) : std::nullopt;
    const std::optional<Place>& explained = place ? place : view.selected;
    if (explained && computed && exists(document, *explained))
        view.marked = places(derive(*computed, *trace, *explained));
    else
        view.marked.clear();
}

Real scrub_step(Real start) {
    const Real magnitude = std::abs(start);
    if (!(magnitude >= 10) || !std::isfinite(magnitude))
        return 0.01;
    return std::pow(10.0, std::floor(std::log10(magnitude)) - 2);
}

Real scrubbed(Real start, double travelled, bool fine) {
    if (travelled == 0)
        return start;
    const Real step = scrub_step(start), grid = fine ? step / 10 : step;
    // Rounds the start first: from between two grid points each step would be rounded by itself,
    // one of them to no step and the next to two.
    const Real begin = std::isfinite(start) ? on_grid(start, grid) : 0;
    return on_grid(begin + travelled * step, grid);
}

} // namespace attn
