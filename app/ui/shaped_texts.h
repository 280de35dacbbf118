// SPDX-License-Identifier: MIT
// Texts that Dear ImGui cannot show rightly, set by the typesetter of figures and drawn as images
// of their letters, which are kept from frame to frame. Letters take the colour that is asked for;
// emoji have their own.
#pragma once

#include "app/ui/compat.h"
#include "app/window/screen.h"
#include "core/publish/cairo_line.h"

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

    /// The text at an em size in pixels; it stays until the next sweep.
    const attn::publish::SetLine& line(std::string_view text, Face face, int em,
                                       Direction direction);
    /// Draws it from `x` on, standing on `baseline`, both whole pixels. Of a long one only what the
    /// list lets be seen is made.
    void draw(ImDrawList& list, float x, float baseline, std::string_view text, Face face, int em,
              Direction direction, ImU32 colour);

    /// After a frame: lets go what was not asked for in many frames, and sooner where there is too
    /// much. What the last frame asked for always stays.
    void sweep();
    /// Memory of what is kept, about.
    std::size_t bytes() const { return bytes_; }
    static constexpr std::size_t most_bytes = std::size_t{24} << 20U;
    static constexpr std::uint64_t most_frames = 300;

    /// Characters that no typeface of this machine has, of texts set since this was last asked.
    std::vector<char32_t> take_lacking() { return std::exchange(lacking_, {}); }

private:
    /// Some columns of a text. Its pixels stay where they are: a painter may read them again.
    struct Part {
        attn::publish::LinePicture picture;
        unsigned int letters = 0, coloured = 0; // textures; 0: none
    };
    struct Entry {
        std::unique_ptr<attn::publish::SetLine> line;
        std::vector<std::unique_ptr<Part>> parts; // null: not seen yet
        std::size_t bytes = 0;
        std::uint64_t seen = 0; // in which frame
    };
    Entry& entry(std::string_view text, Face face, int em, Direction direction);
    const Part& part(Entry& entry, std::size_t number);
    void forget(Entry& entry);

    TextureMaker maker_;
    attn::publish::Type type_; // made when it is needed
    std::unordered_map<std::string, Entry> entries_;
    std::string key_;
    std::size_t bytes_ = 0;
    std::uint64_t frame_ = 1;
    std::vector<char32_t> lacking_;
};

} // namespace app
