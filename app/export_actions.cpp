// SPDX-License-Identifier: MIT
#include "app/action_lists.h"
#include "app/exporting.h"

namespace app {

std::vector<Action> export_actions() {
    return {
        {"export.panel",
         "Export …",
         "Export",
         "A picture, table or program as a file; shows it while you choose.",
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
         "Writes the same figure with the same options; the first time it asks for them.",
         {control('e')},
         export_again},
        {"export.copy",
         "Copy the picture",
         "Export",
         "The figure of the export as an image, to be pasted into a document.",
         {control_shift('c')},
         [](const Frame& frame) { frame.ui.exporting.copy_asked = true; }},
        {"export.window",
         "Save the window as seen",
         "Export",
         "A PNG of everything in the window, in your folder of pictures.",
         {plain(Key::F12)},
         [](const Frame& frame) { frame.ui.exporting.window_asked = true; }},
    };
}

} // namespace app
