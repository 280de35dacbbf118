// SPDX-License-Identifier: MIT
#include "core/engine/numbers/positions.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace attn {

Real turn(Real base, Index pair, Index width) {
    return std::pow(base, -2 * static_cast<Real>(pair) / static_cast<Real>(width));
}

Real alibi_slope(Index head, Index heads) {
    assert(head >= 0 && head < heads && "the head is one of the heads");
    const auto power = static_cast<Index>(std::bit_floor(static_cast<std::size_t>(heads)));
    const auto of_sequence = [](Index at, Index length) {
        return std::exp2(-8 * static_cast<Real>(at + 1) / static_cast<Real>(length));
    };
    return head < power ? of_sequence(head, power) : of_sequence(2 * (head - power), 2 * power);
}

Wave wave(const Sinusoid& how, Index column, Index width) {
    Wave made;
    if (how.waves == Waves::Alternating) {
        made = {column % 2 == 1, column / 2 * 2, width};
    } else {
        const Index half = width / 2, pair = column % half;
        made = how.waves == Waves::Halves
                   ? Wave{column >= half, 2 * pair, width}
                   : Wave{column >= half, pair, std::max<Index>(half - 1, 1)};
    }
    made.length = std::pow(how.base, static_cast<Real>(made.of) / static_cast<Real>(made.over));
    return made;
}

Index fewest_buckets(const Buckets& how) {
    return how.both_ways ? 4 : 2;
}

Index single_buckets(Index count, const Buckets& how) {
    return (how.both_ways ? count / 2 : count) / 2;
}

Index bucket(Index ahead, Index count, const Buckets& how) {
    assert(count >= fewest_buckets(how) && how.furthest > single_buckets(count, how) &&
           "there are buckets for near and for far keys");
    const Index of_one_way = how.both_ways ? count / 2 : count;
    const Index first = how.both_ways && ahead > 0 ? of_one_way : 0;
    const Index distance = how.both_ways ? std::abs(ahead) : std::max<Index>(-ahead, 0);
    const Index single = single_buckets(count, how);
    if (distance < single)
        return first + distance;
    const float times = static_cast<float>(distance) / static_cast<float>(single);
    const auto most =
        static_cast<float>(std::log(static_cast<Real>(how.furthest) / static_cast<Real>(single)));
    const float part = std::log(times) / most * static_cast<float>(of_one_way - single);
    return first + std::min(single + static_cast<Index>(part), of_one_way - 1);
}

} // namespace attn
