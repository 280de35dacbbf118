// SPDX-License-Identifier: MIT
#include "app/ui/fonts.h"

#include "app/ui/compat.h"
#include "core/base/utf8.h"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
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

namespace {

/// The share of a pixel inside a disc that fills a square of side 2 · radius.
float coverage(int radius, int x, int y) {
    constexpr int steps = 16;
    int inside = 0;
    for (int row = 0; row < steps; ++row)
        for (int column = 0; column < steps; ++column) {
            const float across = static_cast<float>(x - radius) +
                                 (static_cast<float>(column) + 0.5F) / static_cast<float>(steps);
            const float down = static_cast<float>(y - radius) +
                               (static_cast<float>(row) + 0.5F) / static_cast<float>(steps);
            inside += across * across + down * down < static_cast<float>(radius * radius) ? 1 : 0;
        }
    return static_cast<float>(inside) / static_cast<float>(steps * steps);
}

} // namespace

void Corners::reserve(ImFontAtlas& atlas) {
    for (int radius = 1; radius <= most_radius; ++radius)
        discs_[static_cast<std::size_t>(radius)] = {
            compat::reserve_in_atlas(atlas, 2 * radius, 2 * radius), {}, {}, false};
}

void Corners::paint(ImFontAtlas& atlas) {
    for (int radius = 1; radius <= most_radius; ++radius) {
        Disc& disc = discs_[static_cast<std::size_t>(radius)];
        const auto place = compat::place_in_atlas(atlas, disc.number);
        if (!place)
            continue;
        for (int y = 0; y < 2 * radius; ++y)
            for (int x = 0; x < 2 * radius; ++x)
                place->pixels[y * place->width + x] =
                    static_cast<unsigned char>(std::lround(255 * coverage(radius, x, y)));
        disc.from = place->from;
        disc.to = place->to;
        disc.is_painted = true;
    }
}

bool Corners::draw(ImDrawList& list, ImVec2 from, ImVec2 to, float radius, ImU32 colour) const {
    from = {std::round(from.x), std::round(from.y)};
    to = {std::round(to.x), std::round(to.y)};
    const float wanted = std::max(std::round(radius), 1.0F);
    if (!(wanted <= static_cast<float>(most_radius)) || to.x - from.x < 2 * wanted ||
        to.y - from.y < 2 * wanted)
        return false;
    const Disc& disc = discs_[static_cast<std::size_t>(wanted)];
    if (!disc.is_painted)
        return false;
    const ImVec2 low{from.x + wanted, from.y + wanted}, high{to.x - wanted, to.y - wanted};
    const ImVec2 middle{(disc.from.x + disc.to.x) / 2, (disc.from.y + disc.to.y) / 2};
    const int bars = (high.x > low.x ? 2 : 0) + (high.y > low.y ? 1 : 0);
    list.PrimReserve(6 * (4 + bars), 4 * (4 + bars));
    if (high.x > low.x) {
        list.PrimRect({low.x, from.y}, {high.x, low.y}, colour);
        list.PrimRect({low.x, high.y}, {high.x, to.y}, colour);
    }
    if (high.y > low.y)
        list.PrimRect({from.x, low.y}, {to.x, high.y}, colour);
    list.PrimRectUV(from, low, disc.from, middle, colour);
    list.PrimRectUV({high.x, from.y}, {to.x, low.y}, {middle.x, disc.from.y}, {disc.to.x, middle.y},
                    colour);
    list.PrimRectUV({from.x, high.y}, {low.x, to.y}, {disc.from.x, middle.y}, {middle.x, disc.to.y},
                    colour);
    list.PrimRectUV(high, to, middle, disc.to, colour);
    return true;
}

