// SPDX-License-Identifier: MIT
#include "core/figure/pages/block_layout.h"

#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/board.h"
#include "core/figure/pages/kept_layouts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace attn::figure {
namespace {

constexpr float room_for_sum = 3.4F;   // right of a state, if its card adds to it
constexpr float least_band = 6;        // in units, between two states
constexpr float stats_lines = 3;       // what a norm does to the query word
constexpr float widest_block_cell = 4; // in units
constexpr float flattest_cell = 0.78F; // the largest height of a cell, as a share of its width
constexpr float least_block_cell = 18; // the height of a cell
constexpr Index few_block_lines = 16;  // with so few the page scrolls instead of hiding numbers
constexpr float most_coloured = 30;    // the width of more columns beside them, in units
constexpr float most_block_growth = 2; // of everything, if the window has room to spare

/// Cells of a matrix that shows only the query word's row may be higher than the others.
enum BlockHeight : std::size_t { UsualHeight, OneRowHeight };
/// From the top: the stream, what leads down from it, and the lanes of the cards.
enum BlockLane : std::size_t {
    StreamLane,
    ArrowsLane,
    HeadLane,
    UpperLane,
    BetweenLane,
    LowerLane,
    NoteLane,
    FootLane
};
/// Keys of pieces. The number of a column or a matrix is added to the last three.
enum BlockKey : int { LowerKey, NoteKey, StateKey = 100, CardKey = 200, MatrixKey = 300 };

BlockWidth width_kind(const SheetLook& look) {
    if (look.has_word_columns)
        return OfWords;
    for (const char* const name : {"hidden", "activated", "gated"})
        if (look.id.stage == Stage(name))
            return OfHidden;
    return OfDimensions;
}

int block_key(BlockKey first, std::size_t number) {
    return first + static_cast<int>(number);
}

board::Piece in_lane(board::Piece piece, std::size_t column, BlockLane lane) {
    piece.column = column;
    piece.lane = piece.last_lane = lane;
    return piece;
}

board::Piece block_matrix(int key, const BlockMatrixShape& matrix, const Lengths& lengths,
                          float labels, float head) {
    board::Piece made = board::matrix(key, matrix.shape, lengths, labels, head);
    made.wide = matrix.kind;
    return made;
}

float padding(const BlockFit& with) {
    return (with.wish.has_all_labels ? 1.0F : 0.7F) * with.lengths.unit;
}
float head_of_card(const BlockFit& with) {
    return 0.45F * with.lengths.unit + with.lengths.title_line() + 1.15F * with.lengths.unit +
           0.25F * with.lengths.unit;
}
float width_of(const BlockFit& with) {
    return board::width_across(with.page.parts[BlockFit::Middle], with.cells);
}
/// The grid of the columns.
board::Piece& grid_in(BlockFit& fit) {
    return fit.page.parts[BlockFit::Middle].parts[1];
}

/// Tries arrangements of a page. Reads nothing but the shape, by which the best one is kept.
class BlockFitting {
public:
    explicit BlockFitting(const BlockShape& shape)
        : columns_(shape.columns), readable_(shape.readable), room_(shape.room), text_(shape.text),
          widest_word_(shape.widest_word), has_words_(shape.columns.front().has_card) {
        find_kinds();
    }

    BlockFit fitted() const {
        BlockFit found = best();
        spread(found);
        return found;
    }

