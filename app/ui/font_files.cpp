// SPDX-License-Identifier: MIT
#include "app/ui/font_files.h"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>

#include <array>
#include <memory>
#include <optional>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H

namespace app {
namespace {

using attn::figure::Font;

struct PatternDeleter {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

const FcChar8* bytes(const char* text) {
    return reinterpret_cast<const FcChar8*>(text);
}

/// Opens the file and reads its proportions; nothing if it is broken or not an outline font.
std::optional<FontFile> measured(std::string path, int index) {
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0)
        return std::nullopt;
    std::optional<FontFile> result;
    FT_Face face = nullptr;
    if (FT_New_Face(library, path.c_str(), index, &face) == 0) {
        if (FT_IS_SCALABLE(face) && face->units_per_EM > 0) {
            const auto em = static_cast<float>(face->units_per_EM);
            FontFile file{std::move(path), index};
            file.line_ratio = static_cast<float>(face->ascender - face->descender) / em;
            const auto* os2 = static_cast<TT_OS2*>(FT_Get_Sfnt_Table(face, FT_SFNT_OS2));
            if (os2 && os2->version >= 2 && os2->sCapHeight > 0)
                file.capital_ratio = static_cast<float>(os2->sCapHeight) / em;
            result = std::move(file);
        }
        FT_Done_Face(face);
    }
    FT_Done_FreeType(library);
    return result;
}

std::optional<FontFile> best_match(Pattern pattern) {
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult fault = FcResultMatch;
    const Pattern match(FcFontMatch(nullptr, pattern.get(), &fault));
    if (!match)
        return std::nullopt;
    FcChar8* file = nullptr;
    int index = 0;
    if (FcPatternGetString(match.get(), FC_FILE, 0, &file) != FcResultMatch)
        return std::nullopt;
    FcPatternGetInteger(match.get(), FC_INDEX, 0, &index);
    return measured(reinterpret_cast<const char*>(file), index & 0xFFFF);
}

std::optional<FontFile> find(const char* family, int weight, char32_t character = 0) {
    Pattern pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, bytes(family));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcPatternAddBool(pattern.get(), FC_COLOR, FcFalse);
    if (character != 0) {
        FcCharSet* wanted = FcCharSetCreate();
        FcCharSetAddChar(wanted, character);
        FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted);
        FcCharSetDestroy(wanted);
    }
    return best_match(std::move(pattern));
}

} // namespace

std::vector<FontFile> font_files(Font font) {
    const int weight = font == Font::Bold ? FC_WEIGHT_SEMIBOLD : FC_WEIGHT_REGULAR;
    std::array<const char*, 2> families = {"Inter", "DejaVu Sans"};
    if (font == Font::Mono)
        families = {"JetBrains Mono", "DejaVu Sans Mono"};
    if (font == Font::Mathematics)
        families = {"DejaVu Sans", "Inter"};
    std::vector<FontFile> files;
    for (const char* family : families)
        if (auto file = find(family, weight);
            file && (files.empty() || files.front().path != file->path))
            files.push_back(std::move(*file));
    return files;
}

FontFiles all_font_files() {
    FontFiles files;
    for (const Font face : {Font::Sans, Font::Bold, Font::Mono, Font::Mathematics})
        files[static_cast<std::size_t>(face)] = font_files(face);
    return files;
}

std::vector<FontFile> files_with(char32_t character) {
    std::vector<FontFile> files;
    if (auto file = find("sans", FC_WEIGHT_REGULAR, character))
        files.push_back(std::move(*file));
    return files;
}

struct Advances::Faces {
    FT_Library library = nullptr;
    std::vector<FT_Face> faces;

    ~Faces() {
        for (FT_Face face : faces)
            FT_Done_Face(face);
        if (library)
            FT_Done_FreeType(library);
    }
};

Advances::Advances(const std::vector<FontFile>& files) : faces_(std::make_unique<Faces>()) {
    if (FT_Init_FreeType(&faces_->library) != 0)
        return;
    for (const FontFile& file : files)
        add(file);
}

void Advances::add(const FontFile& file) {
    FT_Face face = nullptr;
    if (faces_->library && FT_New_Face(faces_->library, file.path.c_str(), file.index, &face) == 0)
        faces_->faces.push_back(face);
    known_.clear();
    ascii_ = {};
}

Advances::~Advances() = default;
Advances::Advances(Advances&&) noexcept = default;
Advances& Advances::operator=(Advances&&) noexcept = default;

float Advances::found(char32_t character) {
    if (const auto known = known_.find(character); known != known_.end())
        return known->second;
    // U+FFFD replaces characters that no file has.
    float advance = character == 0xFFFD ? 0.6F : of(0xFFFD);
    for (FT_Face face : faces_->faces) {
        const FT_UInt glyph = FT_Get_Char_Index(face, character);
        if (glyph == 0 || FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) != 0)
            continue;
        advance = static_cast<float>(face->glyph->metrics.horiAdvance) /
                  static_cast<float>(face->units_per_EM);
        break;
    }
    if (character < ascii_.size())
        ascii_[character] = advance;
    return known_[character] = advance;
}

} // namespace app
