// SPDX-License-Identifier: MIT
#include "core/figure/training_side.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/document/training.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>

namespace attn::figure {
namespace {

/// The inputs of one stage, over all heads and layers.
struct StageInputs {
    Stage stage;
    Index learning = 0, idle = 0, resting = 0; // counts; idle numbers do not affect the loss
};

std::vector<StageInputs> inputs_by_stage(const Document& document,
                                         const std::vector<SheetId>& learned) {
    std::vector<SheetId> all;
    for (const SheetId& sheet : sheets(document))
        if (input(document, sheet) && sheet.stage != Stage::Target)
            all.push_back(sheet);
    const std::vector<bool> answered = answered_by_loss(document, all);
    std::vector<StageInputs> list;
    for (std::size_t at = 0; at < all.size(); ++at) {
        const auto same = std::find_if(list.begin(), list.end(), [&](const StageInputs& one) {
            return one.stage == all[at].stage;
        });
        StageInputs& one =
            same == list.end() ? list.emplace_back(StageInputs{all[at].stage}) : *same;
        const attn::Shape shape = shape_of(document, all[at]);
        const bool learns = std::find(learned.begin(), learned.end(), all[at]) != learned.end();
        (!answered[at] ? one.idle
         : learns      ? one.learning
                       : one.resting) += shape.rows * shape.columns;
    }
    const auto rests = [](const StageInputs& one) {
        return one.learning == 0 ? one.idle > 0 ? 1 : 2 : 0;
    };
    std::stable_sort(list.begin(), list.end(), [&](const StageInputs& a, const StageInputs& b) {
        return rests(a) < rests(b);
    });
    return list;
}

std::string said_of(const StageInputs& inputs) {
    const auto numbers = [](Index count) {
        return std::to_string(count) + (count == 1 ? " number" : " numbers");
    };
    if (inputs.learning > 0)
        return numbers(inputs.learning) +
               (inputs.resting + inputs.idle > 0
                    ? " of " + std::to_string(inputs.learning + inputs.resting + inputs.idle)
                    : "");
    return inputs.resting > 0 ? numbers(inputs.resting) + ", stay" : "does not reach the loss";
}

class SideDrawing {
public:
    SideDrawing(Drawing& drawing, const Document& document, const TrainingLayout& layout)
        : drawing_(drawing), document_(document), layout_(layout), lengths_(layout.lengths),
          unit_(layout.lengths.unit), y_(layout.side.y + 0.5F * layout.lengths.title_line()) {}

    void draw(const TrainingSide& side) {
        draw_loss(side);
        for (const NamedScale& scale : side.scales)
            draw_named_scale(scale);
        if (side.loss)
            draw_inputs(side.learned);
    }

private:
    const Rect& area() const { return layout_.side; }
    float bottom() const { return area().bottom(); }
    TextStyle small() const { return {Font::Sans, lengths_.small_size(), drawing_.theme.dim_text}; }
    void line(const std::string& plain, const TextStyle& style, float height) {
        draw_text(drawing_, {area().x, y_},
                  escape(shortened(plain, area().width, style.font, style.size, drawing_.measure)),
                  style);
        y_ += height;
    }

    void draw_loss(const TrainingSide& side) {
        const Theme& theme = drawing_.theme;
        draw_text(drawing_, {area().x, y_}, "Loss", {Font::Bold, unit_, theme.text});
        y_ += 1.75F * unit_;
        if (!side.loss)
            return line("none yet", small(), 1.8F * unit_);
        const float size = (area().width < 12 * unit_ ? 1.4F : 1.75F) * unit_; // fits any loss
        const float width = draw_text(drawing_, {area().x, y_}, loss_text(*side.loss),
                                      {Font::Mono, size, theme.text});
        drawing_.figure.places.push_back(
            {{area().x, y_ - 0.6F * size, width, 1.2F * size}, {{Stage::Loss}, 0, 0}});
        y_ += 1.75F * unit_;
        line((side.loss_at_start ? loss_text(*side.loss_at_start) + " " : "") + "at the start",
             small(), 1.25F * unit_);
        draw_formula();
    }

    /// Writes the formula in as many lines as needed.
    void draw_formula() {
        const std::string by = formula(document_, Stage::Loss);
        const TextStyle style = small();
        if (fits_in(rich_width(by, style.font, style.size, drawing_.measure), area().width)) {
            draw_text(drawing_, {area().x, y_}, by, style);
            y_ += 1.6F * unit_;
        } else {
            y_ = draw_sentence(drawing_, plain_text(by),
                               {area().x, y_ - 0.725F * style.size, area().width, 0}, style) +
                 1.1F * unit_;
        }
    }

