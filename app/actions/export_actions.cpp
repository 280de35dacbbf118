// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/exporting/exporting.h"

namespace app {

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
