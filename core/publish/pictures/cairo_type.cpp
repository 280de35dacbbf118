// SPDX-License-Identifier: MIT
#include "core/publish/pictures/cairo_type.h"

#include "core/base/grapheme.h"
#include "core/base/utf8.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include <hb.h>

#include <cassert>
#include <cmath>
#include <utility>

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

namespace {

constexpr double image_scale = 600.0 / 72; // pixels per point

double points(int pango) {
    return static_cast<double>(pango) / PANGO_SCALE;
}

bool is_pdf(cairo_t* cairo) {
    return cairo_surface_get_type(cairo_get_target(cairo)) == CAIRO_SURFACE_TYPE_PDF;
}

/// Shows the run with its baseline at the current point.
void show_run(cairo_t* cairo, PangoLayout* layout, PangoLayoutRun& run) {
    pango_cairo_show_glyph_item(cairo, pango_layout_get_text(layout), &run);
}

/// Shows the run as an image. (x, y) is the left end of its baseline, from which its ink is
/// measured.
void show_as_image(cairo_t* cairo, PangoLayout* layout, PangoLayoutRun& run, double x, double y) {
    PangoRectangle ink;
    pango_glyph_string_extents(run.glyphs, run.item->analysis.font, &ink, nullptr);
    // One more pixel on each side, because edges may lie between pixels.
    const double left = points(ink.x) - 1 / image_scale, top = points(ink.y) - 1 / image_scale;
    const int width = static_cast<int>(std::ceil(points(ink.width) * image_scale)) + 2;
    const int height = static_cast<int>(std::ceil(points(ink.height) * image_scale)) + 2;
    const Owned<cairo_surface_t> image(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
    const Owned<cairo_t> onto(cairo_create(image.get()));
    cairo_set_source(onto.get(), cairo_get_source(cairo)); // for plain letters of the same typeface
    cairo_scale(onto.get(), image_scale, image_scale);
    cairo_move_to(onto.get(), -left, -top);
    show_run(onto.get(), layout, run);
    cairo_surface_flush(image.get());
    cairo_save(cairo);
    cairo_translate(cairo, x + left, y + top);
    cairo_scale(cairo, 1 / image_scale, 1 / image_scale);
    cairo_set_source_surface(cairo, image.get(), 0, 0);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

bool has_colours(PangoFont* font) {
    hb_face_t* face = hb_font_get_face(pango_font_get_hb_font(font));
    for (const hb_tag_t tag : {HB_TAG('C', 'B', 'D', 'T'), HB_TAG('C', 'O', 'L', 'R'),
                               HB_TAG('s', 'b', 'i', 'x'), HB_TAG('S', 'V', 'G', ' ')}) {
        hb_blob_t* table = hb_face_reference_table(face, tag);
        const bool is_there = hb_blob_get_length(table) > 0;
        hb_blob_destroy(table);
        if (is_there)
            return true;
    }
    return false;
}

} // namespace

bool has_colours(PangoLayout* layout) {
    bool has = false;
    each_run(layout, [&](const PangoLayoutRun& run, PangoLayoutIter*) {
        has = has || has_colours(run.item->analysis.font);
    });
    return has;
}

void show_layout(cairo_t* cairo, PangoLayout* layout) {
    if (!is_pdf(cairo) || !has_colours(layout)) {
        pango_cairo_show_layout(cairo, layout);
        return;
    }
    double left = 0, top = 0;
    cairo_get_current_point(cairo, &left, &top);
    each_run(layout, [&](PangoLayoutRun& run, PangoLayoutIter* iter) {
        PangoRectangle logical;
        pango_layout_iter_get_run_extents(iter, nullptr, &logical);
        const double x = left + points(logical.x);
        const double y = top + points(pango_layout_iter_get_baseline(iter));
        if (has_colours(run.item->analysis.font)) {
            show_as_image(cairo, layout, run, x, y);
            return;
        }
        cairo_move_to(cairo, x, y);
        show_run(cairo, layout, run);
    });
}

namespace {

using figure::Font;

constexpr std::size_t most_remembered = 4096; // texts
constexpr float measured_size = 64;           // widths grow in proportion to the size

const char* families(Font font) {
    switch (font) {
    case Font::Sans:
    case Font::Bold:
        return "Inter,DejaVu Sans,sans-serif";
    case Font::Mono:
        return "JetBrains Mono,DejaVu Sans Mono,monospace";
    case Font::Mathematics:
        return "DejaVu Sans,Inter,sans-serif";
    }
    assert(false && "every font is handled");
    return "sans-serif";
}

} // namespace

Typesetter::Typesetter() : options_(cairo_font_options_create()) {
    cairo_font_options_set_antialias(options_.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options_.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options_.get(), CAIRO_HINT_METRICS_OFF);
    for (std::size_t i = 0; i < descriptions_.size(); ++i) {
        const auto font = static_cast<Font>(i);
        descriptions_[i].reset(pango_font_description_from_string(families(font)));
        if (font == Font::Bold)
            pango_font_description_set_weight(descriptions_[i].get(), PANGO_WEIGHT_BOLD);
    }
}

PangoContext* Typesetter::context() {
    if (context_)
        return context_.get();
    map_.reset(pango_cairo_font_map_new());
    context_.reset(pango_font_map_create_context(map_.get()));
    pango_context_set_base_dir(context_.get(), PANGO_DIRECTION_LTR);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map_.get()), 72);
    pango_cairo_context_set_font_options(context_.get(), options_.get());
    pango_context_set_round_glyph_positions(context_.get(), FALSE);
    // Digits of equal width, and no ligatures such as "->".
    attributes_.reset(pango_attr_list_new());
    pango_attr_list_insert(attributes_.get(),
                           pango_attr_font_features_new("tnum=1, calt=0, liga=0"));
    return context_.get();
}

