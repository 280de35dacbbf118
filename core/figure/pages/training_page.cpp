// SPDX-License-Identifier: MIT
#include "core/figure/pages/training_page.h"

#include "core/base/number_text.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/learning/training.h"
#include "core/document/model/document.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_cells.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/training_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

// Draws the left side of a training's page: the loss as a large number, the colours, and for each
// input whether it learns.

/// The colours of one kind of numbers.
struct NamedScale {
    std::string name;
    const SheetLook* look = nullptr;
};

struct TrainingSide {
    std::optional<Real> loss, loss_at_start;
    std::vector<NamedScale> scales;
    std::vector<SheetId> learned;
};

void draw_training_side(Drawing& drawing, const Document& document, const TrainingLayout& layout,
                        const TrainingSide& side);

/// Wraps a sentence into lines of this width from a corner on. Returns the lower end.
float draw_sentence(Drawing& drawing, const std::string& sentence, Rect area, TextStyle style);

namespace {

class TrainingDrawing {
public:
    TrainingDrawing(const Document& document, const View& view, const TrainingSeen& training,
                    const CanvasOptions& options, const TrainingLayout& layout,
                    const TrainingMatrices& gathered)
        : colours_(theme(view.theme)), document_(document), view_(view), training_(training),
          options_(options), layout_(layout), gathered_(gathered), unit_(layout.lengths.unit) {
        made_.figure.size = layout.size;
        made_.figure.background = colours_.background;
        made_.left_out = layout.left_out;
    }

    TrainingPage draw(const TrainingSide& side) && {
        Drawing draw = drawing();
        draw_band();
        draw_titles();
        draw_matrices();
        draw_training_side(draw, document_, layout_, side);
        if (!layout_.target)
            draw_empty_tray();
        else if (layout_.curve.width > 0)
            draw_curve();
        return std::move(made_);
    }

private:
    Drawing drawing() { return {made_.figure, colours_, options_.measure, options_.visible}; }
    TextStyle small(Colour colour, Anchor anchor = Anchor::Left) const {
        return {Font::Sans, layout_.lengths.small_size(), colour, anchor};
    }
    float width(const std::string& rich, const TextStyle& style) const {
        return rich_width(rich, style.font, style.size, options_.measure);
    }
    float title_y(const SheetBox& box) const {
        return box.corner.y + 0.5F * layout_.lengths.title_line();
    }

    /// Draws the query word's band straight through all three matrices.
    void draw_band() {
        const SheetLook& look = *layout_.now.look;
        if (!look.query_row || document_.convention != Convention::TokensAsRows)
            return;
        const Rect cell = drawn_cell(layout_.now, open_lines(layout_.now), *look.query_row, 0);
        const float left = layout_.side.right() + 0.6F * unit_;
        Colour colour = colours_.query;
        constexpr std::uint8_t faint = 34;
        colour.alpha = faint;
        made_.figure.shapes.emplace_back(
            Box{{left, cell.y, (layout_.target ? layout_.size.width : layout_.tray.x) - left,
                 cell.height},
                colour});
    }

    /// Writes a name and as many of `others` as fit up to `right`. Returns the right end.
    float draw_title(const SheetBox& box, const std::string& name,
                     const std::vector<std::string>& others, float right) {
        Drawing draw = drawing();
        const float y = title_y(box), line = layout_.lengths.title_line();
        float x = box.cells.x;
        x += draw_text(draw, {x, y}, name, {Font::Bold, unit_, colours_.text});
        made_.figure.titles.push_back(
            {{box.cells.x, y - line / 2, x - box.cells.x, line}, box.look->id});
        const TextStyle dim = small(colours_.dim_text);
        for (const std::string& other : others) {
            if (other.empty() || !fits_in(x + 0.6F * unit_ + width(other, dim), right))
                continue;
            x += 0.6F * unit_;
            x += draw_text(draw, {x, y}, other, dim);
        }
        draw_row_role(box);
        return x;
    }

