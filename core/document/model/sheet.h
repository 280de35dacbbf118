// SPDX-License-Identifier: MIT
// The matrices of a document, in order, each with its names, shape and formula: the one list used
// by show, the canvas, editing and exports.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/graph/graph.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// Lists every matrix of the document in computing order, stage by stage and head by head. The
/// weighted values appear once for each head, with query 0. Without projections there are no W.
std::vector<SheetId> sheets(const Document& document);

/// Returns how many matrices of the stage there are: one per head, one per group of keys and
/// values, or one.
Index sheet_count(const Document& document, Stage stage);
/// Returns the stage's matrix that the head computes or reads: K of its group, X of all. For the
/// first attention of the first layer.
SheetId sheet_of_head(const Document& document, Stage stage, Index head);
/// Returns the head that shows the sheet: `now` if that head computes or reads it.
Index head_showing(const Document& document, const SheetId& sheet, Index now);
/// Whether users edit the stage; sinusoidal P is computed, learned P is given.
bool is_given(const Document& document, Stage stage);
/// Does the same for one matrix: a computed stage may be given for one head (model/given.h).
bool is_given(const Document& document, const SheetId& sheet);

/// Whether the document has the layer and the attention that the sheet names, and these have its
/// stage if the document has it.
bool is_of_a_layer(const Document& document, const SheetId& sheet);
bool exists(const Document& document, const SheetId& sheet);
bool exists(const Document& document, const Place& place);
/// Removes the places that do not exist. A number has many marks, all in a few matrices; each
/// matrix is checked once.
void leave_existing(const Document& document, std::vector<Place>& places);

/// Whether both have the same places: as many words, heads and dimensions.
bool have_same_places(const Document& a, const Document& b);

/// Returns the sheet whose rows and columns this one has: for a target the stage it is compared
/// with, else the sheet itself.
SheetId shaped_like(const Document& document, const SheetId& sheet);

/// What the rows and columns of the sheet stand for in this document: keys of a second attention
/// are words of the memory, and keys may be made from X. A target has the roles of the sheet it is
/// compared with.
struct SheetRoles {
    Role rows = Role::Token, columns = Role::Model;
};
SheetRoles roles_of(const Document& document, const SheetId& sheet);
Shape shape_of(const Document& document, const SheetId& sheet);

/// Names the rows or columns of this role in a document of concepts: "person", "film".
std::string_view concept_role(Role role);
/// Returns the names of rows or columns of this role; null if they are numbered.
const std::vector<std::string>* words_of(const Document& document, Role role);
/// Returns " (2nd)" for the second of equal words; empty for a word that stands once.
std::string which_of_equal(const std::vector<std::string>& words, Index at);
/// The word as sentences name it: "cat", or "the (2nd)" where the list has it more than once.
std::string told_word(const std::vector<std::string>& words, Index at);
/// "“cat”", or "“the” (2nd)" where the list has the word more than once.
std::string quoted_word(const std::vector<std::string>& words, Index at);
/// Return row and column names: the tokens, films and vectors, or 0, 1, 2 … for dimensions and
/// concepts.
std::vector<std::string> row_names(const Document& document, const SheetId& sheet);
std::vector<std::string> column_names(const Document& document, const SheetId& sheet);

/// Returns the stage's title for readers: "X" of attention is "Ratings X" of concepts.
std::string title(const Document& document, Stage stage);
/// Whether a number belongs to a concept that is dropped.
bool is_dropped(const Document& document, const Place& place);

/// How a sheet is written, with tokens as rows or as columns. Places keep using the rows and
/// columns above; code that draws, prints or exports a matrix asks here.
struct WrittenForm {
    bool is_transposed = false;
    Shape shape;
    Role row_role = Role::Token, column_role = Role::Model;
    std::vector<std::string> row_names, column_names;
};
WrittenForm written_form(const Document& document, const SheetId& sheet);

/// Returns the formula of the sheet under the document's switches and convention: "Q Kᵀ" or "Kᵀ Q",
/// "scores / √d_k". Subscripts and superscripts are marked as in TeX: "√d_{k}", "K^{T}". Empty for
/// inputs.
std::string formula(const Document& document, Stage stage);
/// Does the same for a sheet of one of several layers or attentions.
std::string formula(const Document& document, const SheetId& sheet);
/// Does the same for callers that ask for several sheets: `stages` is graph(document, 2).
std::string formula(const Document& document, const Graph& stages, const SheetId& sheet);

/// Returns "weights, row 1 (cat), column 4 (mouse)": rows and columns as written, counted from 0.
std::string describe(const Document& document, const Place& place);

/// Whether the stage has the same numbers as the one before it under these switches: scaled without
/// a scale or temperature, masked without a mask.
bool repeats_previous(const Document& document, Stage stage);
bool repeats_previous(const Document& document, const SheetId& sheet);

/// Returns the stage that the scaled or the masked scores are made from: for masked, the last of
/// the limited, biased and scaled scores that exist.
Stage stage_before(const Document& document, const SheetId& sheet);

/// Returns the place that is drawn for a place: in the earlier stage, as long as stages repeat each
/// other.
Place shown_place(const Document& document, Place place);

/// Moves each place to the matrix that `find` returns for its own; asks once per matrix.
template <class Find>
void move_places(std::vector<Place>& places, const Find& find) {
    std::vector<std::pair<SheetId, SheetId>> found;
    for (Place& place : places) {
        auto known = std::find_if(found.begin(), found.end(),
                                  [&](const auto& moved) { return moved.first == place.sheet; });
        if (known == found.end())
            known = found.insert(found.end(), {place.sheet, find(place.sheet)});
        place.sheet = known->second;
    }
}

} // namespace attn
