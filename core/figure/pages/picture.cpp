// SPDX-License-Identifier: MIT
#include "core/figure/pages/picture.h"

#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/concepts_canvas.h"
#include "core/figure/canvas/query_panel.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_figure.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

namespace attn::figure {
namespace {

constexpr float least_digits = 0.72F; // the smallest digits, in units
constexpr float most_number = 1.5F;
constexpr float roomy = 1.7F, tight = 0.9F; // characters of room around a number
constexpr float sign = 0.85F;               // additional room if a number is negative
constexpr float arrow_gap = 3.2F, plain_gap = 1.2F, stack_gap = 0.7F; // in units

float at_least_one(Index count) {
    return static_cast<float>(std::max<Index>(1, count));
}

/// One matrix of the picture: its look, cut to one row if only that is wanted.
struct Item {
    SheetLook look;
    std::shared_ptr<const Matrix> row;                // the values of a cut look
    float words = 0, labels = 0, title = 0, sums = 0; // widths in units
};

/// The layout of the items.
struct PicturePlan {
    std::vector<std::vector<std::size_t>> columns;
    std::vector<bool> has_numbers;
    float number = 0;     // size of the digits
    float air = roomy;    // characters around them
    float labels = 6;     // greatest width of row labels, in units
    Size colours{30, 14}; // greatest size of a matrix without numbers, in units
    bool has_bars = true;
    bool has_arrows = true;
};

struct Extent {
    float cell_width = 0, cell_height = 0, labels = 0, width = 0, height = 0;
};

class PictureArranging {
public:
    PictureArranging(PartLooks& parts, const View& view, const PictureSpace& space,
                     const Measure& measure)
        : parts_(parts), view_(view), space_(space), measure_(measure) {
        lengths_.unit = space.unit;
        lengths_.is_compact = true;
        lengths_.least_digits = least_digits * space.unit;
        digit_ = measure("0", Font::Mono, 64) / 64;
        for (const std::string& word : parts.words())
            widest_word_ = std::max(widest_word_, measure(word, Font::Bold, 64) / 64);
    }

    std::size_t add(const Part& part);
    void draw(Drawing& drawing, const Picture& picture);

private:
    Extent extent(std::size_t item, const PicturePlan& plan) const;
    Size size(const PicturePlan& plan) const;
    bool fits(const PicturePlan& plan) const {
        const Size wanted = size(plan);
        return fits_in(wanted.width, space_.area.width) &&
               fits_in(wanted.height, space_.area.height);
    }
    /// The plan with the largest digits that fit; nothing if none do.
    std::optional<PicturePlan> with_numbers(PicturePlan plan) const;
    PicturePlan best(const Picture& picture, std::vector<std::vector<std::size_t>> columns) const;
    std::optional<PicturePlan> fitting(const std::vector<std::vector<std::size_t>>& columns,
                                       bool has_arrows) const;
    void stretch(std::vector<Extent>& extents, const PicturePlan& plan) const;

