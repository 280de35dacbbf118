// SPDX-License-Identifier: MIT
// The desktop's own file dialog, asked for by its portal (org.freedesktop.portal.FileChooser). The
// dialog of app/files/file_dialog.h is always there; this one where the desktop has it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace app {

struct SystemDialogWish {
    bool saves = false;
    std::string folder; // to begin in; absolute
    std::string name;   // suggested for saving
};

struct SystemDialogAnswer {
    std::string path;  // empty: nothing was chosen
    std::string fault; // why there was nothing to choose with; empty if there was
};

/// Whether the desktop may have one: there is a session bus to ask.
bool may_have_system_dialog();

/// One dialog, from the wish to the answer, on a thread of its own: the window goes on. Letting go
/// of it closes the dialog.
class SystemDialog {
public:
    /// `wake` is called from the thread when there is an answer. The portal has `patience` seconds
    /// to say that it shows a dialog; the people before it have all the time they want.
    SystemDialog(SystemDialogWish wish, std::function<void()> wake, double patience = 3);
    ~SystemDialog();
    SystemDialog(const SystemDialog&) = delete;
    SystemDialog& operator=(const SystemDialog&) = delete;

    /// The answer, once it is there.
    std::optional<SystemDialogAnswer> answer() const;

private:
    struct Talk;
    std::unique_ptr<Talk> talk_;
};

} // namespace app
