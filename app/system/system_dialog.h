// SPDX-License-Identifier: MIT
// The desktop's own file dialog, through its portal (org.freedesktop.portal.FileChooser). It is
// optional; the dialog of app/files/file_dialog.h is always available.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace app {

struct SystemDialogWish {
    bool saves = false;
    std::string folder; // the folder to begin in; absolute
    std::string name;   // suggested for saving
};

struct SystemDialogAnswer {
    std::string path;  // empty: nothing was chosen
    std::string fault; // why no dialog could be shown; empty if one was
};

/// Whether the desktop may have a dialog, that is, whether there is a session bus.
bool may_have_system_dialog();

/// Shows one dialog, from request to answer, on its own thread while the window continues.
/// Destroying it closes the dialog.
class SystemDialog {
public:
    /// Calls `wake` from the thread when there is an answer. The portal has `patience` seconds to
    /// show a dialog; the user has unlimited time.
    SystemDialog(SystemDialogWish wish, std::function<void()> wake, double patience = 3);
    ~SystemDialog();
    SystemDialog(const SystemDialog&) = delete;
    SystemDialog& operator=(const SystemDialog&) = delete;

    /// The answer; nothing until it arrives.
    std::optional<SystemDialogAnswer> answer() const;

private:
    struct Talk;
    std::unique_ptr<Talk> talk_;
};

} // namespace app
