// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/editing/about.h"
#include "app/exporting/exporting.h"
#include "app/exporting/kept.h"
#include "app/starting/start_page.h"
#include "core/document/model/model.h"
#include "core/figure/pages/page_figures.h"

namespace app {

KeyPress control(char character) {
    return {Key::Character, character, true};
}
KeyPress control_shift(char character) {
    return {Key::Character, character, true, true};
}
KeyPress control(Key key) {
    return {key, 0, true};
}
KeyPress alt(Key key) {
    return {key, 0, false, false, true};
}
KeyPress plain(Key key) {
    return {key};
}

namespace {

/// The folder of the last file.
std::string folder_to_open(const UiState& ui) {
    const std::string near = !ui.files.path.empty()     ? ui.files.path
                             : !ui.files.recent.empty() ? ui.files.recent[0]
                                                        : "";
    return near.empty() ? home_folder() : near.substr(0, near.rfind('/') + 1);
}

} // namespace

std::vector<Action> file_actions(const std::vector<PresetName>& presets) {
    std::vector<Action> list;
    const auto posts = [](Request request) {
        return [request](const Frame& frame) { frame.outbox.post(request); };
    };
    list.push_back({"file.new",
                    "New",
                    "File",
                    "Starts with two words and identity matrices.",
                    {control('n')},
                    posts(NewDocument{})});
    list.push_back({"file.new_sentence",
                    "New from a sentence …",
                    "File",
                    "Goes to the field for a sentence on the start page. Every word becomes a row "
                    "of X, and the numbers are drawn by a seed.",
                    {control_shift('n')},
                    go_to_start_page});
    list.push_back(
        {"file.open",
         "Open …",
         "File",
         "Opens a document, a picture exported from one, or arrays: .npy, .npz, .safetensors, "
         ".csv.",
         {control('o')},
         [](const Frame& frame) {
             frame.ui.files.dialog = open_dialog(folder_to_open(frame.ui));
         }});
    list.push_back(
        {"file.recent",
         "Open a recent file …",
         "File",
         "Lists the files you opened and saved recently, the newest first.",
         {control_shift('o')},
         [](const Frame& frame) { frame.ui.files.dialog = recent_dialog(frame.ui.files.recent); },
         [](const Frame& frame) { return !frame.ui.files.recent.empty(); }});
    list.push_back(
        {"class.mark",
         "Mark answers …",
         "Class",
         "Reads what a class answered on worksheets of this document, from a .csv file with lines "
         "of code, place and answer. Says what is right, and which usual mistake gives each wrong "
         "number.",
         {},
         [](const Frame& frame) {
             frame.ui.files.dialog =
                 open_dialog(folder_to_open(frame.ui), FileDialog::Purpose::Answers);
         }});
    list.back().is_offered = [](const attn::Document& document) {
        return attn::has_stage(document, attn::Stage::Weights);
    };
    list.push_back(
        {"file.save",
         "Save",
         "File",
         "Saves the document. The previous version of the file stays as the backup NAME~.",
         {control('s')},
         posts(Save{})});
    list.push_back({"file.save_as",
                    "Save as …",
                    "File",
                    "Saves the document under another name. Later changes go to the new file.",
                    {control_shift('s')},
                    posts(AskWhereToSave{})});
    list.push_back({"file.about",
                    "About this document …",
                    "File",
                    "Edits the title and the notes. The notes stand in the speaker's window.",
                    {},
                    open_about});
    list.push_back({"file.revert",
                    "Revert to the file",
                    "File",
                    "Loads the file from the disk again. Undo brings your changes back.",
                    {},
                    posts(Revert{}),
                    [](const Frame& frame) { return !frame.ui.files.path.empty(); }});
    list.push_back({"file.recover",
                    "Unsaved work …",
                    "File",
                    "Lists unsaved work of windows that were killed or crashed.",
                    {},
                    posts(OfferUnsavedWork{})});
    for (const PresetName& preset : presets) {
        list.push_back(
            {"preset." + preset.name,
             preset.title,
             "Presets",
             "Opens the preset " + preset.name + ". Undo brings back what was there.",
             {},
             [name = preset.name](const Frame& frame) { frame.outbox.post(Open{name}); },
             [](const Frame&) { return true; },
             [name = preset.name](const Frame& frame) { return frame.ui.files.opened == name; }});
        list.back().group = preset.group;
    }
    list.push_back({"start.page",
                    "Start page",
                    "File",
                    "Shows recent files, lessons and presets. Esc goes back to the document.",
                    {control(Key::Home)},
                    go_to_start_page});
    list.push_back({"start.at_start",
                    "Show the start page at start",
                    "File",
                    "Shows the start page when Attention Lab starts without a file. When off, it "
                    "starts with the first preset.",
                    {},
                    [](const Frame& frame) {
                        bool& shows = frame.ui.starting.shows_at_start;
                        shows = !shows;
                    },
                    [](const Frame&) { return true; },
                    [](const Frame& frame) { return frame.ui.starting.shows_at_start; }});
    list.push_back({"file.quit",
                    "Quit",
                    "File",
                    "Closes Attention Lab.",
                    {control('q')},
                    [](const Frame& frame) { frame.outbox.post(Quit{}); }});
    return list;
}

namespace {

/// Opens the export panel with this figure of weights.
Action lines_action(const char* id, const char* name, const char* sentence, const char* figure) {
    Action action{id,       name, "Export",
                  sentence, {},   [figure](const Frame& frame) {
                      open_export_of(frame, figure); }};
    action.is_offered = [figure](const attn::Document& document) {
        return attn::has_stage(document, attn::Stage::Weights) &&
               attn::figure::page_named(figure).lack(document).empty();
    };
    return action;
}

/// Opens the export panel with the weights of the shown head.
Action heatmap_action() {
    Action action{"export.heatmap",
                  "Export the heatmap of weights …",
                  "Export",
                  "Opens the export with the weights of the shown head as a heatmap.",
                  {},
                  [](const Frame& frame) {
                      open_export_of(frame,
                                     attn::to_text(attn::sheet_of_head(
                                         frame.document, attn::Stage::Weights, frame.view.head)));
                  }};
    action.is_offered = [](const attn::Document& document) {
        return attn::has_stage(document, attn::Stage::Weights);
    };
    return action;
}

} // namespace

std::vector<Action> export_actions() {
    return {
        {"export.panel",
         "Export …",
         "Export",
         "Writes a picture, a table or a program to a file. You see the file while you choose.",
         {control_shift('e')},
         [](const Frame& frame) {
             if (frame.ui.exporting.is_open)
                 frame.ui.exporting.is_open = false;
             else
                 open_export(frame);
         },
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.ui.exporting.is_open; }},
        {"export.again",
         "Export again, the same way",
         "Export",
         "Exports the same figure with the same options. The first time it asks for the options.",
         {control('e')},
         export_again},
        lines_action("export.lines", "Export the lines between words …",
                     "Opens the export with lines from each word to the words it listens to, one "
                     "colour for each head.",
                     "lines"),
        lines_action("export.lines_of_heads", "Export the lines of every head …",
                     "Opens the export with small lines for every head, one row for each layer.",
                     "lines/heads"),
        heatmap_action(),
        {"export.all",
         "Export all again",
         "Export",
         "Writes every figure, worksheet and table that the document keeps, as they are now. The "
         "export panel keeps them.",
         {},
         wish_all,
         [](const Frame& frame) { return !frame.document.figures.empty(); }},
        {"export.copy",
         "Copy the picture",
         "Export",
         "Copies the figure of the export as an image, which you can paste into a document.",
         {control_shift('c')},
         [](const Frame& frame) { frame.ui.exporting.copy_asked = true; }},
        {"export.window",
         "Save the window as seen",
         "Export",
         "Saves everything in the window as a PNG in your pictures folder.",
         {plain(Key::F12)},
         [](const Frame& frame) { frame.ui.exporting.window_asked = true; }},
    };
}

} // namespace app
