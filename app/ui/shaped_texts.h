// SPDX-License-Identifier: MIT
// Texts that Dear ImGui cannot show correctly: laid out by the typesetter of figures and drawn as
// images of their letters, which are kept between frames. Letters take the requested colour; emoji
// keep their own.
#pragma once

#include "app/ui/compat.h"
#include "app/window/screen.h"
#include "core/publish/pictures/cairo_line.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace app {

class ShapedTexts {
public:
    using Face = attn::figure::Font;
    using Direction = attn::publish::LineDirection;

    explicit ShapedTexts(TextureMaker maker);
    ~ShapedTexts();
    ShapedTexts(const ShapedTexts&) = delete;
    ShapedTexts& operator=(const ShapedTexts&) = delete;

    /// Returns the laid-out text at an em size in pixels. It is valid until the next sweep.
    const attn::publish::SetLine& line(std::string_view text, Face face, int em,
                                       Direction direction);
    /// Draws the text from `x` with its baseline at `baseline`, both whole pixels. Of a long text,
    /// only the visible part is made.
    void draw(ImDrawList& list, float x, float baseline, std::string_view text, Face face, int em,
              Direction direction, ImU32 colour);

    /// Call after a frame: frees texts that were not used for many frames, or sooner if they take
    /// too much memory. Never frees what the last frame used.
    void sweep();
    /// The approximate memory of the kept texts.
    std::size_t bytes() const { return bytes_; }
    static constexpr std::size_t most_bytes = std::size_t{24} << 20U;
    static constexpr std::uint64_t most_frames = 300;

    /// Returns the characters without a typeface on this machine, in texts laid out since the last
    /// call.
    std::vector<char32_t> take_lacking() { return std::exchange(lacking_, {}); }

private:
    /// Some columns of a text. Its pixels do not move in memory, because painters may read them
    /// again.
    struct Part {
        attn::publish::LinePicture picture;
        unsigned int letters = 0, coloured = 0; // textures; 0: none
    };
    struct Entry {
        std::unique_ptr<attn::publish::SetLine> line;
        std::vector<std::unique_ptr<Part>> parts; // null: not visible so far
        std::size_t bytes = 0;
        std::uint64_t seen = 0; // the last frame that used it
    };
    Entry& entry(std::string_view text, Face face, int em, Direction direction);
    const Part& part(Entry& entry, std::size_t number);
    void forget(Entry& entry);

    TextureMaker maker_;
    attn::publish::Type type_; // created when needed
    std::unordered_map<std::string, Entry> entries_;
    std::string key_;
    std::size_t bytes_ = 0;
    std::uint64_t frame_ = 1;
    std::vector<char32_t> lacking_;
};

} // namespace app
