// SPDX-License-Identifier: MIT
// Finds the font files of the program's faces through fontconfig.
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
    int index = 0;               // the index of the face in a collection
    float line_ratio = 1.2F;     // line height over em; Dear ImGui's "size" is the line height
    float capital_ratio = 0.72F; // capital letter height over em
};

/// Returns the files of a face: the wanted family first, then those that fill its gaps. Empty if
/// the machine has no outline font.
std::vector<FontFile> font_files(attn::figure::Font font);

using FontFiles = std::array<std::vector<FontFile>, 4>;
/// The files of every face, in the order of the enum.
FontFiles all_font_files();

/// Returns a file with the character; empty if no font of the machine has it.
std::vector<FontFile> files_with(char32_t character);

/// The advance width of each character, read from the font files. It does not depend on which sizes
/// are rasterised, so layouts do not move when another size is added.
class Advances {
public:
    explicit Advances(const std::vector<FontFile>& files);
    ~Advances();
    Advances(Advances&&) noexcept;
    Advances& operator=(Advances&&) noexcept;

    /// Adds a file for characters that the earlier files lack.
    void add(const FontFile& file);
    /// The advance in em, from the first file with the character.
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
    /// The same for ASCII, which is asked for most often.
    std::array<std::optional<float>, 128> ascii_;
};

} // namespace app
