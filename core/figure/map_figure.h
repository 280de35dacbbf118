// SPDX-License-Identifier: MIT
// Words as points of a plane: the rows of X, of Q, of K, or of Q and K together, along two columns
// or along the two directions in which they differ most.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <optional>
#include <utility>

namespace attn::figure {

enum class MapOf { X, Q, K, QAndK };

struct MapOptions {
    MapOf of = MapOf::X;
    /// Across and up; without them the principal directions of what is shown.
    std::optional<std::pair<Index, Index>> columns;
};

/// Whether the document has the rows that the map shows.
bool has_map(const Document& document, MapOf of);

/// As wide as `available`, and three quarters as high where its height is 0. One unit is as long
/// across as up, so that angles are true. Names thin out where they would cover each other; that of
/// the query word is always there.
Figure map_figure(const Document& document, const Trace& trace, const View& view,
                  const MapOptions& options, Size available, float text, const Measure& measure);

} // namespace attn::figure