    PartLooks& parts_;
    const View& view_;
    PictureSpace space_;
    const Measure& measure_;
    Lengths lengths_;
    float digit_ = 0.6F;
    float widest_word_ = 0; // for size 1
    std::vector<Item> items_;
};

std::size_t PictureArranging::add(const Part& part) {
    auto [shown, row] = parts_.shown(part);
    Item item{std::move(shown), std::move(row)};
    const SheetLook& look = item.look;
    const auto width = [&](const std::string& text, Font font, float size) {
        return rich_width(text, font, 64, measure_) / 64 * size;
    };
    const auto widest = [&](Index count, auto name) {
        float most = 0;
        for (Index at = 0; at < count; ++at)
            most = std::max(most, width(escape(name(at)), Font::Bold, Lengths{1}.label_size()));
        return most;
    };
    const auto column_name = [&](Index at) { return look.column_name(at, parts_.words()); };
    const auto row_name = [&](Index at) { return look.row_name(at, parts_.words()); };
    item.words =
        look.has_word_columns ? std::min(widest(look.column_count(), column_name) + 0.4F, 5.0F) : 0;
    item.labels = look.has_word_rows
                      ? widest(look.row_count(), row_name) + 0.3F
                      : index_width(look.row_count(), Font::Sans, 0.76F * 64, measure_) / 64 + 0.2F;
    item.title = width(look.title, Font::Bold, 1) + 0.6F + width(look.shape, Font::Sans, 0.86F);
    if (look.has_row_sums)
        item.sums = (static_cast<float>(look.characters) + 2.6F) * digit_;
    items_.push_back(std::move(item));
    return items_.size() - 1;
}

Extent PictureArranging::extent(std::size_t at, const PicturePlan& plan) const {
    const Item& item = items_[at];
    const SheetLook& look = item.look;
    const float unit = space_.unit, rows = at_least_one(look.row_count()),
                columns = at_least_one(look.column_count());
    Extent extent;
    extent.labels = std::min(item.labels, plan.labels) * unit;
    if (plan.has_numbers[at]) {
        const float characters =
            static_cast<float>(look.characters) + plan.air + (look.range.low < 0 ? sign : 0);
        extent.cell_width = characters * digit_ * plan.number;
        if (plan.air == roomy)
            extent.cell_width = std::max(extent.cell_width, item.words * unit);
        extent.cell_height = (plan.air == roomy ? 1.8F : 1.4F) * plan.number;
    } else {
        extent.cell_width = std::min(1.25F, plan.colours.width / columns) * unit;
        extent.cell_height = std::min(1.6F, plan.colours.height / rows) * unit;
    }
    extent.width = std::max(extent.labels + lengths_.label_gap() + extent.cell_width * columns +
                                item.sums * std::max(unit, plan.number),
                            std::min(item.title, 14.0F) * unit);
    extent.height = lengths_.header(look) + extent.cell_height * rows + lengths_.sums(look) +
                    (plan.has_bars && look.row_count() > 1 ? lengths_.bar_line() : 0.3F * unit);
    return extent;
}

Size PictureArranging::size(const PicturePlan& plan) const {
    Size whole;
    for (const auto& column : plan.columns) {
        Size own;
        for (const std::size_t at : column) {
            const Extent part = extent(at, plan);
            own.width = std::max(own.width, part.width);
            own.height += part.height + stack_gap * space_.unit;
        }
        whole.width += own.width;
        whole.height = std::max(whole.height, own.height - stack_gap * space_.unit);
    }
    whole.width += static_cast<float>(plan.columns.size() - 1) *
                   (plan.has_arrows ? arrow_gap : plain_gap) * space_.unit;
    return whole;
}

std::optional<PicturePlan> PictureArranging::with_numbers(PicturePlan plan) const {
    for (float number = most_number; number >= least_digits; number -= 0.04F)
        for (const auto& [air, labels] :
             {std::pair(roomy, 6.0F), std::pair(tight, 4.0F), std::pair(tight, 2.6F)}) {
            plan.air = air;
            plan.labels = labels;
            // Cells are narrow only if wide ones would cost a quarter of the size.
            plan.number =
                (air == tight ? std::max(least_digits, 0.8F * number) : number) * space_.unit;
            if (fits(plan))
                return plan;
        }
    return std::nullopt;
}

/// Plans every matrix with numbers if that fits; otherwise some or all as colours.
std::optional<PicturePlan>
PictureArranging::fitting(const std::vector<std::vector<std::size_t>>& columns,
                          bool has_arrows) const {
    PicturePlan plan;
    plan.has_arrows = has_arrows;
    std::vector<std::vector<std::size_t>> stacked(1);
    for (const auto& column : columns)
        stacked[0].insert(stacked[0].end(), column.begin(), column.end());
    // The widest matrices lose their numbers first, all of one kind together.
    const auto is_alike = [&](std::size_t a, std::size_t b) {
        const SheetLook &one = items_[a].look, &other = items_[b].look;
        return a == b ||
               (one.row_count() == other.row_count() && one.column_role == other.column_role &&
                !(one.has_word_rows && one.has_word_columns));
    };
    const auto extent_of = [&](std::size_t at) {
        const SheetLook& look = items_[at].look;
        return at_least_one(look.column_count()) * (static_cast<float>(look.characters) + tight);
    };
    std::vector<std::size_t> order = stacked[0];
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return extent_of(a) > extent_of(b); });
    plan.has_numbers.assign(items_.size(), true);
    constexpr std::array<Size, 6> extents = {
        {{40, 16}, {30, 12}, {22, 9}, {15, 7}, {10, 5}, {6, 3}}};
    for (std::size_t without = 0; without <= order.size(); ++without) {
        for (std::size_t at = 0; without > 0 && at < items_.size(); ++at)
            if (is_alike(order[without - 1], at))
                plan.has_numbers[at] = false;
        std::optional<PicturePlan> found;
        for (const Size& colours : extents) {
            if (without == 0 && &colours != extents.data())
                break;
            plan.colours = colours;
            for (const auto& arrangement : {columns, stacked})
                for (const bool has_bars : {true, false}) {
                    plan.columns = arrangement;
                    plan.has_bars = has_bars;
                    const auto candidate = with_numbers(plan);
                    const float better = arrangement == stacked ? 1.15F : has_bars ? 0.9F : 1.0F;
                    if (candidate && (!found || candidate->number > better * found->number))
                        found = candidate;
                }
            if (found)
                return found;
        }
    }
    return std::nullopt;
}

