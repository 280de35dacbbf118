// SPDX-License-Identifier: MIT
#include "core/figure/pages/block_layout.h"

#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/board.h"

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
constexpr Index few_block_rows = 6;    // with so few the page scrolls instead of hiding numbers
constexpr float most_block_growth = 2; // of everything, if the window has room to spare

/// The kinds of columns, each with one cell width: named by words, dimensions of the model, and
/// hidden dimensions of the MLP.
enum BlockWidth : std::size_t { OfWords, OfDimensions, OfHidden };
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
/// Keys of pieces. The number of a column or a matrix is added to the last four.
enum BlockKey : int {
    LowerKey,
    NoteKey,
    StateKey = 100,
    CardKey = 200,
    LegendKey = 300,
    MatrixKey = 400
};

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

/// A card, a state of the stream above it, or both. Widths of texts are for size 1.
struct BlockColumn {
    const BlockCardPlan* card = nullptr;
    const BlockState* state = nullptr;
    std::optional<std::size_t> step; // the step the card belongs to
    bool adds = false;               // the card's result is added to the stream
    bool is_folded = false;
    float title = 0, about = 0, state_text = 0;
};

/// One way to arrange the page.
struct BlockWish {
    float growth = 1;
    bool has_all_labels = true; // false: only the stream and one card name their rows
    bool is_beside = true;      // X and P are side by side, with the curves below
    bool has_one_row = false;   // matrices that may be one row show only the query word's
    bool scrolls = false;       // leaves room for a scroll bar
};

/// A matrix of a card.
struct BlockPiece {
    const BlockMatrix* matrix = nullptr;
    const SheetLook* look = nullptr;
    std::size_t column = 0;
    bool is_lower = false, is_one_row = false;
    bool is_beside = false; // another matrix is to the right of it
};

struct BlockAttempt {
    BlockWish wish;
    Lengths lengths;
    board::Piece page; // its parts:
    enum Part : std::size_t { Top, Middle, Bottom, LegendLine };
    std::vector<BlockPiece> pieces; // in the order of their keys
    bool has_legend_line = false;
    board::CellSizes cells{{0, 0, 0}, {0, 0}};

    /// The grid of the columns.
    board::Piece& columns() { return page.parts[Middle].parts[1]; }
    float height() const { return cells.high[UsualHeight]; }
    void set_height(float height, const Readable& readable) {
        cells.high = {height, std::max(height, 1.02F * readable.height())};
    }
    float width() const { return board::width_across(page.parts[Middle], cells); }
    float card_padding() const { return (wish.has_all_labels ? 1.0F : 0.7F) * lengths.unit; }
    float card_head() const {
        return 0.45F * lengths.unit + lengths.title_line() + 1.15F * lengths.unit +
               0.25F * lengths.unit;
    }
};

board::Piece in_lane(board::Piece piece, std::size_t column, BlockLane lane) {
    piece.column = column;
    piece.lane = piece.last_lane = lane;
    return piece;
}

board::Piece block_matrix(int key, const SheetLook& look, const Lengths& lengths, float labels,
                          float head) {
    board::Piece made = board::matrix(key, look, lengths, labels, head);
    made.wide = width_kind(look);
    return made;
}

/// Tries arrangements and takes the places of the best.
class BlockLaying {
public:
    BlockLaying(const BlockPlan& plan, BlockContents& shown, const View& view,
                const FoldedCards& folded, const CanvasOptions& options)
        : plan_(plan), shown_(shown), options_(options),
          readable_(find_readable(options.text, view.numbers, options.measure)) {
        const float zoom = std::max(1.0F, options.zoom);
        room_ = {options.available.width * zoom, options.available.height * zoom};
        text_ = options.text * zoom;
        for (const std::string& word : shown.contents.front().words())
            widest_word_ = std::max(widest_word_, options.measure(word, Font::Sans, 64) / 64);
        add_column({plan.words ? &*plan.words : nullptr, &plan.states.front(), {}}, folded);
        for (std::size_t step = 0; step < plan.steps.size(); ++step) {
            const BlockStep& all = plan.steps[step];
            for (std::size_t at = 0; at < all.cards.size(); ++at)
                add_column({&all.cards[at], at == 0 && step > 0 ? &plan.states[step] : nullptr,
                            step, at == all.adds},
                           folded);
        }
        add_column({plan.next_word ? &*plan.next_word : nullptr, &plan.states.back(), {}}, folded);
        find_kinds();
    }

