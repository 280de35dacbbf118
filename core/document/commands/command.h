// SPDX-License-Identifier: MIT
// Commands: the only way to change a document. Small values that can be listed, logged and
// replayed.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/kept_figure.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attn {

/// Changes one number of an input: X, W_Q, W_O, a given stage.
struct SetCell {
    Place place;
    Real value = 0;
};
/// Replaces a whole input matrix by one of the same shape. The history shows `what`: "Fill with
/// zeros".
struct SetMatrix {
    SheetId sheet;
    SharedMatrix matrix;
    std::string what;
};
/// Replaces a row of an input matrix, as when a word is moved in the plane; `numbers` is 1 × its
/// columns.
struct SetRow {
    SheetId sheet;
    Index row = 0;
    SharedMatrix numbers;
};
struct RenameToken {
    Index row = 0;
    std::string name;
    Names of = Names::Rows; // the list: words, films, new vectors, or words of the memory
};
/// Inserts a word before `row` (row = tokens appends) with this `embedding`; zeros if it is empty.
struct InsertToken {
    Index row = 0;
    std::string name;
    SharedMatrix embedding = {}; // 1 × d_model, or 0 × 0; films start as zeros
    Names of = Names::Rows;
};
struct RemoveToken {
    Index row = 0;
    Names of = Names::Rows;
};
/// Moves the word at `from` to `to`.
struct MoveToken {
    Index from = 0;
    Index to = 0;
};
/// Replaces all words of a document with a table by other words of its vocabulary. Covers stay on
/// the numbers that are still there. Refuses what with_words() in texts.h does.
struct SetWords {
    std::vector<std::string> words;
};
/// Sets k, the number of kept concepts.
struct SetKept {
    Index count = 1;
};
/// Which width of the document. d_k and d_v are per head.
enum class Width { Model, QueryKey, Value };
/// Changes a width. Keeps the existing numbers and fills new rows and columns with zeros.
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
/// Blocks or opens one cell. Any other mask first becomes a painted one that blocks the same cells.
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
/// Changes how matrices and formulas are written; no number changes.
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
/// Changes how the heads are joined. W_O starts d_model wide, so that its result can be added to X.
/// Heads that fit side by side stay as they are until it is edited; wider ones are added.
struct SetJoin {
    Join join = Join::None;
};
/// AddHead appends a head as wide as the first, with W = identity; the next removes the last head.
struct AddHead {};
struct RemoveHead {
    Index head = 0;
};
/// Sets the options: biases, groups of keys and values, the memory, scores, positions, the soft
/// limit, the sink. New inputs start so that they change nothing, if possible. The history shows
/// `what`.
struct SetOptions {
    AttentionOptions options;
    std::string what;
};
/// Sets how the document learns. No number changes.
struct SetTraining {
    TrainingSettings settings;
};
/// Sets which numbers are covered. No number changes. The history shows `what`.
struct SetCovers {
    std::vector<Region> covers;
    std::string what;
};
/// Sets the figures that the document keeps. No number changes. The history shows `what`.
struct SetFigures {
    std::vector<KeptFigure> figures;
    std::string what;
};
/// Sets the lesson that travels with the document, as io::write_lesson() writes it; empty removes
/// it. No number changes.
struct SetLesson {
    std::string lesson;
};
/// Gives the numbers of a computed stage instead of computing them (model/given.h). Without numbers
/// it takes those that the stage has now.
struct Give {
    SheetId sheet;
    SharedMatrix numbers = {};
};
/// Computes a given stage again.
struct Release {
    SheetId sheet;
};
/// Replaces the whole document: open, preset, import. The history shows `what`.
struct Replace {
    Document document;
    std::string what;
};

/// One of these changes; std::visit() and std::get_if() take it. command.cpp alone compiles its
/// copying and moving: for them a variant of n kinds compiles n² constructors in each file.
struct Command
    : std::variant<SetCell, SetMatrix, RenameToken, InsertToken, RemoveToken, MoveToken, SetWidth,
                   SetProjections, SetScale, SetMask, SetMaskCell, SetNormaliser, SetAxis,
                   SetTemperature, SetTitle, SetNotes, AddHead, RemoveHead, Replace, SetKept,
                   SetConvention, SetJoin, SetOptions, SetRow, SetTraining, SetCovers, SetFigures,
                   SetLesson, Give, Release, SetWords> {
    using variant::variant;
    Command(const Command& other);
    Command(Command&& other) noexcept;
    Command& operator=(const Command& other);
    Command& operator=(Command&& other) noexcept;
    ~Command();
};

/// Returns the changed document, valid again. The error says why the command cannot be done.
Result<Document> apply(const Document& document, const Command& command);

/// Says what the command does, for the Edit menu and the history: "cat, 2: 0.44 → 1.04", "Remove
/// cat". During a drag, `before` is the document before the whole drag.
std::string describe(const Document& before, const Command& command);

} // namespace attn
