// SPDX-License-Identifier: MIT
// The options of export and of training, as the parser and the list of commands are told of them.
// Only for arguments.cpp and export_arguments.cpp.
#pragma once

#include "app/cli/parsed_command.h"

#include <string>

namespace app::cli {

/// Where words are put that only the whole of the arguments gives a meaning.
struct ExportWords {
    std::string& output;
    int& decimals;
    std::string& optimiser;
};

void add_export(Command& command, ExportRequest& to, ExportWords words);
void add_training(Command& command, TrainingOptions& to, std::string& optimiser);

} // namespace app::cli
