// SPDX-License-Identifier: MIT
#include "core/publish/cairo_colours.h"

#include <hb.h>

#include <cmath>

namespace attn::publish {
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

} // namespace attn::publish
