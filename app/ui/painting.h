// SPDX-License-Identifier: MIT
// Keeps the triangles of a figure between frames. An unchanged shape reuses its triangles, so its
// text is not laid out and its corners are not rounded again.
#pragma once

#include "app/ui/compat.h"
#include "core/figure/figure.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace app {

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

} // namespace app
