// SPDX-License-Identifier: MIT
// Numbers that a lecturer covers and a class guesses. A document says which; whoever shows numbers
// shows them as seen: a covered one is "?" in cells, bars, sentences, derivations and files.
#pragma once

#include "core/document/command.h"
#include "core/document/compare.h"
#include "core/document/region.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A document with covers has at most this many words: all its matrices are held to be covered.
constexpr Index max_covered_tokens = 1024;
constexpr std::size_t max_covers = 10'000;

/// Why no number of the matrix can be covered; empty where it can be.
std::string why_not_covered(const Document& document, const SheetId& sheet);
/// The `where` of the error is that of its key: "covers[2]".
Result<> validate_covers(const Document& document);

bool is_covered(const Document& document, const Place& place);
/// Whether a number of the range is covered.
bool has_covered(const Document& document, const CellRange& cells);
/// The covered number that is read first: matrices in the order of the calculation, rows from top
/// to bottom, columns from left to right.
std::optional<Place> first_covered(const Document& document);
/// The first within a range.
std::optional<Place> first_covered(const Document& document, const CellRange& within);

/// The covers with a range more, or without it.
std::vector<Region> with_cover(const Document& document, const CellRange& cells);
std::vector<Region> without_cover(const Document& document, const CellRange& cells);

/// The range of one number.
CellRange range_of(const Place& place);
/// The commands that cover and reveal a range; the history says "Cover weights[0:2,:]".
SetCovers cover_command(const Document& document, const CellRange& cells);
SetCovers reveal_command(const Document& document, const CellRange& cells);

/// What a class is told that expected a number: "You expected 0.50. It is 0.45: 0.05 less."
std::string guess_text(Real expected, Real value, const NumberFormat& numbers);

/// Takes away the covers of what is no longer there.
void fit_covers(Document& document);
/// Covers stay with their words. `order` has, for every line that there is now, the line that it
/// was before, or −1 for a new one.
void move_covers(Document& document, Names of, const std::vector<Index>& order);
/// The covers of a head that goes, and of those after it.
void forget_covers_of(Document& document, Index head);

/// A copy in which covered numbers are `covered_number`, to be shown and never to be computed with.
Calculation as_seen(const Document& document, const Trace& trace);
Calculation as_seen(const Calculation& calculation);
/// The same with the covers of another document, as far as this one has their places: what is
/// shown beside it must not give its numbers away.
Calculation as_seen(const Calculation& calculation, const std::vector<Region>& covers);

/// As seen where anything is covered, else the calculation itself, which it only refers to.
class Seen {
public:
    Seen(const Document& document, const Trace& trace);

    const Document& document() const { return made_ ? made_->document : document_; }
    const Trace& trace() const { return made_ ? made_->trace : trace_; }

private:
    std::optional<Calculation> made_;
    const Document& document_;
    const Trace& trace_;
};

} // namespace attn
