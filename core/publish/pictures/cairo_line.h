// SPDX-License-Identifier: MIT
// One line of text in any script, laid out once as the pictures do it, for code that shows it many
// times: its width, the places of the caret, and its letters as pixels.
#pragma once

#include "core/figure/base/figure.h"
#include "core/publish/pictures/cairo.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// The base direction of a line. A label runs from left to right, unless all its letters run the
/// other way; so its words keep the places they have in figures. Typed text takes the direction of
/// its first letter, so that the caret goes where the next letter comes.
enum class LineDirection { OfLabel, OfText };

/// A part of a line as pixels. `left` and `top` are measured from the left end of the line and from
/// the baseline, downwards.
struct LinePicture {
    /// White; the alpha is how much of a pixel letters cover. The painter chooses the colour.
    figure::Pixels letters;
    /// Glyphs with colours of their own, such as emoji; has no pixels if there are none.
    figure::Pixels coloured;
    int left = 0, top = 0;
};

class SetLine {
public:
    /// Invalid UTF-8 and invisible characters show as U+FFFD; byte offsets still refer to `text`.
    /// `em`: font size in pixels.
    SetLine(Type type, std::string_view text, figure::Font font, float em, LineDirection direction);
    ~SetLine();
    SetLine(const SetLine&) = delete;
    SetLine& operator=(const SetLine&) = delete;

    /// In whole pixels.
    float width() const { return width_; }
    /// Where the ink begins and ends; it may reach outside the width.
    int ink_left() const { return ink_left_; }
    int ink_right() const { return ink_right_; }

    /// The x of a caret before this byte, which is at the end of the previous letter.
    float caret(std::size_t byte) const;
    /// The offset whose caret is nearest to `x`.
    std::size_t byte_at(float x) const;
    /// The parts that a selection of these bytes covers: one, or several if the text changes
    /// direction.
    struct Part {
        float from = 0, to = 0;
    };
    std::vector<Part> parts(std::size_t from, std::size_t to) const;

    /// Paints the columns from `from` up to `to`.
    LinePicture picture(int from, int to) const;

    /// The characters that no typeface on this machine has; they show as boxes with their code
    /// numbers.
    std::vector<char32_t> lacking() const;

private:
    struct Setting;
    /// Convert a byte offset in the text to one in the displayed text, and back.
    std::size_t set_offset(std::size_t byte) const;
    std::size_t own_offset(std::size_t byte) const;

    std::string text_;
    bool is_changed_ = false; // whether the displayed text differs from `text_`
    std::unique_ptr<Setting> setting_;
    float width_ = 0;
    int ink_left_ = 0, ink_right_ = 0;
};

/// The common name of a character's script, and the Debian package with a typeface for it.
struct ScriptTypeface {
    std::string script, package;
    friend bool operator==(const ScriptTypeface&, const ScriptTypeface&) = default;
};
ScriptTypeface typeface_for(char32_t code);

} // namespace attn::publish