    float label_width(const BlockFit& with, const BlockMatrixShape& matrix) const {
        const float unit = with.lengths.unit;
        return matrix.has_word_rows
                   ? std::min(1.08F * widest_word_ * with.lengths.label_size() + 0.2F * unit,
                              (with.wish.has_all_labels ? 5.5F : 4.2F) * unit)
                   : 2 * with.lengths.small_size();
    }
    float room_width(const BlockFit& with) const {
        return room_.width - (with.wish.scrolls ? scroll_bar * text_ : 0);
    }
    /// The widths of the cells of all matrices on the page.
    std::vector<float> widths(const BlockFit& with) const {
        std::vector<float> list;
        for (const auto& [kind, columns] : kinds_)
            list.push_back(with.cells.wide[kind]);
        return list;
    }

private:
    void find_kinds() {
        std::map<BlockWidth, Index> most;
        for (const BlockColumnShape& column : columns_) {
            if (column.has_state) {
                most[column.state.kind] = column.state.shape.columns;
                rows_ = std::max(rows_, column.state.shape.rows);
            }
            if (column.is_folded)
                continue;
            for (const BlockMatrixShape& matrix : column.matrices) {
                Index& count = most[matrix.kind];
                count = std::max(count, matrix.shape.columns);
                if (!labelled_ && has_words_)
                    labelled_ = &column;
            }
        }
        kinds_.assign(most.begin(), most.end());
        std::stable_sort(kinds_.begin(), kinds_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    }

    /// The width of the row names of the card's first matrix; 0 without row names.
    float card_labels(const BlockFit& with, const BlockColumnShape& column) const {
        return column.is_folded || column.has_norm_text || column.matrices.empty() ||
                       !(with.wish.has_all_labels || &column == labelled_)
                   ? 0
                   : label_width(with, column.matrices.front());
    }
    /// The least width at which the card's title and texts can be read.
    float least_card(const BlockFit& with, const BlockColumnShape& column) const {
        const float unit = with.lengths.unit, small = with.lengths.small_size();
        float text = 0;
        if (column.has_norm_text && !column.is_folded)
            text = (static_cast<float>(2 * readable_.characters) + 12) * readable_.digit * small;
        if (column.card == BlockCard::NextWord && !column.is_folded)
            text = 11 * unit;
        const float about = std::min(column.about * small, 8.5F * unit);
        return std::max({column.title * unit + 2.4F * unit, text, about}) + 2 * padding(with);
    }

    /// Puts every piece into its column and lane; only the sizes of cells are open.
    BlockFit pieces_of(const BlockWish& wish) const {
        using namespace board;
        BlockFit made;
        made.wish = wish;
        made.lengths = {wish.growth * text_, readable_.digits, room_.height < 40 * text_};
        const Lengths& lengths = made.lengths;
        const float unit = lengths.unit, line = 1.3F * unit, name = 1.25F * unit;
        std::vector<Piece> parts;
        float stats = 0, note = 0;
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            const BlockColumnShape& one = columns_[at];
            if (one.has_state)
                add_state(parts, at, made);
            if (!one.has_card)
                continue;
            Piece card =
                in_lane(room(least_card(made, one), 0, block_key(CardKey, at)), at, HeadLane);
            const float labels = card_labels(made, one);
            card.line = padding(made) + (labels > 0 ? labels + lengths.label_gap() : 0);
            card.last_lane = one.is_folded ? HeadLane : FootLane;
            card.fills_down = !one.is_folded;
            card.fills_across = !one.is_folded || one.adds;
            parts.push_back(card);
            if (one.is_folded)
                continue;
            add_matrices(parts, at, labels, name, made);
            stats = one.has_norm_text ? stats_lines * line : stats;
            note = one.has_cut ? line : note;
        }
        // Lanes that are this high at least.
        parts.push_back(in_lane(room(0, (lengths.is_compact ? 2.2F : 3.0F) * unit), 0, ArrowsLane));
        parts.push_back(in_lane(room(0, head_of_card(made)), 0, HeadLane));
        parts.push_back(in_lane(room(0, name + lengths.label_line()), 0, UpperLane));
        parts.push_back(in_lane(room(0, 0.5F * unit), 0, BetweenLane));
        parts.push_back(in_lane(room(0, stats, LowerKey), 0, LowerLane));
        parts.back().fills_down = true;
        parts.push_back(in_lane(room(0, note, NoteKey), 0, NoteLane));
        parts.push_back(in_lane(room(0, 0.6F * unit), 0, FootLane));
        const float edge = (wish.has_all_labels ? 1.2F : 0.8F) * unit;
        const float gap = (wish.has_all_labels ? 1.4F : 1.1F) * unit;
        Piece middle = row({room(edge, 0), grid(std::move(parts), {gap, 0}), room(edge, 0)});
        middle.aside.x = 0.5F;
        made.page =
            column({room(0, 0.9F * unit), std::move(middle), room(0, 0.9F * unit), room(0, 0)});
        made.page.parts[BlockFit::Top].share.width = 1;
        return made;
    }