    void draw_row_role(const SheetBox& box) {
        const SheetLook& look = *box.look;
        if (!look.has_word_rows || box.cell_height() < layout_.lengths.label_size())
            return;
        const TextStyle style = small(role_colour(colours_, look.row_role), Anchor::Right);
        const std::string text = look.row_role + " ↓";
        Drawing draw = drawing();
        if (fits_in(width(text, style), box.label_width + 0.8F * unit_))
            draw_text(draw,
                      {box.cells.x - layout_.lengths.label_gap(),
                       box.cells.y - 0.58F * layout_.lengths.label_line()},
                      text, style);
    }

    /// Writes "key →" at the right end of a matrix's title. Returns the x at which the title must
    /// end.
    float draw_column_role(const SheetBox& box) {
        const SheetLook& look = *box.look;
        const bool is_key = look.has_word_columns && look.column_role == "key";
        const TextStyle style =
            small(is_key ? colours_.key_text : colours_.dim_text, Anchor::Right);
        const std::string text = look.column_role + " →";
        const float left = box.cells.right() - width(text, style);
        if (!fits_in(box.cells.x + 13 * unit_, left))
            return box.cells.right();
        Drawing draw = drawing();
        draw_text(draw, {box.cells.right(), title_y(box)}, text, style);
        return left - 0.6F * unit_;
    }

    void draw_titles() {
        const SheetBox& now = layout_.now;
        const std::string name = now.look->title, owner = owner_of(document_, now.look->id);
        const std::string step = "step " + std::to_string(training_.curve.at);
        if (!layout_.target) {
            draw_title(now, name, {now.look->shape, owner}, draw_column_role(now));
            draw_arrow_over(now.cells.right(), layout_.tray.x, title_y(now), "should be", true);
            return;
        }
        const float now_left = now.corner.x, tray_left = layout_.target->corner.x;
        if (layout_.start) {
            const float end = draw_title(*layout_.start, name + " " + training_.start_title,
                                         {training_.start_name, owner}, now_left - 0.6F * unit_);
            draw_arrow_over(std::max(end, layout_.start->cells.right()), now.cells.x, title_y(now),
                            training_.curve.at == 0
                                ? ""
                                : std::to_string(training_.curve.at) +
                                      (training_.curve.at == 1 ? " step" : " steps"),
                            false);
        }
        if (!layout_.start)
            draw_no_start(name);
        const float end = draw_title(now, name + " now", {step, owner, count_of_changes(*now.look)},
                                     draw_column_role(now));
        draw_title(*layout_.target, layout_.target->look->title,
                   {layout_.target->look->shape, options_.is_picture ? "" : "type or drag"},
                   layout_.size.width);
        draw_arrow_over(std::max(end, now.cells.right()), std::max(tray_left, layout_.tray.x),
                        title_y(now), "should be", true);
        for (const SheetBox& box : layout_.learned) {
            const float right = box.corner.x + std::max(box.width, 0.0F) + 0.8F * unit_;
            const std::string count = count_of_changes(*box.look);
            std::vector<std::string> others{owner_of(document_, box.look->id), box.look->shape,
                                            count.empty() ? "" : count};
            draw_title(box, box.look->title, others, right);
        }
    }

    void draw_no_start(const std::string& name) {
        Drawing draw = drawing();
        const Rect& place = layout_.before;
        draw_text(draw, {place.x, title_y(layout_.now)}, name + " " + training_.start_title,
                  {Font::Bold, unit_, colours_.dim_text});
        draw_dashed_frame(draw, place, colours_.line, colours_.stroke);
        draw_sentence(draw, "Not shown: it would take long to compute beside the run.",
                      {place.x + 0.6F * unit_, place.y + 0.5F * unit_,
                       std::max(6 * unit_, place.width - 1.2F * unit_), 0},
                      {Font::Sans, 0.9F * unit_, colours_.dim_text});
    }

