// SPDX-License-Identifier: MIT
#include "core/figure/training_page.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/changes.h"
#include "core/figure/gradient_look.h"
#include "core/figure/magnified.h"
#include "core/figure/matrix_cells.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/rich_text.h"
#include "core/figure/training_layout.h"
#include "core/figure/training_matrices.h"
#include "core/figure/training_side.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace attn::figure {
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

} // namespace attn::figure
