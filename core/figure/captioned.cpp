// SPDX-License-Identifier: MIT
#include "core/figure/captioned.h"

#include "core/figure/drawing.h"
#include "core/figure/heatmap_parts.h"
#include "core/figure/magnified.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

/// Moves the figure down to make room at the top.
void move_down(Figure& figure, float by) {
    figure = magnified(std::move(figure), 1, {0, by});
    figure.size.height += by;
}

CanvasOptions room_of_picture(Size size, float text, const Measure& measure) {
    CanvasOptions room{size, 1, text, measure};
    room.is_picture = true;
    return room;
}

} // namespace

CanvasOptions room_of(const HeatmapOptions& options, float least_width, float usual_share) {
    const float unit = options.text / 14;
    const float width = std::max(options.width, least_width * unit);
    const float share = options.most_height > 0 ? options.most_height / options.width : usual_share;
    return room_of_picture({width, width * share}, options.text, options.measure);
}

float letters(const HeatmapOptions& options, float smallest) {
    return options.is_column ? options.text / smallest : options.text;
}

CanvasOptions room_on_page(const HeatmapOptions& options, float smallest) {
    return room_of_picture({options.width, 0}, letters(options, smallest), options.measure);
}

Figure with_words(Figure figure, const Theme& colours, const HeatmapOptions& options) {
    // Large figures are scaled down later; after that the words have the requested size.
    const float t = options.text * std::max(1.0F, figure.size.width / options.width);
    const float margin = 0.8F * t, width = figure.size.width - 2 * margin;
    Drawing drawing{figure, colours, options.measure};
    if (options.has_title && !options.title.empty()) {
        const float size = 1.15F * t;
        move_down(figure, 1.9F * t);
        draw_text(drawing, {margin, 1.2F * t},
                  escape(shortened(options.title, width, Font::Bold, size, options.measure)),
                  {Font::Bold, size, colours.text});
    }
    for (const std::string& line : caption_lines(options.caption, width, t, options.measure)) {
        draw_text(drawing, {margin, figure.size.height + 0.7F * t}, escape(line),
                  {Font::Sans, t, colours.text});
        figure.size.height += 1.4F * t;
    }
    if (!options.caption.empty())
        figure.size.height += 0.5F * t;
    return figure;
}

} // namespace attn::figure
