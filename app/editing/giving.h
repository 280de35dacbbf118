// SPDX-License-Identifier: MIT
// Setting computed numbers: their stage is given from then on (core/document/model/given.h). Typing
// over one, or dragging it, may also mean to find inputs for it; the window asks once.
#pragma once

#include "app/session/frame.h"

#include <string>
#include <vector>

namespace app {

/// Whether numbers of the sheet can be set: it is an input, or a computed stage that can be given.
bool can_set(const attn::Document& document, const attn::SheetId& sheet);

/// The document in which the sheet's numbers can be set, and the commands that lead to it: none for
/// an input, else one that gives the present numbers.
struct Settable {
    attn::Document document;
    std::vector<attn::Command> commands;
};
/// The error says why the numbers cannot be set. Waits for the results of the document.
attn::Result<Settable> settable(const Frame& frame, const attn::SheetId& sheet);
/// "The matrix Q is given now. Shift+G, or a click on “given” in its title, computes it again"
std::string given_sentence(const attn::SheetId& sheet);
/// Posts the command after those that make the sheet settable, as one step of undo.
void post_setting(const Frame& frame, const attn::SheetId& sheet, Settable settable,
                  attn::Command command);

/// What typing over this computed number means: what the user has chosen, or the only possibility.
OverComputed meant_by_typing(const Frame& frame, const attn::Place& place);

/// Sets the number. A computed one is given then; if it cannot be, says why.
void set_number(const Frame& frame, const attn::Place& place, attn::Real value);

/// Begins to type over a computed number, or opens the form for a goal, as meant_by_typing() says.
void type_over_computed(const Frame& frame, const attn::Place& place, const std::string& typed);
/// Enters the typed text: sets the number, or asks what is meant. Returns whether the editing is
/// over.
bool finish_over_computed(const Frame& frame);

/// Whether dragging the computed number changes it, or asks.
bool is_dragged_over(const Frame& frame, const attn::Place& place);
/// Begins such a drag: gives the stage, in the gesture of the drag. Returns false if the number
/// cannot be dragged now, after it has asked what is meant or said why.
bool begin_dragging_over(const Frame& frame, const attn::Place& place, attn::Gesture gesture);

/// Keeps the user's answer to what typing over a number means, and carries it out.
void choose_over_computed(const Frame& frame, const SetOverComputed& chosen);

/// Computes the given stage again, or says why nothing computes it.
void release(const Frame& frame, const attn::SheetId& sheet);
/// Divides each line of given weights by its sum.
void make_shares(const Frame& frame, const attn::SheetId& sheet);
/// Describes the first line of given weights that does not sum to 1: "The weights of “cat” sum to
/// 1.6."; empty if all do.
std::string unlike_shares_sentence(const Frame& frame, const attn::SheetId& sheet);

} // namespace app
