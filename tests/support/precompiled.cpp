// SPDX-License-Identifier: MIT
// Empty: only carries the precompiled header, which CMake lists.