    /// Draws an arrow between two titles, with a word above it.
    void draw_arrow_over(float left, float right, float y, const std::string& word,
                         bool is_dashed) {
        left += 0.8F * unit_;
        right -= 0.8F * unit_;
        const TextStyle style = small(colours_.dim_text, Anchor::Centre);
        if (right - left < 1.6F * unit_)
            return;
        // No longer than the word above needs.
        const float most = std::max(3 * unit_, width("100 steps", style));
        if (right - left > most) {
            const float middle = (left + right) / 2;
            left = middle - most / 2;
            right = middle + most / 2;
        }
        Drawing draw = drawing();
        const float stroke = std::max(1.0F, 0.09F * unit_) * colours_.stroke;
        const float below = y + 0.25F * unit_;
        const float head = 0.42F * unit_, half = 0.24F * unit_;
        const float dash = 0.35F * unit_;
        for (float x = left; x < right - head; x += is_dashed ? 2 * dash : right - left)
            draw_line(draw, {x, below},
                      {is_dashed ? std::min(x + dash, right - head) : right - head, below},
                      colours_.dim_text, stroke);
        made_.figure.shapes.emplace_back(
            Polygon{{{right, below}, {right - head, below - half}, {right - head, below + half}},
                    colours_.dim_text});
        if (fits_in(width(word, style), right - left + 1.2F * unit_))
            draw_text(draw, {(left + right) / 2, below - 0.85F * unit_}, word, style);
    }

    void draw_matrices() {
        // The first box found represents the numbers: `now`, not the start.
        std::vector<SheetBox> boxes{layout_.now};
        if (layout_.start)
            boxes.push_back(*layout_.start);
        if (layout_.target)
            boxes.push_back(*layout_.target);
        boxes.insert(boxes.end(), layout_.learned.begin(), layout_.learned.end());
        Drawing draw = drawing();
        make_images(draw, boxes);
        for (const SheetBox& box : boxes)
            draw_matrix(draw, box, gathered_.words(), view_);
        if (layout_.learned.empty())
            return;
        // The line names what "was" means and how many matrices are missing, whether numbers
        // changed or not.
        const float right = layout_.size.width - 1.3F * unit_;
        std::string said = "was: the number at the start";
        if (layout_.left_out > 0)
            said = "and " + std::to_string(layout_.left_out) + " more" +
                   (training_.start ? ", which changed less   " : "   ") + said;
        const TextStyle style = small(colours_.dim_text, Anchor::Right);
        if (fits_in(width(said, style), right - layout_.curve.right()))
            draw_text(draw, {right, layout_.foot}, said, style);
        else if (layout_.left_out > 0)
            draw_text(draw, {right, layout_.foot},
                      "and " + std::to_string(layout_.left_out) + " more", style);
    }

    void draw_curve() {
        Drawing draw = drawing();
        const Rect& area = layout_.curve;
        LossPlot plot =
            loss_curve(training_.curve, view_, {area.width, area.height}, unit_, options_.measure);
        Figure moved = magnified(std::move(plot.figure), 1, {area.x, area.y});
        plot.plot.x += area.x;
        plot.plot.y += area.y;
        made_.figure.shapes.emplace_back(Box{plot.plot, colours_.panel_background});
        std::move(moved.shapes.begin(), moved.shapes.end(),
                  std::back_inserter(made_.figure.shapes));
        made_.curve.plot = plot.plot;
        made_.curve.steps = plot.steps;
        if (training_.curve.losses.empty() && !options_.is_picture)
            draw_sentence(draw,
                          "Play takes steps that make the loss smaller. The document stays as it "
                          "is until you take a state.",
                          {plot.plot.x + 0.9F * unit_, plot.plot.y + 0.5F * unit_,
                           plot.plot.width - 1.8F * unit_, 0},
                          {Font::Sans, unit_, colours_.dim_text});
    }

