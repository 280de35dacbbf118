// SPDX-License-Identifier: MIT
// What export makes of a document, and which options affect it. Figures differ: a map has no
// colours of numbers, and a matrix whose name includes its head has no other. idle.h takes its
// rules from here.
#pragma once

#include "app/cli/arguments.h"
#include "core/publish/exporters.h"

#include <cstdint>
#include <string>

namespace app::cli {

/// What options can choose for a file, one bit each. Every option of export chooses one of them.
namespace reads {
enum Choice : std::uint64_t {
    Stage = std::uint64_t{1} << 0U,
    FigureName = std::uint64_t{1} << 1U,
    Query = std::uint64_t{1} << 2U,
    Head = std::uint64_t{1} << 3U,
    Numbers = std::uint64_t{1} << 4U, // their kind
    Digits = std::uint64_t{1} << 5U,
    Colours = std::uint64_t{1} << 6U, // the colour map
    Range = std::uint64_t{1} << 7U,   // the map's ends
    SharedRange = std::uint64_t{1} << 8U,
    Mark = std::uint64_t{1} << 9U,
    Theme = std::uint64_t{1} << 10U,
    Page = std::uint64_t{1} << 11U,       // size and background of a picture
    Resolution = std::uint64_t{1} << 12U, // pixels per inch
    Outlines = std::uint64_t{1} << 13U,
    Words = std::uint64_t{1} << 14U,   // title and caption
    Against = std::uint64_t{1} << 15U, // the other document
    Gap = std::uint64_t{1} << 16U,
    Labels = std::uint64_t{1} << 17U,
    CellNumbers = std::uint64_t{1} << 18U,
    ColourBar = std::uint64_t{1} << 19U,
    Blocked = std::uint64_t{1} << 20U, // how masked cells look
    Program = std::uint64_t{1} << 21U, // Python library, and whether the program trains
    Training = std::uint64_t{1} << 22U,
    Latex = std::uint64_t{1} << 23U,
    Worksheet = std::uint64_t{1} << 24U,
    Seed = std::uint64_t{1} << 25U,
    Offer = std::uint64_t{1} << 26U, // what a page offers
    Covers = std::uint64_t{1} << 27U,
    Boxes = std::uint64_t{1} << 28U,       // random boxes of a worksheet
    Signed = std::uint64_t{1} << 29U,      // the colour map of signed numbers
    WeightScale = std::uint64_t{1} << 30U, // the scale from numbers to colours, for each sort
    ScoreScale = std::uint64_t{1} << 31U,
    SignedScale = std::uint64_t{1} << 32U,
    Lines = std::uint64_t{1} << 33U // the figure of lines: heads and least weight
};
} // namespace reads

struct Made {
    std::uint64_t reads = 0; // the choices that affect it
    std::string where;       // "in the picture of canvas", "on a worksheet"
    std::string in_file;     // "in a .svg file"; set if the kind of file decides and not the figure
};

/// If the figure or stage of the request does not exist, all choices count, because another error
/// is reported.
Made made_by(const attn::Document& document, const ExportRequest& request,
             attn::publish::FileKind kind);

} // namespace app::cli