PicturePlan PictureArranging::best(const Picture& picture,
                                   std::vector<std::vector<std::size_t>> columns) const {
    while (true) {
        if (const auto plan = fitting(columns, picture.has_arrows))
            return *plan;
        // Drops the first matrices: earlier steps showed them.
        std::size_t tallest = 1;
        for (const auto& column : columns)
            tallest = std::max(tallest, column.size());
        if (tallest == 1)
            break;
        for (auto& column : columns)
            if (column.size() == tallest)
                column.erase(column.begin());
    }
    PicturePlan plan; // Even a window that is too small gets a picture.
    plan.columns = std::move(columns);
    plan.has_numbers.assign(items_.size(), false);
    plan.colours = {6, 3};
    plan.labels = 3;
    plan.has_bars = false;
    plan.has_arrows = picture.has_arrows;
    return plan;
}

/// Stretches cells by up to a half if there is room.
void PictureArranging::stretch(std::vector<Extent>& extents, const PicturePlan& plan) const {
    const Size whole = size(plan);
    const float wide = std::clamp(space_.area.width / whole.width, 1.0F, 1.5F);
    const float high = std::clamp(space_.area.height / whole.height, 1.0F, 1.4F);
    for (std::size_t at = 0; at < items_.size(); ++at) {
        if (!plan.has_numbers[at])
            continue;
        Extent& part = extents[at];
        const auto& look = items_[at].look;
        const float more_width = part.cell_width * (wide - 1) * at_least_one(look.column_count());
        part.cell_width *= wide;
        part.width += more_width;
        const float more_height = part.cell_height * (high - 1) * at_least_one(look.row_count());
        part.cell_height *= high;
        part.height += more_height;
    }
}

void PictureArranging::draw(Drawing& drawing, const Picture& picture) {
    std::vector<std::vector<std::size_t>> columns;
    for (const auto& column : picture.columns) {
        columns.emplace_back();
        for (const Part& part : column)
            columns.back().push_back(add(part));
    }
    const PicturePlan plan = best(picture, std::move(columns));
    std::vector<Extent> extents;
    for (std::size_t at = 0; at < items_.size(); ++at)
        extents.push_back(extent(at, plan));
    stretch(extents, plan);

    const float unit = space_.unit;
    const float gap = (plan.has_arrows ? arrow_gap : plain_gap) * unit;
    std::vector<Size> sizes;
    Size whole{-gap, 0};
    for (const auto& column : plan.columns) {
        Size own{0, -stack_gap * unit};
        for (const std::size_t at : column) {
            own.width = std::max(own.width, extents[at].width);
            own.height += extents[at].height + stack_gap * unit;
        }
        sizes.push_back(own);
        whole.width += own.width + gap;
        whole.height = std::max(whole.height, own.height);
    }
    const auto gaps = static_cast<float>(plan.columns.size() + 1);
    const float extra = std::max(0.0F, space_.area.width - whole.width) / gaps;
    float x = space_.area.x + std::min(extra, 2 * unit);
    const float top = space_.area.y + std::max(0.0F, space_.area.height - whole.height) * 0.3F;
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
        float y = top + (whole.height - sizes[c].height) / 2;
        for (const std::size_t at : plan.columns[c]) {
            const Extent& part = extents[at];
            const SheetLook& look = items_[at].look;
            SheetBox box;
            box.look = &look;
            box.lengths = lengths_;
            box.corner = {x, y};
            box.width = part.width;
            box.label_width = part.labels;
            box.cells = {x + part.labels + lengths_.label_gap(), y + lengths_.header(look),
                         part.cell_width * at_least_one(look.column_count()),
                         part.cell_height * at_least_one(look.row_count())};
            box.widest_word = widest_word_;
            box.has_numbers = plan.has_numbers[at];
            box.number_size = plan.number;
            box.has_colour_bar = plan.has_bars && look.row_count() > 1;
            draw_matrix(drawing, box, parts_.words(), view_);
            y += part.height + stack_gap * unit;
        }
        x += sizes[c].width;
        if (plan.has_arrows && c + 1 < plan.columns.size()) {
            const float room = gap + std::min(extra, 2 * unit);
            draw_arrow(drawing, {x + (room - 1.8F * unit) / 2, top + whole.height / 2}, 1.8F * unit,
                       drawing.theme.dim_text, 0.1F * unit);
        }
        x += gap + std::min(extra, 2 * unit);
    }
}

} // namespace

