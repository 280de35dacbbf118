// SPDX-License-Identifier: MIT
#include "app/editing/editing.h"

#include "core/base/match.h"
#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/io/cell_text.h"

#include <cmath>

namespace app {
namespace {

using namespace attn;

std::string quoted(const std::string& text) {
    return "\"" + text + "\"";
}

Result<Real> above_zero(const std::string& text, const std::string& what) {
    const auto number = io::parse_cell(text);
    if (!number)
        return number.error();
    if (*number <= 0)
        return Error{what + " must be above 0, but " + quoted(text) + " is not"};
    return number;
}

Result<Index> width(const std::string& text) {
    const auto number = io::parse_cell(text);
    if (!number)
        return number.error();
    if (*number != std::floor(*number) || *number < 1 || *number > static_cast<Real>(max_width))
        return Error{quoted(text) + " is not a valid width. Type a whole number from 1 to " +
                     std::to_string(max_width)};
    return static_cast<Index>(*number);
}

Index width_of(const Document& document, Width which) {
    switch (which) {
    case Width::Model:
        return d_model(document);
    case Width::QueryKey:
        return d_k(document);
    case Width::Value:
        return d_v(document);
    }
    return 0;
}

void begin(const Frame& frame, const EditTarget& target, const std::string* typed) {
    if (const auto* cell = std::get_if<CellTarget>(&target);
        cell && !is_given(frame.document, cell->place.sheet.stage)) {
        frame.ui.message = Message{computed_sentence(frame.document, cell->place.sheet), false};
        return;
    }
    const std::string text = text_of(frame.document, target);
    frame.ui.editing =
        Editing{target, typed ? line_edit(*typed, false) : line_edit(text, true), text, ""};
    frame.ui.message.reset();
}

} // namespace

std::string text_of(const Document& document, const EditTarget& target) {
    return match(
        target,
        [&](const CellTarget& cell) {
            // Inputs need no trace.
            return shortest(value_at(document, Trace{}, cell.place));
        },
        [&](const WordTarget& word) {
            return names(document, word.of)[static_cast<std::size_t>(word.row)];
        },
        [&](const TemperatureTarget&) { return shortest(document.switches.temperature); },
        [&](const ScaleTarget&) {
            const Scale& scale = document.switches.scale;
            return shortest(divisor(scale, d_k(document), d_model(document)));
        },
        [&](const WidthTarget& target_width) {
            return std::to_string(width_of(document, target_width.width));
        });
}

Result<Command> command_of(const Document&, const EditTarget& target, const std::string& text) {
    return match(
        target,
        [&](const CellTarget& cell) -> Result<Command> {
            const auto number = io::parse_cell(text);
            if (!number)
                return number.error();
            return Command{SetCell{cell.place, *number}};
        },
        [&](const WordTarget& word) -> Result<Command> {
            return Command{RenameToken{word.row, text, word.of}};
        },
        [&](const TemperatureTarget&) -> Result<Command> {
            const auto number = above_zero(text, "the temperature");
            if (!number)
                return number.error();
            return Command{SetTemperature{*number}};
        },
        [&](const ScaleTarget&) -> Result<Command> {
            const auto number = above_zero(text, "the number the scores are divided by");
            if (!number)
                return number.error();
            return Command{SetScale{{Scale::Kind::Number, *number}}};
        },
        [&](const WidthTarget& target_width) -> Result<Command> {
            const auto size = width(text);
            if (!size)
                return size.error();
            return Command{SetWidth{target_width.width, *size}};
        });
}

void begin_editing(const Frame& frame, const EditTarget& target) {
    begin(frame, target, nullptr);
}

void begin_editing(const Frame& frame, const EditTarget& target, const std::string& typed) {
    begin(frame, target, &typed);
}

bool finish_editing(const Frame& frame) {
    if (!frame.ui.editing)
        return true;
    Editing& editing = *frame.ui.editing;
    const bool is_scale = std::holds_alternative<ScaleTarget>(editing.target);
    if (editing.line.text == editing.begun_as && !is_scale) {
        frame.ui.editing.reset();
        return true;
    }
    const auto command = command_of(frame.document, editing.target, editing.line.text);
    const auto after =
        command ? apply(frame.document, *command) : Result<Document>(command.error());
    if (!after) {
        editing.fault = after.error().message;
        return false;
    }
    frame.outbox.edit(*command);
    frame.ui.editing.reset();
    return true;
}

std::string computed_sentence(const Document& document, const SheetId& sheet) {
    const std::string name(info(sheet.stage).title);
    if (has_stage(document, Stage::Reconstruction))
        return name + " is computed. To change it, change the ratings X" +
               (info(sheet.stage).rows == Role::NewVector ? ", the new vectors or k" : " or k");
    const bool learned = document.projections == Projections::Learned;
    if (info(sheet.stage).zone == Zone::Projections)
        return learned
                   ? name + " is computed as " +
                         (document.convention == Convention::TokensAsRows ? "X W_" + name
                                                                          : "W_" + name + " X") +
                         ". To change it, change X or W_" + name
                   : name + " is X itself because projections are off. To change it, change X";
    return name + " is computed. To change it, change X" +
           (learned ? " or one of W_Q, W_K, W_V" : std::string()) + " or a switch";
}

} // namespace app
