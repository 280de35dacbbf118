// SPDX-License-Identifier: MIT
// Figures that a document keeps by name: what is shown and how it looks, so that each can be
// written again after an edit.
#pragma once

#include "core/base/result.h"
#include "core/document/model/document.h"
#include "core/document/model/figure_style.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Which numbers of a worksheet are to be found. Drawn: some of each stage, by share and seed. Row:
/// everything from the scores on in the query word's row. FromQK: everything from the scores on; X
/// and the projections are hidden. FromX: everything computed. Mistake: no boxes; the seed picks a
/// usual mistake, which is to be found.
enum class WorksheetLevel { Drawn, Row, FromQK, FromX, Mistake };

namespace looks {

inline constexpr Choices<WorksheetLevel, 5> worksheet_words = {
    {{"boxes", WorksheetLevel::Drawn},
     {"row", WorksheetLevel::Row},
     {"from-qk", WorksheetLevel::FromQK},
     {"from-x", WorksheetLevel::FromX},
     {"mistake", WorksheetLevel::Mistake}}};

} // namespace looks

/// A kept figure that is a worksheet or its answer key.
struct KeptWorksheet {
    WorksheetLevel level = WorksheetLevel::Drawn;
    double share = 0.4;              // of the numbers of each stage, for Drawn
    std::vector<std::string> stages; // with empty boxes, for Drawn; empty: the usual ones
    std::uint32_t seed = 1;
    bool is_key = false, is_letter = false;
    std::size_t count = 1; // from 2 on, each has other numbers

    friend bool operator==(const KeptWorksheet&, const KeptWorksheet&) = default;
};

/// A is a state of its own, which the figure carries; B is the document.
struct KeptComparison {
    std::shared_ptr<const Document> a; // keeps no figures; never null
    std::string a_name, b_name;        // b_name empty: the document's title
    bool lists_changes = true;

    friend bool operator==(const KeptComparison& one, const KeptComparison& other) {
        return (one.a == other.a || *one.a == *other.a) && one.a_name == other.a_name &&
               one.b_name == other.b_name && one.lists_changes == other.lists_changes;
    }
};

struct KeptFigure {
    std::string name;              // of the file, without its ending
    std::string ending = "pdf";    // the kind of file, as publish::file_kind() knows it
    std::string figure = "canvas"; // as figure::named_figure() knows it
    std::string stage;             // what a table holds or a comparison compares; empty: the usual
    std::optional<int> digits;     // decimals of a table; nothing: as many as a number has
    looks::FigureStyle look;       // with title and caption
    Index query = 0, head = 0, layer = 0; // what is in view
    bool is_cross = false;
    bool shows_query = false, shows_row_sums = false;
    bool reveals = false;           // shows what the document covers
    std::vector<std::string> marks; // framed places, as they are written: "weights[1,2]"
    std::vector<Index> heads;       // of the figure of lines; empty: the usual ones
    std::string sweep;              // "temperature=0.25:4"; empty: nothing moves
    std::size_t frames = 0;         // of the sweep; 0: the usual number
    std::optional<KeptComparison> compared;
    std::optional<KeptWorksheet> worksheet;
    std::string unknown_keys; // JSON object text of keys written by a newer program

    friend bool operator==(const KeptFigure&, const KeptFigure&) = default;
};

constexpr std::size_t max_kept_figures = 100;
/// The kinds of files that can be kept: pictures, worksheets and tables, not programs, pages and
/// copies.
inline constexpr std::array<std::string_view, 12> kept_endings = {
    "png", "svg", "pdf", "gif", "csv", "tsv", "md", "json", "npy", "npz", "safetensors", "tex"};
std::string fault_of_kept_ending(std::string_view ending);

/// What is wrong with a name as a file name without its ending; empty if it is valid.
std::string fault_of_figure_name(std::string_view name);

/// Checks that names are valid and different. Whether the document has what a figure shows is
/// checked when it is drawn, because an edit may remove it and another bring it back.
Result<> validate_figures(const Document& document);

/// Null if the document keeps no figure of this name.
const KeptFigure* kept_figure(const Document& document, std::string_view name);
/// "the document keeps fig-1 and fig-2", or that it keeps none and how it would.
std::string kept_names(const Document& document);

/// Adds the figure at the end, or in the place of the one of its name.
std::vector<KeptFigure> with_figure(const Document& document, KeptFigure figure);
std::vector<KeptFigure> without_figure(const Document& document, std::string_view name);

} // namespace attn
