// SPDX-License-Identifier: MIT
#include "core/base/direction.h"

#include "core/base/letters.h"
#include "core/base/utf8.h"

namespace attn {
namespace {

/// Removes everything up to and including the first letter from `text`. Returns the letter's
/// direction, None without a letter.
Way take_letter(std::string_view& text) {
    while (!text.empty()) {
        const Character c = first_character(text);
        text.remove_prefix(c.length);
        if (const Way way = c.valid ? way_of(c.code) : Way::None; way != Way::None)
            return way;
    }
    return Way::None;
}

} // namespace

bool begins_from_right(std::string_view text) {
    return take_letter(text) == Way::FromRight;
}

bool is_all_from_right(std::string_view text) {
    if (!begins_from_right(text))
        return false;
    while (!text.empty())
        if (take_letter(text) == Way::FromLeft)
            return false;
    return true;
}

} // namespace attn
