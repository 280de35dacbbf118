// SPDX-License-Identifier: MIT
// One line of text in any script, set once as the pictures set it, for whoever shows it again and
// again: how wide it is, where a caret stands in it, and its letters as pixels.
#pragma once

#include "core/figure/figure.h"
#include "core/publish/cairo.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// Which way a line runs as a whole. Labels keep the places of their words as figures do: from left
/// to right, unless all their letters run the other way. A text that is typed runs as its first
/// letter does, so that the caret goes where the next one comes.
enum class LineDirection { OfLabel, OfText };

/// A part of a line as pixels; where it lies is counted from the left end of the line and from the
/// baseline, down.
struct LinePicture {
    /// White, as opaque as letters cover a pixel: the colour is up to whoever paints it.
    figure::Pixels letters;
    /// What has colours of its own, such as emoji; without pixels where nothing has.
    figure::Pixels coloured;
    int left = 0, top = 0;
};

class SetLine {
public:
    /// What is not UTF-8 and cannot be seen shows as U+FFFD; offsets are those of `text` all the
    /// same. `em`: pixels.
    SetLine(Type type, std::string_view text, figure::Font font, float em, LineDirection direction);
    ~SetLine();
    SetLine(const SetLine&) = delete;
    SetLine& operator=(const SetLine&) = delete;

    /// In whole pixels.
    float width() const { return width_; }
    /// Where the ink begins and ends, which may be outside of the width.
    int ink_left() const { return ink_left_; }
    int ink_right() const { return ink_right_; }

    /// Where a caret stands that is before the byte: at the end of the letter before it.
    float caret(std::size_t byte) const;
    /// The offset whose caret lies nearest.
    std::size_t byte_at(float x) const;
    /// What a selection of these bytes covers: one part, or several where directions change.
    struct Part {
        float from = 0, to = 0;
    };
    std::vector<Part> parts(std::size_t from, std::size_t to) const;

    /// The columns from `from` up to `to`.
    LinePicture picture(int from, int to) const;

    /// The characters that no typeface of this machine has; boxes with their numbers stand for
    /// them.
    std::vector<char32_t> lacking() const;

private:
    struct Setting;
    /// Offsets in what is set for those in the text, and back.
    std::size_t set_offset(std::size_t byte) const;
    std::size_t own_offset(std::size_t byte) const;

    std::string text_;
    bool is_changed_ = false; // whether what is set differs from the text
    std::unique_ptr<Setting> setting_;
    float width_ = 0;
    int ink_left_ = 0, ink_right_ = 0;
};

/// What people call the script of a character, and the Debian package that has a typeface for it.
struct ScriptTypeface {
    std::string script, package;
    friend bool operator==(const ScriptTypeface&, const ScriptTypeface&) = default;
};
ScriptTypeface typeface_for(char32_t code);

} // namespace attn::publish
