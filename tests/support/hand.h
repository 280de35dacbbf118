// SPDX-License-Identifier: MIT
// Changes documents at random by seed, to test what must follow every change.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/model/document.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

namespace attn::test {

inline Matrix random(Index rows, Index columns, std::mt19937& generator, Real size = 1) {
    std::normal_distribution<Real> normal(0, size);
    return Matrix::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

/// A document of two heads in which W_V is slightly wider than the others.
inline Document wide_document(Index tokens, Index width, std::mt19937& generator) {
    Document document;
    document.tokens.own().assign(static_cast<std::size_t>(tokens), "word");
    document.embeddings = random(tokens, width, generator);
    const Real size = 1 / std::sqrt(static_cast<Real>(width));
    for (int head = 0; head < 2; ++head)
        document.heads.push_back({random(width, width, generator, size),
                                  random(width, width, generator, size),
                                  random(width, width + 3, generator, size)});
    return document;
}

/// Makes changes as people do, and sometimes worse ones.
class Hand {
public:
    Hand(std::uint32_t seed, Real wildness) : generator_(seed), wildness_(wildness) {}

    Command command(const Document& document) {
        const Index tokens = token_count(document), width = d_model(document);
        const auto below = [&](Index count) {
            return static_cast<Index>(generator_() % static_cast<std::uint32_t>(count));
        };
        const auto cell = [&](Stage stage, Index rows, Index columns, Real size) {
            const Index head = stage == Stage::X ? 0 : below(2);
            return SetCell{{{stage, head, 0}, below(rows), below(columns)}, number() * size};
        };
        const Real size = 1 / std::sqrt(static_cast<Real>(width));
        switch (generator_() % 40) {
        case 0:
            return cell(Stage::W_Q, width, width, size);
        case 1:
            return cell(Stage::W_K, width, width, size);
        case 2:
        case 3:
        case 4:
        case 5:
        case 6:
            return cell(Stage::W_V, width, width + 3, size);
        case 7:
            return SetTemperature{std::exp(normal() * 0.3)};
        case 8:
        case 9:
            if (tokens < 84)
                return InsertToken{below(tokens + 1), "new", random(1, width, generator_)};
            return RemoveToken{below(tokens)};
        case 10:
        case 11:
            if (tokens > 66)
                return RemoveToken{below(tokens)};
            return InsertToken{below(tokens + 1), "new", random(1, width, generator_)};
        case 12:
        case 13:
        case 14:
            return SetMaskCell{below(tokens), below(tokens), generator_() % 2 == 0};
        case 15:
            return SetMask{{generator_() % 2 == 0 ? Mask::Kind::None : Mask::Kind::Causal, {}}};
        case 16:
            return MoveToken{below(tokens), below(tokens)};
        case 17: {
            Matrix x = *document.embeddings;
            x.row(below(tokens)) = random(1, width, generator_, std::exp(wildness_ * normal()));
            x.row(below(tokens)) = random(1, width, generator_, std::exp(wildness_ * normal()));
            return SetMatrix{{Stage::X, 0, 0}, std::move(x), "Draw two rows"};
        }
        default:
            return cell(Stage::X, tokens, width, 1);
        }
    }

private:
    Real normal() { return std::normal_distribution<Real>()(generator_); }
    Real number() { return normal() * std::exp(wildness_ * normal()); }

    std::mt19937 generator_;
    Real wildness_;
};

} // namespace attn::test
