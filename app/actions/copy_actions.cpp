// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/editing/pasting.h"
#include "app/editing/selecting.h"

namespace app {
namespace {

using namespace attn;

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

} // namespace app