    void add_state(std::vector<board::Piece>& parts, std::size_t at, const BlockFit& with) const {
        const BlockColumnShape& column = columns_[at];
        const Lengths& lengths = with.lengths;
        board::Piece state = in_lane(block_matrix(block_key(StateKey, at), column.state, lengths,
                                                  label_width(with, column.state),
                                                  lengths.title_line() + lengths.label_line()),
                                     at, StreamLane);
        state.clear =
            least_band * lengths.unit;      // Leaves room for the band and what is added on it.
        if (column.has_card && column.adds) // What it adds goes up beside the state.
            state.around.right = room_for_sum * lengths.unit;
        else if (column.has_card && !column.is_folded)
            state.around.right = padding(with);
        else
            state.least.width = state.line + column.state_text * lengths.unit;
        parts.push_back(std::move(state));
    }

    void add_matrices(std::vector<board::Piece>& parts, std::size_t at, float labels, float name,
                      BlockFit& with) const {
        using namespace board;
        const BlockColumnShape& card = columns_[at];
        const float pad = padding(with), above = name + with.lengths.label_line();
        bool is_first = true;
        for (std::size_t which = 0; which < card.matrices.size(); ++which) {
            const BlockMatrixShape& one = card.matrices[which];
            BlockPiece piece{at, which};
            const int key = block_key(MatrixKey, with.pieces.size());
            if (!is_first && card.has_curves && with.wish.is_beside) {
                with.pieces.back().is_beside = true;
                Piece first = std::move(parts.back());
                first.around.right = 0;
                Piece second = block_matrix(key, one, with.lengths, 0, above);
                second.around.right = pad;
                parts.back() = in_lane(
                    row({std::move(first), room(1.4F * with.lengths.unit, 0), std::move(second)}),
                    at, UpperLane);
            } else {
                piece.is_lower = !is_first;
                piece.is_one_row =
                    !is_first && one.may_be_one_row && with.wish.has_one_row && !one.is_transposed;
                Piece made =
                    in_lane(block_matrix(key, one, with.lengths, labels, is_first ? above : name),
                            at, is_first ? UpperLane : LowerLane);
                made.around.right = pad;
                if (piece.is_one_row) {
                    made.rows = 1;
                    made.high = OneRowHeight;
                }
                parts.push_back(std::move(made));
            }
            with.pieces.push_back(piece);
            is_first = false;
        }
    }

    bool fits_across(const BlockFit& with) const {
        return fits_in(width_of(with), room_width(with));
    }

    /// Gives all cells one width while numbers fit in them. Otherwise the matrices with few columns
    /// keep readable cells as long as the others can be seen, and the others grow to one width as a
    /// whole.
    void fit_widths(BlockFit& made) const {
        const float unit = made.lengths.unit, scarce = readable_.scarce_width();
        const auto fit = [&](float low, float high, const auto& give) {
            const float found = largest(low, high, [&](float size) {
                give(size);
                return fits_across(made);
            });
            give(found);
            return found;
        };
        if (fit(0.1F, widest_block_cell * unit, [&](float width) {
                made.cells.wide = {width, width, width};
            }) >= scarce)
            return;
        for (std::size_t kept = kinds_.size(); kept-- > 0;) {
            fit((kept > 0 ? 8.0F : 1.0F) * unit, 120 * unit, [&](float extent) {
                for (std::size_t at = 0; at < kinds_.size(); ++at)
                    made.cells.wide[kinds_[at].first] =
                        at < kept
                            ? scarce
                            : std::min(scarce, extent / static_cast<float>(kinds_[at].second));
            });
            if (kept == 0 || fits_across(made))
                return;
        }
    }

