// SPDX-License-Identifier: MIT
#include "core/engine/principal.h"

#include "core/engine/concepts.h"

#include <algorithm>
#include <limits>

namespace attn {

PrincipalDirections principal_directions(const Matrix& x) {
    PrincipalDirections found;
    if (x.size() == 0)
        return found;
    const Vector mean = x.colwise().mean();
    const Matrix centred = x.rowwise() - mean;
    // Rows that differ only by the rounding of the mean count as equal.
    const Real noise = static_cast<Real>(x.rows()) * std::numeric_limits<Real>::epsilon() *
                       x.cwiseAbs().maxCoeff();
    if (centred.cwiseAbs().maxCoeff() <= noise)
        return found;
    const Svd svd = decompose(centred);
    found.count = std::min<Index>(2, svd.rank);
    found.directions = svd.vt.topRows(found.count).transpose();
    // Relative to the largest, so that no square overflows or underflows.
    const Matrix relative = svd.s / svd.s(0, 0);
    const Real all = relative.squaredNorm();
    for (Index at = 0; at < found.count; ++at)
        found.share[static_cast<std::size_t>(at)] = relative(0, at) * relative(0, at) / all;
    return found;
}

} // namespace attn