    BlockLayout made() && {
        BlockAttempt found = best();
        spread(found);
        take(found);
        return std::move(layout_);
    }

private:
    void add_column(BlockColumn column, const FoldedCards& folded) {
        const Measure& measure = options_.measure;
        if (column.card) {
            column.is_folded = folded.contains(column.card->card);
            column.title = measure(column.card->title, Font::Bold, 64) / 64;
            column.about = rich_width(column.card->about, Font::Sans, 64, measure) / 64;
        }
        if (column.state)
            if (const SheetLook* look = shown_.look(column.state->of))
                column.state_text = (rich_width(column.state->name, Font::Bold, 64, measure) +
                                     0.8F * rich_width(look->shape, Font::Sans, 64, measure)) /
                                        64 +
                                    0.5F;
        columns_.push_back(column);
    }

    void find_kinds() {
        std::map<BlockWidth, Index> most;
        for (const BlockColumn& column : columns_) {
            if (column.state)
                if (const SheetLook* look = shown_.look(column.state->of)) {
                    most[width_kind(*look)] = look->column_count();
                    rows_ = std::max(rows_, look->row_count());
                }
            if (!column.card || column.is_folded)
                continue;
            for (const BlockMatrix& matrix : column.card->matrices)
                if (const SheetLook* look = shown_.look(matrix.of)) {
                    Index& count = most[width_kind(*look)];
                    count = std::max(count, look->column_count());
                    if (!labelled_ && plan_.words)
                        labelled_ = column.card;
                }
        }
        kinds_.assign(most.begin(), most.end());
        std::stable_sort(kinds_.begin(), kinds_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    }

    float label_width(const BlockAttempt& with, const SheetLook& look) const {
        const float unit = with.lengths.unit;
        return look.has_word_rows
                   ? std::min(1.08F * widest_word_ * with.lengths.label_size() + 0.2F * unit,
                              (with.wish.has_all_labels ? 5.5F : 4.2F) * unit)
                   : 2 * with.lengths.small_size();
    }
    /// The width of the row names of the card's first matrix; 0 without row names.
    float card_labels(const BlockAttempt& with, const BlockColumn& column) const {
        const BlockCardPlan& card = *column.card;
        if (column.is_folded || card.normed_from || card.matrices.empty() ||
            !(with.wish.has_all_labels || &card == labelled_))
            return 0;
        const SheetLook* const look = shown_.look(card.matrices.front().of);
        return look ? label_width(with, *look) : 0;
    }
    /// The least width at which the card's title and texts can be read.
    float least_card(const BlockAttempt& with, const BlockColumn& column) const {
        const float unit = with.lengths.unit, small = with.lengths.small_size();
        float text = 0;
        if (column.card->normed_from && !column.is_folded)
            text = (static_cast<float>(2 * readable_.characters) + 12) * readable_.digit * small;
        if (column.card->card == BlockCard::NextWord && !column.is_folded)
            text = 11 * unit;
        const float about = std::min(column.about * small, 8.5F * unit);
        return std::max({column.title * unit + 2.4F * unit, text, about}) + 2 * with.card_padding();
    }

    /// Puts every piece into its column and lane; only the sizes of cells are open.
    BlockAttempt pieces_of(const BlockWish& wish) const {
        using namespace board;
        BlockAttempt made;
        made.wish = wish;
        made.lengths = {wish.growth * text_, readable_.digits, room_.height < 40 * text_};
        const Lengths& lengths = made.lengths;
        const float unit = lengths.unit, line = 1.3F * unit, name = 1.25F * unit;
        std::vector<Piece> parts;
        float stats = 0, note = 0;
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            const BlockColumn& one = columns_[at];
            if (one.state)
                add_state(parts, at, made);
            if (!one.card)
                continue;
            Piece card =
                in_lane(room(least_card(made, one), 0, block_key(CardKey, at)), at, HeadLane);
            const float labels = card_labels(made, one);
            card.line = made.card_padding() + (labels > 0 ? labels + lengths.label_gap() : 0);
            card.last_lane = one.is_folded ? HeadLane : FootLane;
            card.fills_down = !one.is_folded;
            card.fills_across = !one.is_folded || one.adds;
            parts.push_back(card);
            if (one.is_folded)
                continue;
            add_matrices(parts, at, labels, name, made);
            stats = one.card->normed_from ? stats_lines * line : stats;
            note = one.card->cut ? line : note;
        }
        // Lanes that are this high at least.
        parts.push_back(in_lane(room(0, (lengths.is_compact ? 2.2F : 3.0F) * unit), 0, ArrowsLane));
        parts.push_back(in_lane(room(0, made.card_head()), 0, HeadLane));
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
        made.page.parts[BlockAttempt::Top].share.width = 1;
        return made;
    }