    float narrowest(const BlockFit& with) const {
        const std::vector<float> list = widths(with);
        return *std::min_element(list.begin(), list.end());
    }
    float widest(const BlockFit& with) const {
        const std::vector<float> list = widths(with);
        return *std::max_element(list.begin(), list.end());
    }

    BlockFit attempt(const BlockWish& wish) const {
        BlockFit made = pieces_of(wish);
        fit_widths(made);
        // The ranges of colours have a line of their own if the samples leave too little room.
        made.page.parts[BlockFit::Legend].least.height =
            (room_.width < 120 * made.lengths.unit ? 3.1F : 1.8F) * made.lengths.unit;
        fit_height(made, room_.height);
        return made;
    }
    void fit_height(BlockFit& made, float room) const {
        const float most = std::max(1.5F * readable_.height(), flattest_cell * widest(made));
        const float found = largest(0.1F, most, [&](float height) {
            set_height(made, height);
            return board::height_down(made.page, made.cells) <= room;
        });
        set_height(made, found);
    }

    /// Rates an attempt. 2: every cell shows its number with all decimals; 1: with fewer decimals;
    /// 0: numbers or curves do not fit.
    int quality(const BlockFit& made) const {
        const float width = narrowest(made);
        if (!readable_.holds({width, height_of(made)}) || !is_high(made) ||
            (rows_ <= few_block_lines && !is_wide(made)))
            return 0;
        if (made.wish.is_beside && has_words_ && !columns_.front().is_folded &&
            board::place(made.page, made.cells, {}).rect(LowerKey).height < 5 * made.lengths.unit)
            return 0; // The curves do not fit.
        return width >= 0.999F * readable_.width() ? 2 : 1;
    }

    BlockFit best() const {
        // In a large window everything grows as long as the cells stay large compared with their
        // titles.
        for (float growth = most_block_growth; growth > 1.05F; growth -= 0.1F) {
            BlockFit made = attempt({growth});
            const float unit = made.lengths.unit;
            if (quality(made) == 2 && height_of(made) >= 1.7F * unit &&
                narrowest(made) >= 3.0F * unit)
                return made;
        }
        std::optional<BlockFit> fair;
        for (const float growth : {1.0F, 0.94F, 0.88F, 0.82F})
            for (const bool labels : {true, false})
                for (const bool one_row : {false, true})
                    for (const bool beside : {true, false}) {
                        BlockFit made = attempt({growth, labels, beside, one_row});
                        const int found = quality(made);
                        if (found == 2)
                            return made;
                        if (found == 1 && !fair)
                            fair = std::move(made);
                    }
        if (fair)
            return std::move(*fair);
        // Colours without numbers; the query word's row shows its numbers if rows are thin.
        const bool has_few = rows_ <= few_block_lines;
        for (const bool one_row : {false, true})
            if (BlockFit made = attempt({1, true, false, one_row});
                is_high(made) && (!has_few || is_wide(made)))
                return made;
        BlockFit small = attempt({0.88F, false, false, true});
        if (!has_few || (is_high(small) && is_wide(small)))
            return small;
        return scrolled();
    }

