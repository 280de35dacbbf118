// SPDX-License-Identifier: MIT
// What the window knows of exporting: how the user wants the file, and what was last made of it.
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

/// A worksheet in place of a picture; for a class with other numbers for everyone.
struct WorksheetChoice {
    bool is_on = false;
    attn::figure::WorksheetLevel level = attn::figure::WorksheetLevel::Drawn;
    bool is_key = false, is_letter = false;
    std::size_t count = 1; // with other numbers each from 2 on
    std::uint32_t seed = 1;
    std::string list;               // the file of the class list; empty: none
    std::vector<std::string> names; // that stood in it
    std::string list_fault;         // why it cannot be read

    friend bool operator==(const WorksheetChoice&, const WorksheetChoice&) = default;
};

/// Everything that decides the file but the document. Kept between runs but for the words.
struct ExportChoice {
    std::string path;              // its ending says what is written
    std::string figure = "canvas"; // as figure::named_figure() knows it
    FigureStyle look;              // of pictures
    attn::publish::Language python = attn::publish::Language::NumPy; // of .py
    bool trains = false;            // the .py trains a document that has a loss
    attn::publish::PageOffer page;  // of .html
    WorksheetChoice worksheet;      // of .pdf
    std::string sweep;              // "temperature=0.25:4"; empty: no number moves
    std::vector<attn::Index> heads; // of lines between words; none: the usual ones
    bool shows_query = true;        // matrices frame the query word
    bool shows_marked = false;      // and the cells that light up
    bool reveals = false;           // what the document covers

    friend bool operator==(const ExportChoice&, const ExportChoice&) = default;
};

/// The texts of the panel that can be typed over.
enum class ExportField {
    None,
    Path,
    Style, // the name under which one is saved
    Size,
    Dpi,
    Font,
    Title,
    Caption,
    Threshold,
    Gap,
    Low,
    High,
    Count, // of worksheets
    Seed,
    List,
    Sweep
};

/// What the keyboard can come to in the panel, or a line of the list that is open.
struct ExportStop {
    std::string name;
    ExportField field = ExportField::None; // of what is typed over
    bool is_chosen = false;                // of several: the one that it is
    bool is_button = false;                // Enter presses it, and exports elsewhere
    int row = 0, line = 0;                 // under one label; as it is drawn, from the top
    float middle = 0, y = 0;               // on the screen
};

/// Where the keyboard is in the panel.
struct ExportWalk {
    std::string at;                       // the stop; empty: none
    bool is_by_key = false;               // and not the pointer, which needs no ring
    std::string list;                     // the list that is open
    std::string marked;                   // its line
    std::string pressed;                  // a stop or a line, which takes it as it is drawn
    bool must_scroll = false;             // to the stop or the line
    std::vector<ExportStop> stops, lines; // as they were drawn last

    // The same while a frame is drawn, for the keys after it.
    std::vector<ExportStop> drawn, drawn_lines;
    std::string list_now;
    int row = 0;
};

/// A file that was made, and the pixels to show of it.
struct MadeFile {
    std::string bytes;
    std::shared_ptr<const attn::figure::Pixels> pixels; // of pictures
    int width = 0, height = 0; // of the picture in pixels, which may be shown smaller
    std::size_t pages = 0;     // of worksheets
    double seconds = 0;
    std::string note;  // that its letters are smaller than paper promises
    std::string fault; // why there is none
};

struct ExportState {
    bool is_open = false; // the panel
    ExportChoice choice;
    bool is_chosen = false; // the user has exported once: Ctrl+E may repeat it
    ExportField field = ExportField::None;
    LineEdit line;     // of the field
    std::string fault; // why what is typed cannot be
    ExportWalk walk;

    SavedStyles styles;
    std::string style_name; // that is typed
    bool has_read_styles = false;

    // What was asked for; the lab starts it after the frame.
    bool write_asked = false, copy_asked = false, window_asked = false;
    int working = 0; // how much is under way

    std::shared_ptr<const std::vector<attn::Real>> losses; // of the training, for its curve
    std::uint64_t losses_news = 0;                         // Learning::news when they were copied

    std::shared_ptr<const MadeFile> made; // the newest preview
    bool is_outdated = false;             // a newer one is being made
    std::set<std::string> written; // files of this document in this run: they may be written again
    std::optional<std::string> named_for; // the document that the path was named for
    bool is_key_named = false;            // the path is that of an answer key
    std::string
        replacing; // a file that is there: its name was asked about, and the next wish counts
};

} // namespace app
