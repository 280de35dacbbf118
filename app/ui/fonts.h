// SPDX-License-Identifier: MIT
// Draws text in the program's faces at any size, positioned by the height of its capital letters.
// Plain text uses Dear ImGui's font atlas; all other text is shaped.
#pragma once

#include "app/ui/compat.h"
#include "app/ui/shaped_texts.h"
#include "core/figure/base/figure.h"

#include <glib.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

// Finds the font files of the program's faces through fontconfig.

struct FontFile {
    std::string path;
    int index = 0;               // the index of the face in a collection
    float line_ratio = 1.2F;     // line height over em; Dear ImGui's "size" is the line height
    float capital_ratio = 0.72F; // capital letter height over em
};

/// Returns the files of a face: the wanted family first, then those that fill its gaps. Empty if
/// the machine has no outline font.
std::vector<FontFile> font_files(attn::figure::Font font);

using FontFiles = std::array<std::vector<FontFile>, 4>;
/// The files of every face, in the order of the enum.
FontFiles all_font_files();

/// Whether every face has the character from the start. Texts of widgets have only these, or are
/// given to Fonts::need() before.
bool is_usual(char32_t character);

/// Returns a file with the character; empty if no font of the machine has it.
std::vector<FontFile> files_with(char32_t character);

/// The advance width of each character, read from the font files. It does not depend on which sizes
/// are rasterised, so layouts do not move when another size is added.
class Advances {
public:
    explicit Advances(const std::vector<FontFile>& files);
    ~Advances();
    Advances(Advances&&) noexcept;
    Advances& operator=(Advances&&) noexcept;

    /// Adds a file for characters that the earlier files lack.
    void add(const FontFile& file);
    /// The advance in em, from the first file with the character.
    float of(char32_t character) {
        if (character < ascii_.size() && ascii_[character])
            return *ascii_[character];
        return found(character);
    }

private:
    struct Faces;
    float found(char32_t character);
    std::unique_ptr<Faces> faces_;
    std::map<char32_t, float> known_;
    /// The same for ASCII, which is asked for most often.
    std::array<std::optional<float>, 128> ascii_;
};

// Rounded boxes on whole pixels. Their corners are small pictures in the font atlas: a box takes
// fourteen triangles, where an anti-aliased path takes thirty-four.

class Corners {
public:
    static constexpr int most_radius = 6;

    /// Call reserve() before the atlas is built, and paint() after.
    void reserve(ImFontAtlas& atlas);
    void paint(ImFontAtlas& atlas);

    /// Draws a filled box, its edges and radius rounded to whole pixels. Returns false if it
    /// cannot: the radius is too large, or the atlas may change at any time and so holds no
    /// pictures.
    bool draw(ImDrawList& list, ImVec2 from, ImVec2 to, float radius, ImU32 colour) const;

private:
    struct Disc {
        int number = -1; // in the atlas
        ImVec2 from, to; // the whole disc, in texture coordinates
        bool is_painted = false;
    };
    std::array<Disc, most_radius + 1> discs_; // by radius
};

class Fonts {
public:
    using Face = attn::figure::Font;

    /// A face without files uses the font built into Dear ImGui.
    Fonts(FontFiles files, TextureMaker textures);

    /// Makes the sizes that were requested since. Call between frames. Returns whether anything
    /// changed, so that the frame has to be drawn again with sharp text.
    bool prepare();
    /// A number that changes whenever letters move in the atlas.
    std::uint64_t generation() const { return generation_; }
    /// A number that changes whenever the width of a text may have changed: only another file with
    /// characters that the files before lack does that.
    std::uint64_t widths() const { return extra_files_.size(); }
    /// Whether prepare() has something to do.
    bool is_waiting() const { return must_build_; }
    /// Whether letters are missing, and not only the exact sizes of some, whose nearest size is
    /// drawn instead.
    bool lacks_letters() const { return lacks_letters_; }
    /// Requests the characters of a text that widgets will show. draw() does this by itself.
    void need(std::string_view text);

    /// The width of a text without mark-up at an em size in pixels; a whole number.
    float width(std::string_view text, Face face, float em);
    /// Draws a text without mark-up and returns its width. `middle` is the height of the middle of
    /// capital letters.
    float draw(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face, float em,
               ImU32 colour);

    /// The middle of capital letters in a line that begins at `top`, for draw() beside widgets.
    float middle_of_line(float top, Face face, float em);

    /// Draws text being typed. Its first letter decides the direction.
    void draw_typed(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                    float em, ImU32 colour);
    /// The position of the caret before a byte, and the byte nearest to a position.
    float caret(std::string_view text, std::size_t byte, Face face, float em);
    std::size_t byte_at(std::string_view text, float x, Face face, float em);
    /// The parts that a selection covers.
    using Part = attn::publish::SetLine::Part;
    std::vector<Part> parts(std::string_view text, std::size_t from, std::size_t to, Face face,
                            float em);

    /// Call after a frame: frees texts that are not shown any more.
    void sweep() { shaped_.sweep(); }
    /// Returns the characters without a typeface on this machine, in texts drawn since the last
    /// call.
    std::vector<char32_t> take_lacking() { return shaped_.take_lacking(); }

    /// Sets the face for widgets at an em size, until pop().
    void push(Face face, float em);
    void pop();

    /// Corners of rounded boxes, stored with the letters.
    const Corners& corners() const { return corners_; }

private:
    struct Sized {
        ImFont* font = nullptr;
        float size = 0; // the line height, as Dear ImGui counts it
        float em = 0;
    };
    /// Whether the text needs shaped_. Always false if there is no typeface at all.
    bool is_shaped(std::string_view text) const;
    const attn::publish::SetLine& typed(std::string_view text, Face face, float em);
    /// The height of capital letters in pixels.
    float capital(const Sized& sized, Face face) const;
    void draw_shaped(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                     float em, ShapedTexts::Direction direction, ImU32 colour);
    /// Returns the font nearest to the size, and requests the exact size.
    Sized find(Face face, float em);
    std::vector<ImWchar>& extra_ranges(const FontFile& file);
    void build();
    /// Adds the size to the next atlas, and the ranges of its letters to `lists`. Building the
    /// atlas reads them, so keep `lists` until then.
    void add(Face face, int em, std::vector<std::vector<ImWchar>>& lists);
    /// Maps a font file into memory, so that only the used pages are read. Null if that fails.
    GMappedFile* mapped(const std::string& path);

    FontFiles files_;
    struct Unmap {
        void operator()(GMappedFile* file) const { g_mapped_file_unref(file); }
    };
    /// By path; all sizes share one.
    std::map<std::string, std::unique_ptr<GMappedFile, Unmap>> mapped_;
    std::vector<Advances> advances_; // one for each face
    std::set<std::pair<Face, int>> wanted_;
    std::map<std::pair<Face, int>, ImFont*> made_;
    /// The letters of each size. A further size only rasterises its own.
    std::map<std::pair<Face, int>, compat::KeptLetters> kept_;
    std::vector<ImWchar> ranges_;
    std::set<char32_t> known_;
    std::vector<std::pair<FontFile, std::vector<ImWchar>>> extra_files_;
    Corners corners_;
    ShapedTexts shaped_;
    bool must_build_ = true, lacks_letters_ = true;
    std::uint64_t generation_ = 0;
};

// Which texts Dear ImGui can show correctly: those with separate letters from left to right. It
// supports no combining marks, no other direction, and no letters that change with their
// neighbours.

/// Whether the text has only Latin, Greek and Cyrillic letters and signs of formulas. Other texts
/// are shaped (shaped_texts.h).
bool is_plain(std::string_view text);

} // namespace app