    /// As large as numbers need, in any room: down only if rows are scarce.
    BlockFit scrolled() const {
        const auto as_large = [&](BlockFit made) {
            const float whole = readable_.width_of(readable_.characters + 1); // and a sign
            for (const auto& [kind, columns] : kinds_)
                made.cells.wide[kind] =
                    std::max(made.cells.wide[kind],
                             columns <= few_block_lines
                                 ? whole
                                 : std::min(least_block_cell, most_coloured * made.lengths.unit /
                                                                  static_cast<float>(columns)));
            fit_height(made, room_below(made));
            set_height(made, std::max(height_of(made), least_height()));
            return made;
        };
        for (const bool one_row : {false, true})
            if (BlockFit made = as_large(attempt({0.88F, true, false, one_row, true}));
                board::height_down(made.page, made.cells) <= room_below(made))
                return made;
        return as_large(attempt({0.88F, true, false, false, true}));
    }

    /// The height above a scroll bar, if the page needs one across.
    float room_below(const BlockFit& made) const {
        return room_.height - (fits_across(made) ? 0 : scroll_bar * text_);
    }
    float least_height() const { return std::max(least_block_cell, readable_.height()); }
    bool is_high(const BlockFit& made) const { return height_of(made) >= 0.999F * least_height(); }
    /// Whether the matrices with few columns have room for their numbers.
    bool is_wide(const BlockFit& made) const {
        const float one_decimal = readable_.width_of(std::min(readable_.characters, 4), 6);
        return std::all_of(kinds_.begin(), kinds_.end(), [&](const auto& kind) {
            return kind.second > few_block_lines ||
                   made.cells.wide[kind.first] >= 0.999F * one_decimal;
        });
    }

    /// Gives the gaps what is left of the room.
    void spread(BlockFit& found) const {
        const float unit = found.lengths.unit;
        if (const float free = room_width(found) - width_of(found); free > 0) {
            float& gap = grid_in(found).gap.width;
            const float least = gap;
            gap += std::min(free / static_cast<float>(columns_.size() - 1), 2.5F * unit);
            // Wide gaps may be there already where a state needs them.
            if (!fits_across(found))
                gap = least;
        }
        const float whole = board::height_down(found.page, found.cells);
        const float spare = std::clamp((room_.height - whole) / 3, 0.0F, 2.5F * unit);
        found.page.parts[BlockFit::Top].least.height += spare;
        for (board::Piece& part : grid_in(found).parts)
            if (part.lane == ArrowsLane)
                part.least.height += spare;
    }

    static float height_of(const BlockFit& fit) { return fit.cells.high[UsualHeight]; }
    void set_height(BlockFit& fit, float height) const {
        fit.cells.high = {height, std::max(height, 1.02F * readable_.height())};
    }

    const std::vector<BlockColumnShape>& columns_;
    const Readable& readable_;
    const Size room_;
    const float text_, widest_word_;
    const bool has_words_;
    Index rows_ = 0; // most rows of a state
    /// The kinds of columns on the page with their largest count, the smallest count first.
    std::vector<std::pair<BlockWidth, Index>> kinds_;
    const BlockColumnShape* labelled_ = nullptr; // the card that keeps its labels
};

/// A card, a state of the stream above it, or both.
struct BlockColumn {
    const BlockCardPlan* card = nullptr;
    const BlockState* state = nullptr;
    std::optional<std::size_t> step = {};          // the step the card belongs to
    bool adds = false;                             // the card's result is added to the stream
    std::vector<const BlockMatrix*> matrices = {}; // that the page has
};

/// Measures a page, and takes the places of a fit.
class BlockLaying {
public:
    BlockLaying(const BlockPlan& plan, BlockContents& shown, const View& view,
                const FoldedCards& folded, const CanvasOptions& options)
        : shown_(shown), options_(options) {
        const float zoom = std::max(1.0F, options.zoom);
        shape_.readable = find_readable(options.text, view.numbers, options.measure);
        shape_.room = {options.available.width * zoom, options.available.height * zoom};
        shape_.text = options.text * zoom;
        for (const std::string& word : shown.contents.front().words())
            shape_.widest_word =
                std::max(shape_.widest_word, options.measure(word, Font::Sans, 64) / 64);
        add_column({plan.words ? &*plan.words : nullptr, &plan.states.front()}, folded);
        for (std::size_t step = 0; step < plan.steps.size(); ++step) {
            const BlockStep& all = plan.steps[step];
            for (std::size_t at = 0; at < all.cards.size(); ++at)
                add_column({&all.cards[at], at == 0 && step > 0 ? &plan.states[step] : nullptr,
                            step, at == all.adds},
                           folded);
        }
        add_column({plan.next_word ? &*plan.next_word : nullptr, &plan.states.back()}, folded);
    }

