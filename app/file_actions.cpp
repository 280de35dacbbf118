// SPDX-License-Identifier: MIT
#include "app/action_lists.h"

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

std::vector<Action> file_actions(const std::vector<PresetName>& presets) {
    std::vector<Action> list;
    list.push_back({"file.new",
                    "New",
                    "Document",
                    "Two words with identity matrices, to start from.",
                    {control('n')},
                    [](const Frame& frame) {
                        frame.outbox.edit(attn::Replace{attn::new_document(), "New document"});
                    }});
    for (const PresetName& preset : presets)
        list.push_back(
            {"preset." + preset.name,
             preset.title,
             "Presets",
             "Opens the preset " + preset.name + ". Undo brings back what was there.",
             {},
             [name = preset.name](const Frame& frame) { frame.outbox.post(Open{name}); },
             [](const Frame&) { return true; },
             [name = preset.name](const Frame& frame) { return frame.ui.opened == name; }});
    list.push_back({"file.quit",
                    "Quit",
                    "Document",
                    "Closes the lab.",
                    {control('q')},
                    [](const Frame& frame) { frame.outbox.post(Quit{}); }});
    return list;
}

} // namespace app
