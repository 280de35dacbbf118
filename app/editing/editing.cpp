// SPDX-License-Identifier: MIT
#include "app/editing/editing.h"

#include "app/editing/folder_text.h"
#include "app/editing/giving.h"
#include "app/editing/model_numbers.h"
#include "app/editing/playing.h"
#include "app/editing/sentence.h"
#include "app/explaining/covering.h"
#include "app/presenting/presenting.h"
#include "core/base/match.h"
#include "core/base/number_text.h"
#include "core/document/commands/texts.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/text/cell_text.h"
#include "core/typing/typing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

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

/// The names of the inputs among these nodes.
std::vector<std::string> given_of(const Document& document, const Graph& stages,
                                  const std::vector<std::size_t>& nodes) {
    std::vector<std::string> names;
    for (const std::size_t at : nodes)
        if (is_given(document, stages[at].sheet))
            names.emplace_back(stages[at].sheet.stage.name());
    return names;
}

std::vector<std::size_t> every(const Graph& stages) {
    std::vector<std::size_t> list(stages.nodes().size());
    std::iota(list.begin(), list.end(), std::size_t{0});
    return list;
}

/// Returns for example "X, W_K or b_K", with " or " before the last.
std::string joined_names(const std::vector<std::string>& names, const std::string& last) {
    std::string text;
    for (std::size_t at = 0; at < names.size(); ++at)
        text += (at == 0 ? "" : at + 1 == names.size() ? last : ", ") + names[at];
    return text;
}

/// Turns "X W_{Q}" into typed form: "X W_Q".
std::string without_marks(std::string text) {
    const auto is_mark = [](char c) { return c == '{' || c == '}' || c == '\\'; };
    text.erase(std::remove_if(text.begin(), text.end(), is_mark), text.end());
    return text;
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

/// The edits of a gesture are one step of undo.
Gesture gesture_of(const Frame& frame, const EditTarget& target) {
    if (const auto* const sentence = std::get_if<SentenceTarget>(&target))
        return sentence->gesture;
    return plays(target) ? ++frame.ui.dragging.last_gesture : Gesture{0};
}

void begin(const Frame& frame, const EditTarget& target, const std::string* typed) {
    if (is_typing_sentence(frame.ui))
        leave_editing(frame);
    if (const auto* cell = std::get_if<CellTarget>(&target);
        cell && is_covered(frame.document, cell->place)) {
        frame.ui.editing =
            Editing{GuessTarget{cell->place}, line_edit(typed ? *typed : "", false), "", ""};
        frame.ui.message.reset();
        return;
    }
    if (const auto* cell = std::get_if<CellTarget>(&target);
        cell && !is_given(frame.document, cell->place.sheet)) {
        type_over_computed(frame, cell->place, typed ? *typed : "");
        return;
    }
    const std::string text = text_of(frame.document, target);
    frame.ui.editing = Editing{target, typed ? line_edit(*typed, false) : line_edit(text, true),
                               text, "", frame.ui.dragging.last_gesture};
    frame.ui.message.reset();
}

/// Compares an answer with the expected one; it does not edit the document.
bool finish_answer(const Frame& frame) {
    Editing& editing = *frame.ui.editing;
    if (editing.line.text.empty()) {
        frame.ui.editing.reset();
        return true;
    }
    const auto number = io::parse_cell(editing.line.text);
    if (!number) {
        editing.fault = number.error().message;
        return false;
    }
    frame.ui.editing.reset();
    answer_by_number(frame, *number);
    return true;
}

} // namespace

std::string text_of(const Document& document, const EditTarget& target) {
    return match(
        target,
        [&](const CellTarget& cell) {
            // Inputs need no trace.
            return shortest(value_at(document, Trace{}, cell.place));
        },
        [&](const GuessTarget&) { return std::string(); },
        [&](const AnswerTarget&) { return std::string(); },
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
        },
        [&](const NumberTarget& target_number) {
            return shortest(info(target_number.number).value(document));
        },
        [&](const SentenceTarget&) { return typing::text_of_words(document); },
        [&](const FolderTextTarget&) { return std::string(); });
}

Result<Command> command_of(const Document& document, const EditTarget& target,
                           const std::string& text) {
    return match(
        target,
        [&](const CellTarget& cell) -> Result<Command> {
            const auto number = io::parse_cell(text);
            if (!number)
                return number.error();
            return Command{SetCell{cell.place, *number}};
        },
        [&](const GuessTarget& guess) -> Result<Command> {
            const auto number = io::parse_cell(text);
            if (!number)
                return number.error();
            return Command{reveal_command(document, range_of(guess.place))};
        },
        [&](const AnswerTarget&) -> Result<Command> {
            return Error{"an answer changes nothing of the document"};
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
        },
        [&](const NumberTarget& target_number) {
            return number_command(document, target_number.number, text);
        },
        [&](const SentenceTarget&) -> Result<Command> {
            auto words = typing::words_of_text(document, text);
            if (!words)
                return words.error();
            return Command{SetWords{*std::move(words)}};
        },
        [&](const FolderTextTarget&) -> Result<Command> {
            return Error{"the folder of the model reads the text"};
        });
}

void begin_editing(const Frame& frame, const EditTarget& target) {
    begin(frame, target, nullptr);
}

void begin_editing(const Frame& frame, const EditTarget& target, const std::string& typed) {
    begin(frame, target, &typed);
}

bool may_be_number(const std::string& typed) {
    return typed.find_first_not_of("0123456789+-−.,eE") == std::string::npos;
}