    /// Draws the place of the missing target and says how to set one.
    void draw_empty_tray() {
        Drawing draw = drawing();
        const Rect& room = layout_.tray;
        draw_text(draw, {room.x, title_y(layout_.now)}, "Target",
                  {Font::Bold, unit_, colours_.dim_text});
        draw_dashed_frame(draw, room, colours_.dim_text, colours_.stroke);
        draw_sentence(draw,
                      "Choose a target: what the weights or the output should be. It becomes a "
                      "matrix that you drag and type into, and the loss says how far off they "
                      "are. The losses are in the menu Model, Loss, and in the panel below.",
                      {room.x + unit_, room.y + 0.8F * unit_, room.width - 2 * unit_, 0},
                      {Font::Sans, 1.07F * unit_, colours_.text});
    }

    TrainingPage made_;
    Theme colours_;
    const Document& document_;
    const View& view_;
    const TrainingSeen& training_;
    const CanvasOptions& options_;
    const TrainingLayout& layout_;
    const TrainingMatrices& gathered_;
    float unit_;
};

Real number_of(const Document& document, const Trace& trace) {
    return cells_of(document, trace, {Stage::Loss})(0, 0);
}

std::string plain_name(const Document& document, const SheetId& sheet) {
    return std::string(info(sheet.stage, document.model).symbol);
}

} // namespace

TrainingPage training_page(const Document& document, const Trace& trace, const View& asked,
                           const TrainingSeen& seen, const CanvasOptions& options) {
    const View view = within(document, asked);
    const TrainingSeen training = comparable(document, seen);
    const TrainingMatrices gathered(document, trace, view, training, options.kept);
    const TrainingLooks looks = gathered.looks();
    const TrainingLayout layout =
        lay_out_training(looks, options.available, options.text, options.zoom, options.measure);
    TrainingSide side;
    if (looks.target)
        side.loss = number_of(document, trace);
    if (training.start && has_stage(training.start->document, Stage::Loss))
        side.loss_at_start = number_of(training.start->document, training.start->trace);
    else if (!training.curve.losses.empty() && training.curve.at > 0)
        side.loss_at_start = training.curve.losses.front();
    side.scales.push_back({plain_name(document, looks.now->id), looks.now});
    if (!looks.learned.empty())
        side.scales.push_back({"learned", looks.learned.front()});
    side.learned = training.learned;
    return TrainingDrawing(document, view, training, options, layout, gathered).draw(side);
}

std::vector<SheetId> by_change(std::vector<SheetId> learned, const Document& start,
                               const Document& now) {
    std::vector<std::pair<Real, SheetId>> ordered;
    for (const SheetId& sheet : learned) {
        const SharedMatrix *const from = input(start, sheet), *const to = input(now, sheet);
        const bool are_alike = from && to && (*from)->rows() == (*to)->rows() &&
                               (*from)->cols() == (*to)->cols() && (*to)->size() > 0;
        ordered.emplace_back(are_alike ? (**to - **from).cwiseAbs().maxCoeff() : 0, sheet);
    }
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t at = 0; at < ordered.size(); ++at)
        learned[at] = ordered[at].second;
    return learned;
}

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

namespace {

const SheetLook* look_in(const Contents* of) {
    return of ? &of->sheets.front() : nullptr;
}

} // namespace

SheetId compared_sheet(const Document& document, const View& view) {
    if (has_stage(document, Stage::Loss))
        return document.options.loss->of;
    return {Stage::Weights, view.head};
}

TrainingSeen comparable(const Document& document, TrainingSeen training) {
    if (training.start && !have_same_places(training.start->document, document))
        training.start = nullptr;
    return training;
}

