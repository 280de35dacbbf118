// SPDX-License-Identifier: MIT
// The number and matrix types of the whole program.
#pragma once

#include <Eigen/Core>

namespace attn {

using Real = double; // Golden figures are compared at 1e-12; single precision cannot hold them.
using Index = Eigen::Index;

/// One token per row; row-major, so that a token's row is contiguous.
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::Matrix<Real, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// True marks a cell, for example one that a mask blocks.
using Flags = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

} // namespace attn
