// SPDX-License-Identifier: MIT
// The presets in the assets folder, and opening a document by a preset's or a file's name.
#pragma once

#include "core/document/model/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// The ending of a file that holds a document.
inline constexpr std::string_view document_ending = ".attn";

/// Returns the folder that holds `presets/`: the first that exists of $ATTENTION_LAB_ASSETS (if
/// set, it must be valid), `assets` beside the program, `../share/attention-lab` from it, the
/// folder given at installation, the source tree it was built from.
Result<std::string> assets_folder();

struct Preset {
    std::string name; // the file name without its extension: "four-words"
    std::string path;
    std::string title;
    bool has_table = false;     // whether it is a model of its own vocabulary
    std::optional<Error> fault; // why it cannot be opened; it then has no title
};

/// Lists the presets in alphabetical order.
Result<std::vector<Preset>> presets();

/// Whether the text can be a preset's name: only letters, digits, "-" and "_".
bool is_preset_name(std::string_view text);

/// Returns the text of a document file, or of the document stored in a picture.
Result<std::string> document_text(const std::string& path);

/// Opens a document file, or a picture made by this program that stores one.
Result<Document> open_file(const std::string& path);

/// Returns the full path of the file that open_document reads for a name; empty for a preset.
std::string file_of(const std::string& name_or_path);

/// Opens a preset or a file. A preset wins over a file of the same name; "./" before the name means
/// the file. If there is neither, the error lists the presets.
Result<Document> open_document(const std::string& name_or_path);

} // namespace attn::io
