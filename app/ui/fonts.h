// SPDX-License-Identifier: MIT
// The faces of the program at every size a figure asks for, drawn so that text is placed by its
// capital letters. Plain text goes through Dear ImGui's atlas of letters, any other is shaped.
#pragma once

#include "app/ui/compat.h"
#include "app/ui/corners.h"
#include "app/ui/font_files.h"
#include "app/ui/shaped_texts.h"

#include <glib.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

class Fonts {
public:
    using Face = attn::figure::Font;

    /// A face without files falls back to the font built into Dear ImGui.
    Fonts(FontFiles files, TextureMaker textures);

    /// Between frames: makes the sizes that were asked for since. Returns whether anything changed,
    /// so that the frame is drawn again with sharp text.
    bool prepare();
    /// Another number whenever letters have moved in the atlas.
    std::uint64_t generation() const { return generation_; }
    /// Whether prepare() has something to do.
    bool is_waiting() const { return must_build_; }
    /// Characters of a text that widgets will show; what draw() draws is seen to by itself.
    void need(std::string_view text);

    /// The width of a text without mark-up at an em size in pixels; it is a whole number.
    float width(std::string_view text, Face face, float em);
    /// Draws a text without mark-up; `middle` is the height of the middle of its capital letters.
    /// Returns width.
    float draw(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face, float em,
               ImU32 colour);

    /// For draw(), beside widgets: the middle of capital letters in a line whose top lies there.
    float middle_of_line(float top, Face face, float em);

    /// A text that is typed: it runs as its first letter does.
    void draw_typed(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                    float em, ImU32 colour);
    /// Where the caret stands in it that is before the byte, and the byte nearest to a place.
    float caret(std::string_view text, std::size_t byte, Face face, float em);
    std::size_t byte_at(std::string_view text, float x, Face face, float em);
    /// What a selection covers.
    using Part = attn::publish::SetLine::Part;
    std::vector<Part> parts(std::string_view text, std::size_t from, std::size_t to, Face face,
                            float em);

    /// After a frame: lets go texts that are not shown any more.
    void sweep() { shaped_.sweep(); }
    /// Characters that no typeface of this machine has, of texts drawn since this was last asked.
    std::vector<char32_t> take_lacking() { return shaped_.take_lacking(); }

    /// For widgets: the face at an em size, until pop().
    void push(Face face, float em);
    void pop();

    /// Of rounded boxes; they lie beside the letters.
    const Corners& corners() const { return corners_; }

private:
    struct Sized {
        ImFont* font = nullptr;
        float size = 0; // as Dear ImGui counts it: the line height
        float em = 0;
    };
    /// Whether the text is for shaped_. Where there is no typeface at all, nothing is.
    bool is_shaped(std::string_view text) const;
    const attn::publish::SetLine& typed(std::string_view text, Face face, float em);
    /// Height of capital letters in pixels.
    float capital(const Sized& sized, Face face) const;
    void draw_shaped(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                     float em, ShapedTexts::Direction direction, ImU32 colour);
    /// The font nearest to the size, and a wish for the size itself.
    Sized find(Face face, float em);
    std::vector<ImWchar>& extra_ranges(const FontFile& file);
    void build();
    void add(Face face, int em);
    /// A font file as memory, of which only what is looked at is read; null where it cannot be.
    GMappedFile* mapped(const std::string& path);

    FontFiles files_;
    struct Unmap {
        void operator()(GMappedFile* file) const { g_mapped_file_unref(file); }
    };
    /// By path; every size is made of the same.
    std::map<std::string, std::unique_ptr<GMappedFile, Unmap>> mapped_;
    std::vector<Advances> advances_; // one for each face
    std::set<std::pair<Face, int>> wanted_;
    std::map<std::pair<Face, int>, ImFont*> made_;
    std::vector<ImWchar> ranges_;
    std::set<char32_t> known_;
    std::vector<std::pair<FontFile, std::vector<ImWchar>>> extra_files_;
    Corners corners_;
    ShapedTexts shaped_;
    bool must_build_ = true;
    std::uint64_t generation_ = 0;
};

} // namespace app