namespace {

using Face = attn::figure::Font;

/// The initial characters of every face: Western letters and the program's own signs. Other
/// characters are added when a text needs them, which keeps the atlas small.
std::vector<ImWchar> usual_ranges() {
    std::vector<ImWchar> ranges = {0x0020, 0x007E, 0x00A0, 0x00FF, 0x2018,
                                   0x201D, 0x2190, 0x2193, 0x21B6, 0x21B7};
    for (const int one :
         {0x02E3, 0x03A3, 0x03A6, 0x03B2, 0x03B3, 0x03B5, 0x03B8, 0x03C0, 0x03C3, 0x03C4, 0x1D40,
          0x2013, 0x2014, 0x2022, 0x2026, 0x2032, 0x2039, 0x203A, 0x207B, 0x2081, 0x2082, 0x21B5,
          0x21E5, 0x2202, 0x2205, 0x2211, 0x2212, 0x221A, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265,
          0x2299, 0x2423, 0x25A0, 0x25A1, 0x25B2, 0x25B8, 0x25BC, 0x25BE, 0x25C6, 0x25CF}) {
        ranges.push_back(static_cast<ImWchar>(one));
        ranges.push_back(static_cast<ImWchar>(one));
    }
    ranges.push_back(0);
    return ranges;
}

/// Replaces characters that a font lacks. Not U+FFFD: each size has a table up to its last
/// character, which U+FFFD would make six times as large.
constexpr ImWchar no_character = 0x25A1;

/// The size to rasterise: every pixel size for small text, coarser where the difference is
/// invisible.
int rasterised(float em) {
    const float least = std::max(em, 6.0F);
    if (least <= 24)
        return static_cast<int>(std::floor(least + 0.01F));
    if (least <= 48)
        return static_cast<int>(least / 2) * 2;
    return std::min(static_cast<int>(least / 4) * 4, 96);
}

/// Calls `each` with every character of a UTF-8 text; skips broken ones.
template <class Each>
void each_character(std::string_view text, Each each) {
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        char32_t character =
            first < 0x80 ? first : static_cast<char32_t>(first & (0xFFU >> (length + 1)));
        for (std::size_t more = 1; more < length && at + more < text.size(); ++more)
            character = character << 6U | (static_cast<unsigned char>(text[at + more]) & 0x3FU);
        each(character);
        at += length;
    }
}

} // namespace

bool is_usual(char32_t character) {
    const std::vector<ImWchar> ranges = usual_ranges();
    for (std::size_t at = 0; at + 1 < ranges.size(); at += 2)
        if (character >= ranges[at] && character <= ranges[at + 1])
            return true;
    return false;
}

namespace {

void add_range(std::vector<ImWchar>& ranges, char32_t character) {
    ranges.back() = static_cast<ImWchar>(character); // Replaces the closing 0.
    ranges.push_back(static_cast<ImWchar>(character));
    ranges.push_back(0);
}

constexpr std::size_t most_sizes = 40;

/// The ranges without characters that are kept, and always with a space, which has no pixels.
std::vector<ImWchar> without(const compat::KeptLetters& kept, const std::vector<ImWchar>& ranges) {
    if (kept.empty())
        return ranges;
    std::vector<ImWchar> left = {' ', ' '};
    for (std::size_t at = 0; at + 1 < ranges.size(); at += 2)
        for (int character = ranges[at]; character <= ranges[at + 1]; ++character) {
            const auto one = static_cast<ImWchar>(character);
            if (one != ' ' && !kept.contains(one))
                left.insert(left.end(), 2, one);
        }
    left.push_back(0);
    return left;
}

} // namespace

Fonts::Fonts(FontFiles files, TextureMaker textures)
    : files_(std::move(files)), ranges_(usual_ranges()), shaped_(std::move(textures)) {
    for (std::size_t at = 0; at + 1 < ranges_.size(); at += 2)
        for (char32_t character = ranges_[at]; character <= ranges_[at + 1]; ++character)
            known_.insert(character);
    for (const auto& of_face : files_)
        advances_.emplace_back(of_face);
}

bool Fonts::is_shaped(std::string_view text) const {
    return !is_plain(text) && !files_.front().empty();
}

void Fonts::need(std::string_view text) {
    if (is_shaped(text))
        return;
    each_character(text, [&](char32_t character) {
        // Dear ImGui's character type may have 16 bits. Characters beyond show as a box.
        if (character < 0x80 || character > IM_UNICODE_CODEPOINT_MAX ||
            !known_.insert(character).second)
            return;
        add_range(ranges_, character);
        must_build_ = lacks_letters_ = true;
        for (const FontFile& file : files_with(character))
            add_range(extra_ranges(file), character);
    });
}

std::vector<ImWchar>& Fonts::extra_ranges(const FontFile& file) {
    for (auto& [known, ranges] : extra_files_)
        if (known.path == file.path)
            return ranges;
    for (Advances& advances : advances_)
        advances.add(file);
    return extra_files_.emplace_back(file, std::vector<ImWchar>{0}).second;
}

Fonts::Sized Fonts::find(Face face, float em) {
    const int size = rasterised(em);
    const auto& files = files_[static_cast<std::size_t>(face)];
    const float ratio = files.empty() ? 1 : files.front().line_ratio;
    Sized sized{nullptr, static_cast<float>(size) * ratio, static_cast<float>(size)};
    if (const auto at = made_.find({face, compat::has_dynamic_fonts ? 0 : size}); at != made_.end())
        sized.font = at->second;
    if (sized.font || compat::has_dynamic_fonts)
        return sized;
    if (wanted_.insert({face, size}).second)
        must_build_ = true;
    // Until the size is made, draws with the nearest size of the face, scaled.
    int difference = 1000;
    for (const auto& [key, font] : made_)
        if (key.first == face && std::abs(key.second - size) < difference) {
            difference = std::abs(key.second - size);
            sized.font = font;
        }
    return sized;
}

