// SPDX-License-Identifier: MIT
#include "core/publish/pictures/style.h"

#include <algorithm>

namespace attn::publish {
namespace {

constexpr PictureSize column{PictureSize::Kind::Length, 89};
constexpr PictureSize both_columns{PictureSize::Kind::Length, 183};

} // namespace

Page page(const PictureStyle& style) {
    Page page;
    switch (style.size.kind) {
    case PictureSize::Kind::Note:
        page.width = 800;
        break;
    case PictureSize::Kind::Slide:
        page.width = 960;
        page.height = 540.0F;
        page.text = 16;
        break;
    case PictureSize::Kind::Paper1:
    case PictureSize::Kind::Paper2:
    case PictureSize::Kind::Length: {
        const PictureSize size = style.size.kind == PictureSize::Kind::Paper1   ? column
                                 : style.size.kind == PictureSize::Kind::Paper2 ? both_columns
                                                                                : style.size;
        const double points = points_in(size.unit);
        page.width = static_cast<float>(size.width * points);
        if (size.height > 0)
            page.height = static_cast<float>(size.height * points);
        page.text = 7;
        page.dpi = 300;
        page.is_paper = true;
        break;
    }
    case PictureSize::Kind::Pixels:
        // A large picture is scaled up, so that its letters do not become small.
        page.scale = std::max(1.0F, static_cast<float>(style.size.width) / 800);
        page.dpi = 96;
        if (style.dpi > 0) { // Pixels on paper: a unit is a point, letters are as large as on
                             // paper.
            page.scale = static_cast<float>(style.dpi) / 72;
            page.text = 7;
        }
        page.width = static_cast<float>(style.size.width) / page.scale;
        if (style.size.height > 0)
            page.height = static_cast<float>(style.size.height) / page.scale;
        break;
    }
    if (style.text > 0)
        page.text = style.text;
    if (style.dpi > 0)
        page.dpi = style.dpi;
    if (page.is_paper)
        page.scale = static_cast<float>(page.dpi) / 72;
    return page;
}

} // namespace attn::publish