TrainingMatrices::TrainingMatrices(const Document& document, const Trace& trace, const View& view,
                                   const TrainingSeen& training, KeptLooks* kept)
    : view_(view) {
    const SheetId compared = compared_sheet(document, view);
    now_ = &add(document, trace, compared);
    words_ = now_->words();
    if (has_stage(document, Stage::Loss)) {
        if (training.start && exists(training.start->document, compared))
            start_ = &add(training.start->document, training.start->trace, compared);
        else if (!training.has_no_start)
            start_ = &add(document, trace, compared);
        target_ = &add(document, trace, {Stage::Target});
        const std::vector<SheetId> all = sheets(document);
        const std::vector<bool> answered = answered_by_loss(document, all);
        std::vector<std::size_t> places; // where the matrices that learn stand in `all`
        for (std::size_t at = 0; at < all.size(); ++at)
            if (answered[at] && std::find(training.learned.begin(), training.learned.end(),
                                          all[at]) != training.learned.end()) {
                // The side says so for matrices the loss does not depend on.
                learned_.push_back(&add(document, trace, all[at]));
                places.push_back(at);
            }
        for (const SheetId& sheet : training.learned)
            for (std::size_t at = 0; at < places.size(); ++at)
                if (all[places[at]] == sheet)
                    first_.push_back(at);
    }
    if (training.start) {
        for (Contents* const one : {now_, target_})
            if (one)
                compare_with(*one, *training.start);
        for (Contents* const one : learned_)
            compare_with(*one, *training.start);
    }
    set_ranges(kept);
}

TrainingLooks TrainingMatrices::looks() const {
    TrainingLooks looks{look_in(start_), look_in(now_), look_in(target_), {}, first_, words_};
    for (const Contents* const one : learned_)
        looks.learned.push_back(look_in(one));
    return looks;
}

Contents& TrainingMatrices::add(const Document& document, const Trace& trace,
                                const SheetId& sheet) {
    all_.push_back(std::make_unique<Contents>(contents(document, trace, view_, sheet)));
    SheetLook& look = all_.back()->sheets.front();
    set_numbers(look, view_.numbers); // Sizes must not depend on the numbers.
    look.has_row_sums = look.has_column_sums = false;
    reserve_characters(look);
    return *all_.back();
}

/// One range for what is compared and one for what learns, so that colours can be compared as well.
void TrainingMatrices::set_ranges(KeptLooks* kept) {
    NumberRange compared, learned;
    std::vector<SheetLook*> alike;
    for (Contents* const one : {start_, now_, target_})
        if (one)
            alike.push_back(&one->sheets.front());
    join_numbers(alike);
    for (const Contents* const one : {start_, now_, target_})
        if (one)
            compared.join(look_in(one)->range);
    for (const Contents* const one : learned_)
        learned.join(look_in(one)->range);
    if (kept) {
        compared = kept->held("training, compared", compared);
        learned = kept->held("training, learned", learned);
    }
    const Family family = look_in(now_)->family;
    for (Contents* const one : {start_, now_, target_})
        if (one) {
            one->sheets.front().family = family;
            set_scale(one->sheets.front(), compared, view_);
        }
    for (Contents* const one : learned_)
        set_scale(one->sheets.front(), learned, view_);
}

