// SPDX-License-Identifier: MIT
// The stages of a head, and a container with one value for each of them.
#pragma once

#include "core/engine/place.h"

#include <array>
#include <cassert>
#include <cstddef>

namespace attn {

/// First the stages whose matrices a pass computes, in its order; then those it reads, and the
/// weighted values, which are computed for one query on demand.
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
constexpr std::size_t made_stages = 8; // how many of head_stages are computed

/// The tokens × tokens stages. A large head does not store them.
inline constexpr std::array square_stages{Stage::Scores, Stage::Scaled, Stage::Masked,
                                          Stage::Weights};

/// One value for each of the first `count` stages of a head.
template <class Value, std::size_t count = head_stages.size()>
class OfHead {
public:
    /// A stage named in code; the place of its value is found at compile time.
    class Named {
    public:
        consteval Named(const Stage& stage) : place_(place_of(stage)) {}

    private:
        friend class OfHead;
        std::size_t place_;
    };

    Value& operator[](Named stage) { return values_[stage.place_]; }
    const Value& operator[](Named stage) const { return values_[stage.place_]; }
    /// The value of a stage that is known only at run time.
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