bool finish_editing(const Frame& frame) {
    if (!frame.ui.editing)
        return true;
    Editing& editing = *frame.ui.editing;
    if (std::holds_alternative<AnswerTarget>(editing.target))
        return finish_answer(frame);
    if (is_typing_folder_text(frame.ui))
        return finish_folder_text(frame);
    if (const auto* const cell = std::get_if<CellTarget>(&editing.target);
        cell && !is_given(frame.document, cell->place.sheet))
        return finish_over_computed(frame);
    // Entering the present number still selects the option it belongs to.
    const bool chooses = std::holds_alternative<ScaleTarget>(editing.target) ||
                         std::holds_alternative<NumberTarget>(editing.target);
    if (editing.line.text == editing.begun_as && !chooses) {
        if (is_typing_sentence(frame.ui))
            cancel_sentence(frame);
        frame.ui.editing.reset();
        return true;
    }
    const auto command = command_of(frame.document, editing.target, editing.line.text);
    const Document& base = is_typing_sentence(frame.ui) ? before_sentence(frame) : frame.document;
    const auto after = command ? apply(base, *command) : Result<Document>(command.error());
    if (!after) {
        editing.fault = after.error().message;
        return false;
    }
    if (const auto* const guess = std::get_if<GuessTarget>(&editing.target))
        say_how_far_off(frame, guess->place, *io::parse_cell(editing.line.text));
    if (is_typing_sentence(frame.ui)) {
        const Index query = frame.view.query;
        cancel_sentence(frame); // fewer words may have cut what the model has for more
        frame.view.query = query;
    }
    frame.outbox.edit(*command, gesture_of(frame, editing.target));
    frame.ui.editing.reset();
    return true;
}

void leave_editing(const Frame& frame) {
    if (!frame.ui.editing || finish_editing(frame))
        return;
    const Editing& editing = *frame.ui.editing;
    const bool is_sentence = is_typing_sentence(frame.ui);
    if (is_sentence) {
        LeftSentence left{editing.line.text, editing.fault, frame.document.vocabulary};
        cancel_sentence(frame); // the document is as before
        frame.ui.left_sentence = std::move(left);
    }
    frame.ui.message = Message{editing.fault + (is_sentence ? ". The sentence stays in its field."
                                                            : ". The old value stays."),
                               true};
    frame.ui.editing.reset();
}

void cancel_editing(const Frame& frame) {
    if (is_typing_folder_text(frame.ui))
        return cancel_folder_text(frame);
    if (is_typing_sentence(frame.ui))
        cancel_sentence(frame);
    // Sliders and arrow keys of the field have changed the document already.
    if (plays(frame.ui.editing->target))
        for (Gesture gesture = frame.ui.dragging.last_gesture;
             gesture > frame.ui.editing->begun_after; --gesture)
            frame.outbox.post(CancelGesture{gesture});
    frame.ui.editing.reset();
}

std::string computed_sentence(const Document& document, const SheetId& sheet) {
    const std::string name(info(sheet.stage).title);
    if (has_stage(document, Stage::Reconstruction))
        return name + " is computed. To change it, change the ratings X" +
               (info(sheet.stage).rows == Role::NewVector ? ", the new vectors or k" : " or k");
    const Graph stages = graph(document, 1);
    const auto node = stages.find({sheet.stage});
    const std::vector<std::string> given =
        node ? given_of(document, stages, stages[*node].inputs) : std::vector<std::string>();
    if (info(sheet.stage).zone == Zone::Projections && !given.empty()) {
        const std::string made = without_marks(formula(document, stages, sheet));
        const std::string change = ". To change it, change " + joined_names(given, " or ");
        return document.projections == Projections::None && made == given.front()
                   ? name + " is " + made + " itself because projections are off" + change
                   : name + " is computed as " + made + change;
    }
    return name + " is computed. To change it, change " +
           joined_names(given_of(document, stages, every(stages)), ", ") + " or a switch";
}

bool cancel_drag(const Frame& frame) {
    Dragging& dragging = frame.ui.dragging;
    if (dragging.scrub)
        frame.outbox.post(CancelGesture{dragging.scrub->gesture});
    else if (dragging.map)
        frame.outbox.post(CancelGesture{dragging.map->gesture});
    else if (dragging.temperature)
        frame.outbox.post(CancelGesture{dragging.temperature->gesture});
    else if (dragging.playing)
        frame.outbox.post(CancelGesture{dragging.playing->gesture});
    else if (!dragging.word)
        return false;
    dragging.let_go();
    dragging.word.reset();
    dragging.playing.reset();
    if (dragging.temperature)
        dragging.temperature->is_cancelled = true;
    return true;
}

namespace {

Index word_or_last(const Frame& frame) {
    return chosen_memory_word(frame).value_or(std::ssize(frame.document.memory) - 1);
}

} // namespace

std::optional<Index> chosen_memory_word(const Frame& frame) {
    const std::optional<Place>& cell = frame.view.selected;
    if (!cell || !has_memory_list(frame.document) || !exists(frame.document, *cell))
        return std::nullopt;
    const Role rows = roles_of(frame.document, cell->sheet).rows;
    if (rows == Role::Memory || (rows == Role::Key && frame.document.options.has_memory))
        return cell->row;
    return std::nullopt;
}

void add_memory_word(const Frame& frame) {
    const Document& now = frame.document;
    const Index at = word_or_last(frame) + 1;
    const std::vector<std::string>& words = now.memory.list();
    frame.outbox.edit(
        InsertToken{at,
                    fresh_name(name_begin(now.model, Names::Memory), words.size() + 1, words),
                    {},
                    Names::Memory});
    if (frame.view.selected && chosen_memory_word(frame))
        frame.view.selected->row = at;
}

void rename_memory_word(const Frame& frame) {
    begin_editing(frame, WordTarget{word_or_last(frame), Names::Memory});
}

void remove_memory_word(const Frame& frame) {
    frame.outbox.edit(RemoveToken{word_or_last(frame), Names::Memory});
}

} // namespace app
