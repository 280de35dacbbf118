// SPDX-License-Identifier: MIT
// The presets in the assets folder, and opening a document by a preset's name or a file's.
#pragma once

#include "core/document/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// The folder that holds `presets/`. The first that there is of: $ATTENTION_LAB_ASSETS (when set,
/// it must be right), `assets` beside the program, `../share/attention-lab` from it, the folder
/// given when the program was installed, the source tree it was built from.
Result<std::string> assets_folder();

struct Preset {
    std::string name; // of the file without its ending: "four-words"
    std::string path;
    std::string title;
    std::optional<Error> fault; // why it cannot be opened; there is no title then
};

/// The presets by name in alphabetical order.
Result<std::vector<Preset>> presets();

/// Whether the text can be a preset's name: letters, digits, "-" and "_" only.
bool is_preset_name(std::string_view text);

/// The text of the document in a file, or of the one that a picture remembers.
Result<std::string> document_text(const std::string& path);

/// The document in a file, or the one that a picture made by this program remembers.
Result<Document> open_file(const std::string& path);

/// The whole path of the file that open_document reads for a name; empty for a preset.
std::string file_of(const std::string& name_or_path);

/// The document of a preset's name or in a file. A preset wins over a file of the same name; "./"
/// before it names the file. The error lists the presets when there is neither.
Result<Document> open_document(const std::string& name_or_path);

} // namespace attn::io
