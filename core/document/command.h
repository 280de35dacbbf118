// SPDX-License-Identifier: MIT
// Commands: the only way a document changes. Small values that can be listed, logged and replayed.
#pragma once

#include "core/document/document.h"

#include <optional>
#include <string>
#include <variant>

namespace attn {

/// One number of X, W_Q, W_K or W_V.
struct SetCell {
    Place place;
    Real value = 0;
};
/// A whole input matrix of the same shape; `what` is said in the history: "Fill with zeros".
struct SetMatrix {
    SheetId sheet;
    SharedMatrix matrix;
    std::string what;
};
/// A row of an input matrix, as where a word is moved over the plane; `numbers` is 1 × its columns.
struct SetRow {
    SheetId sheet;
    Index row = 0;
    SharedMatrix numbers;
};
struct RenameToken {
    Index row = 0;
    std::string name;
    Names of = Names::Rows; // a film or a new vector of concepts, a word of the memory
};
/// A new word before `row` (row = tokens appends), embedded as `embedding`; zeros if it is empty.
struct InsertToken {
    Index row = 0;
    std::string name;
    SharedMatrix embedding = {}; // 1 × d_model, or 0 × 0; films begin as zeros
    Names of = Names::Rows;
};
struct RemoveToken {
    Index row = 0;
    Names of = Names::Rows;
};
/// The word at `from` comes to stand at `to`.
struct MoveToken {
    Index from = 0;
    Index to = 0;
};
/// How many concepts are kept, k.
struct SetKept {
    Index count = 1;
};
/// Which width of the document. d_k and d_v are those of every head.
enum class Width { Model, QueryKey, Value };
/// Keeps the numbers there are and fills new rows and columns with zeros.
struct SetWidth {
    Width width = Width::Model;
    Index size = 0;
};
struct SetProjections {
    Projections projections = Projections::Learned;
};
struct SetScale {
    Scale scale;
};
struct SetMask {
    Mask mask;
};
/// Blocks or opens one cell; turns any mask into a painted one that blocks the same cells.
struct SetMaskCell {
    Index row = 0;
    Index column = 0;
    bool blocked = true;
};
struct SetNormaliser {
    Normaliser normaliser = Normaliser::Softmax;
};
struct SetAxis {
    Axis axis = Axis::Rows;
};
/// How matrices and formulas are written; no number changes.
struct SetConvention {
    Convention convention = Convention::TokensAsRows;
};
struct SetTemperature {
    Real temperature = 1;
};
struct SetTitle {
    std::string title;
};
struct SetNotes {
    std::string notes;
};
/// How the heads are joined. W_O begins as the identity: nothing changes until it is edited.
struct SetJoin {
    Join join = Join::None;
};
/// A new head after the others, as wide as the first, with W = identity; or the last head removed.
struct AddHead {};
struct RemoveHead {
    Index head = 0;
};
/// Biases, groups of keys and values, the memory, scores, positions, the soft limit, the sink. What
/// is new begins so that it changes nothing, where that can be. `what` is said in the history.
struct SetOptions {
    AttentionOptions options;
    std::string what;
};
/// How the document learns. No number changes.
struct SetTraining {
    TrainingSettings settings;
};
/// Which numbers are covered. No number changes. `what` is said in the history.
struct SetCovers {
    std::vector<Region> covers;
    std::string what;
};
/// The whole document: open, preset, import. `what` is said in the history.
struct Replace {
    Document document;
    std::string what;
};

using Command =
    std::variant<SetCell, SetMatrix, RenameToken, InsertToken, RemoveToken, MoveToken, SetWidth,
                 SetProjections, SetScale, SetMask, SetMaskCell, SetNormaliser, SetAxis,
                 SetTemperature, SetTitle, SetNotes, AddHead, RemoveHead, Replace, SetKept,
                 SetConvention, SetJoin, SetOptions, SetRow, SetTraining, SetCovers>;

/// The changed document, valid again; the error says why the command cannot be done.
Result<Document> apply(const Document& document, const Command& command);

/// What the command does, for the Edit menu and the history: "cat, 2: 0.44 → 1.04", "Remove cat".
/// `before` is the document that a whole drag leads away from.
std::string describe(const Document& before, const Command& command);

} // namespace attn
