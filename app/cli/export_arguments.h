// SPDX-License-Identifier: MIT
// Declares the options of export and of training, for the parser and for the list of commands. Only
// for arguments.cpp and export_arguments.cpp.
#pragma once

#include "app/cli/parsed_command.h"

#include <string>

namespace app::cli {

/// Words whose meaning depends on other arguments.
struct ExportWords {
    std::string& output;
    int& decimals;
    std::string& optimiser;
};

void add_export(Command& command, ExportRequest& to, ExportWords words);
void add_training(Command& command, TrainingOptions& to, std::string& optimiser);

} // namespace app::cli
