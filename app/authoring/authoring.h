// SPDX-License-Identifier: MIT
// Writes a lesson: a step is what the window shows, texts have live numbers, and each edit is one
// step of undo, apart from the undo of the document.
//
// Keys while a field has the keyboard: Tab and Shift+Tab go to the next field, Esc gives the
// keyboard back to the canvas. Alt+Up and Alt+Down move the step, Ctrl+D duplicates it, Ctrl+Z and
// Ctrl+Y undo and redo. In a text Ctrl+L writes the place of the selected number and Ctrl+P a pin,
// as clicks and Alt+clicks on numbers do; formatting.h lists the keys that format it. Left and
// Right change a field with a list, Space opens the list. In the list of steps Delete removes the
// step.
#pragma once

#include "app/authoring/formatting.h"
#include "app/authoring/writing.h"
#include "app/session/frame.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

struct Session;

// Begins, saves and ends (authoring.cpp).

void write_lesson(Session& session, const WriteLesson& wanted);
void save_lesson(Session& session);
void leave_writing(Session& session);
/// Asks whether to save the lesson before `then`, if it is not saved. Returns whether it asked.
bool asks_to_save_lesson(Session& session, const Request& then);
void note_saved_lesson(Writing& writing, const std::string& path, const attn::io::FileMark& mark);
/// Gives the lesson that is being written to the journal if it changed.
void keep_written_lesson(Session& session);
/// Continues to write the lesson that was not saved in the restored work; nothing if there is none.
void restore_written_lesson(Session& session);
/// Suggests the name of a file; `is_inside`: of a document that carries the lesson.
std::string suggested_name(const Writing& writing, bool is_inside = false);
/// Offers to begin the lesson that the document carries.
Question ask_to_begin_lesson(const attn::Document& document);
/// Opens the lesson that the document carries, or offers to edit it if it cannot be told.
void open_own_lesson(Session& session);
/// Offers to edit a file whose lesson cannot be told yet. Does nothing if it cannot be read either.
void offer_to_write(Session& session, const std::string& path, const attn::Error& why);
/// Whether the dialog asks where to save a lesson.
bool saves_lesson(const FileState& files);

// Edits the lesson (lesson_edits.cpp). Each edit is one step of undo.

/// Adds what is shown as a step after the open one.
void add_lesson_step(const Frame& frame);
/// Takes what is shown into the open step.
void update_lesson_step(const Frame& frame);
/// Moves the open step up or down by one.
void move_lesson_step(const Frame& frame, int by);
/// Moves step `from` so that it is step `to` then, and opens it.
void move_lesson_step_to(const Frame& frame, std::size_t from, std::size_t to);
void copy_lesson_step(const Frame& frame);
/// Removes the open step, unless it is the only one.
void remove_lesson_step(const Frame& frame);
void undo_lesson(const Frame& frame);
void redo_lesson(const Frame& frame);
/// Makes a step that presents what is shown, without the commands that lead to its document.
attn::LessonStep shown_lesson_step(const Frame& frame);
/// Whether the document differs from that of the open step.
bool is_lesson_step_changed(const Frame& frame);
/// "scale: none · query cat": what the open step keeps.
const std::string& kept_by_lesson_step(const Frame& frame);
/// What the answer to the open step's question tells, and whether it is covered.
struct LessonAnswer {
    attn::CellRange cells;
    bool is_covered = false;
};
/// Empty if the step asks for nothing that can be covered.
std::optional<LessonAnswer> lesson_answer(const Frame& frame);
/// Covers what the open step asks for, or uncovers it. It is revealed once the answer is given.
void cover_lesson_answer(const Frame& frame);
/// Takes over a changed lesson. Edits with the same `typing` are one step of undo.
void take_lesson(const Frame& frame, attn::Lesson lesson, std::size_t step,
                 const std::optional<LessonField>& typing = {}, bool changes_documents = true);

// Fields (lesson_fields.cpp).

/// Lists the fields of the open step, in the order of Tab.
std::vector<LessonField> lesson_fields(const Writing& writing, std::size_t step);
std::string lesson_field_text(const Writing& writing, std::size_t step, const LessonField& field);
/// Whether its text may have live numbers.
bool has_live_numbers(const LessonField& field);
/// Whether one line is typed into it.
bool is_lesson_line(const LessonField& field);
/// Whether a text of several lines is typed into it. If it takes neither, it is a list or a choice.
bool is_lesson_text(const LessonField& field);
/// The key that faults name it by: "question.hints[1]".
std::string lesson_field_key(const Writing& writing, std::size_t step, const LessonField& field);
/// Says what is wrong in this field; empty if nothing is.
std::string lesson_field_fault(const Writing& writing, std::size_t step, const LessonField& field);
/// Whether nothing was written there yet, so that its fault is what is still to do.
bool is_still_to_write(const Writing& writing, std::size_t step, const LessonField& field);
/// The same for all that is wrong with the step.
bool is_step_still_to_write(const Writing& writing, std::size_t step);
/// Lists what is wrong with the step; empty if nothing is.
std::vector<attn::io::LessonFault> lesson_step_faults(const Writing& writing, std::size_t step);

/// Gives the keyboard to the field.
void enter_lesson_field(const Frame& frame, const LessonField& field);
void leave_lesson_fields(const Frame& frame);
/// Reads the field again if another step is open.
void follow_lesson_step(const Frame& frame);
/// Takes the typed text into the lesson. `goes_on`: what is typed next is the same step of undo.
void take_typed_field(const Frame& frame, bool goes_on);

/// Formats the selected part of a text, as one step of undo. Enters the field first.
void format_lesson_text(const Frame& frame, const LessonField& field, Formatting formatting);

/// What can be chosen in a field with a list.
struct LessonChoices {
    std::vector<std::string> names; // "Softmax, for all words"
    std::optional<std::size_t> at;  // the chosen one, if it is in the list
    std::string now;                // its name, or what else is presented
};
LessonChoices lesson_choices(const Frame& frame, const LessonField& field);
void choose_in_lesson(const Frame& frame, const LessonField& field, std::size_t choice);
/// Whether something is chosen from a list in it.
bool is_lesson_list(const LessonField& field);
/// Opens the list of the field, with the chosen entry marked.
void open_lesson_list(const Frame& frame, const LessonField& field);

bool writes_with_keys(const UiState& ui);
bool press_in_writing(const Frame& frame, const KeyPress& key);
void type_in_writing(const Frame& frame, const std::string& text);

// Live numbers (number_links.cpp).

/// Writes the place of a clicked number into the field. Returns false if the field takes none.
bool write_place(const Frame& frame, const attn::Place& place, bool is_pin);
/// Whether a click on a number writes its place.
bool takes_places(const UiState& ui);
/// Looks for the place of the number before the caret.
std::optional<NumberLink> number_link(const Frame& frame, const std::string& text,
                                      std::size_t caret);
/// Puts the place instead of the typed number.
void take_number_link(const Frame& frame);

} // namespace app
