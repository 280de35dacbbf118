// SPDX-License-Identifier: MIT
#include "core/figure/block_attempt.h"

#include "core/figure/rich_text.h"

#include <algorithm>
#include <map>

namespace attn::figure {
namespace {

constexpr float room_for_sum = 3.4F; // right of a state, if its card adds to it
constexpr float least_band = 6;      // in units, between two states
constexpr float stats_lines = 3;     // what a norm does to the query word

} // namespace

float BlockAttempt::width_of(const SheetLook& look, const BlockAttempting& trying) const {
    return width[static_cast<std::size_t>(trying.kind_of(look))];
}

BlockAttempting::BlockAttempting(const BlockPlan& plan, const BlockContents& shown,
                                 const View& view, const FoldedCards& folded,
                                 const CanvasOptions& options)
    : plan_(plan), shown_(shown), folded_(folded), options_(options) {
    const float zoom = std::max(1.0F, options.zoom);
    room_ = {options.available.width * zoom, options.available.height * zoom};
    text_ = options.text * zoom;
    characters_ = reserved_characters(view.numbers);
    digit_ = options.measure("0", Font::Mono, 64) / 64;
    for (const std::string& word : shown.contents.front().words())
        widest_word_ = std::max(widest_word_, options.measure(word, Font::Sans, 64) / 64);
    columns_.push_back({plan.words ? &*plan.words : nullptr, &plan.states.front(), {}, false});
    for (std::size_t step = 0; step < plan.steps.size(); ++step)
        for (const BlockCardPlan& card : plan.steps[step].cards) {
            const bool begins = &card == &plan.steps[step].cards.front();
            const bool adds = &card == &plan.steps[step].cards[plan.steps[step].adds];
            columns_.push_back(
                {&card, begins && step > 0 ? &plan.states[step] : nullptr, step, adds});
        }
    columns_.push_back(
        {plan.next_word ? &*plan.next_word : nullptr, &plan.states.back(), {}, false});
    std::map<BlockWidth, Index> most;
    for (const BlockColumn& column : columns_) {
        if (column.state)
            if (const SheetLook* look = shown.look(column.state->of)) {
                most[kind_of(*look)] = look->column_count();
                texts_of_states_[column.state] =
                    (rich_width(column.state->name, Font::Bold, 64, options.measure) +
                     0.8F * rich_width(look->shape, Font::Sans, 64, options.measure)) /
                        64 +
                    0.5F;
            }
        if (column.card)
            texts_[column.card->card] = {
                options.measure(column.card->title, Font::Bold, 64) / 64,
                rich_width(column.card->about, Font::Sans, 64, options.measure) / 64};
        if (!column.card || is_folded(*column.card))
            continue;
        for (const BlockMatrix& matrix : column.card->matrices)
            if (const SheetLook* look = shown.look(matrix.of)) {
                Index& count = most[kind_of(*look)];
                count = std::max(count, look->column_count());
                if (!labelled_ && plan.words)
                    labelled_ = column.card;
            }
    }
    kinds_.assign(most.begin(), most.end());
    std::stable_sort(kinds_.begin(), kinds_.end(),
                     [](const auto& a, const auto& b) { return a.second < b.second; });
}

BlockWidth BlockAttempting::kind_of(const SheetLook& look) const {
    if (look.has_word_columns)
        return BlockWidth::Words;
    for (const char* const name : {"hidden", "activated", "gated"})
        if (look.id.stage == Stage(name))
            return BlockWidth::Hidden;
    return BlockWidth::Dimensions;
}

std::vector<float> BlockAttempting::widths(const BlockAttempt& with) const {
    std::vector<float> list;
    for (const auto& [kind, columns] : kinds_)
        list.push_back(with.width[static_cast<std::size_t>(kind)]);
    return list;
}

float BlockAttempting::least_digits() const {
    return std::max(9.0F, 0.62F * options_.text);
}
float BlockAttempting::width_of(int characters) const {
    return static_cast<float>(characters) * digit_ * least_digits() + 4;
}
float BlockAttempting::scarce_width() const {
    return width_of(std::min(characters_, 4)) - 2;
}
bool BlockAttempting::has_numbers(float width, float height) const {
    return width >= 0.999F * scarce_width() && height >= 0.999F * least_height();
}

bool BlockAttempting::has_place_for_legend(const BlockAttempt& with,
                                           const BlockColumn& column) const {
    if (column.card)
        return false;
    const SheetLook& look = *shown_.look(column.state->of);
    return label_width(with, look) +
               with.width_of(look, *this) * static_cast<float>(look.column_count()) >=
           11 * with.lengths.unit;
}
bool BlockAttempting::has_legend_line(const BlockAttempt& with) const {
    return std::none_of(columns_.begin(), columns_.end(), [&](const BlockColumn& column) {
        return has_place_for_legend(with, column);
    });
}

float BlockAttempting::card_padding(const BlockAttempt& with) const {
    return (with.has_all_labels ? 1.0F : 0.7F) * with.lengths.unit;
}

float BlockAttempting::label_width(const BlockAttempt& with, const SheetLook& look) const {
    const float unit = with.lengths.unit;
    return look.has_word_rows
               ? std::min(1.08F * widest_word_ * with.lengths.label_size() + 0.2F * unit,
                          (with.has_all_labels ? 5.5F : 4.2F) * unit)
               : 2 * with.lengths.small_size();
}

/// The width of the row names of the card's first matrix; 0 without row names.
float BlockAttempting::card_labels(const BlockAttempt& with, const BlockCardPlan& card) const {
    const bool is_norm = card.normed_from.has_value();
    if (is_folded(card) || is_norm || card.matrices.empty() ||
        !(with.has_all_labels || &card == labelled_))
        return 0;
    const SheetLook* const look = shown_.look(card.matrices.front().of);
    return look ? label_width(with, *look) : 0;
}

/// The least width at which the card's title and texts can be read.
float BlockAttempting::least_card(const BlockAttempt& with, const BlockCardPlan& card) const {
    const float unit = with.lengths.unit;
    const Texts& texts = texts_.at(card.card);
    const float title = texts.title * unit + 2.4F * unit;
    float text = 0;
    if (card.normed_from && !is_folded(card))
        text = (static_cast<float>(2 * characters_) + 12) * digit_ * with.lengths.small_size();
    if (card.card == BlockCard::NextWord && !is_folded(card))
        text = 11 * unit;
    const float about = std::min(texts.about * with.lengths.small_size(), 8.5F * unit);
    return std::max({title, text, about}) + 2 * card_padding(with);
}

std::vector<BlockPiece> BlockAttempting::pieces(const BlockAttempt& with,
                                                const BlockCardPlan& card) const {
    std::vector<BlockPiece> list;
    for (const BlockMatrix& matrix : card.matrices) {
        const SheetLook* const look = shown_.look(matrix.of);
        if (!look)
            continue;
        BlockPiece piece{&matrix, look};
        if (!list.empty() && card.has_curves && with.is_beside) {
            BlockPiece& first = list.front();
            first.is_beside = true;
            piece.left =
                with.width_of(*first.look, *this) * static_cast<float>(first.look->column_count()) +
                1.4F * with.lengths.unit;
        } else if (!list.empty()) {
            piece.is_lower = true;
            piece.is_one_row = matrix.may_be_one_row && with.has_one_row && !look->is_transposed;
        }
        list.push_back(piece);
    }
    return list;
}

float BlockAttempting::card_width(const BlockAttempt& with, const BlockCardPlan& card) const {
    const float least = least_card(with, card);
    if (is_folded(card))
        return least;
    const float labels = card_labels(with, card);
    float widest = 0;
    for (const BlockPiece& piece : pieces(with, card))
        widest = std::max(widest, piece.left + with.width_of(*piece.look, *this) *
                                                   static_cast<float>(piece.look->column_count()));
    const float margin = labels > 0 ? labels + with.lengths.label_gap() : 0;
    return std::max(least, margin + widest + 2 * card_padding(with));
}

BlockAcross BlockAttempting::across(const BlockAttempt& with, bool spread) const {
    const float unit = with.lengths.unit;
    const float edge = (with.has_all_labels ? 1.2F : 0.8F) * unit;
    const auto laid = [&](float gap) {
        BlockAcross made;
        float x = edge, state_right = -1e6F;
        for (const BlockColumn& column : columns_) {
            const SheetLook* const state = column.state ? shown_.look(column.state->of) : nullptr;
            BlockAcross::Column at;
            at.state_labels = state ? label_width(with, *state) : 0;
            const float state_margin = at.state_labels + with.lengths.label_gap();
            at.labels = column.card ? card_labels(with, *column.card) : 0;
            const float margin =
                column.card ? card_padding(with) +
                                  (at.labels > 0 ? at.labels + with.lengths.label_gap() : 0)
                            : state_margin;
            at.x = x;
            if (state) // Leaves room for the band and what is added on it.
                at.x = std::max(at.x, state_right + least_band * unit + state_margin - margin);
            if (state && made.columns.empty()) // Keeps its row names on the page.
                at.x = std::max(at.x, edge + state_margin - margin);
            at.cells = at.x + margin;
            at.card_right = at.x + (column.card ? card_width(with, *column.card) : 0);
            at.right = at.card_right;
            if (state) {
                state_right = at.cells + with.width_of(*state, *this) *
                                             static_cast<float>(state->column_count());
                const float unit_width = texts_of_states_.at(column.state);
                at.right = std::max({at.right, state_right, at.cells + unit_width * unit});
                if (column.card && !is_folded(*column.card))
                    at.card_right = at.right =
                        std::max(at.card_right, state_right + card_padding(with));
                // The arrow of what the card adds goes up beside the state.
                if (column.adds)
                    at.card_right = at.right =
                        std::max(at.card_right, state_right + room_for_sum * unit);
            }
            made.columns.push_back(at);
            x = at.right + gap;
        }
        made.width = made.columns.back().right + edge;
        return made;
    };
    const float least = (with.has_all_labels ? 1.4F : 1.1F) * unit;
    BlockAcross made = laid(least);
    const float free = room_width(with) - made.width;
    if (!spread || free <= 0)
        return made;
    const auto gaps = static_cast<float>(columns_.size() - 1);
    BlockAcross wide = laid(least + std::min(free / gaps, 2.5F * unit));
    // Wide gaps may be there already where a state needs them.
    if (!fits_in(wide.width, room_width(with)))
        wide = std::move(made);
    const float aside = std::max(0.0F, (room_width(with) - wide.width) / 2);
    for (BlockAcross::Column& column : wide.columns)
        for (float* const side : {&column.x, &column.cells, &column.right, &column.card_right})
            *side += aside;
    wide.width = std::max(wide.width, room_width(with));
    return wide;
}

BlockHeights BlockAttempting::heights(const BlockAttempt& with) const {
    const Lengths& lengths = with.lengths;
    const float unit = lengths.unit, line = 1.3F * unit;
    BlockHeights made;
    made.top = 0.9F * unit;
    Index stream = 0, upper = 0, lower = 0;
    bool has_lower = false, has_stats = false, has_note = false;
    for (const BlockColumn& column : columns_) {
        if (column.state)
            if (const SheetLook* look = shown_.look(column.state->of))
                stream = std::max(stream, look->row_count());
        if (!column.card || is_folded(*column.card))
            continue;
        has_stats = has_stats || column.card->normed_from;
        has_note = has_note || column.card->cut;
        for (const BlockPiece& piece : pieces(with, *column.card)) {
            has_lower = has_lower || piece.is_lower;
            Index& rows = piece.is_lower ? lower : upper;
            if (!piece.is_one_row)
                rows = std::max(rows, piece.look->row_count());
        }
    }
    made.one_row = std::max(with.height, 1.02F * least_height());
    made.stream =
        lengths.title_line() + lengths.label_line() + with.height * static_cast<float>(stream);
    made.arrows = (lengths.is_compact ? 2.2F : 3.0F) * unit;
    made.card_head = 0.45F * unit + lengths.title_line() + 1.15F * unit + 0.25F * unit;
    made.name = 1.25F * unit;
    made.upper = with.height * static_cast<float>(upper);
    made.between = 0.5F * unit;
    if (has_lower)
        made.lower =
            made.name + (lower > 0 ? with.height * static_cast<float>(lower) : made.one_row);
    if (has_stats)
        made.lower = std::max(made.lower, stats_lines * line);
    made.note = has_note ? line : 0;
    made.cards = made.card_head + made.name + lengths.label_line() + made.upper + made.between +
                 made.lower + made.note + 0.6F * unit;
    made.bottom = 0.9F * unit;
    made.legend = has_legend_line(with) ? 1.8F * unit : 0;
    const float whole =
        made.top + made.stream + made.arrows + made.cards + made.bottom + made.legend;
    made.spare = std::clamp((room_.height - whole) / 3, 0.0F, 2.5F * unit);
    return made;
}

} // namespace attn::figure
