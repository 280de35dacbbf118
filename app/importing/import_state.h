// SPDX-License-Identifier: MIT
// Arrays of others on their way into a document: what the files hold, what becomes what, and what
// comes of it.
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
    /// An array among the files that what is typed leaves in the list.
    struct Listed {
        std::size_t file = 0, array = 0;
    };

    std::vector<std::string> paths;
    std::vector<attn::io::ArrayFile> files;
    attn::io::ImportPlan plan;
    std::array<bool, attn::io::plan_part_count> is_chosen = {}; // the rest is bound to these
    std::string unbound;   // what has to be chosen before the rest can be found
    bool is_whole = false; // an archive of heads: everything comes in by its name, without the plan
    ImportTarget target = ImportTarget::X; // the array that is chosen becomes this
    ImportField field = ImportField::Find; // what keys are typed into
    std::array<LineEdit, import_field_count> fields;
    std::vector<Listed> shown;

    // What comes of it.
    std::optional<attn::io::Imported> made;
    std::string fault; // why nothing comes of it

    LineEdit& line(ImportField wanted) { return fields[static_cast<std::size_t>(wanted)]; }
    const LineEdit& line(ImportField wanted) const {
        return fields[static_cast<std::size_t>(wanted)];
    }
};

} // namespace app
