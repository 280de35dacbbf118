// SPDX-License-Identifier: MIT
#include "tests/support/random_document.h"

#include <algorithm>
#include <cmath>

namespace attn::testing {
namespace {

Document made(std::uint32_t seed, bool even) {
    Random random(seed);
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
        switches.scale.number = random.real(0.2, 6);
    switches.mask.kind = static_cast<Mask::Kind>(digit(3));
    switches.normaliser = static_cast<Normaliser>(digit(3));
    switches.axis = static_cast<Axis>(digit(2));
    switches.temperature = digit(2) == 0 ? 1 : random.real(0.2, 4);

    const Index words = random.whole(1, 5), width = random.whole(1, 5);
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back("t" + std::to_string(word));
    document.embeddings = random.matrix(words, width);
    if (switches.mask.kind == Mask::Kind::Painted)
        switches.mask.painted = random.mask(words);
    if (document.projections == Projections::None)
        return document;
    Index d_k = random.whole(1, 5), d_v = random.whole(1, 5);
    for (Index heads = random.whole(1, 3); heads > 0; --heads) {
        document.heads.push_back(
            {random.matrix(width, d_k), random.matrix(width, d_k), random.matrix(width, d_v)});
        if (even)
            continue;
        d_k = random.whole(1, 5);
        d_v = random.whole(1, 5);
    }
    return document;
}

} // namespace

Index Random::whole(Index low, Index high) {
    return low + static_cast<Index>(words_() % static_cast<std::uint64_t>(high - low + 1));
}

Real Random::real(Real low, Real high) {
    const auto high_bits = static_cast<Real>(words_() >> 5);
    const auto low_bits = static_cast<Real>(words_() >> 6);
    return low + (high - low) * ((high_bits * 0x1p26 + low_bits) * 0x1p-53);
}

Matrix Random::matrix(Index rows, Index columns, Real size) {
    Matrix result(rows, columns);
    for (Index at = 0; at < result.size(); ++at)
        result.data()[at] = real(-size, size);
    return result;
}

Flags Random::mask(Index words) {
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
    Random random(seed + 1'000'000);
    document.join = seed % 3 == 0 ? Join::SideBySide : Join::WO;
    if (document.join == Join::WO) {
        const Index out = random.whole(1, 5);
        document.w_o = random.matrix(joined_width(document), out);
    }
    return document;
}

Document random_ratings(std::uint32_t seed) {
    Random random(seed);
    const Index people = random.whole(1, 7), films = random.whole(1, 7);
    Matrix x = random.matrix(people, films, 5);
    switch (seed % 8) {
    case 0:
        x.setZero();
        break;
    case 1:
        x = random.matrix(people, 1) * random.matrix(1, films);
        break;
    case 2:
        for (Index row = 1; row < people; row += 2)
            x.row(row) = x.row(row - 1);
        break;
    case 3:
        x = 3 * Matrix::Identity(people, films);
        break;
    case 4:
        x.setConstant(4);
        break;
    case 5:
        x = x.unaryExpr([](Real rating) { return std::round(rating / 2); });
        break;
    case 6:
        x *= 1e-90;
        break;
    default:
        break;
    }
    Document document;
    document.model = Model::Concepts;
    document.title = "Ratings " + std::to_string(seed);
    for (Index person = 0; person < people; ++person)
        document.tokens.own().push_back("P" + std::to_string(person));
    for (Index film = 0; film < films; ++film)
        document.concepts.columns.push_back("F" + std::to_string(film));
    const Index vectors = random.whole(0, 3);
    for (Index vector = 0; vector < vectors; ++vector)
        document.concepts.names.push_back("N" + std::to_string(vector));
    Matrix given = random.matrix(vectors, films, 5);
    if (vectors > 1)
        given.row(0).setZero(); // It has no direction.
    document.concepts.vectors = given;
    document.concepts.kept = random.whole(1, std::min(people, films));
    document.embeddings = x;
    return document;
}

} // namespace attn::testing
