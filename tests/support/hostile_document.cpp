// SPDX-License-Identifier: MIT
#include "tests/support/random_document.h"
#include "tests/support/referee.h"

#include <cmath>
#include <limits>
#include <string>

namespace attn::testing {
namespace {

/// Numbers of one magnitude or of many; sometimes zeros, the smallest numbers, or worse.
Matrix hostile_matrix(Random& random, Index rows, Index columns, Real size, bool is_mixed,
                      Real not_finite) {
    Matrix numbers = random.matrix(rows, columns, 1);
    for (Index at = 0; at < numbers.size(); ++at) {
        Real& number = numbers.data()[at];
        number *= is_mixed ? std::pow(10.0, random.real(-300, 300)) : size;
        if (random.chance(0.03))
            number = random.chance(0.5) ? 0.0 : -0.0;
        else if (random.chance(0.01))
            number =
                std::numeric_limits<Real>::denorm_min() * static_cast<Real>(random.whole(-9, 9));
        else if (not_finite > 0 && random.chance(not_finite))
            number = random.chance(0.5)
                         ? std::numeric_limits<Real>::quiet_NaN()
                         : (random.chance(0.5) ? 1 : -1) * std::numeric_limits<Real>::infinity();
    }
    return numbers;
}

} // namespace

Document hostile_document(std::uint32_t seed) {
    Document document = random_document(seed); // for its switches
    Random random(seed + 1'000'000);
    constexpr Index word_counts[] = {1, 2, 3, 5, 9, 17, 40, 63, 64, 65, 66, 70};
    constexpr Index block_counts[] = {127, 128, 129, 191, 193};
    const Index words =
        random.chance(0.03) ? block_counts[random.whole(0, 4)] : word_counts[random.whole(0, 11)];
    const auto width = [&]() -> Index {
        return random.chance(0.04) ? random.whole(255, 257) : random.whole(1, words > 20 ? 9 : 6);
    };
    const Index d_model = width(), d_k = width(), d_v = width();
    // Half of the documents are ordinary; the others have scores of any size, or anything.
    const Index kind = random.whole(0, 7);
    const bool is_mixed = kind == 7;
    const Real x_size = kind == 6 ? std::pow(10.0, random.real(-300, 300)) : 2;
    const Real qk_size = kind < 4   ? 2
                         : kind < 6 ? std::pow(10.0, random.real(-2, 9))
                                    : std::pow(10.0, random.real(-150, 150));
    const Real v_size = kind < 6 ? 2 : std::pow(10.0, random.real(-300, 300));
    const Real not_finite = random.chance(0.06) ? 0.02 : 0;
    document.tokens.own().clear();
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back("t" + std::to_string(word));
    document.embeddings = hostile_matrix(random, words, d_model, x_size, is_mixed, not_finite);
    if (document.projections == Projections::Learned) {
        document.heads.clear();
        for (Index head = random.whole(1, 2); head > 0; --head)
            document.heads.push_back(
                {hostile_matrix(random, d_model, d_k, qk_size, is_mixed, not_finite),
                 hostile_matrix(random, d_model, d_k, qk_size, is_mixed, not_finite),
                 hostile_matrix(random, d_model, d_v, v_size, is_mixed, not_finite)});
    }
    Switches& switches = document.switches;
    if (switches.mask.kind == Mask::Kind::Painted)
        switches.mask.painted = random.mask(words);
    if (kind >= 6 && random.chance(0.3))
        switches.temperature = std::pow(10.0, random.real(-200, 200));
    if (kind >= 6 && switches.scale.kind == Scale::Kind::Number)
        switches.scale.number = std::pow(10.0, random.real(-200, 200));
    if (random.chance(0.2))
        document.convention = Convention::TokensAsColumns;
    // Most large documents are of the kind that goes by blocks.
    if (words > 60 && random.chance(0.6)) {
        switches.normaliser = Normaliser::Softmax;
        switches.axis = Axis::Rows;
    }
    return document;
}

} // namespace attn::testing