    void add_state(std::vector<board::Piece>& parts, std::size_t at,
                   const BlockAttempt& with) const {
        const BlockColumn& column = columns_[at];
        const SheetLook& look = *shown_.look(column.state->of);
        const Lengths& lengths = with.lengths;
        board::Piece state =
            in_lane(block_matrix(block_key(StateKey, at), look, lengths, label_width(with, look),
                                 lengths.title_line() + lengths.label_line()),
                    at, StreamLane);
        state.clear =
            least_band * lengths.unit;  // Leaves room for the band and what is added on it.
        if (column.card && column.adds) // What it adds goes up beside the state.
            state.around.right = room_for_sum * lengths.unit;
        else if (column.card && !column.is_folded)
            state.around.right = with.card_padding();
        else
            state.least.width = state.line + column.state_text * lengths.unit;
        if (!column.card) { // The legend may be below it.
            board::Piece place = in_lane(board::room(0, 0, block_key(LegendKey, at)), at, HeadLane);
            place.last_lane = FootLane;
            place.line = state.line;
            place.fills_across = place.fills_down = true;
            parts.push_back(place);
        }
        parts.push_back(std::move(state));
    }

    void add_matrices(std::vector<board::Piece>& parts, std::size_t at, float labels, float name,
                      BlockAttempt& with) const {
        using namespace board;
        const BlockCardPlan& card = *columns_[at].card;
        const float pad = with.card_padding(), above = name + with.lengths.label_line();
        bool is_first = true;
        for (const BlockMatrix& one : card.matrices) {
            const SheetLook* const look = shown_.look(one.of);
            if (!look)
                continue;
            BlockPiece piece{&one, look, at};
            const int key = block_key(MatrixKey, with.pieces.size());
            if (!is_first && card.has_curves && with.wish.is_beside) {
                with.pieces.back().is_beside = true;
                Piece first = std::move(parts.back());
                first.around.right = 0;
                Piece second = block_matrix(key, *look, with.lengths, 0, above);
                second.around.right = pad;
                parts.back() = in_lane(
                    row({std::move(first), room(1.4F * with.lengths.unit, 0), std::move(second)}),
                    at, UpperLane);
            } else {
                piece.is_lower = !is_first;
                piece.is_one_row = !is_first && one.may_be_one_row && with.wish.has_one_row &&
                                   !look->is_transposed;
                Piece made =
                    in_lane(block_matrix(key, *look, with.lengths, labels, is_first ? above : name),
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

    float room_width(const BlockAttempt& with) const {
        return room_.width - (with.wish.scrolls ? scroll_bar * text_ : 0);
    }
    bool fits_across(const BlockAttempt& with) const {
        return fits_in(with.width(), room_width(with));
    }

    /// Gives all cells one width while numbers fit in them. Otherwise the matrices with few columns
    /// keep readable cells as long as the others can be seen, and the others grow to one width as a
    /// whole.
    void fit_widths(BlockAttempt& made) const {
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

    /// The widths of the cells of all matrices on the page.
    std::vector<float> widths(const BlockAttempt& with) const {
        std::vector<float> list;
        for (const auto& [kind, columns] : kinds_)
            list.push_back(with.cells.wide[kind]);
        return list;
    }
    float narrowest(const BlockAttempt& with) const {
        const std::vector<float> list = widths(with);
        return *std::min_element(list.begin(), list.end());
    }
    float widest(const BlockAttempt& with) const {
        const std::vector<float> list = widths(with);
        return *std::max_element(list.begin(), list.end());
    }

    bool has_place_for_legend(const BlockAttempt& with, const BlockColumn& column) const {
        if (column.card)
            return false;
        const SheetLook& look = *shown_.look(column.state->of);
        return label_width(with, look) +
                   with.cells.wide[width_kind(look)] * static_cast<float>(look.column_count()) >=
               11 * with.lengths.unit;
    }

    BlockAttempt attempt(const BlockWish& wish) const {
        BlockAttempt made = pieces_of(wish);
        fit_widths(made);
        // The legend is in a column without a card that has room for it, otherwise a line at the
        // foot.
        made.has_legend_line =
            std::none_of(columns_.begin(), columns_.end(), [&](const BlockColumn& column) {
                return has_place_for_legend(made, column);
            });
        made.page.parts[BlockAttempt::LegendLine].least.height =
            made.has_legend_line ? 1.8F * made.lengths.unit : 0;
        const float most = std::max(1.5F * readable_.height(), flattest_cell * widest(made));
        const float found = largest(0.1F, most, [&](float height) {
            made.set_height(height, readable_);
            return board::height_down(made.page, made.cells) <= room_.height;
        });
        made.set_height(found, readable_);
        return made;
    }

    /// Rates an attempt. 2: every cell shows its number with all decimals; 1: with fewer decimals;
    /// 0: numbers or curves do not fit.
    int quality(const BlockAttempt& made) const {
        const float width = narrowest(made);
        if (!readable_.holds({width, made.height()}))
            return 0;
        if (made.wish.is_beside && plan_.words && !columns_.front().is_folded &&
            board::place(made.page, made.cells, {}).rect(LowerKey).height < 5 * made.lengths.unit)
            return 0; // The curves do not fit.
        return width >= 0.999F * readable_.width() ? 2 : 1;
    }

    BlockAttempt best() const {
        // In a large window everything grows as long as the cells stay large compared with their
        // titles.
        for (float growth = most_block_growth; growth > 1.05F; growth -= 0.1F) {
            BlockAttempt made = attempt({growth});
            const float unit = made.lengths.unit;
            if (quality(made) == 2 && made.height() >= 1.7F * unit &&
                narrowest(made) >= 3.0F * unit)
                return made;
        }
        std::optional<BlockAttempt> fair;
        for (const float growth : {1.0F, 0.94F, 0.88F, 0.82F})
            for (const bool labels : {true, false})
                for (const bool one_row : {false, true})
                    for (const bool beside : {true, false}) {
                        BlockAttempt made = attempt({growth, labels, beside, one_row});
                        const int found = quality(made);
                        if (found == 2)
                            return made;
                        if (found == 1 && !fair)
                            fair = std::move(made);
                    }
        if (fair)
            return std::move(*fair);
        // Colours without numbers; the query word's row shows its numbers if rows are thin.
        const float least = readable_.height();
        for (const bool one_row : {false, true})
            if (BlockAttempt made = attempt({1, true, false, one_row}); made.height() >= least)
                return made;
        BlockAttempt small = attempt({0.88F, false, false, true});
        if (small.height() >= least || rows_ > few_block_rows ||
            widest(small) < readable_.scarce_width())
            return small;
        BlockAttempt scrolled = attempt({0.88F, false, false, true, true});
        scrolled.set_height(least, readable_);
        return scrolled;
    }

    /// Gives the gaps what is left of the room.
    void spread(BlockAttempt& found) const {
        const float unit = found.lengths.unit;
        if (const float free = room_width(found) - found.width(); free > 0) {
            float& gap = found.columns().gap.width;
            const float least = gap;
            gap += std::min(free / static_cast<float>(columns_.size() - 1), 2.5F * unit);
            // Wide gaps may be there already where a state needs them.
            if (!fits_across(found))
                gap = least;
        }
        const float whole = board::height_down(found.page, found.cells);
        const float spare = std::clamp((room_.height - whole) / 3, 0.0F, 2.5F * unit);
        found.page.parts[BlockAttempt::Top].least.height += spare;
        for (board::Piece& part : found.columns().parts)
            if (part.lane == ArrowsLane)
                part.least.height += spare;
    }

    void take(const BlockAttempt& found) {
        const float unit = found.lengths.unit;
        const Size size = board::size_of(found.page, found.cells);
        const float width = std::max(found.width(), room_width(found));
        const board::Places places =
            board::place(found.page, found.cells, {0, 0, width, size.height});
        layout_.lengths = found.lengths;
        layout_.number_size = number_size(found);
        layout_.size = {found.wish.scrolls ? width : snug(width, options_.available.width),
                        snug(size.height, options_.available.height)};
        layout_.has_legend_line = found.has_legend_line;
        if (found.has_legend_line) {
            const float high = found.page.parts[BlockAttempt::LegendLine].least.height;
            layout_.legend = {1.2F * unit, size.height - high, layout_.size.width - 2.4F * unit,
                              high};
        }
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            const BlockColumn& column = columns_[at];
            if (column.card)
                take_card(found, places, at);
            else if (layout_.legend.width <= 0 && has_place_for_legend(found, column))
                layout_.legend = places.rect(block_key(LegendKey, at));
            if (column.state)
                layout_.states.push_back(
                    {column.state, numbered(places.box(block_key(StateKey, at), found.lengths),
                                            column.state->of, column.state->name)});
        }
        const SheetBox& first = layout_.states.front().matrix.box;
        const SheetBox& last = layout_.states.back().matrix.box;
        const float high = 1.1F * unit;
        layout_.band = {first.cells.right(), first.cells.y + first.cells.height / 2 - high / 2,
                        last.corner.x - first.cells.right(), high};
    }

    void take_card(const BlockAttempt& found, const board::Places& places, std::size_t at) {
        const BlockColumn& column = columns_[at];
        const float unit = found.lengths.unit, pad = found.card_padding();
        CardBox card;
        card.plan = column.card;
        card.is_folded = column.is_folded;
        card.rect = places.rect(block_key(CardKey, at));
        if (card.is_folded)
            card.rect.height = found.card_head() + 0.3F * unit;
        card.fold = {card.rect.right() - 2.1F * unit, card.rect.y + 0.35F * unit, 1.8F * unit,
                     1.8F * unit};
        card.title = {card.rect.x + pad, card.rect.y + 0.45F * unit,
                      card.fold.x - card.rect.x - pad, found.lengths.title_line()};
        const float inner = card.rect.y + found.card_head();
        card.inner = {card.rect.x + pad, inner, card.rect.width - 2 * pad,
                      card.rect.bottom() - inner - 0.7F * unit};
        const Rect &lower = places.rect(LowerKey), &note = places.rect(NoteKey);
        card.lower = {card.inner.x, lower.y, card.inner.width, lower.height};
        card.note = {card.inner.x, note.y, card.inner.width, note.height};
        for (std::size_t which = 0; which < found.pieces.size(); ++which) {
            const BlockPiece& piece = found.pieces[which];
            if (piece.column != at)
                continue;
            SheetBox box = places.box(block_key(MatrixKey, which), found.lengths);
            if (piece.is_one_row) {
                box.look = shown_.query_row(piece.matrix->of);
                box.cells.height = found.cells.high[OneRowHeight];
            }
            box.has_column_labels = !piece.is_lower;
            BlockBox made = numbered(box, piece.matrix->of, piece.matrix->name);
            made.name_right = piece.is_beside ? box.cells.right() : card.inner.right();
            made.whole = piece.look;
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
        box.widest_word = widest_word_;
        box.opens_lines = true;
        box.has_numbers =
            readable_.holds({box.cell_width(), box.cell_height()}) && has_single_cells(*box.look);
        box.number_size = layout_.number_size;
        return {box, of.part, name, box.cells.right(), box.look};
    }

    /// The size of all numbers on the page, with room for a sign.
    float number_size(const BlockAttempt& found) const {
        float size = 1.25F * found.lengths.unit;
        for (const float width : widths(found)) {
            // If rows are thin only matrices of one row show numbers.
            const bool is_usual = readable_.holds({width, found.height()});
            const Size cell{width, found.cells.high[is_usual ? UsualHeight : OneRowHeight]};
            if (readable_.holds(cell))
                size = readable_.size_in(cell, size, readable_.characters + 1);
        }
        return std::max(size, readable_.digits);
    }

    const BlockPlan& plan_;
    BlockContents& shown_;
    const CanvasOptions& options_;
    Readable readable_;
    Size room_;
    float text_ = 14, widest_word_ = 0;
    Index rows_ = 0; // most rows of a state
    std::vector<BlockColumn> columns_;
    /// The kinds of columns on the page with their largest count, the smallest count first.
    std::vector<std::pair<BlockWidth, Index>> kinds_;
    const BlockCardPlan* labelled_ = nullptr; // the card that keeps its labels
    BlockLayout layout_;
};

} // namespace

BlockLayout lay_out_block(const BlockPlan& plan, BlockContents& shown, const View& view,
                          const FoldedCards& folded, const CanvasOptions& options) {
    return BlockLaying(plan, shown, view, folded, options).made();
}

} // namespace attn::figure
