// SPDX-License-Identifier: MIT
// What a change did to a matrix. It is found once for each matrix that users edit; a pass then
// reports it for every matrix it made, so that code that caches something of a matrix renews only
// the changed part.
#pragma once

#include "core/base/shared_matrix.h"
#include "core/engine/graph/place.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <vector>

namespace attn {

// The stages of a head, and a container with one value for each of them.

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

/// Numbers outside the named lines did not change; numbers inside them may have.
struct Change {
    /// RowsAndColumns: in a tokens × tokens matrix, the lines of a few words.
    enum class Kind { None, Rows, Columns, RowsAndColumns, Inserted, Removed, All };
    Kind kind = Kind::None;
    std::vector<Index> lines; // the rows and columns, or the row that was inserted or removed

    bool is_none() const { return kind == Kind::None; }
    friend bool operator==(const Change&, const Change&) = default;
};

/// If more rows change, the change counts as All.
constexpr std::size_t few_rows = 8;

/// Returns None, Rows, Inserted, Removed or All.
Change change_of_rows(const Matrix& before, const Matrix& after);
/// Does the same. If one matrix was made from the other by changing one row, compares only that
/// row.
Change change_of_rows(const SharedMatrix& before, const SharedMatrix& after);

/// Returns None, Columns, or All if the shapes differ.
Change change_of_columns(const Matrix& before, const Matrix& after);

/// Whether two matrices have the same shape and equal bits.
bool same(const Matrix& a, const Matrix& b);

/// The changes of the matrices a head is computed from. Without projections the weights have
/// the change None.
struct InputChanges {
    Change x, w_q, w_k, w_v;
};

/// The changes of every matrix of a head, from X to the output.
using HeadChanges = OfHead<Change>;

} // namespace attn
