// SPDX-License-Identifier: MIT
#include "core/publish/cairo_face.h"

#include "core/base/utf8.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cassert>

namespace attn::publish {
namespace {

using figure::Font;

constexpr const char* files[] = {
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
    "/usr/share/fonts/opentype/inter/Inter-Bold.otf",
    "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"};

/// The file of a font, and the file for characters that it lacks.
std::array<std::size_t, 2> files_of(Font font) {
    switch (font) {
    case Font::Sans:
        return {0, 3};
    case Font::Bold:
        return {1, 4};
    case Font::Mono:
        return {2, 5};
    case Font::Mathematics:
        return {3, 0};
    }
    assert(false && "every font is handled");
    return {0, 3};
}

/// Whether the character simply stands beside others from left to right in one typeface: Latin,
/// Greek, Cyrillic, punctuation, arrows and mathematical signs.
bool is_plain(char32_t code) {
    struct Range {
        char32_t first, last;
    };
    constexpr Range ranges[] = {
        {0x20, 0x7E},     {0xA0, 0xAC},     {0xAE, 0x24F},    {0x370, 0x3FF},
        {0x400, 0x45F},   {0x1D2C, 0x1D6A}, {0x2010, 0x2027}, {0x2030, 0x205E},
        {0x2070, 0x20BF}, {0x2190, 0x2193}, {0x2200, 0x22FF}, {0x2423, 0x2423},
        {0x2500, 0x25A1}, {0x25B2, 0x25B5}, {0x25BC, 0x25BF}, {0x25CB, 0x25CF}};
    return std::any_of(std::begin(ranges), std::end(ranges), [code](const Range& range) {
        return range.first <= code && code <= range.last;
    });
}

/// An open font file in FreeType. Cairo may keep a face for any time, so each has its own
/// FT_Library.
struct OpenFile {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    OpenFile() = default;
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (face)
            FT_Done_Face(face);
        if (library)
            FT_Done_FreeType(library);
    }
};

} // namespace

std::optional<Face> Face::open(const char* path) {
    hb_blob_t* blob = hb_blob_create_from_file(path);
    hb_face_t* outlines = hb_face_create(blob, 0);
    hb_blob_destroy(blob);
    Face face;
    face.shaper_.reset(hb_font_create(outlines));
    face.units_ = static_cast<float>(hb_face_get_upem(outlines));
    const bool is_font = hb_face_get_glyph_count(outlines) > 0;
    hb_face_destroy(outlines);
    auto file = std::make_unique<OpenFile>();
    if (!is_font || FT_Init_FreeType(&file->library) != 0 ||
        FT_New_Face(file->library, path, 0, &file->face) != 0)
        return std::nullopt;
    face.painter_.reset(cairo_ft_font_face_create_for_ft_face(file->face, FT_LOAD_NO_HINTING));
    static const cairo_user_data_key_t key = {};
    if (cairo_font_face_set_user_data(face.painter_.get(), &key, file.get(), [](void* one) {
            delete static_cast<OpenFile*>(one);
        }) != CAIRO_STATUS_SUCCESS)
        return std::nullopt;
    file.release(); // NOLINT: Cairo's face deletes it.
    return face;
}

bool Face::has(char32_t code) const {
    hb_codepoint_t glyph = 0;
    return hb_font_get_nominal_glyph(shaper_.get(), code, &glyph) != 0;
}

const Face* Faces::face(std::size_t file) {
    Slot& slot = slots_[file];
    if (!slot.is_tried) {
        slot.is_tried = true;
        slot.face = Face::open(files[file]);
    }
    return slot.face ? &*slot.face : nullptr;
}

const Face* Faces::face_with(char32_t code, Font font) {
    for (const std::size_t file : files_of(font)) {
        const Face* found = face(file);
        if (!found)
            return nullptr; // The font is not installed: Pango must lay out the text.
        if (found->has(code))
            return found;
    }
    return nullptr;
}

std::optional<ShapedText> Faces::shape(std::string_view text, Font font) {
    ShapedText shaped;
    for (std::string_view rest = text; !rest.empty();) {
        const Character character = first_character(rest);
        const Face* face =
            character.valid && is_plain(character.code) ? face_with(character.code, font) : nullptr;
        if (!face)
            return std::nullopt;
        if (shaped.pieces.empty() || shaped.pieces.back().face != face)
            shaped.pieces.push_back({face, "", {}, {}});
        shaped.pieces.back().text += rest.substr(0, character.length);
        rest.remove_prefix(character.length);
    }
    // Digits of equal width, and no ligatures such as "->".
    const hb_feature_t features[] = {{HB_TAG('t', 'n', 'u', 'm'), 1, 0, HB_FEATURE_GLOBAL_END},
                                     {HB_TAG('c', 'a', 'l', 't'), 0, 0, HB_FEATURE_GLOBAL_END},
                                     {HB_TAG('l', 'i', 'g', 'a'), 0, 0, HB_FEATURE_GLOBAL_END}};
    struct Destroy {
        void operator()(hb_buffer_t* one) const { hb_buffer_destroy(one); }
    };
    const std::unique_ptr<hb_buffer_t, Destroy> buffer(hb_buffer_create());
    for (Piece& piece : shaped.pieces) {
        hb_buffer_reset(buffer.get());
        hb_buffer_add_utf8(buffer.get(), piece.text.data(), static_cast<int>(piece.text.size()), 0,
                           -1);
        hb_buffer_set_language(buffer.get(), hb_language_from_string("en", -1));
        hb_buffer_set_direction(buffer.get(), HB_DIRECTION_LTR);
        hb_buffer_guess_segment_properties(buffer.get());
        hb_shape(piece.face->shaper(), buffer.get(), features, std::size(features));
        unsigned count = 0;
        const hb_glyph_info_t* infos = hb_buffer_get_glyph_infos(buffer.get(), &count);
        const hb_glyph_position_t* places = hb_buffer_get_glyph_positions(buffer.get(), &count);
        const float unit = 1 / piece.face->units();
        for (unsigned at = 0; at < count; ++at) {
            piece.glyphs.push_back(
                {infos[at].codepoint,
                 static_cast<double>(shaped.width + static_cast<float>(places[at].x_offset) * unit),
                 static_cast<double>(-static_cast<float>(places[at].y_offset) * unit)});
            shaped.width += static_cast<float>(places[at].x_advance) * unit;
            if (at == 0 || infos[at].cluster != infos[at - 1].cluster) {
                unsigned next = at + 1;
                while (next < count && infos[next].cluster == infos[at].cluster)
                    ++next;
                const auto end =
                    next < count ? infos[next].cluster : static_cast<unsigned>(piece.text.size());
                piece.clusters.push_back(
                    {static_cast<int>(end - infos[at].cluster), static_cast<int>(next - at)});
            }
        }
    }
    return shaped;
}

float Faces::capital_height(Font font) {
    const Face* first = face(files_of(font)[0]);
    hb_codepoint_t glyph = 0;
    hb_glyph_extents_t box{};
    if (!first || !hb_font_get_nominal_glyph(first->shaper(), 'H', &glyph) ||
        !hb_font_get_glyph_extents(first->shaper(), glyph, &box))
        return 0;
    return static_cast<float>(-box.height) / first->units();
}

} // namespace attn::publish