Owned<PangoLayout> Typesetter::laid_out(std::string_view text, Font font, float size) {
    Owned<PangoLayout> layout(pango_layout_new(context()));
    pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
    // Right-to-left words keep their place among other words. A text that is all right-to-left runs
    // that way, so that an ellipsis stands at its end.
    pango_layout_set_auto_dir(layout.get(), is_all_from_right(text));
    pango_layout_set_attributes(layout.get(), attributes_.get());
    PangoFontDescription* description = descriptions_[static_cast<std::size_t>(font)].get();
    pango_font_description_set_absolute_size(description,
                                             std::round(static_cast<double>(size) * PANGO_SCALE));
    pango_layout_set_font_description(layout.get(), description);
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
}

Owned<PangoLayout> Typesetter::line(std::string_view text, Font font, float size,
                                    bool is_direction_of_text) {
    Owned<PangoLayout> layout = laid_out(text, font, size);
    if (is_direction_of_text)
        pango_layout_set_auto_dir(layout.get(), TRUE);
    return layout;
}

const Typesetter::Known& Typesetter::know(std::string_view text, Font font) {
    key_.assign(1, static_cast<char>(font));
    key_ += text;
    if (const auto at = known_.find(key_); at != known_.end())
        return at->second;
    if (known_.size() >= most_remembered)
        known_.clear();
    Known one;
    one.shaped = faces_.shape(text, font);
    if (one.shaped) {
        one.width = one.shaped->width;
    } else {
        PangoRectangle logical;
        pango_layout_get_extents(laid_out(text, font, measured_size).get(), nullptr, &logical);
        one.width = static_cast<float>(logical.width) / PANGO_SCALE / measured_size;
    }
    return known_.emplace(key_, std::move(one)).first->second;
}

float Typesetter::width(std::string_view text, Font font, float size) {
    return know(text, font).width * size;
}

bool Typesetter::lacks_letters(std::string_view text) {
    return !know(text, Font::Sans).shaped &&
           pango_layout_get_unknown_glyphs_count(laid_out(text, Font::Sans, measured_size).get()) >
               0;
}

void Typesetter::show(cairo_t* cairo, std::string_view text, Font font, float size, float x,
                      float baseline) {
    const Known& known = know(text, font);
    if (!known.shaped) {
        const Owned<PangoLayout> layout = laid_out(text, font, size);
        const double top =
            pango_layout_get_baseline(layout.get()) / static_cast<double>(PANGO_SCALE);
        cairo_move_to(cairo, static_cast<double>(x), static_cast<double>(baseline) - top);
        show_layout(cairo, layout.get());
        return;
    }
    for (const Piece& piece : known.shaped->pieces) {
        glyphs_ = piece.glyphs;
        for (cairo_glyph_t& glyph : glyphs_) {
            glyph.x = static_cast<double>(x) + glyph.x * static_cast<double>(size);
            glyph.y = static_cast<double>(baseline) + glyph.y * static_cast<double>(size);
        }
        cairo_set_font_face(cairo, piece.face->painter());
        cairo_set_font_options(cairo, options_.get());
        cairo_set_font_size(cairo, static_cast<double>(size));
        cairo_show_text_glyphs(cairo, piece.text.data(), static_cast<int>(piece.text.size()),
                               glyphs_.data(), static_cast<int>(glyphs_.size()),
                               piece.clusters.data(), static_cast<int>(piece.clusters.size()),
                               static_cast<cairo_text_cluster_flags_t>(0));
    }
}

float Typesetter::capital_height(Font font) {
    float& height = capitals_[static_cast<std::size_t>(font)];
    if (height == 0)
        height = faces_.capital_height(font);
    if (height == 0) {
        PangoRectangle ink;
        pango_layout_get_extents(laid_out("H", font, 100).get(), &ink, nullptr);
        height = static_cast<float>(ink.height) / PANGO_SCALE / 100;
    }
    return height;
}

} // namespace attn::publish
