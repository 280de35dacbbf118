// SPDX-License-Identifier: MIT
// Numbers that a lecturer covers and a class guesses. The document says which; code that shows
// numbers shows a covered one as "?" in cells, bars, sentences, derivations and files.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/region.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The most words of a document with covers: all its matrices are stored so that they can be
/// covered.
constexpr Index max_covered_tokens = 1024;
constexpr std::size_t max_covers = 10'000;

/// Says why no number of the matrix can be covered; empty if it can.
std::string why_not_covered(const Document& document, const SheetId& sheet);
/// Checks the covers. The error's `where` is the key: "covers[2]".
Result<> validate_covers(const Document& document);

bool is_covered(const Document& document, const Place& place);
/// Whether a number of the range is covered.
bool has_covered(const Document& document, const CellRange& cells);
/// Returns the first covered number in reading order: matrices in the order of the calculation,
/// rows from top to bottom, columns from left to right.
std::optional<Place> first_covered(const Document& document);
/// Returns the first covered number within a range.
std::optional<Place> first_covered(const Document& document, const CellRange& within);

/// Return the covers with one more range, or without it.
std::vector<Region> with_cover(const Document& document, const CellRange& cells);
std::vector<Region> without_cover(const Document& document, const CellRange& cells);

/// Returns the range of one number.
CellRange range_of(const Place& place);
/// Make the commands that cover and reveal a range; the history shows "Cover weights[0:2,:]".
SetCovers cover_command(const Document& document, const CellRange& cells);
SetCovers reveal_command(const Document& document, const CellRange& cells);

/// Compares a guess with the number: "You expected 0.50. It is 0.45: 0.05 less."
std::string guess_text(Real expected, Real value, const NumberFormat& numbers);

/// Removes the covers of what no longer exists.
void fit_covers(Document& document);
/// Moves the covers along with their words. `order`: for every present line its old line, or −1 for
/// a new one.
void move_covers(Document& document, Names of, const std::vector<Index>& order);
/// Removes the covers of a head about to be removed, and moves the covers of later heads.
void forget_covers_of(Document& document, Index head);

/// Returns a copy with covered numbers set to `covered_number`; for display only, never to compute
/// with.
Calculation as_seen(const Document& document, const Trace& trace);
Calculation as_seen(const Calculation& calculation);
/// Does the same with the covers of another document, as far as this one has their places, so that
/// what is shown next to that document does not reveal its numbers.
Calculation as_seen(const Calculation& calculation, const std::vector<Region>& covers);

/// The copy made by as_seen() if anything is covered, else a reference to the calculation itself.
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
