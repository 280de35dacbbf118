// SPDX-License-Identifier: MIT
// Makes the document from the arrays in the panel: guesses what the user did not choose, reads the
// fields, and evaluates. Only for the .cpp files of app/importing.
#pragma once

#include "app/input/line_edit.h"
#include "core/io/import/import.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace app {

// State of the import of arrays: what the files hold, which array becomes what, and the result.

/// What an array can become.
enum class ImportTarget { Words, X, WQ, WK, WV };
constexpr std::size_t import_target_count = 5;

/// The texts of the panel that can be typed over.
enum class ImportField {
    Find,
    Rows,
    Dimensions,
    Heads,
    Head,
    QueryKey,
    Value,
    Leading,
    Layer,
    Batch
};
constexpr std::size_t import_field_count = 10;

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

// The choices that an import's sentences name, in the words of its panel.

/// Says "8 in “Heads in W”" where the command line says "--heads 8". A choice that the panel does
/// not have is an option of the command attention-lab import.
std::string in_panel(const attn::io::ImportChoice& choice);

/// Guesses the parts that were not chosen, to fit the chosen ones. If the user has to choose more
/// first, uses the chosen parts alone.
void bind_rest(Importing& importing);

/// Stores the user's choice for the target; nothing means that it has no array.
void put(Importing& importing, ImportTarget target,
         const std::optional<attn::io::ArrayChoice>& choice);

void put(Importing& importing, attn::io::PlanPart part,
         const std::optional<attn::io::ArrayChoice>& choice);

/// Whether there are fields for a layer and for a text of a batch: stages are given, or were until
/// a number was typed there.
bool asks_for_layers(const Importing& importing);

/// What the files and the plan give now.
void make_import(Importing& importing);

/// Takes all arrays by their names, if that gives more than the plan's single head: several heads,
/// W_O, a mask.
void begin_whole(Importing& importing);

} // namespace app
