// SPDX-License-Identifier: MIT
// What export makes of a document, and which options can change it. Figures differ in what they
// show: a map has no colours of numbers, and a matrix that names its head has no other. The rules
// of idle.h read it here.
#pragma once

#include "app/cli/arguments.h"
#include "core/publish/exporters.h"

#include <string>

namespace app::cli {

/// What can be chosen for a file, one bit each. Every option of export chooses one of them.
namespace reads {
enum Choice : unsigned {
    Stage = 1U << 0U,
    FigureName = 1U << 1U,
    Query = 1U << 2U,
    Head = 1U << 3U,
    Numbers = 1U << 4U, // their kind
    Digits = 1U << 5U,
    Colours = 1U << 6U, // the colour map
    Range = 1U << 7U,   // the numbers at its ends
    SharedRange = 1U << 8U,
    Mark = 1U << 9U,
    Theme = 1U << 10U,
    Page = 1U << 11U,       // size and background of a picture
    Resolution = 1U << 12U, // pixels per inch
    Outlines = 1U << 13U,
    Words = 1U << 14U,   // title and caption
    Against = 1U << 15U, // the other document
    Gap = 1U << 16U,
    Labels = 1U << 17U,
    CellNumbers = 1U << 18U,
    ColourBar = 1U << 19U,
    Blocked = 1U << 20U, // how masked cells look
    Program = 1U << 21U, // of Python: its library, and whether it trains
    Training = 1U << 22U,
    Latex = 1U << 23U,
    Worksheet = 1U << 24U,
    Seed = 1U << 25U,
    Offer = 1U << 26U, // of a page
    Covers = 1U << 27U
};
} // namespace reads

struct Made {
    unsigned reads = 0;  // the choices that can change it
    std::string where;   // "in the picture of canvas", "on a worksheet"
    std::string in_file; // "in a .svg file": where the kind of file decides and not the figure
};

/// The figure and the stage of the request may not exist; then every choice counts, for the error
/// is another one.
Made made_by(const attn::Document& document, const ExportRequest& request,
             attn::publish::FileKind kind);

} // namespace app::cli
