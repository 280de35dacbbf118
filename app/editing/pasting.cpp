// SPDX-License-Identifier: MIT
#include "app/editing/pasting.h"

#include "app/editing/editing.h"
#include "app/editing/selecting.h"
#include "core/document/model.h"
#include "core/document/new_from_words.h"
#include "core/document/placing.h"
#include "core/document/sheet.h"

#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

void place_grid(const Frame& frame, Pasting& pasting) {
    const io::PastedGrid& grid = pasting.pasted.grids[pasting.grid];
    pasting.placings =
        placings(frame.document, pasting.range, grid.matrix, {grid.row_names, grid.column_names});
    pasting.way = 0;
}

std::string said(const io::PastedGrid& grid, const std::string& form, const SheetId& sheet) {
    const std::string applied = applied_text(grid);
    return "Pasted " + std::to_string(grid.matrix.rows()) + " × " +
           std::to_string(grid.matrix.cols()) + " (" + form + ") into " + to_text(sheet) +
           (applied.empty() ? "" : ": " + applied);
}

/// Pastes the words of a sentence after the query word, with embeddings of 0.
void paste_words(const Frame& frame, const std::string& text) {
    const std::vector<std::string> words = attn::words_of(text);
    const Index room = model_of(frame.document).most_rows - token_count(frame.document);
    const auto count = static_cast<Index>(words.size());
    if (io::read_pasted(text)) {
        frame.ui.message =
            Message{"Nothing was pasted because no number is selected. Select the number where the "
                    "pasted numbers should begin, then paste again.",
                    true};
        return;
    }
    if (count > room) {
        frame.ui.message = Message{"Nothing was pasted: the text has " + std::to_string(count) +
                                       " words, and the document has room for " +
                                       std::to_string(room) + ". Paste a shorter text.",
                                   true};
        return;
    }
    std::vector<Command> commands;
    for (Index at = 0; at < count; ++at)
        commands.push_back(
            InsertToken{frame.view.query + 1 + at, words[static_cast<std::size_t>(at)], {}});
    edit_together(frame, commands);
    frame.ui.message =
        Message{"Pasted " + std::to_string(count) + (count == 1 ? " word" : " words") +
                    ". All numbers of an added embedding are 0.",
                false};
}

} // namespace

void paste(const Frame& frame) {
    const auto range = selection(frame.view);
    if (range && !exists(frame.document, *frame.view.selected))
        return;
    if (range && !is_given(frame.document, range->sheet.stage)) {
        frame.ui.message = Message{computed_sentence(frame.document, range->sheet), true};
        return;
    }
    const auto text = frame.clipboard.read();
    if (!text || text->find_first_not_of(" \t\r\n") == std::string::npos) {
        frame.ui.message = Message{text ? "Nothing was pasted because the clipboard contains no "
                                          "text. Copy some numbers first."
                                        : text.error().text(),
                                   true};
        return;
    }
    if (!range)
        return paste_words(frame, *text);
    auto pasted = io::read_pasted(*text);
    if (!pasted) {
        frame.ui.message = Message{"Nothing was pasted: " + pasted.error().text(), true};
        return;
    }
    if (frame.document.convention == Convention::TokensAsColumns) // as shown on the screen
        for (io::PastedGrid& grid : pasted->grids) {
            grid.matrix.transposeInPlace();
            std::swap(grid.row_names, grid.column_names);
        }
    Pasting pasting{*std::move(pasted), 0, *range, {}, 0};
    place_grid(frame, pasting);
    bool is_plain = pasting.pasted.grids.size() == 1 && pasting.placings.fits;
    if (pasting.pasted.is_ambiguous) { // The selection may tell which reading is meant.
        const bool first_fits = pasting.placings.fits;
        pasting.grid = 1;
        place_grid(frame, pasting);
        is_plain = first_fits != pasting.placings.fits;
        if (first_fits) {
            pasting.grid = 0;
            place_grid(frame, pasting);
        }
    }
    frame.ui.pasting = std::move(pasting);
    if (is_plain)
        confirm_pasting(frame);
}

std::string applied_text(const io::PastedGrid& grid) {
    std::string text;
    for (const std::string& said : grid.applied)
        text += (text.empty() ? "" : "; ") + said;
    return text;
}

void choose_grid(const Frame& frame, std::size_t grid) {
    Pasting& pasting = *frame.ui.pasting;
    if (grid >= pasting.pasted.grids.size())
        return;
    pasting.grid = grid;
    place_grid(frame, pasting);
}

void confirm_pasting(const Frame& frame) {
    const Pasting& pasting = *frame.ui.pasting;
    if (pasting.way >= pasting.placings.ways.size())
        return;
    edit_together(frame, pasting.placings.ways[pasting.way].commands);
    frame.ui.message = Message{
        said(pasting.pasted.grids[pasting.grid], pasting.pasted.form, pasting.range.sheet), false};
    frame.ui.pasting.reset();
}

void press_in_pasting(const Frame& frame, const KeyPress& key) {
    Pasting& pasting = *frame.ui.pasting;
    switch (key.key) {
    case Key::Escape:
        frame.ui.pasting.reset();
        return;
    case Key::Enter:
        confirm_pasting(frame);
        return;
    case Key::Up:
        pasting.way = pasting.way == 0 ? 0 : pasting.way - 1;
        return;
    case Key::Down:
        if (pasting.way + 1 < pasting.placings.ways.size())
            ++pasting.way;
        return;
    case Key::Tab: {
        const std::size_t count = pasting.pasted.grids.size();
        choose_grid(frame, (pasting.grid + (key.shift ? count - 1 : 1)) % count);
        return;
    }
    default:
        return;
    }
}

} // namespace app
