// SPDX-License-Identifier: MIT
#include "tests/support/random_document.h"

namespace attn::testing {
namespace {

Document made(std::uint32_t seed, bool even) {
    Draw draw(seed);
    // 7 is prime to the number of combinations, so that neighbouring seeds differ in all switches.
    std::uint32_t combination = seed * 7 % combinations;
    const auto digit = [&combination](std::uint32_t base) {
        const std::uint32_t value = combination % base;
        combination /= base;
        return value;
    };
    Document document;
    document.title = "Seed " + std::to_string(seed);
    document.projections = digit(2) == 0 ? Projections::Learned : Projections::None;
    Switches& switches = document.switches;
    switches.scale.kind = static_cast<Scale::Kind>(digit(5));
    if (switches.scale.kind == Scale::Kind::Number)
        switches.scale.number = draw.real(0.2, 6);
    switches.mask.kind = static_cast<Mask::Kind>(digit(3));
    switches.normaliser = static_cast<Normaliser>(digit(3));
    switches.axis = static_cast<Axis>(digit(2));
    switches.temperature = digit(2) == 0 ? 1 : draw.real(0.2, 4);

    const Index words = draw.whole(1, 5), width = draw.whole(1, 5);
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back("t" + std::to_string(word));
    document.embeddings = draw.matrix(words, width);
    if (switches.mask.kind == Mask::Kind::Painted)
        switches.mask.painted = draw.mask(words);
    if (document.projections == Projections::None)
        return document;
    Index d_k = draw.whole(1, 5), d_v = draw.whole(1, 5);
    for (Index heads = draw.whole(1, 3); heads > 0; --heads) {
        document.heads.push_back(
            {draw.matrix(width, d_k), draw.matrix(width, d_k), draw.matrix(width, d_v)});
        if (even)
            continue;
        d_k = draw.whole(1, 5);
        d_v = draw.whole(1, 5);
    }
    return document;
}

} // namespace

Index Draw::whole(Index low, Index high) {
    return low + static_cast<Index>(words_() % static_cast<std::uint64_t>(high - low + 1));
}

Real Draw::real(Real low, Real high) {
    const auto high_bits = static_cast<Real>(words_() >> 5);
    const auto low_bits = static_cast<Real>(words_() >> 6);
    return low + (high - low) * ((high_bits * 0x1p26 + low_bits) * 0x1p-53);
}

Matrix Draw::matrix(Index rows, Index columns, Real size) {
    Matrix result(rows, columns);
    for (Index at = 0; at < result.size(); ++at)
        result.data()[at] = real(-size, size);
    return result;
}

Flags Draw::mask(Index words) {
    Flags result(words, words);
    for (Index at = 0; at < result.size(); ++at)
        result.data()[at] = chance(0.4);
    if (chance(0.5)) {
        result.row(whole(0, words - 1)).setConstant(true);
        result.col(whole(0, words - 1)).setConstant(true);
    }
    return result;
}

Document random_document(std::uint32_t seed) {
    return made(seed, false);
}

Document random_even_document(std::uint32_t seed) {
    return made(seed, true);
}

Document random_joined_document(std::uint32_t seed) {
    Document document = random_document(seed);
    Draw draw(seed + 1'000'000);
    document.join = seed % 3 == 0 ? Join::SideBySide : Join::WO;
    if (document.join == Join::WO) {
        const Index out = draw.whole(1, 5);
        document.w_o = draw.matrix(joined_width(document), out);
    }
    return document;
}

} // namespace attn::testing