namespace {

constexpr Real quick_gradient = 2e6; // cost for the whole document, about two milliseconds

constexpr auto difference_heading = "now − target";

/// The sheet by which the loss is differentiated: for weights the input of the softmax, otherwise
/// the compared sheet.
SheetId before_weights(const Document& document, SheetId compared) {
    if (compared.stage != Stage::Weights)
        return compared;
    compared.stage = Stage::Masked;
    compared.stage = stage_before(document, compared);
    return shown_place(document, {compared, 0, 0}).sheet;
}

/// The derivatives of the loss.
struct LossSlopes {
    std::string name;
    Matrix now;
    Real full = 0; // length of a whole bar: the largest at the start, so that bars shrink
};

std::optional<Matrix> slopes_by(const SheetId& by, const Document& document, const Trace& trace) {
    auto gradients = gradients_of(document, trace, {{Stage::Loss}, 0, 0});
    for (std::size_t at = 0; gradients && at < gradients->size(); ++at)
        if ((*gradients)[at].sheet == by)
            return std::move((*gradients)[at].values);
    return std::nullopt;
}

std::optional<LossSlopes> slopes_of(const Document& document, const Trace& trace,
                                    const Calculation* start) {
    if (evaluation_cost(document) > quick_gradient)
        return std::nullopt;
    const SheetId by = before_weights(document, document.options.loss->of);
    auto now = slopes_by(by, document, trace);
    if (!now)
        return std::nullopt;
    LossSlopes slopes{"∂L/∂" + std::string(info(by.stage, document.model).symbol), *std::move(now),
                      0};
    const bool had_loss = start && has_stage(start->document, Stage::Loss);
    const auto then = had_loss ? slopes_by(by, start->document, start->trace) : std::nullopt;
    const Matrix& full = then ? *then : slopes.now;
    for (const Real one : full.reshaped())
        if (std::isfinite(one))
            slopes.full = std::max(slopes.full, std::abs(one));
    return slopes;
}

/// The columns of the table, and the right end of each number in a line.
struct TableColumns {
    float labels = 0, bars = 0, bars_end = 0, target = 0, difference = 0, slope = 0, slope_end = 0;
};

class TrainingTable {
public:
    TrainingTable(Drawing& drawing, const Document& document, const TrainingMatrices& matrices,
                  const View& view, std::optional<LossSlopes> slopes, float unit)
        : drawing_(drawing), theme_(drawing.theme), document_(document), looks_(matrices.looks()),
          words_(matrices.words()), view_(view), slopes_(std::move(slopes)), unit_(unit) {
        row_ = std::clamp<Index>(view.query, 0, looks_.now->values.rows() - 1);
        find_lines();
        find_columns();
    }

    void draw() {
        draw_table_headings();
        for (std::size_t at = 0; at < keys_.size(); ++at)
            draw_line_at(keys_[at], top_ + line_ * (static_cast<float>(at) + 0.5F));
        const auto others = looks_.now->values.cols() - static_cast<Index>(keys_.size());
        if (others > 0)
            draw_text(drawing_,
                      {columns_.bars, top_ + line_ * (static_cast<float>(keys_.size()) + 0.5F)},
                      "and " + std::to_string(others) + " more", small(theme_.dim_text));
    }

private:
    const Size& size() const { return drawing_.figure.size; }
    TextStyle small(Colour colour, Anchor anchor = Anchor::Left) const {
        return {Font::Sans, 0.8F * unit_, colour, anchor};
    }
    TextStyle digits(Colour colour, Anchor anchor = Anchor::Right) const {
        return {Font::Mono, number_, colour, anchor};
    }
    Real now(Index key) const { return looks_.now->values(row_, key); }
    Real target(Index key) const { return looks_.target->values(row_, key); }
    Real start(Index key) const {
        return looks_.start ? looks_.start->values(row_, key) : now(key);
    }
    std::string name(Index key) const {
        return looks_.now->is_transposed ? looks_.now->row_name(key, words_)
                                         : looks_.now->column_name(key, words_);
    }

    void find_lines() {
        const Index count = looks_.now->values.cols();
        top_ = 1.55F * unit_;
        const float room = size().height - top_ - 0.2F * unit_;
        line_ = std::clamp(room / static_cast<float>(std::max<Index>(1, count)), 1.2F * unit_,
                           1.7F * unit_);
        number_ = std::min(0.86F * unit_, 0.78F * line_);
        const auto most =
            static_cast<std::size_t>(std::max(1.0F, std::floor(room / line_ + 0.01F)));
        keys_.resize(static_cast<std::size_t>(count));
        std::iota(keys_.begin(), keys_.end(), Index{0});
        if (keys_.size() <= most)
            return;
        std::stable_sort(keys_.begin(), keys_.end(), [&](Index a, Index b) {
            return std::pair(std::abs(target(a)), std::abs(start(a))) >
                   std::pair(std::abs(target(b)), std::abs(start(b)));
        });
        keys_.resize(std::max<std::size_t>(1, most - 1));
        std::sort(keys_.begin(), keys_.end());
    }