    BlockLayout made() && {
        const auto fit = [](const BlockShape& shape) { return BlockFitting(shape).fitted(); };
        take(options_.layouts ? options_.layouts->block.of(shape_, fit) : fit(shape_));
        return std::move(layout_);
    }

private:
    void add_column(BlockColumn column, const FoldedCards& folded) {
        const Measure& measure = options_.measure;
        BlockColumnShape shape;
        shape.adds = column.adds;
        if (column.card) {
            const BlockCardPlan& card = *column.card;
            shape.has_card = true;
            shape.card = card.card;
            shape.is_folded = folded.contains(card.card);
            shape.has_norm_text = card.normed_from.has_value();
            shape.has_cut = card.cut.has_value();
            shape.has_curves = card.has_curves;
            shape.title = measure(card.title, Font::Bold, 64) / 64;
            shape.about = rich_width(card.about, Font::Sans, 64, measure) / 64;
            for (const BlockMatrix& matrix : card.matrices)
                if (const SheetLook* const look = shown_.look(matrix.of)) {
                    column.matrices.push_back(&matrix);
                    shape.matrices.push_back(shape_of_look(*look));
                    shape.matrices.back().may_be_one_row = matrix.may_be_one_row;
                }
        }
        if (column.state)
            if (const SheetLook* look = shown_.look(column.state->of)) {
                shape.has_state = true;
                shape.state = shape_of_look(*look);
                shape.state_text = (rich_width(column.state->name, Font::Bold, 64, measure) +
                                    0.8F * rich_width(look->shape, Font::Sans, 64, measure)) /
                                       64 +
                                   0.5F;
            }
        columns_.push_back(std::move(column));
        shape_.columns.push_back(std::move(shape));
    }
    static BlockMatrixShape shape_of_look(const SheetLook& look) {
        return {{look.row_count(), look.column_count()},
                width_kind(look),
                look.has_word_rows,
                look.is_transposed};
    }

    void take(const BlockFit& found) {
        const BlockFitting sizes(shape_);
        const float unit = found.lengths.unit;
        const Size size = board::size_of(found.page, found.cells);
        const float width = std::max(width_of(found), sizes.room_width(found));
        const board::Places places =
            board::place(found.page, found.cells, {0, 0, width, size.height});
        layout_.lengths = found.lengths;
        layout_.number_size = number_size(found, sizes.widths(found));
        layout_.size = {found.wish.scrolls ? width : snug(width, options_.available.width),
                        snug(size.height, options_.available.height)};
        const float foot = found.page.parts[BlockFit::Legend].least.height;
        layout_.legend = {1.2F * unit, size.height - foot, layout_.size.width - 2.4F * unit, foot};
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            const BlockColumn& column = columns_[at];
            if (column.card)
                take_card(found, places, at);
            if (column.state)
                layout_.states.push_back(
                    {column.state,
                     numbered(places.box(block_key(StateKey, at), *shown_.look(column.state->of),
                                         found.lengths),
                              column.state->of, column.state->name)});
        }
        const SheetBox& first = layout_.states.front().matrix.box;
        const SheetBox& last = layout_.states.back().matrix.box;
        const float high = 1.1F * unit;
        layout_.band = {first.cells.right(), first.cells.y + first.cells.height / 2 - high / 2,
                        last.corner.x - first.cells.right(), high};
    }

