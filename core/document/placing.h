// SPDX-License-Identifier: MIT
// How a grid of numbers from elsewhere can come into a document: into the selected cells, over the
// whole matrix, or with the document's sizes changed.
#pragma once

#include "core/document/command.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace attn {

/// One way, and the commands that go it. They are one step of undo.
struct Placing {
    std::string title;    // "Over all of W_Q"
    std::string sentence; // what it does beyond writing the numbers; may be empty
    std::vector<Command> commands;
};

struct Placings {
    /// The grid has just the shape of where it goes: the first way needs no question.
    bool fits = false;
    std::vector<Placing> ways; // those that can be done; empty where the sheet is computed
};

/// What stands beside the numbers of a grid; empty: nothing.
struct GridNames {
    std::vector<std::string> rows, columns;
};

/// The ways to put `grid` where `range` is selected. The names may become those of words, people
/// and films where the whole matrix takes the grid's shape.
Placings placings(const Document& document, const CellRange& range, const Matrix& grid,
                  const GridNames& given);

/// A command that replaces part of an input matrix.
Result<Command> set_part(const Document& document, const CellRange& range, const Matrix& part,
                         const std::string& what);

/// The numbers of an input matrix; the error says what can be changed instead.
Result<Matrix> input_matrix(const Document& document, const SheetId& sheet);

/// The document after all commands, or why one of them cannot be done.
Result<Document> apply_all(Document document, const std::vector<Command>& commands);

} // namespace attn