    void find_columns() {
        float widest = 0;
        for (Index key = 0; key < looks_.now->values.cols(); ++key)
            widest = std::max(widest, drawing_.measure(name(key), Font::Bold, 0.86F * unit_));
        columns_.labels = 0.8F * unit_;
        columns_.bars =
            columns_.labels + std::min(widest + 0.2F * unit_, 0.16F * size().width) + 0.7F * unit_;
        const float right = size().width - 0.8F * unit_;
        const float numbers = 4.6F * unit_, room = right - columns_.bars;
        columns_.slope_end = right;
        columns_.slope = slopes_ ? right - std::clamp(0.28F * room, numbers, 13 * unit_) : right;
        columns_.difference = columns_.slope - (slopes_ ? 1.4F * unit_ : 0);
        const TextStyle heading = small(theme_.dim_text);
        columns_.target =
            columns_.difference - 0.8F * unit_ -
            std::max(numbers, drawing_.measure(difference_heading, heading.font, heading.size));
        columns_.bars_end = columns_.target - numbers;
        // The range of numbers that the bars cover.
        for (const SheetLook* const look : {looks_.start, looks_.now, looks_.target})
            if (look) {
                low_ = std::min(low_, look->scale.low);
                high_ = std::max(high_, look->scale.high);
            }
        if (looks_.now->family == Family::Weights)
            low_ = 0;
    }

    void draw_table_headings() {
        const float y = 0.8F * unit_;
        const SheetLook& look = *looks_.now;
        const std::string stage(info(look.id.stage, document_.model).symbol);
        const bool has_word = look.has_word_rows || look.is_transposed;
        const std::string of = has_word && static_cast<std::size_t>(row_) < words_.size()
                                   ? quoted_word(words_, row_) + ": "
                                   : "";
        const TextStyle bold{Font::Bold, 0.8F * unit_, theme_.dim_text};
        const float room = columns_.bars_end - columns_.labels;
        std::string said = of + stage + " now, dashed at the start";
        if (!fits_in(drawing_.measure(said, bold.font, bold.size), room))
            said = of + stage;
        draw_text(drawing_, {columns_.labels, y},
                  escape(shortened(said, room, bold.font, bold.size, drawing_.measure)), bold);
        draw_text(drawing_, {columns_.target, y}, "target", small(theme_.dim_text, Anchor::Right));
        draw_text(drawing_, {columns_.difference, y}, difference_heading,
                  small(theme_.dim_text, Anchor::Right));
        if (slopes_)
            draw_text(drawing_, {columns_.slope_end, y}, slopes_->name,
                      small(theme_.dim_text, Anchor::Right));
    }

    /// The x of a number in the bars.
    float at(Real number) const {
        const Real part = high_ > low_ ? (number - low_) / (high_ - low_) : 0;
        const float room = columns_.bars_end - columns_.bars - 8.5F * unit_;
        return columns_.bars +
               static_cast<float>(std::clamp(part, 0.0, 1.0)) * std::max(0.0F, room);
    }

