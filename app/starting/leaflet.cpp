// SPDX-License-Identifier: MIT
#include "app/starting/leaflet.h"

#include "core/io/document/library.h"
#include "core/io/journal/file.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

namespace app {
namespace {

/// Removes `…`, <kbd> and the addresses of links.
std::string words_of_line(std::string_view line) {
    std::string words;
    while (!line.empty()) {
        const bool is_tag = line.starts_with("<kbd>") || line.starts_with("</kbd>");
        if (is_tag) {
            line.remove_prefix(line.find('>') + 1);
        } else if (line.front() == '`') {
            line.remove_prefix(1);
        } else if (line.starts_with("](")) {
            line.remove_prefix(std::min(line.find(')'), line.size() - 1) + 1);
        } else {
            // Removes only brackets of links: others are part of a place, as in weights[0,2].
            const bool opens_link = line.front() == '[' && line.find("](") < line.find(']') + 1;
            if (!opens_link)
                words += line.front();
            line.remove_prefix(1);
        }
    }
    return words;
}

/// Takes the bold words off the text. What follows them becomes a sentence of its own: without the
/// colon that joined it to them, and with a capital letter.
void take_lead(Passage& passage) {
    constexpr std::string_view mark = "**";
    std::string& text = passage.text;
    if (!text.starts_with(mark))
        return;
    const std::size_t end = text.find(mark, mark.size());
    if (end == std::string::npos)
        return;
    passage.lead = text.substr(mark.size(), end - mark.size());
    text.erase(0, std::min(text.find_first_not_of(": ", end + mark.size()), text.size()));
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
}

} // namespace

Leaflet leaflet_of(std::string_view markdown) {
    Leaflet made;
    bool goes_on = false; // whether the next line continues the last passage
    std::istringstream lines{std::string(markdown)};
    for (std::string line; std::getline(lines, line);) {
        const bool is_heading = line.starts_with("#");
        const std::size_t first = line.find_first_not_of(" #");
        if (first == std::string::npos) {
            goes_on = false;
            continue;
        }
        const bool is_item = line.starts_with("- ");
        const std::string words = words_of_line(std::string_view(line).substr(is_item ? 2 : first));
        if (is_heading && made.title.empty())
            made.title = words;
        else if (goes_on && !is_item && !is_heading)
            made.passages.back().text += " " + words;
        else
            made.passages.push_back({is_heading, is_item, "", words});
        goes_on = !is_heading;
    }
    for (Passage& passage : made.passages)
        take_lead(passage);
    return made;
}

attn::Result<Leaflet> guide_leaflet() {
    const auto folder = attn::io::assets_folder();
    if (!folder)
        return folder.error();
    constexpr std::size_t most_bytes = 1 << 20;
    const auto text = attn::io::read_file(*folder + "/guide.md", most_bytes);
    if (!text)
        return text.error();
    return leaflet_of(*text);
}

Leaflet news_leaflet() {
    Leaflet made{"What is new in Attention Lab " + std::string(program_version()), {}};
    for (const std::string_view one : news_of_version())
        made.passages.push_back({false, true, "", words_of_line(one)});
    return made;
}

} // namespace app