bool Fonts::prepare() {
    if (!must_build_) {
        compat::forget_font_pixels();
        return false;
    }
    build();
    return true;
}

void Fonts::build() {
    ++generation_;
    lacks_letters_ = false;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    std::vector<std::vector<ImWchar>> ranges; // The atlas reads them until it is built.
    if constexpr (compat::has_dynamic_fonts) {
        if (made_.empty())
            for (const Face face : {Face::Sans, Face::Bold, Face::Mono, Face::Mathematics})
                add(face, 0, ranges);
        must_build_ = false;
        return;
    }
    if (wanted_.empty())
        for (const Face face : {Face::Sans, Face::Bold, Face::Mono})
            wanted_.insert({face, 14});
    if (wanted_.size() > most_sizes) {
        // Sizes of earlier zooms are dropped; those in use are requested again in the next frame.
        wanted_ = {{Face::Sans, 14}};
        kept_.clear();
    }
    atlas.Clear();
    made_.clear();
    for (const auto& [face, em] : wanted_) {
        add(face, em, ranges);
        compat::reserve_letters(atlas, kept_[{face, em}]);
    }
    corners_.reserve(atlas);
    atlas.Build();
    corners_.paint(atlas);
    for (auto& [key, font] : made_) {
        if (files_[static_cast<std::size_t>(key.first)].empty())
            continue; // It has Dear ImGui's own font, which takes no ranges.
        compat::KeptLetters& kept = kept_[key];
        font->FallbackChar = no_character;
        compat::restore_letters(atlas, *font, kept);
        compat::keep_letters(atlas, *font, kept);
    }
    compat::upload_fonts();
    must_build_ = false;
}

GMappedFile* Fonts::mapped(const std::string& path) {
    const auto [at, is_new] = mapped_.try_emplace(path);
    if (is_new)
        at->second.reset(g_mapped_file_new(path.c_str(), FALSE, nullptr));
    return at->second.get();
}

void Fonts::add(Face face, int em, std::vector<std::vector<ImWchar>>& lists) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const compat::KeptLetters& kept = kept_[{face, em}];
    const auto& files = files_[static_cast<std::size_t>(face)];
    const float size = em == 0 ? 16 : static_cast<float>(em);
    ImFont* font = nullptr;
    const auto merge = [&](const FontFile& file, const std::vector<ImWchar>& ranges) {
        ImFontConfig config;
        config.MergeMode = font != nullptr;
        config.FontNo = file.index;
        config.OversampleH = config.OversampleV = 1;
        config.PixelSnapH = true;
        GMappedFile* const bytes = mapped(file.path);
        if (!bytes || g_mapped_file_get_length(bytes) == 0)
            return;
        if (ImFont* made = compat::add_font(atlas, g_mapped_file_get_contents(bytes),
                                            static_cast<int>(g_mapped_file_get_length(bytes)),
                                            size * file.line_ratio, config,
                                            lists.emplace_back(without(kept, ranges)).data()))
            font = font ? font : made;
    };
    for (const FontFile& file : files)
        merge(file, ranges_);
    for (const auto& [file, ranges] : extra_files_)
        merge(file, ranges);
    if (!font) {
        ImFontConfig config;
        config.SizePixels = size;
        font = atlas.AddFontDefault(&config);
    }
    font->FallbackChar = no_character;
    made_[{face, em}] = font;
}

float Fonts::width(std::string_view text, Face face, float em) {
    if (is_shaped(text))
        return shaped_.line(text, face, rasterised(em), ShapedTexts::Direction::OfLabel).width();
    const auto size = static_cast<float>(rasterised(em));
    Advances& advances = advances_[static_cast<std::size_t>(face)];
    float width = 0;
    each_character(text, [&](char32_t character) {
        const float advance = advances.of(character) * size; // Rounded, and never negative.
        const auto whole = static_cast<float>(static_cast<int>(advance));
        width += advance - whole >= 0.5F ? whole + 1 : whole;
    });
    return width;
}

float Fonts::capital(const Sized& sized, Face face) const {
    const auto& files = files_[static_cast<std::size_t>(face)];
    return (files.empty() ? 0.7F : files.front().capital_ratio) * sized.em;
}

float Fonts::middle_of_line(float top, Face face, float em) {
    const Sized sized = find(face, em);
    return sized.font ? top + compat::ascent(sized.font, sized.size) - capital(sized, face) / 2
                      : top;
}

