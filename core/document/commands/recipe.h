// SPDX-License-Identifier: MIT
// What the notes of a document with drawn numbers say about them: the program by which a notebook
// draws the same. Other numbers make it untrue, and then it is taken out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// The program stands between these.
constexpr std::string_view recipe_begins = "The numbers are drawn as a notebook draws them:\n\n"
                                           "```python\n";
constexpr std::string_view recipe_ends = "\n```\n";

/// Takes the program and what stands around it out of the notes; all else stays.
inline void forget_recipe(std::string& notes) {
    const std::size_t begin = notes.find(recipe_begins);
    if (begin == std::string::npos)
        return;
    const std::size_t end = notes.find(recipe_ends, begin + recipe_begins.size());
    if (end != std::string::npos)
        notes.erase(begin, end + recipe_ends.size() - begin);
}

} // namespace attn
