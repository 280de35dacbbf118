// SPDX-License-Identifier: MIT
// Pictures against their references in tests/image/references.
#pragma once

#include <string>

namespace attn::testing {

/// Whether the references were painted by the very libraries and fonts that run now.
bool are_references_comparable();

/// Compares the bytes of a PNG with `name`.png, pixel by pixel. On a difference it writes
/// `name`.out.png and `name`.diff.png under the build folder and gives a sentence; else nothing.
/// With ATTENTION_ACCEPT=1 in the environment the picture becomes the reference.
std::string difference_from_reference(const std::string& name, const std::string& png);

/// The same for many large pictures in little room: every pixel counts by their checksum in
/// references/pictures.txt, and a smaller picture beside it shows where the difference lies.
std::string difference_from_checked(const std::string& name, const std::string& png);
/// Compares a text with the file `name` of the references, byte by byte.
std::string difference_from_text(const std::string& name, const std::string& text);

struct PictureSummary {
    int width = 0, height = 0;
    int colours = 0; // different ones
};
/// What can be said of a picture without a reference; zeros if it is not a PNG.
PictureSummary summarise(const std::string& png);

} // namespace attn::testing
