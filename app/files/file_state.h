// SPDX-License-Identifier: MIT
// Which file the document is in, the dialog that asks for another, and unsaved work: of dead
// programs, which is offered, and of this one, where it cannot be kept.
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
    std::string path;   // of the file it is saved to; empty where there is none
    bool is_unsaved = false;
    std::optional<FileDialog> dialog;
    std::vector<Request> after_saving;             // what waits until the document is saved
    std::vector<std::string> recent;               // the newest first
    std::shared_ptr<FileReader> reader;            // while a large file is read (see reading.h)
    std::vector<std::shared_ptr<FileReader>> left; // nobody wants what they read
};

/// Unsaved work of a program that did not come to its end, as it is offered.
struct OfferedWork {
    std::string journal;
    std::string name;  // of the document
    std::string place; // its folder; empty where it was never saved
    std::string when;  // "today at 14:03"
    std::size_t edits = 0;
    std::string unkept; // what came after and cannot be had back, as a sentence
    std::string fault;  // why nothing can be had back
};

struct RecoveryOffer {
    std::vector<OfferedWork> works;
    std::size_t chosen = 0;
    bool is_discarding = false; // Discard was pressed once; the next press does it
};

struct RecoveryState {
    std::optional<RecoveryOffer> offer;
    std::string not_kept; // why unsaved work cannot be kept at the moment; empty while it is
};

} // namespace app
