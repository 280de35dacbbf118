// SPDX-License-Identifier: MIT
// A typeface of the tests' own with one emoji in colours, so that no other needs to be installed.
#pragma once

#include <fontconfig/fontconfig.h>

namespace attn::test {

/// What the typeface has: a robot, which typefaces without colours lack.
constexpr const char* coloured_emoji = "\U0001F916";

/// Lets this process use the typeface. Whether it could be read.
inline bool add_coloured_typeface() {
    const char* const file = ATTENTION_SOURCE_DIR "/tests/typefaces/two_colours.ttf";
    return FcConfigAppFontAddFile(nullptr, reinterpret_cast<const FcChar8*>(file)) == FcTrue;
}

} // namespace attn::test
