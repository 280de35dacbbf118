// SPDX-License-Identifier: MIT
// The tests' own typeface with one coloured emoji, so that none needs to be installed.
#pragma once

#include <fontconfig/fontconfig.h>

namespace attn::test {

/// The typeface's only character: a robot, which monochrome typefaces lack.
constexpr const char* coloured_emoji = "\U0001F916";

/// Lets this process use the typeface. Returns whether it could be read.
inline bool add_coloured_typeface() {
    const char* const file = ATTENTION_SOURCE_DIR "/tests/typefaces/two_colours.ttf";
    return FcConfigAppFontAddFile(nullptr, reinterpret_cast<const FcChar8*>(file)) == FcTrue;
}

} // namespace attn::test
