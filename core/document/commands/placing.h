// SPDX-License-Identifier: MIT
// The ways to put a grid of numbers into a document: into the selected cells, over the whole
// matrix, or by changing the document's sizes.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// One way, and its commands. They are one step of undo.
struct Placing {
    std::string title;    // "Over all of W_Q"
    std::string sentence; // what else it does besides writing the numbers; may be empty
    std::vector<Command> commands;
};

struct Placings {
    /// The grid has exactly the target's shape: use the first way without asking.
    bool fits = false;
    std::vector<Placing> ways; // the possible ones; empty if the sheet is computed
};

/// Names that come with a grid; may be empty.
struct GridNames {
    std::vector<std::string> rows, columns;
};

/// Lists the ways to put `grid` at the selected `range`. The names may replace the names of
/// words, people and films if the whole matrix takes the grid's shape.
Placings placings(const Document& document, const CellRange& range, const Matrix& grid,
                  const GridNames& given);

/// Makes a command that replaces part of an input matrix.
Result<Command> set_part(const Document& document, const CellRange& range, const Matrix& part,
                         const std::string& what);

/// Returns the numbers of an input matrix; the error says what can be changed instead.
Result<Matrix> input_matrix(const Document& document, const SheetId& sheet);

/// Applies all commands in order; the error says why one cannot be done.
Result<Document> apply_all(Document document, const std::vector<Command>& commands);

// What pointing at a number and dragging across it do, in a window and in a page.

/// Makes the view point at a number: highlights the numbers it is made of, and the word it has as a
/// key. Without a place, highlights what the selected number is made of. `computed`: the document
/// that `trace` belongs to, which an edit may have outdated; null if nothing is computed yet.
void point_at(View& view, const Document& document, const std::optional<Place>& place,
              const Document* computed, const Trace* trace);

/// Returns the value of one drag step: a hundredth for numbers below ten, ten times more for each
/// further digit before the point.
Real scrub_step(Real start);

/// Returns the value after some steps from the start, on the step's grid so that it reads well;
/// `fine` uses a ten times finer grid. Zero steps return the start itself, bit for bit.
Real scrubbed(Real start, double travelled, bool fine);

} // namespace attn
