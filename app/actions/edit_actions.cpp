// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/editing/editing.h"
#include "app/editing/folder_text.h"
#include "app/editing/navigation.h"
#include "app/editing/playing.h"
#include "app/editing/selecting.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/model.h"
#include "core/document/telling/next_word.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace app {
namespace {

using namespace attn;

/// A name that no word has; with a table, which has only its own words, the word beside it again.
std::string new_word(const Document& document, Index beside) {
    if (document.options.has_table)
        return document.tokens[static_cast<std::size_t>(beside)];
    return fresh_name(name_begin(document.model, Names::Rows), document.tokens.size() + 1,
                      document.tokens, document.concepts.names);
}

void add_word(const Frame& frame) {
    if (chosen_memory_word(frame))
        return add_memory_word(frame);
    const std::string name = new_word(frame.document, frame.view.query);
    frame.outbox.edit(InsertToken{++frame.view.query, name, {}});
    // The word exists before the next key, so it can be typed over.
    frame.ui.editing = Editing{WordTarget{frame.view.query}, line_edit(name, true), name, ""};
}

void remove_word(const Frame& frame) {
    if (chosen_memory_word(frame))
        return remove_memory_word(frame);
    frame.outbox.edit(RemoveToken{frame.view.query});
}

void move_word(const Frame& frame, Index by) {
    const Index to = frame.view.query + by;
    if (to < 0 || to >= token_count(frame.document))
        return;
    frame.outbox.edit(MoveToken{frame.view.query, to});
    frame.view.query = to;
}

bool has_projections(const Frame& frame) {
    return frame.document.projections == Projections::Learned;
}

Action width_action(const char* id, const char* name, Width width, const char* sentence,
                    bool needs_projections) {
    Action action{
        id,       name, "Shape",
        sentence, {},   [width](const Frame& frame) {
                      begin_editing(frame, WidthTarget{width}); }};
    if (needs_projections)
        action.is_enabled = has_projections;
    return action;
}

} // namespace

std::vector<Action> edit_actions() {
    std::vector<Action> list;
    list.push_back({"edit.undo",
                    "Undo",
                    "Edit",
                    "Undoes the last step. A whole drag is one step.",
                    {control('z')},
                    [](const Frame& frame) { frame.outbox.post(Undo{}); },
                    [](const Frame& frame) { return frame.history.can_undo(); }});
    list.push_back({"edit.redo",
                    "Redo",
                    "Edit",
                    "Does again what Undo took back.",
                    {control_shift('z'), control('y')},
                    [](const Frame& frame) { frame.outbox.post(Redo{}); },
                    [](const Frame& frame) { return frame.history.can_redo(); }});
    list.push_back({"edit.reset",
                    "Reset",
                    "Edit",
                    "Goes back to the document as it was last opened or saved. You can undo this.",
                    {},
                    [](const Frame& frame) { frame.outbox.post(Reset{}); },
                    [](const Frame& frame) { return frame.ui.files.is_unsaved; }});
    list.push_back(
        {"edit.history",
         "History",
         "Edit",
         "Shows every step since the start. You can go back to any step, or replay them all.",
         {control('h')},
         [](const Frame& frame) { frame.ui.history.is_open = !frame.ui.history.is_open; },
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.ui.history.is_open; }});
    list.push_back({"edit.replay",
                    "Replay the history",
                    "Edit",
                    "Shows the steps one after another, from the first to the last.",
                    {},
                    [](const Frame& frame) {
                        frame.ui.history.is_open = true;
                        frame.outbox.post(GoToStep{0});
                        frame.ui.history.replay = Replay{};
                    },
                    [](const Frame& frame) { return frame.history.size() > 1; }});
    list.push_back({"word.type",
                    "Type a sentence",
                    "Edit",
                    "Types all words as one sentence. A model in the document follows while you "
                    "type, one in a folder on Enter; Tab completes a word of the document, Esc "
                    "brings the old sentence back.",
                    {{Key::Character, 't'}, {Key::Character, 't', false, true}},
                    begin_text});
    list.back().is_offered = [](const Document& document) {
        return document.options.has_table || is_layer_of_folder(document);
    };
    list.back().why_not = why_no_typed_text;
    list.push_back(
        {"word.rename",
         "Rename the query word",
         "Words",
         "Lets you type over the query word. Double-click any word to do the same.",
         {},
         [](const Frame& frame) { begin_editing(frame, WordTarget{frame.view.query}); }});
    list.push_back({"word.add",
                    "Add a word",
                    "Words",
                    "Adds a word after the query word and lets you type its name. All numbers of "
                    "its embedding are 0.",
                    {control(Key::Enter)},
                    add_word,
                    [](const Frame& frame) {
                        return token_count(frame.document) < model_of(frame.document).most_rows;
                    }});
    list.push_back({"word.remove",
                    "Remove the query word",
                    "Words",
                    "Removes the word, its row of X and its cells of a painted mask.",
                    {control(Key::Backspace)},
                    remove_word,
                    [](const Frame& frame) {
                        return chosen_memory_word(frame) ? frame.document.memory.size() > 1
                                                         : token_count(frame.document) > 1;
                    }});
    list.push_back(
        {"word.up",
         "Move the query word up",
         "Words",
         "Moves the word with its embedding and its mask. Without positions its weights move too.",
         {alt(Key::Up)},
         [](const Frame& frame) { move_word(frame, -1); },
         [](const Frame& frame) { return frame.view.query > 0; }});
    list.push_back(
        {"word.down",
         "Move the query word down",
         "Words",
         "Moves the word with its embedding and its mask. Without positions its weights move too.",
         {alt(Key::Down)},
         [](const Frame& frame) { move_word(frame, 1); },
         [](const Frame& frame) { return frame.view.query + 1 < token_count(frame.document); }});
    list.push_back(width_action("shape.d_model", "Set d_model …", Width::Model,
                                "The width of an embedding. New columns of X and rows of W are 0.",
                                false));
    list.push_back(width_action("shape.d_k", "Set d_k …", Width::QueryKey,
                                "The width of queries and keys. New columns of W_Q and W_K are 0.",
                                true));
    list.push_back({"shape.d_k.play",
                    "Play d_k",
                    "Shape",
                    "Moves d_k from 1 to twice what it is and back. Seed 42 draws new "
                    "columns like the present ones. Space pauses, Esc takes it back.",
                    {},
                    play_d_k,
                    [](const Frame& frame) { return can_play_d_k(frame.document); }});
    list.push_back(width_action("shape.d_v", "Set d_v …", Width::Value,
                                "The width of values and outputs. New columns of W_V are 0.",
                                true));
    return list;
}

