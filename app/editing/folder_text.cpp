// SPDX-License-Identifier: MIT
#include "app/editing/folder_text.h"

#include "app/editing/editing.h"
#include "app/editing/sentence.h"
#include "app/explaining/folder_words.h"
#include "core/document/telling/next_word.h"
#include "core/typing/typing.h"

#include <string>
#include <utility>
#include <variant>

namespace app {

using namespace attn;

bool is_typing_folder_text(const UiState& ui) {
    return ui.editing && std::holds_alternative<FolderTextTarget>(ui.editing->target);
}

void begin_folder_text(const Frame& frame) {
    leave_editing(frame);
    std::optional<FolderText>& typed = frame.ui.folder_words.typed;
    std::string text = text_of_folder_words(frame);
    LineEdit line = line_edit(typed ? typed->text : text, true);
    const std::string fault = typed ? typed->fault : "";
    typed.reset(); // What is still being read is typed again.
    frame.ui.editing = Editing{FolderTextTarget{}, std::move(line), std::move(text), fault,
                               frame.ui.dragging.last_gesture};
    frame.ui.message.reset();
}

bool finish_folder_text(const Frame& frame) {
    Editing& editing = *frame.ui.editing;
    const std::string& text = editing.line.text;
    if (text.find_first_not_of(" \t\n") == std::string::npos) {
        editing.fault = "A text has at least one word";
        return false;
    }
    if (text != editing.begun_as)
        frame.ui.folder_words.typed = FolderText{text, frame.document.origin->index, ""};
    frame.ui.editing.reset();
    return true;
}

void cancel_folder_text(const Frame& frame) {
    frame.ui.folder_words.typed.reset();
    frame.ui.editing.reset();
}

void begin_text(const Frame& frame) {
    if (is_layer_of_folder(frame.document))
        begin_folder_text(frame);
    else
        begin_sentence(frame);
}

std::string why_no_typed_text(const Document& document) {
    return is_layer_of_folder(document) ? "" : typing::why_no_text(document);
}

} // namespace app
