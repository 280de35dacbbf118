// SPDX-License-Identifier: MIT
// How a figure looks, and the figures that a document keeps, as JSON. One table of words
// (core/document/model/figure_style.h) serves documents, saved styles and the command line. Only
// for the .cpp files of core/io.
#pragma once

#include "core/base/result.h"
#include "core/document/model/kept_figure.h"
#include "core/io/document/style_text.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <vector>

namespace attn::io {

// Styles.

nlohmann::json json_of_style(const looks::FigureStyle& style);

/// Ignores unknown keys.
ReadStyle style_of_json(const nlohmann::json& object);
std::vector<std::string> style_keys();

// Kept figures.

//
//   "figures": [ {
//     "name": "fig-2",              of the file, without its ending
//     "file": "pdf",                or png, svg, gif, csv, tsv, md, json, npy, npz, safetensors,
//     tex "figure": "weights/1",        as export --figure names it "stage": "weights/1", what a
//     table holds, or a comparison compares "digits": 3,                  decimals of a table
//     "query": 0, "head": 0, "layer": 0, "cross": false,    what is in view
//     "shows_query": false, "shows_row_sums": false, "reveals": false,
//     "marks": ["weights[1,2]"],    framed cells
//     "heads": [0, 2],              of the figure of lines
//     "sweep": "temperature=0.25:4", "frames": 12,
//     "title": "Weights",           absent: the figure's own; "": none
//     "caption": "",
//     "look": { "size": "paper-1", "dpi": 600, … },    what differs from a usual look
//     "comparison": { "a": { a document }, "a_name": "before", "b_name": "after",
//                     "changes": true },
//     "worksheet": { "level": "row", "share": 0.4, "blank": ["scores"], "seed": 1,
//                    "key": false, "letter": false, "count": 1 }
//   } ]
//   Only name, file and figure must be there.
//
/// Reads the list. `read_a` reads the document of a comparison; the paths of its errors begin
/// there. `keeps_unknown`: a newer version wrote the list, so that keys this program does not know
/// are kept with their figure; otherwise they are errors that name the nearest key.
Result<std::vector<KeptFigure>>
read_figures(nlohmann::json& list, const std::string& path,
             const std::function<Result<Document>(nlohmann::json&)>& read_a, bool keeps_unknown);

/// Writes the list so that read_figures() gives back equal figures. `write_a` writes a document.
std::string figures_text(const std::vector<KeptFigure>& figures,
                         const std::function<std::string(const Document&)>& write_a);

} // namespace attn::io