namespace {

bool has_selection(const Frame& frame) {
    return selection(frame.view).has_value();
}

Action scope(const char* id, const char* name, const char* sentence, CopyOptions::Scope scope) {
    return {id,
            name,
            "What is copied",
            sentence,
            {},
            [scope](const Frame& frame) { frame.ui.copying.scope = scope; },
            [](const Frame&) { return true; },
            [scope](const Frame& frame) { return frame.ui.copying.scope == scope; }};
}

} // namespace

std::vector<Action> copy_actions() {
    std::vector<Action> list;
    list.push_back({"edit.copy",
                    "Copy",
                    "Copy",
                    "Copies the selected cells in a form that spreadsheets accept.",
                    {control('c')},
                    [](const Frame& frame) { copy_selection(frame, io::TextForm::Tsv); },
                    has_selection});
    list.push_back(
        {"edit.paste",
         "Paste",
         "Copy",
         "Pastes numbers from NumPy, PyTorch, a spreadsheet, CSV, Markdown, LaTeX, MATLAB or JSON. "
         "If no number is selected, adds the words of a sentence.",
         {control('v')},
         paste});
    list.push_back({"edit.select_all",
                    "Select the whole matrix",
                    "Copy",
                    "Selects the matrix of the selected cell. To select a part, use Shift+arrows "
                    "or Ctrl+drag.",
                    {control('a')},
                    select_all});
    for (const io::TextFormInfo& info : io::text_forms)
        if (info.form != io::TextForm::Tsv)
            list.push_back({"copy." + std::string(info.name),
                            "Copy as " + std::string(info.title),
                            "Copy",
                            "",
                            {},
                            [form = info.form](const Frame& frame) { copy_selection(frame, form); },
                            has_selection});
    list.push_back(scope("copy.scope.selection", "The selected cells", "", //
                         CopyOptions::Scope::Selection));
    list.push_back(scope("copy.scope.matrix", "The whole matrix", "", CopyOptions::Scope::Matrix));
    list.push_back(
        scope("copy.scope.stage", "The whole stage",
              "Copies the matrices of every head, and the weighted values of every query word.",
              CopyOptions::Scope::Stage));
    list.push_back(
        {"copy.shown",
         "Numbers as shown",
         "What is copied",
         "Copies numbers rounded as the view shows them. When off, copies every digit.",
         {},
         [](const Frame& frame) { frame.ui.copying.as_shown = !frame.ui.copying.as_shown; },
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.ui.copying.as_shown; }});
    return list;
}

