// SPDX-License-Identifier: MIT
// Owning pointers to objects of Cairo and Pango. Only for the cairo….cpp files.
#pragma once

#include <cairo.h>
#include <pango/pangocairo.h>

#include <memory>

namespace attn::publish {

struct Release {
    void operator()(cairo_surface_t* p) const { cairo_surface_destroy(p); }
    void operator()(cairo_t* p) const { cairo_destroy(p); }
    void operator()(cairo_font_options_t* p) const { cairo_font_options_destroy(p); }
    void operator()(PangoFontDescription* p) const { pango_font_description_free(p); }
    void operator()(PangoAttrList* p) const { pango_attr_list_unref(p); }
    void operator()(PangoFontMetrics* p) const { pango_font_metrics_unref(p); }
    template <class Object>
    void operator()(Object* p) const {
        g_object_unref(p);
    }
};
template <class Thing>
using Owned = std::unique_ptr<Thing, Release>;

} // namespace attn::publish