    /// Leaves room for the longest end, so that the bars are aligned.
    void draw_named_scale(const NamedScale& scale) {
        const TextStyle ends{Font::Mono, lengths_.range_size(), drawing_.theme.dim_text};
        const float room = drawing_.measure("≥ 10", ends.font, ends.size);
        const float gap = 0.4F * unit_, height = 0.42F * unit_;
        const Rect bar{area().x + room + gap, y_ - height / 2,
                       (area().width < 12 * unit_ ? 1.9F : 4.2F) * unit_, height};
        draw_text(drawing_, {bar.x - gap, y_}, scale.look->scale_low,
                  {ends.font, ends.size, ends.colour, Anchor::Right});
        draw_scale(drawing_, scale.look->scale, bar);
        draw_text(drawing_, {bar.right() + gap, y_}, scale.look->scale_high, ends);
        const float x = bar.right() + room + 2 * gap;
        if (fits_in(x + drawing_.measure(scale.name, Font::Sans, lengths_.small_size()),
                    area().right()))
            draw_text(drawing_, {x, y_}, scale.name, small());
        y_ += 1.3F * unit_;
    }

    void draw_inputs(const std::vector<SheetId>& learned) {
        const float each = 1.42F * unit_, head = 2.9F * unit_;
        std::vector<StageInputs> list = inputs_by_stage(document_, learned);
        const float room = bottom() - y_ - head;
        if (list.empty() || room < each)
            return;
        y_ += 0.1F * unit_;
        draw_line(drawing_, {area().x, y_}, {area().right(), y_}, drawing_.theme.line);
        y_ += 1.2F * unit_;
        draw_text(drawing_, {area().x, y_}, "What learns",
                  {Font::Bold, unit_, drawing_.theme.text});
        y_ += 1.6F * unit_;
        const auto lines = static_cast<std::size_t>(room / each);
        const std::size_t shown = list.size() <= lines ? list.size() : lines - 1;
        float widest = 0;
        for (const StageInputs& one : list)
            widest = std::max(
                widest, drawing_.measure(plain_text(title_of(one)), Font::Bold, 0.93F * unit_));
        const float from = area().x + std::max(3.2F * unit_, widest + 0.8F * unit_);
        for (std::size_t at = 0; at < shown; ++at) {
            const StageInputs& one = list[at];
            const Colour colour = one.learning > 0 ? drawing_.theme.text : drawing_.theme.dim_text;
            draw_text(drawing_, {area().x, y_}, title_of(one),
                      {one.learning > 0 ? Font::Bold : Font::Sans, 0.93F * unit_, colour});
            const TextStyle style = small();
            const float said_room = area().right() - from;
            std::string said = said_of(one);
            if (one.learning + one.resting == 0 &&
                !fits_in(drawing_.measure(said, style.font, style.size), said_room))
                said = "not reached";
            draw_text(drawing_, {from, y_},
                      escape(shortened(said, said_room, style.font, style.size, drawing_.measure)),
                      style);
            y_ += each;
        }
        if (shown < list.size())
            line("and " + std::to_string(list.size() - shown) + " more kinds", small(), each);
    }
    std::string title_of(const StageInputs& one) const {
        return std::string(info(one.stage, document_.model).symbol);
    }

    Drawing& drawing_;
    const Document& document_;
    const TrainingLayout& layout_;
    const Lengths& lengths_;
    float unit_, y_;
};

} // namespace

void draw_training_side(Drawing& drawing, const Document& document, const TrainingLayout& layout,
                        const TrainingSide& side) {
    SideDrawing(drawing, document, layout).draw(side);
}

float draw_sentence(Drawing& drawing, const std::string& sentence, Rect area, TextStyle style) {
    const float line = 1.45F * style.size;
    float y = area.y + line / 2;
    std::string written;
    for (std::size_t from = 0; from < sentence.size();) {
        const std::size_t end = piece_end(sentence, from);
        const std::string piece = sentence.substr(from, end - from);
        const std::string longer = written.empty() ? piece : written + " " + piece;
        if (!written.empty() &&
            !fits_in(drawing.measure(longer, style.font, style.size), area.width)) {
            draw_text(drawing, {area.x, y}, escape(written), style);
            y += line;
            written = piece;
        } else {
            written = longer;
        }
        from = end;
        while (from < sentence.size() && sentence[from] == ' ')
            ++from;
    }
    draw_text(drawing, {area.x, y}, escape(written), style);
    return y + line / 2;
}

} // namespace attn::figure
