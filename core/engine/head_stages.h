// SPDX-License-Identifier: MIT
// The stages of a head, and one value for each of them.
#pragma once

#include "core/engine/place.h"

#include <array>
#include <cassert>
#include <cstddef>

namespace attn {

/// First those whose matrices a pass makes, in its order; then those that it reads, and the
/// weighted values, which are made for one query when they are looked at.
inline constexpr std::array head_stages{Stage::Q,
                                        Stage::K,
                                        Stage::V,
                                        Stage::Scores,
                                        Stage::Scaled,
                                        Stage::Masked,
                                        Stage::Weights,
                                        Stage::Output,
                                        Stage::X,
                                        Stage::W_Q,
                                        Stage::W_K,
                                        Stage::W_V,
                                        Stage::WeightedValues};
constexpr std::size_t made_stages = 8; // of head_stages

/// Those that are tokens × tokens. A large head does not hold them.
inline constexpr std::array square_stages{Stage::Scores, Stage::Scaled, Stage::Masked,
                                          Stage::Weights};

/// One value for each of the first `count` stages of a head.
template <class Value, std::size_t count = head_stages.size()>
class OfHead {
public:
    /// A stage that code names. Where its value stands is found when the code is compiled.
    class Named {
    public:
        consteval Named(const Stage& stage) : place_(place_of(stage)) {}

    private:
        friend class OfHead;
        std::size_t place_;
    };

    Value& operator[](Named stage) { return values_[stage.place_]; }
    const Value& operator[](Named stage) const { return values_[stage.place_]; }
    /// The same for a stage that is known only when the program runs.
    Value& at(const Stage& stage) { return values_[place_of(stage)]; }
    const Value& at(const Stage& stage) const { return values_[place_of(stage)]; }

private:
    static constexpr std::size_t place_of(const Stage& stage) {
        std::size_t place = 0;
        while (place < count && !(head_stages[place] == stage))
            ++place;
        assert(place < count && "the stage is one of a head's");
        return place;
    }

    std::array<Value, count> values_;
};

} // namespace attn
