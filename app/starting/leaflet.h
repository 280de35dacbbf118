// SPDX-License-Identifier: MIT
// Texts to read in the window: the guide, and the news of this version.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace app {

// The news of this version: lines of CHANGELOG.md, which app/desktop/releases.cmake compiles into
// the program.

/// As printed by --version.
std::string_view program_version();

/// The program's desktop ID: "org.example.attention_lab".
std::string_view desktop_id();

/// The changes in this version, one or a few sentences each. Typed text is between `…`.
std::vector<std::string_view> news_of_version();

/// A heading, or a paragraph. A paragraph may begin with bold words, its lead, and may be a list
/// item. The text behind a lead begins with a capital letter.
struct Passage {
    bool is_heading = false, is_item = false;
    std::string lead, text;
};

struct Leaflet {
    std::string title;
    std::vector<Passage> passages;
    int scrolls = 0; // tenths of a page still to scroll, downwards
};

/// Splits a Markdown text into headings, paragraphs and list items. Its first heading is the title.
/// Marks of keys, code and links are removed; their words stay.
Leaflet leaflet_of(std::string_view markdown);

/// Reads assets/guide.md. The error names the file.
attn::Result<Leaflet> guide_leaflet();
Leaflet news_leaflet();

} // namespace app