void draw_picture(Drawing& drawing, const Document& document, const Trace& trace, const View& asked,
                  const Picture& picture, const PictureSpace& space) {
    View view = within(document, asked);
    view.head = picture.head.value_or(view.head);
    if (picture.is_map && has_stage(document, Stage::People))
        return draw_concept_map(drawing, document, trace, view, space.area, 0.95F * space.unit);
    const Contents shown = contents(document, trace, view);
    if (picture.is_table &&
        has_softmax_table(document, shown, view, picture.columns.front().front().stage))
        return draw_softmax_table(drawing, shown, view, picture.columns.front().front().stage,
                                  space);
    Contents slopes;
    if (picture.gradients) {
        slopes = contents(document, trace, view);
        show_gradients(slopes, document, *picture.gradients, view);
    }
    PartLooks parts(document, trace, view, shown, picture.gradients ? &slopes : nullptr);
    PictureArranging(parts, view, space, drawing.measure).draw(drawing, picture);
}

const SheetLook& last_shown(const Contents& contents, Stage stage) {
    const SheetLook* found = &contents.sheets.front();
    for (const SheetLook& look : contents.sheets)
        if (position(look.id.stage) <= position(stage) &&
            position(look.id.stage) >= position(found->id.stage))
            found = &look;
    return *found;
}

std::optional<Index> chosen_row(const SheetLook& look, const View& view, const Part& part) {
    return part.is_query_row ? row_of_query(look, view) : std::nullopt;
}

/// The matrix of the part, or of the stage before if the document lacks the stage.
SheetLook PartLooks::whole(const Part& part) {
    SheetId later = sheet_of_head(document_, part.stage, part.head.value_or(view_.head));
    later.layer = part.layer;
    later.is_cross = part.is_cross;
    if ((part.layer > 0 || part.is_cross || part.head) && exists(document_, later)) {
        later_.push_back(contents(document_, trace_, view_, later));
        return later_.back().sheets.front();
    }
    return last_shown(part.is_gradient && gradients_ ? *gradients_ : contents_, part.stage);
}

PartLooks::Shown PartLooks::shown(const Part& part) {
    Shown made{whole(part), nullptr};
    SheetLook& look = made.look;
    if (layer_count(document_) > 1 && !is_of_all_layers(look.id.stage))
        look.title += " of layer " + std::to_string(look.id.layer);
    if (look.id.is_cross)
        look.title += ", cross-attention";
    if (part.head && head_count(document_) > 1)
        look.title += " of " + head_name(*part.head);
    look.formula.clear(); // The page shows it above the picture.
    look.remarks.clear();
    if (part.is_gradient && gradients_) {
        if (!look.chosen)
            look.title = "∂" + look.title;
        reserve_for_gradient(look);
    }
    look.is_derived = false;
    const auto row = chosen_row(look, view_, part);
    if (!row)
        return made;
    made.row = std::make_shared<const Matrix>(look.values.row(*row));
    look.values = *made.row;
    const auto cut = [&](Index& first, std::optional<Index>& query, std::optional<Index>& key) {
        first = *row;
        if (query)
            query = 0;
        if (key)
            key = *key == *row ? std::optional<Index>(0) : std::nullopt;
    };
    if (look.is_transposed)
        cut(look.first_column, look.query_column, look.key_column);
    else
        cut(look.first_row, look.query_row, look.key_row);
    look.shape = std::to_string(look.row_count()) + " × " + std::to_string(look.column_count());
    return made;
}

} // namespace attn::figure
