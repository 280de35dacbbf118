// SPDX-License-Identifier: MIT
// The matrices a document has, in order, each with its names, shape and formula: the one list that
// show, the canvas, editing and exports read.
#pragma once

#include "core/document/document.h"
#include "core/engine/graph.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// Every matrix of the document in the order it is computed, stage by stage and head by head. The
/// weighted values stand once for each head, with query 0. Without projections there are no W.
std::vector<SheetId> sheets(const Document& document);

/// How many matrices of the stage there are: one for each head, one for each group of keys and
/// values, or one.
Index sheet_count(const Document& document, Stage stage);
/// The matrix of the stage that the head computes or reads: K of its group, X of all. Of the first
/// attention of the first layer.
SheetId sheet_of_head(const Document& document, Stage stage, Index head);
/// The head to look at to see the sheet: the one that is looked at where it computes or reads it.
Index head_showing(const Document& document, const SheetId& sheet, Index now);
/// Whether people edit the stage; P of sines is computed, a learned one is given.
bool is_given(const Document& document, Stage stage);

/// Whether the document has the layer and the attention that the sheet names, and they its stage if
/// the document has it.
bool is_of_a_layer(const Document& document, const SheetId& sheet);
bool exists(const Document& document, const SheetId& sheet);
bool exists(const Document& document, const Place& place);
/// Leaves those out that do not exist. A number has many marks, all in a few matrices, each of
/// which is asked for once.
void leave_existing(const Document& document, std::vector<Place>& places);

/// Whether every place of one is a place of the other: as many words, heads and dimensions.
bool have_same_places(const Document& a, const Document& b);

/// Whose rows and columns the sheet has: a target those of the stage that it is compared with, any
/// other its own.
SheetId shaped_like(const Document& document, const SheetId& sheet);

/// What the rows and columns of the sheet stand for in this document: keys of a second attention
/// are words of the memory, and what keys are made from may be X. A target has those of the sheet
/// that it is compared with.
struct SheetRoles {
    Role rows = Role::Token, columns = Role::Model;
};
SheetRoles roles_of(const Document& document, const SheetId& sheet);
Shape shape_of(const Document& document, const SheetId& sheet);

/// What the rows or columns of this role are called in a document of concepts: "person", "film".
std::string_view concept_role(Role role);
/// The names that rows or columns of this role have; null where they are numbered.
const std::vector<std::string>* words_of(const Document& document, Role role);
/// Row and column names: the tokens, films and vectors, or 0, 1, 2 … for dimensions and concepts.
std::vector<std::string> row_names(const Document& document, const SheetId& sheet);
std::vector<std::string> column_names(const Document& document, const SheetId& sheet);

/// The stage as a person reads it: "X" of attention is "Ratings X" of concepts.
std::string title(const Document& document, Stage stage);
/// Whether a number belongs to a concept that is not kept.
bool is_dropped(const Document& document, const Place& place);

/// Everything about how a sheet is written down, with tokens as rows or as columns. Places keep
/// speaking of the rows and columns above; whatever draws, prints or exports a matrix asks here.
struct WrittenForm {
    bool is_transposed = false;
    Shape shape;
    Role row_role = Role::Token, column_role = Role::Model;
    std::vector<std::string> row_names, column_names;
};
WrittenForm written_form(const Document& document, const SheetId& sheet);

/// The formula that makes the sheet under the document's switches and convention: "Q Kᵀ" or
/// "Kᵀ Q", "scores / √d_k". Lower and raised letters are marked as in TeX:
/// "√d_{k}", "K^{T}". Empty for inputs.
std::string formula(const Document& document, Stage stage);
/// The same of a sheet, whose layer and attention are one of several.
std::string formula(const Document& document, const SheetId& sheet);
/// The same of several sheets: `stages` is graph(document, 2).
std::string formula(const Document& document, const Graph& stages, const SheetId& sheet);

/// "weights, row 1 (cat), column 4 (mouse)": rows and columns from 0, as they
/// are written.
std::string describe(const Document& document, const Place& place);

/// Stages that hold the same numbers as the one before them under these switches: scaled without a
/// scale or temperature, masked without a mask.
bool repeats_previous(const Document& document, Stage stage);
bool repeats_previous(const Document& document, const SheetId& sheet);

/// The stage that the scaled or the masked scores are made from: before a mask that is the last of
/// the limited, biased and scaled ones that there is.
Stage stage_before(const Document& document, const SheetId& sheet);

/// The place that is drawn for a place: that of the stage before while stages repeat each other.
Place shown_place(const Document& document, Place place);

/// Each place in the matrix that `find` gives for its own, which is asked for once.
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
