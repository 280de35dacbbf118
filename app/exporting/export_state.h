// SPDX-License-Identifier: MIT
// What the window knows of exporting: how the user wants the file, and what was last made of it.
#pragma once

#include "app/input/line_edit.h"
#include "core/publish/exporters.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace app {

/// Everything that decides the file but the document. Kept between runs but for the words.
struct ExportChoice {
    std::string path;                  // its ending says what is written
    std::string figure = "canvas";     // as figure::named_figure() knows it
    attn::publish::PictureStyle style; // of pictures
    attn::publish::Language python = attn::publish::Language::NumPy; // of .py
    bool trains = false;           // the .py trains a document that has a loss
    attn::publish::PageOffer page; // of .html
    attn::NumberFormat numbers;    // of pictures
    attn::Sequential sequential = attn::Sequential::Violet;
    attn::Diverging diverging = attn::Diverging::BlueRed;
    attn::ColourRange range;
    bool shows_query = true;   // matrices frame the query word
    bool shows_marked = false; // and the cells that light up
    bool reveals = false;      // what the document covers

    friend bool operator==(const ExportChoice&, const ExportChoice&) = default;
};

/// The texts of the panel that can be typed over.
enum class ExportField { None, Path, Size, Dpi, Font, Title, Caption, Gap, Low, High };

/// A file that was made, and the pixels to show of it.
struct MadeFile {
    std::string bytes;
    std::shared_ptr<const attn::figure::Pixels> pixels; // of pictures
    int width = 0, height = 0; // of the picture in pixels, which may be shown smaller
    double seconds = 0;
    std::string fault; // why there is none
};

struct ExportState {
    bool is_open = false; // the panel
    ExportChoice choice;
    bool is_chosen = false; // the user has exported once: Ctrl+E may repeat it
    ExportField field = ExportField::None;
    LineEdit line;     // of the field
    std::string fault; // why what is typed cannot be

    // What was asked for; the lab starts it after the frame.
    bool write_asked = false, copy_asked = false, window_asked = false;
    int working = 0; // how much is under way

    std::shared_ptr<const std::vector<attn::Real>> losses; // of the training, for its curve
    std::uint64_t losses_news = 0;                         // Learning::news when they were copied

    std::shared_ptr<const MadeFile> made; // the newest preview
    bool is_outdated = false;             // a newer one is being made
    std::set<std::string> written;        // files of this run, which may be written again
};

} // namespace app
