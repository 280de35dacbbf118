// SPDX-License-Identifier: MIT
// Splits ratings into concepts: thin SVD, truncation, projection, cosine similarity.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/graph/place.h"

#include <array>
#include <vector>

namespace attn {

/// Ratings and vectors must stay below this; squares of larger numbers would overflow.
constexpr Real max_rating = 1e100;

/// X = U s Vᵀ with columns in the order of falling singular values, which are never negative.
///
/// An SVD leaves three choices open. They are fixed here so that the same ratings give the same
/// numbers on every machine, and ratings with reordered rows and columns give the same numbers in
/// the new order:
/// - Sign: a pair (u_j, v_j) may change both signs. The largest number of v_j is made positive. If
///   several of opposite signs are the largest, the sum of v_j is positive; if that is 0, the same
///   rules apply to u_j; if these decide nothing either, the first of the largest is positive.
/// - Equal singular values: any orthonormal basis of their plane would do. Its first vector is the
///   projection of the axis (a column of X) nearest to the plane, the next the projection of the
///   axis nearest to the rest, and so on; of several equally near axes the first counts.
/// - Singular values of 0 (below max(rows, columns) · 2⁻⁵² of the largest, as in NumPy's
///   matrix_rank): u and v are chosen independently by the same rule among all vectors at right
///   angles to the others.
/// Numbers of U and V below the rounding error of the calculation are set to 0.
struct Svd {
    Matrix u;       // rows × r, orthonormal columns; r = min(rows, columns)
    Matrix s;       // 1 × r, falling
    Matrix vt;      // r × columns, orthonormal rows
    Index rank = 0; // how many singular values are above 0
};

/// Decomposes `x` (Golub and Van Loan, Matrix Computations, 4th edition, section 2.4) by Eigen's
/// one-sided Jacobi rotations, or by divide and conquer if the matrix is large. Every number of `x`
/// must be finite and at most max_rating. U s Vᵀ equals x to about r · 2⁻⁵² of its largest singular
/// value.
Svd decompose(const Matrix& x);

/// Everything computed from ratings, the number of kept concepts and the vectors of new people.
struct ConceptTrace {
    Svd svd;
    Matrix share;               // 1 × r, s_j² / Σ s²: the share of the sum of squared ratings
    Matrix reconstruction;      // people × films, U_k s_k V_kᵀ: the nearest matrix of rank k
                                // (Eckart and Young 1936, Psychometrika 1, p. 211)
    Matrix difference;          // people × films, X − reconstruction
    Matrix error;               // 1 × 1, √(Σ of the dropped s²), the length of the difference
    Matrix people;              // people × r, X V: every person's coordinates along the concepts
    Matrix projected;           // vectors × r, vectors V: the same for the new ones
    Matrix cosine;              // vectors × vectors, a · b / (|a| |b|) of the vectors as given
    Matrix concept_cosine;      // vectors × vectors, of their first k coordinates
    std::vector<bool> no_share; // one flag: every rating is 0
    std::vector<bool> no_direction; // per vector: all zeros, so it has no direction
    std::vector<bool>
        no_concept_direction; // per vector: zero, or at right angles to every kept concept
};

/// Computes the trace. `x`: people × films; `kept`: 1 to r; `vectors`: new × films.
ConceptTrace find_concepts(const Matrix& x, Index kept, const Matrix& vectors);

/// Returns the matrix of a computed stage of the concepts model; null for any other stage.
const Matrix* matrix_of(const ConceptTrace& trace, Stage stage);

// The first two principal directions of a matrix: the directions in which its rows differ most.

struct PrincipalDirections {
    Matrix directions;           // columns × count, orthonormal, the one of larger variance first
    std::array<Real, 2> share{}; // each direction's share of the variance; 0 if there is none
    Index count = 0;             // 0 if all rows are equal, 1 if they lie on a line, else 2
};

/// Finds the directions of the rows less their mean by decompose(), which also fixes the signs.
/// Every number of `x` must be finite and its magnitude below max_rating
/// (engine/numbers/concepts.h).
PrincipalDirections principal_directions(const Matrix& x);

} // namespace attn