    void take_card(const BlockFit& found, const board::Places& places, std::size_t at) {
        const BlockColumn& column = columns_[at];
        const float unit = found.lengths.unit, pad = padding(found);
        CardBox card;
        card.plan = column.card;
        card.is_folded = shape_.columns[at].is_folded;
        card.rect = places.rect(block_key(CardKey, at));
        if (card.is_folded)
            card.rect.height = head_of_card(found) + 0.3F * unit;
        card.fold = {card.rect.right() - 2.1F * unit, card.rect.y + 0.35F * unit, 1.8F * unit,
                     1.8F * unit};
        card.title = {card.rect.x + pad, card.rect.y + 0.45F * unit,
                      card.fold.x - card.rect.x - pad, found.lengths.title_line()};
        const float inner = card.rect.y + head_of_card(found);
        card.inner = {card.rect.x + pad, inner, card.rect.width - 2 * pad,
                      card.rect.bottom() - inner - 0.7F * unit};
        const Rect &lower = places.rect(LowerKey), &note = places.rect(NoteKey);
        card.lower = {card.inner.x, lower.y, card.inner.width, lower.height};
        card.note = {card.inner.x, note.y, card.inner.width, note.height};
        for (std::size_t which = 0; which < found.pieces.size(); ++which) {
            const BlockPiece& piece = found.pieces[which];
            if (piece.column != at)
                continue;
            const BlockMatrix& matrix = *column.matrices[piece.matrix];
            const SheetLook& look = *shown_.look(matrix.of);
            SheetBox box = places.box(block_key(MatrixKey, which), look, found.lengths);
            if (piece.is_one_row) {
                box.look = shown_.query_row(matrix.of);
                box.cells.height = found.cells.high[OneRowHeight];
            }
            box.has_column_labels = !piece.is_lower;
            BlockBox made = numbered(box, matrix.of, matrix.name);
            made.name_right = piece.is_beside ? box.cells.right() : card.inner.right();
            made.whole = &look;
            card.boxes.push_back(std::move(made));
        }
        const std::size_t number = layout_.cards.size();
        if (column.card->card == BlockCard::Words)
            layout_.words = number;
        else if (column.card->card == BlockCard::NextWord)
            layout_.next_word = number;
        if (column.step) {
            layout_.steps.resize(std::max(layout_.steps.size(), *column.step + 1));
            layout_.steps[*column.step].push_back(number);
        }
        layout_.cards.push_back(std::move(card));
    }

    BlockBox numbered(SheetBox box, const BlockStage& of, const std::string& name) const {
        box.widest_word = shape_.widest_word;
        box.opens_lines = true;
        box.has_numbers = shape_.readable.holds({box.cell_width(), box.cell_height()}) &&
                          has_single_cells(*box.look);
        box.number_size = layout_.number_size;
        return {box, of.part, name, box.cells.right(), box.look};
    }

    /// The size of all numbers on the page, with room for a sign.
    float number_size(const BlockFit& found, const std::vector<float>& widths) const {
        const Readable& readable = shape_.readable;
        float size = 1.25F * found.lengths.unit;
        for (const float width : widths) {
            // If rows are thin only matrices of one row show numbers.
            const bool is_usual = readable.holds({width, found.cells.high[UsualHeight]});
            const Size cell{width, found.cells.high[is_usual ? UsualHeight : OneRowHeight]};
            if (readable.holds(cell))
                size = readable.size_in(cell, size, readable.characters + 1);
        }
        return std::max(size, readable.digits);
    }

    BlockContents& shown_;
    const CanvasOptions& options_;
    std::vector<BlockColumn> columns_;
    BlockShape shape_; // its columns are those of columns_
    BlockLayout layout_;
};

} // namespace

BlockLayout lay_out_block(const BlockPlan& plan, BlockContents& shown, const View& view,
                          const FoldedCards& folded, const CanvasOptions& options) {
    return BlockLaying(plan, shown, view, folded, options).made();
}

} // namespace attn::figure
