// SPDX-License-Identifier: MIT
// State of exporting: how the user wants the file, and the newest preview.
#pragma once

#include "app/exporting/styles.h"
#include "app/input/line_edit.h"
#include "core/publish/exporters.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace app {

/// A worksheet instead of a picture; for a class, each with other numbers.
struct WorksheetChoice {
    bool is_on = false;
    attn::figure::WorksheetLevel level = attn::figure::WorksheetLevel::Drawn;
    bool is_key = false, is_letter = false;
    std::size_t count = 1; // from 2 on, each has other numbers
    std::uint32_t seed = 1;
    std::string list;               // the file of the class list; empty: none
    std::vector<std::string> names; // the names in the class list
    std::string list_fault;         // why the class list cannot be read

    friend bool operator==(const WorksheetChoice&, const WorksheetChoice&) = default;
};

/// Everything that decides the file except the document. Stored between runs except the texts.
struct ExportChoice {
    std::string path;                // its ending decides the kind of file
    std::string figure = "canvas";   // as figure::named_figure() knows it
    FigureStyle look;                // how pictures look
    FigureStyle sheet_look;          // title, task and numbers of worksheets
    std::optional<int> table_digits; // decimals of tables; nothing: all that the numbers have
    attn::publish::Language python = attn::publish::Language::NumPy; // the library of a .py file
    bool trains = false;            // a .py for a document with a loss trains it
    attn::publish::PageOffer page;  // what an .html page offers
    WorksheetChoice worksheet;      // what a worksheet has, as .pdf
    std::string sweep;              // "temperature=0.25:4"; empty: nothing moves
    std::vector<attn::Index> heads; // the heads in the figure of lines; empty: the usual ones
    bool shows_query = true;        // matrices frame the query word
    bool shows_marked = false;      // matrices frame the highlighted cells
    bool reveals = false;           // shows numbers that the document covers
    std::string a_name, b_name;     // of a comparison; empty: the usual names
    bool lists_changes = true;      // below a comparison

    friend bool operator==(const ExportChoice&, const ExportChoice&) = default;
};

/// The texts of the panel that can be typed over.
enum class ExportField {
    None,
    Path,
    Style, // the name for a saved style
    Size,
    Dpi,
    Font,
    Title,
    Caption,
    Threshold,
    Gap,
    Low,
    High,
    Count, // how many worksheets
    Seed,
    List,
    Sweep,
    Keep, // the name for a figure that the document keeps
    NameA,
    NameB
};

/// A control of the panel that the keyboard can reach, or a line of the open list.
struct ExportStop {
    std::string name;
    ExportField field = ExportField::None; // the field to type in
    bool is_chosen = false;                // the current one of several choices
    bool is_button = false;                // Enter presses it; on other stops Enter exports
    int row = 0, line = 0;   // the row under one label, and the line from the top, as drawn
    float middle = 0, y = 0; // on the screen
};

/// The keyboard's place in the panel.
struct ExportWalk {
    std::string at;                       // the stop; empty: none
    bool is_by_key = false;               // set by key, not by pointer, so a ring is drawn
    std::string list;                     // the open list
    std::string marked;                   // the marked line of the list
    std::string pressed;                  // the stop or line to press when it is drawn next
    bool must_scroll = false;             // to the stop or line
    std::vector<ExportStop> stops, lines; // as drawn in the last frame

    // The same, collected while a frame is drawn.
    std::vector<ExportStop> drawn, drawn_lines;
    std::string list_now;
    int row = 0;
};

/// A file that was made, and pixels to show for it.
struct MadeFile {
    std::string bytes;
    std::shared_ptr<const attn::figure::Pixels> pixels; // for pictures
    int width = 0, height = 0; // the picture in pixels; the shown one may be smaller
    std::size_t pages = 0;     // for worksheets
    double seconds = 0;
    std::string note;  // warns that letters are smaller than recommended for paper
    std::string fault; // why there is no file
};

/// All kept figures are being written.
struct AllExports {
    std::string folder;
    std::size_t total = 0, done = 0, written = 0;
    std::string fault; // of the first that could not be written
};

struct ExportState {
    bool is_open = false; // the panel
    ExportChoice choice;
    bool is_chosen = false; // the user has exported before, so Ctrl+E may repeat it
    ExportField field = ExportField::None;
    LineEdit line;     // the text of the field
    std::string fault; // why the typed text is invalid
    ExportWalk walk;

    SavedStyles styles;
    std::string style_name; // as typed
    bool has_read_styles = false;

    // Requests; the lab starts them after the frame.
    bool write_asked = false, copy_asked = false, window_asked = false;
    int working = 0; // the number of files being made

    std::shared_ptr<const std::vector<attn::Real>> losses; // each step's, for the curve
    std::uint64_t losses_news = 0;                         // Learning::news when they were copied

    std::shared_ptr<const MadeFile> made; // the newest preview
    bool is_outdated = false;             // a newer preview is being made
    /// Files that this document wrote in this run. They may be overwritten.
    std::set<std::string> written;
    std::optional<std::string> named_for; // the document that the path was named after
    bool is_key_named = false;            // the path is that of an answer key
    std::string made_path, made_stem;     // the path that was made last, and what its name says
    /// An existing file that the user was asked about: the next wish for it replaces it.
    std::string replacing;

    std::string keep_name;                  // as typed; empty: what the file is called
    bool all_asked = false;                 // the lab then writes all kept figures
    std::vector<std::string> replacing_all; // files the user was asked about, for all of them
    std::optional<AllExports> all;
};

} // namespace app
