// SPDX-License-Identifier: MIT
// Nothing but a place for the precompiled header, which CMake lists.
