// SPDX-License-Identifier: MIT
// The file of the document, the dialog that asks for another, and unsaved work: that of other
// programs, which is offered, and that of this one if it cannot be kept.
#pragma once

#include "app/files/file_dialog.h"
#include "app/session/outbox.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

class FileReader;

struct FileState {
    std::string opened; // the preset or file the document came from
    std::string path;   // the file it is saved to; empty if there is none
    bool is_unsaved = false;
    std::optional<FileDialog> dialog;
    std::vector<Request> after_saving;             // requests that wait until the document is saved
    std::vector<std::string> recent;               // newest first
    std::shared_ptr<FileReader> reader;            // while a large file is read (see reading.h)
    std::vector<std::shared_ptr<FileReader>> left; // readers whose result is no longer wanted
};

/// Unsaved work of a program that ended abnormally, as it is offered.
struct OfferedWork {
    std::string journal;
    std::string name;  // the document's name
    std::string place; // its folder; empty if it was never saved
    std::string when;  // "today at 14:03"
    std::size_t edits = 0;
    std::string unkept; // later changes that are lost, as a sentence
    std::string fault;  // why nothing can be restored
};

struct RecoveryOffer {
    std::vector<OfferedWork> works;
    std::size_t chosen = 0;
    bool is_discarding = false; // Discard was pressed once; the next press deletes
};

struct RecoveryState {
    std::optional<RecoveryOffer> offer;
    std::string not_kept; // why unsaved work cannot be kept now; empty if it is kept
};

} // namespace app
