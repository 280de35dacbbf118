// SPDX-License-Identifier: MIT
// Texts to read in the window: the guide, and what is new in this version.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// A heading, or a paragraph that may begin with a few words in bold and may be an item of a list.
struct Passage {
    bool is_heading = false, is_item = false;
    std::string lead, text;
};

struct Leaflet {
    std::string title;
    std::vector<Passage> passages;
    int scrolls = 0; // tenths of a page that are still to go, downwards
};

/// The headings, paragraphs and lists of a text in Markdown. Its title is the first heading; marks
/// of keys, code and links go, their words stay.
Leaflet leaflet_of(std::string_view markdown);

/// assets/guide.md. The error names the file.
attn::Result<Leaflet> guide_leaflet();
Leaflet news_leaflet();

} // namespace app
