// SPDX-License-Identifier: MIT
// Which font files the faces of the program are, as fontconfig knows them.
#pragma once

#include "core/figure/figure.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct FontFile {
    std::string path;
    int index = 0;               // the face inside a collection
    float line_ratio = 1.2F;     // line height over the em square: what Dear ImGui calls the size
    float capital_ratio = 0.72F; // height of a capital letter over the em square
};

/// The files of a face: the wanted family first, then the ones that fill its gaps. Empty where the
/// machine has no outline font at all.
std::vector<FontFile> font_files(attn::figure::Font font);

using FontFiles = std::array<std::vector<FontFile>, 4>;
/// Those of every face, in the order of their values.
FontFiles all_font_files();

/// A file that has the character, if any font of the machine does.
std::vector<FontFile> files_with(char32_t character);

/// How far each character moves the pen, read from the files themselves: the same whatever sizes
/// have been rasterised, so that layouts do not move when one more size is.
class Advances {
public:
    explicit Advances(const std::vector<FontFile>& files);
    ~Advances();
    Advances(Advances&&) noexcept;
    Advances& operator=(Advances&&) noexcept;

    /// One more file, for what those before it lack.
    void add(const FontFile& file);
    /// In em squares; of the first file that has the character.
    float of(char32_t character) {
        if (character < ascii_.size() && ascii_[character])
            return *ascii_[character];
        return found(character);
    }

private:
    struct Faces;
    float found(char32_t character);
    std::unique_ptr<Faces> faces_;
    std::map<char32_t, float> known_;
    std::array<std::optional<float>, 128>
        ascii_; // the same, for those that are asked for all the time
};

} // namespace app