namespace {

Action fill(const char* id, const char* name, const char* sentence, Fill fill, Real number = 0) {
    return {id,      name,
            "Fill",  sentence,
            {},      [fill, number](const Frame& frame) { fill_selection(frame, fill, number); },
            can_fill};
}

/// A way to give a stage, which other matrices may be filled with as well.
Action fill_as_given(const GivenAsInfo& way) {
    Action action{"fill." + std::string(way.word),
                  std::string(way.title),
                  "Fill a stage",
                  std::string(way.sentence),
                  {},
                  [as = way.as](const Frame& frame) {
                      as == GivenAs::Diagonal ? begin_diagonal(frame) : fill_by(frame, {as});
                  },
                  can_fill};
    if (way.as == GivenAs::Uniform) {
        action.is_enabled = [](const Frame& frame) {
            return can_fill(frame) && frame.view.selected->sheet.stage == Stage::Weights;
        };
        action.is_offered = [](const Document& document) {
            return has_stage(document, Stage::Weights);
        };
    }
    return action;
}

Action head(const char* id, const char* name, const char* sentence, Reason reason) {
    return {id,
            name,
            "Attend to",
            sentence,
            {},
            [reason](const Frame& frame) { make_head(frame, reason); },
            [](const Frame& frame) {
                return has_stage(frame.document, Stage::Weights) &&
                       frame.document.projections == Projections::Learned;
            }};
}

/// Draws the numbers of a worksheet's variant, by a seed that each step of the history changes.
void draw_whole_numbers(const Frame& frame) {
    auto drawn =
        variants(frame.document, 1, static_cast<std::uint32_t>(1 + frame.history.position()));
    if (!drawn) {
        frame.ui.message = Message{"No such numbers were found: a document of plain attention with "
                                   "few words and dimensions has some",
                                   true};
        return;
    }
    frame.outbox.edit(Replace{std::move(drawn->front()), "Small whole numbers everywhere"});
}

} // namespace

std::vector<Action> fill_actions() {
    std::vector<Action> list;
    list.push_back(
        fill("fill.zeros", "Zeros",
             "Fills the selected cells with 0. If one cell is selected, fills its whole matrix.",
             Fill::Zeros));
    list.push_back(fill("fill.ones", "Ones", "", Fill::Ones));
    list.push_back(fill("fill.identity", "Identity", "Puts 1 on the diagonal and 0 elsewhere.",
                        Fill::Identity));
    for (const GivenAsInfo& way : ways_to_give())
        if (way.as == GivenAs::Uniform || way.as == GivenAs::Mean || way.as == GivenAs::Diagonal)
            list.push_back(fill_as_given(way)); // the others are fills above, or change nothing
    list.push_back({"fill.pinned",
                    "As in the pinned state",
                    "Fill a stage",
                    "Takes the numbers that the selected cells have in the pinned state.",
                    {},
                    fill_from_pinned,
                    has_pinned_matrix});
    list.push_back({"fill.random",
                    "Random numbers …",
                    "Fill",
                    "Draws the same numbers as NumPy or PyTorch draw from the same seed, nn.Linear "
                    "included.",
                    {},
                    begin_filling,
                    can_fill});
    list.push_back(fill("fill.transpose", "Transpose",
                        "Turns rows into columns. The selected cells must form a square.",
                        Fill::Transpose));
    list.push_back({"fill.round",
                    "Round as shown",
                    "Fill",
                    "Rounds each number to the decimals that the view shows.",
                    {},
                    [](const Frame& frame) {
                        fill_selection(frame, Fill::Round,
                                       std::clamp(frame.view.numbers.digits, 0, 15));
                    },
                    can_fill});
    list.push_back({"numbers.whole",
                    "Small whole numbers everywhere",
                    "Fill",
                    "Puts small whole numbers into X and every W, so that scores are whole and can "
                    "be computed by hand. Again: other numbers.",
                    {},
                    draw_whole_numbers});
    list.back().is_offered = [](const Document& document) {
        return has_stage(document, Stage::Weights);
    };
    list.push_back({"fill.scale",
                    "Times a number …",
                    "Fill",
                    "Multiplies each number by a factor of your choice: 2, −0.5, 1/sqrt(3).",
                    {},
                    begin_scaling,
                    can_fill});
    list.push_back(fill("fill.negate", "Times −1", "", Fill::Scale, -1));
    list.push_back(fill("fill.rows_sum", "Make each row sum to 1", "", Fill::NormaliseSum));
    list.push_back(fill("fill.rows_length", "Make each row as long as 1",
                        "Divides each row by the root of the sum of its squares.",
                        Fill::NormaliseLength));
    list.push_back(head("head.same_word", "The same word",
                        "Sets W_Q and W_K so that each word attends to itself.", Reason::SameWord));
    list.push_back(head("head.previous_word", "The previous word",
                        "Sets W_Q and W_K so that each word attends to the one before it.",
                        Reason::PreviousWord));
    list.push_back(head("head.first_word", "The first word",
                        "Sets W_Q and W_K so that every word attends to the first.",
                        Reason::FirstWord));
    list.push_back(
        head("head.uniform", "All words alike",
             "Sets W_Q to 0, so that every score is 0 and all words get the same weight.",
             Reason::Uniform));
    return list;
}

} // namespace app
