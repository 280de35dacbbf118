// SPDX-License-Identifier: MIT
// Pictures against their references in tests/image/references.
#pragma once

#include <string>

namespace attn::test {

/// Whether the references were painted by the libraries and fonts in use now.
bool are_references_comparable();

/// Compares a PNG with `name`.png, pixel by pixel. On a difference it writes `name`.out.png and
/// `name`.diff.png into the build folder and returns a message; otherwise nothing. If
/// ATTENTION_ACCEPT=1 is set, the picture becomes the reference.
std::string difference_from_reference(const std::string& name, const std::string& png);

/// As above, for many large pictures in little space: references/pictures.txt has a checksum of all
/// pixels, and a smaller picture beside it shows where a difference is.
std::string difference_from_checked(const std::string& name, const std::string& png);
/// Compares a text with the file `name` of the references, byte by byte.
std::string difference_from_text(const std::string& name, const std::string& text);

struct PictureSummary {
    int width = 0, height = 0;
    int colours = 0; // different ones
};
/// Properties of a picture without a reference; zeros if it is not a PNG.
PictureSummary summarise(const std::string& png);

} // namespace attn::test
