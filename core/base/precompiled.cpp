// SPDX-License-Identifier: MIT
// A source file for the precompiled header, which CMake lists.