float Fonts::draw(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face, float em,
                  ImU32 colour) {
    if (is_shaped(text)) {
        draw_shaped(list, middle_left, text, face, em, ShapedTexts::Direction::OfLabel, colour);
        return width(text, face, em);
    }
    const Sized sized = find(face, em);
    if (!sized.font || text.empty())
        return 0;
    need(text);
    const float top =
        middle_left.y + capital(sized, face) / 2 - compat::ascent(sized.font, sized.size);
    list.AddText(sized.font, sized.size, ImVec2(std::round(middle_left.x), std::round(top)), colour,
                 text.data(), text.data() + text.size());
    return width(text, face, em);
}

void Fonts::draw_shaped(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                        float em, ShapedTexts::Direction direction, ImU32 colour) {
    const Sized sized = find(face, em);
    if (!sized.font)
        return;
    // Aligned to the pixels of a plain text beside it, which Dear ImGui places from the top of the
    // line.
    const float ascent = compat::ascent(sized.font, sized.size);
    const float top = std::round(middle_left.y + capital(sized, face) / 2 - ascent);
    shaped_.draw(list, std::round(middle_left.x), top + std::round(ascent), text, face,
                 rasterised(em), direction, colour);
}

void Fonts::draw_typed(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                       float em, ImU32 colour) {
    if (is_shaped(text))
        draw_shaped(list, middle_left, text, face, em, ShapedTexts::Direction::OfText, colour);
    else
        draw(list, middle_left, text, face, em, colour);
}

const attn::publish::SetLine& Fonts::typed(std::string_view text, Face face, float em) {
    return shaped_.line(text, face, rasterised(em), ShapedTexts::Direction::OfText);
}

float Fonts::caret(std::string_view text, std::size_t byte, Face face, float em) {
    return is_shaped(text) ? typed(text, face, em).caret(byte)
                           : width(text.substr(0, byte), face, em);
}

std::size_t Fonts::byte_at(std::string_view text, float x, Face face, float em) {
    if (is_shaped(text))
        return typed(text, face, em).byte_at(x);
    std::size_t best = 0;
    float nearest = 1e9F;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
            continue;
        if (const float away = std::abs(caret(text, at, face, em) - x); away < nearest) {
            nearest = away;
            best = at;
        }
    }
    return best;
}

std::vector<Fonts::Part> Fonts::parts(std::string_view text, std::size_t from, std::size_t to,
                                      Face face, float em) {
    if (is_shaped(text))
        return typed(text, face, em).parts(from, to);
    return {{caret(text, from, face, em), caret(text, to, face, em)}};
}

void Fonts::push(Face face, float em) {
    const Sized sized = find(face, em);
    compat::push_font(sized.font ? sized.font : ImGui::GetFont(), sized.size);
}

void Fonts::pop() {
    ImGui::PopFont();
}

namespace {

struct Range {
    char32_t first, last;
};
// Only arrows and signs that no typeface shows in colour.
constexpr Range plain[] = {{0x00, 0x7E},     {0xA0, 0xAC},     {0xAE, 0x2AF},    {0x370, 0x482},
                           {0x48A, 0x52F},   {0x1D00, 0x1DBF}, {0x1E00, 0x1FFF}, {0x2010, 0x2027},
                           {0x202F, 0x205E}, {0x2070, 0x20BF}, {0x2100, 0x2121}, {0x2123, 0x2138},
                           {0x213A, 0x218B}, {0x2190, 0x2193}, {0x219A, 0x21A8}, {0x21AB, 0x22FF},
                           {0x2308, 0x230B}, {0x2400, 0x2426}, {0x2500, 0x25A9}, {0x25AC, 0x25B5},
                           {0x25B7, 0x25BF}, {0x25C1, 0x25FA}, {0xFFFD, 0xFFFD}};

bool is_plain_code(char32_t code) {
    const auto* after =
        std::upper_bound(std::begin(plain), std::end(plain), code,
                         [](char32_t one, const Range& range) { return one < range.first; });
    return after != std::begin(plain) && code <= (after - 1)->last;
}

} // namespace

bool is_plain(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        std::uint64_t eight = 0;
        if (text.size() - at >= sizeof eight) {
            std::memcpy(&eight, text.data() + at, sizeof eight);
            if ((eight & 0x8080808080808080U) == 0) {
                at += sizeof eight;
                continue;
            }
        }
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const attn::Character c = attn::first_character(text.substr(at));
        if (!c.valid || !is_plain_code(c.code))
            return false;
        at += c.length;
    }
    return true;
}

} // namespace app
