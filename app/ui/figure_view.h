// SPDX-License-Identifier: MIT
// Paints a Figure into Dear ImGui's draw list.
#pragma once

#include "app/ui/compat.h"
#include "app/ui/fonts.h"
#include "app/window/screen.h"
#include "core/figure/base/figure.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace app {

// Keeps the triangles of a figure between frames. An unchanged shape reuses its triangles, so its
// text is not laid out and its corners are not rounded again.

class Painting {
public:
    /// What triangles depend on besides their shapes.
    struct Ground {
        ImVec2 origin;
        attn::figure::Rect visible;
        ImVec4 clip;
        std::uint64_t letters = 0; // Fonts::generation()

        bool operator==(const Ground& other) const;
    };

    /// Adds the shapes to the list in order. Calls `draw(shape)` for each shape that changed.
    template <class Draw>
    void paint(const std::vector<attn::figure::Shape>& shapes, ImDrawList& list,
               const Ground& ground, Draw draw) {
        begin(list, ground);
        for (const attn::figure::Shape& shape : shapes)
            if (!repeat(list, shape)) {
                const Drawn before = drawn(list);
                draw(shape);
                note(list, before);
            }
        end(list, shapes);
    }

    /// Whether it was painted since the last call.
    bool was_used();

private:
    /// A position in the list.
    struct Drawn {
        int vertices = 0, indices = 0, commands = 0;
        unsigned int of_command = 0;
    };
    /// Where a shape's triangles end in the figure's list.
    struct End {
        std::size_t vertices = 0, indices = 0;
        bool can_repeat = false; // they use only the atlas of letters
    };

    static Drawn drawn(const ImDrawList& list);
    End begin_of(std::size_t shape) const { return shape == 0 ? End{} : ends_[shape - 1]; }
    void begin(const ImDrawList& list, const Ground& ground);
    bool repeat(ImDrawList& list, const attn::figure::Shape& shape);
    std::optional<std::size_t> find(const attn::figure::Shape& shape) const;
    void note(const ImDrawList& list, const Drawn& before);
    void copy_run(ImDrawList& list);
    void end(ImDrawList& list, const std::vector<attn::figure::Shape>& shapes);

    Ground ground_;
    std::vector<attn::figure::Shape> shapes_;
    std::vector<End> ends_; // one for each shape
    std::vector<ImDrawVert> vertices_;
    std::vector<ImDrawIdx> indices_; // counted from the figure's first vertex
    bool is_used_ = false;

    // The state while painting.
    std::vector<End> new_ends_;
    std::size_t next_ = 0;                     // the expected shape
    std::size_t run_first_ = 0, run_last_ = 0; // shapes to be copied together
    bool is_same_ = false;
    Drawn begun_;
    unsigned int first_vertex_ = 0, vertex_offset_ = 0;
};

/// What figures are painted with, kept while they are shown: textures of their pictures, and
/// triangles of their other shapes.
class Textures {
public:
    explicit Textures(TextureMaker maker);
    ~Textures();
    Textures(const Textures&) = delete;
    Textures& operator=(const Textures&) = delete;

    /// Returns the texture of a picture. A smooth one may be drawn smaller than it is.
    unsigned int of(const std::shared_ptr<const attn::figure::Pixels>& pixels,
                    bool is_smooth = false);
    /// The painting for the figure at this address. A different figure at the same address finds no
    /// shape to reuse.
    Painting& painting(const attn::figure::Figure& figure) { return paintings_[&figure]; }
    /// Call after a frame: forgets what was not shown in it.
    void sweep();

private:
    struct Entry {
        std::shared_ptr<const attn::figure::Pixels> pixels;
        unsigned int texture = 0;
        bool is_used = false;
    };
    TextureMaker maker_;
    std::map<const attn::figure::Pixels*, Entry> entries_;
    std::map<const attn::figure::Figure*, Painting> paintings_;
};

ImU32 packed(attn::figure::Colour colour);

/// The text widths that paint() will use, for layouts.
attn::figure::Measure measure(Fonts& fonts);

/// Draws the figure with its upper left corner at `origin`. `visible` is the part that can be seen,
/// in the figure's units.
void paint(const attn::figure::Figure& figure, ImDrawList& list, ImVec2 origin,
           attn::figure::Rect visible, Fonts& fonts, Textures& textures);

} // namespace app
