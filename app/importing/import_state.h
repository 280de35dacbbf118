// SPDX-License-Identifier: MIT
// State of the import of arrays: what the files hold, which array becomes what, and the result.
#pragma once

#include "app/input/line_edit.h"
#include "core/io/import.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// What an array can become.
enum class ImportTarget { Words, X, WQ, WK, WV };
constexpr std::size_t import_target_count = 5;

/// The texts of the panel that can be typed over.
enum class ImportField { Find, Rows, Dimensions, Heads, Head, QueryKey, Value, Leading };
constexpr std::size_t import_field_count = 8;

struct Importing {
    /// An array that matches the text in the Find field.
    struct Listed {
        std::size_t file = 0, array = 0;
    };

    std::vector<std::string> paths;
    std::vector<attn::io::ArrayFile> files;
    attn::io::ImportPlan plan;
    /// The parts that the user chose. The others are guessed to fit.
    std::array<bool, attn::io::plan_part_count> is_chosen = {};
    std::string unbound;   // what to choose before the rest can be guessed
    bool is_whole = false; // an archive of heads: everything is taken by name, without the plan
    ImportTarget target = ImportTarget::X; // the chosen array becomes this
    ImportField field = ImportField::Find; // the field that takes typed text
    std::array<LineEdit, import_field_count> fields;
    std::vector<Listed> shown;

    // The result.
    std::optional<attn::io::Imported> made;
    std::string fault; // why there is no result

    LineEdit& line(ImportField wanted) { return fields[static_cast<std::size_t>(wanted)]; }
    const LineEdit& line(ImportField wanted) const {
        return fields[static_cast<std::size_t>(wanted)];
    }
};

} // namespace app
