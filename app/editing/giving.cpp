// SPDX-License-Identifier: MIT
#include "app/editing/giving.h"

#include "app/editing/editing.h"
#include "app/editing/selecting.h"
#include "app/learning/seeking.h"
#include "core/base/number_text.h"
#include "core/document/commands/giving.h"
#include "core/document/commands/placing.h"
#include "core/document/model/given.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/figure/base/text.h"
#include "core/io/text/cell_text.h"

#include <cmath>
#include <utility>

namespace app {

using namespace attn;

namespace {

void show_error(const Frame& frame, const Error& fault) {
    frame.ui.message = Message{fault.text(), true};
}

/// Asks what is meant. The answer is kept and carried out for this number; `typed` is empty for a
/// drag.
void ask_what_is_meant(const Frame& frame, const Place& place, const std::string& typed) {
    const auto chosen = [&](OverComputed what) {
        return std::vector<Request>{SetOverComputed{what, place, typed}};
    };
    Question question;
    question.title = place_text(frame.document, place) + " is computed";
    question.text = "Set it: the matrix " + to_text(place.sheet) +
                    " is given from now on, and what follows is computed from it. Find inputs: the "
                    "lab searches for numbers of X or W that lead to it. The answer is kept; "
                    "Explain, Computed numbers changes it.";
    question.choices = {{"set", "Set it", chosen(OverComputed::Set)},
                        {"seek", "Find inputs for it", chosen(OverComputed::Seek)},
                        {"cancel", "Cancel", {}}};
    frame.ui.question = std::move(question);
}

/// The error says why the number cannot be set.
Result<> try_to_set(const Frame& frame, const Place& place, Real value) {
    auto ready = settable(frame, place.sheet);
    if (!ready)
        return ready.error();
    const SetCell cell{place, value};
    if (const auto after = attn::apply(ready->document, cell); !after)
        return after.error();
    post_setting(frame, place.sheet, *std::move(ready), cell);
    return Nothing{};
}

} // namespace

bool can_set(const Document& document, const SheetId& sheet) {
    return is_given(document, sheet) || may_be_given(document, sheet).has_value();
}

Result<Settable> settable(const Frame& frame, const SheetId& sheet) {
    if (is_given(frame.document, sheet))
        return Settable{frame.document, {}};
    if (const auto fault = may_be_given(frame.document, sheet); !fault)
        return fault.error();
    if (!frame.settle())
        return Error{"there is not enough memory"};
    const auto& [document, trace] = frame.exact();
    const Give give{sheet, matrix_of(document, trace, sheet)};
    auto after = attn::apply(frame.document, give);
    if (!after)
        return after.error();
    return Settable{*std::move(after), {give}};
}

std::string given_sentence(const SheetId& sheet) {
    return "The matrix " + to_text(sheet) +
           " is given now. Shift+G, or a click on “given” in its title, computes it again";
}

void post_setting(const Frame& frame, const SheetId& sheet, Settable settable, Command command) {
    const bool is_new = !settable.commands.empty();
    settable.commands.push_back(std::move(command));
    edit_together(frame, settable.commands);
    if (is_new)
        frame.ui.message = Message{given_sentence(sheet), false};
}

void set_number(const Frame& frame, const Place& place, Real value) {
    if (const auto done = try_to_set(frame, place, value); !done)
        show_error(frame, done.error());
}

OverComputed meant_by_typing(const Frame& frame, const Place& place) {
    if (!may_be_given(frame.document, place.sheet))
        return OverComputed::Seek;
    return cannot_seek(frame.document, place).empty() ? frame.ui.over_computed : OverComputed::Set;
}

void type_over_computed(const Frame& frame, const Place& place, const std::string& typed) {
    // Only the beginning of a number is typed; the form says so for other keys.
    if (!may_be_number(typed) || meant_by_typing(frame, place) == OverComputed::Seek)
        return begin_seeking(frame, place, typed);
    if (const auto ready = settable(frame, place.sheet); !ready)
        return meant_by_typing(frame, place) == OverComputed::Ask
                   ? begin_seeking(frame, place, typed)
                   : show_error(frame, ready.error());
    const std::string text = shortest(value_at(frame.document, frame.exact().trace, place));
    frame.view.selected = place;
    frame.ui.editing =
        Editing{CellTarget{place}, typed.empty() ? line_edit(text, true) : line_edit(typed, false),
                text, "", frame.ui.dragging.last_gesture};
    frame.ui.message.reset();
}

bool finish_over_computed(const Frame& frame) {
    Editing& editing = *frame.ui.editing;
    const Place place = *cell_of(editing.target);
    const std::string typed = editing.line.text;
    if (typed == editing.begun_as) {
        frame.ui.editing.reset();
        return true;
    }
    const auto number = io::parse_cell(typed);
    if (!number) {
        editing.fault = number.error().message;
        return false;
    }
    if (meant_by_typing(frame, place) == OverComputed::Ask) {
        frame.ui.editing.reset();
        ask_what_is_meant(frame, place, typed);
        return true;
    }
    if (const auto done = try_to_set(frame, place, *number); !done) {
        editing.fault = done.error().message;
        return false;
    }
    frame.ui.editing.reset();
    return true;
}

bool is_dragged_over(const Frame& frame, const Place& place) {
    return !is_given(frame.document, place.sheet) &&
           meant_by_typing(frame, place) != OverComputed::Seek;
}

bool begin_dragging_over(const Frame& frame, const Place& place, Gesture gesture) {
    if (meant_by_typing(frame, place) == OverComputed::Ask) {
        ask_what_is_meant(frame, place, "");
        return false;
    }
    const auto ready = settable(frame, place.sheet);
    if (!ready) {
        show_error(frame, ready.error());
        return false;
    }
    for (const Command& command : ready->commands)
        frame.outbox.edit(command, gesture);
    frame.ui.message = Message{given_sentence(place.sheet), false};
    return true;
}

void choose_over_computed(const Frame& frame, const SetOverComputed& chosen) {
    frame.ui.over_computed = chosen.over;
    if (!exists(frame.document, chosen.place))
        return;
    if (chosen.over == OverComputed::Seek)
        return begin_seeking(frame, chosen.place, chosen.typed);
    if (chosen.typed.empty())
        frame.ui.message = Message{"Drag the number again: now it follows the pointer", false};
    else if (const auto number = io::parse_cell(chosen.typed))
        set_number(frame, chosen.place, *number);
}

void release(const Frame& frame, const SheetId& sheet) {
    if (const auto fault = may_be_released(frame.document, sheet); !fault)
        return show_error(frame, fault.error());
    frame.outbox.edit(Release{sheet});
    frame.ui.message.reset();
}

void make_shares(const Frame& frame, const SheetId& sheet) {
    auto command = shares_command(frame.document, sheet);
    if (!command)
        return show_error(frame, command.error());
    frame.outbox.edit(*std::move(command));
}

std::string unlike_shares_sentence(const Frame& frame, const SheetId& sheet) {
    if (!frame.is_shown() || !exists(frame.shown().document, sheet))
        return "";
    const auto& [document, trace] = frame.shown(); // covered numbers stay covered
    const Matrix numbers = matrix_of(document, trace, sheet);
    const bool by_rows = document.switches.axis == Axis::Rows;
    const std::vector<std::string> names =
        by_rows ? row_names(document, sheet) : column_names(document, sheet);
    const auto line = line_off_shares(numbers, document.switches.axis);
    if (!line)
        return "";
    const Real sum = by_rows ? numbers.row(*line).sum() : numbers.col(*line).sum();
    return "The weights of “" + figure::visible_word(names[static_cast<std::size_t>(*line)]) +
           "” sum to " + with_minus(significant(sum, 3)) + ".";
}

} // namespace app