    void draw_line_at(Index key, float y) {
        const SheetLook& look = *looks_.now;
        const bool is_key = look.column_role == "key" && view_.key == key;
        const TextStyle label{is_key ? Font::Bold : Font::Sans, 0.86F * unit_,
                              is_key ? theme_.key_text : theme_.text, Anchor::Right};
        draw_text(drawing_, {columns_.bars - 0.7F * unit_, y},
                  escape(shortened(name(key), columns_.bars - columns_.labels - 0.7F * unit_,
                                   label.font, label.size, drawing_.measure)),
                  label);
        const float half = 0.32F * line_;
        const Place place{look.id, row_, key};
        if (std::isfinite(now(key))) {
            const float zero = at(0), end = at(now(key));
            drawing_.figure.shapes.emplace_back(
                Box{{std::min(zero, end), y - half, std::abs(end - zero), 2 * half},
                    is_key ? theme_.key : theme_.weight,
                    transparent,
                    0,
                    1.5F});
        }
        const bool has_changed = look.changes && look.changes->at(place) != Changes::Way::Same;
        float text = at(std::max({Real{0}, std::isfinite(now(key)) ? now(key) : 0}));
        if (has_changed && std::isfinite(start(key))) {
            const float zero = at(0), end = at(start(key));
            draw_dashed_frame(drawing_,
                              {std::min(zero, end), y - half, std::abs(end - zero), 2 * half},
                              theme_.text);
            text = std::max(text, end);
        }
        text += 0.5F * unit_;
        text += draw_text(drawing_, {text, y}, number_text(now(key), look.numbers),
                          digits(theme_.text, Anchor::Left));
        if (has_changed) {
            const std::string was = "was " + number_text(start(key), look.numbers);
            draw_text(drawing_, {text + 0.6F * unit_, y}, was, small(theme_.dim_text));
        }
        draw_text(drawing_, {columns_.target, y}, number_text(target(key), look.numbers),
                  digits(theme_.text));
        draw_text(drawing_, {columns_.difference, y},
                  number_text(now(key) - target(key), look.numbers), digits(theme_.text));
        drawing_.figure.grids.push_back(
            {look.id,
             {columns_.bars, y - line_ / 2, columns_.bars_end - columns_.bars, line_},
             1,
             1,
             row_,
             key});
        drawing_.figure.grids.push_back(
            {looks_.target->id,
             {columns_.bars_end, y - line_ / 2, columns_.target - columns_.bars_end, line_},
             1,
             1,
             row_,
             key});
        if (slopes_)
            draw_slope(slopes_->now(row_, key), y);
    }

    /// Draws a derivative. A step goes the opposite way: a number whose derivative is below 0
    /// rises.
    void draw_slope(Real slope, float y) {
        const std::string text = with_minus(significant(slope, 3));
        const float numbers = 4.4F * unit_;
        const float left = columns_.slope, right = columns_.slope_end - numbers;
        draw_text(drawing_, {columns_.slope_end, y}, text, digits(theme_.text));
        if (right - left < 2 * unit_ || !std::isfinite(slope))
            return;
        const float middle = (left + right) / 2;
        const float end =
            middle + (slopes_->full > 0
                          ? static_cast<float>(std::clamp(slope / slopes_->full, -1.0, 1.0))
                          : 0) *
                         (right - left) / 2;
        const auto& colours = table(view_.diverging, view_.theme == ThemeName::Dark);
        drawing_.figure.shapes.emplace_back(
            Box{{std::min(middle, end), y - 0.3F * line_, std::abs(end - middle), 0.6F * line_},
                colours[slope < 0 ? 48 : 207],
                transparent,
                0,
                1.5F});
        draw_line(drawing_, {middle, y - line_ / 2}, {middle, y + line_ / 2}, theme_.line);
    }

    Drawing& drawing_;
    const Theme& theme_;
    const Document& document_;
    const TrainingLooks looks_;
    const std::vector<std::string>& words_;
    const View& view_;
    const std::optional<LossSlopes> slopes_;
    float unit_;
    Index row_ = 0;
    std::vector<Index> keys_; // in the order in which they are shown
    float top_ = 0, line_ = 0, number_ = 0;
    TableColumns columns_;
    Real low_ = 0, high_ = 0;
};

} // namespace

Figure training_table(const Document& document, const Trace& trace, const View& asked,
                      const TrainingSeen& training, const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    if (!has_stage(document, Stage::Loss) || options.available.width < 20 * options.text)
        return figure;
    TrainingSeen compared = comparable(document, training);
    compared.learned.clear();
    const TrainingMatrices matrices(document, trace, view, compared, nullptr);
    Drawing drawing{figure, colours, options.measure};
    TrainingTable(drawing, document, matrices, view, slopes_of(document, trace, compared.start),
                  options.text)
        .draw();
    return figure;
}

} // namespace attn::figure
