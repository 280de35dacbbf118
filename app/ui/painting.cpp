// SPDX-License-Identifier: MIT
#include "app/ui/painting.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

using attn::figure::Box;
using attn::figure::Shape;
using attn::figure::Text;

/// Shapes appear and disappear between others; a shape is searched within this distance of its
/// expected index.
constexpr std::size_t most_moved = 8;
constexpr std::size_t most_shapes = 8192; // More would take too much memory.
constexpr int most_vertices = 60'000;     // Indices have 16 bits.

/// Like ==, but without std::variant's table of functions.
bool are_same(const Shape& a, const Shape& b) {
    if (a.index() != b.index())
        return false;
    if (const auto* const text = std::get_if<Text>(&a))
        return text->at == std::get_if<Text>(&b)->at && *text == *std::get_if<Text>(&b);
    if (const auto* const box = std::get_if<Box>(&a))
        return *box == *std::get_if<Box>(&b);
    return a == b;
}

} // namespace

bool Painting::Ground::operator==(const Ground& other) const {
    return origin.x == other.origin.x && origin.y == other.origin.y && visible == other.visible &&
           clip.x == other.clip.x && clip.y == other.clip.y && clip.z == other.clip.z &&
           clip.w == other.clip.w && letters == other.letters;
}

bool Painting::was_used() {
    return std::exchange(is_used_, false);
}

Painting::Drawn Painting::drawn(const ImDrawList& list) {
    return {list.VtxBuffer.Size, list.IdxBuffer.Size, list.CmdBuffer.Size,
            list.CmdBuffer.back().ElemCount};
}

void Painting::begin(const ImDrawList& list, const Ground& ground) {
    is_used_ = true;
    // Dynamic fonts move letters in their texture.
    if (compat::has_dynamic_fonts || !(ground == ground_)) {
        ground_ = ground;
        shapes_.clear();
        ends_.clear();
    }
    new_ends_.clear();
    next_ = run_first_ = run_last_ = 0;
    is_same_ = true;
    begun_ = drawn(list);
    first_vertex_ = list._VtxCurrentIdx;
    vertex_offset_ = list._CmdHeader.VtxOffset;
}

std::optional<std::size_t> Painting::find(const attn::figure::Shape& shape) const {
    const auto is_it = [&](std::size_t at) {
        return at < shapes_.size() && are_same(shapes_[at], shape);
    };
    if (is_it(next_))
        return next_;
    for (std::size_t away = 1; away <= most_moved; ++away) {
        if (is_it(next_ + away))
            return next_ + away;
        if (away <= next_ && is_it(next_ - away))
            return next_ - away;
    }
    return std::nullopt;
}

bool Painting::repeat(ImDrawList& list, const attn::figure::Shape& shape) {
    const auto found = shapes_.empty() ? std::nullopt : find(shape);
    const std::size_t at = found.value_or(next_);
    is_same_ = is_same_ && found && at == next_;
    next_ = at + 1;
    if (!found || !ends_[at].can_repeat) {
        copy_run(list);
        return false;
    }
    if (at != run_last_ || run_first_ == run_last_) {
        copy_run(list);
        run_first_ = at;
    }
    run_last_ = at + 1;
    const End from = begin_of(at), to = ends_[at];
    const End so_far = new_ends_.empty() ? End{} : new_ends_.back();
    new_ends_.push_back({so_far.vertices + to.vertices - from.vertices,
                         so_far.indices + to.indices - from.indices, true});
    return true;
}

void Painting::note(const ImDrawList& list, const Drawn& before) {
    const Drawn after = drawn(list);
    const auto indices = static_cast<unsigned int>(after.indices - before.indices);
    new_ends_.push_back(
        {static_cast<std::size_t>(after.vertices - begun_.vertices),
         static_cast<std::size_t>(after.indices - begun_.indices),
         after.commands == before.commands && after.of_command == before.of_command + indices});
}

void Painting::copy_run(ImDrawList& list) {
    const End from = begin_of(run_first_), to = begin_of(run_last_);
    run_first_ = run_last_ = 0;
    if (to.indices <= from.indices)
        return;
    const std::size_t vertices = to.vertices - from.vertices, indices = to.indices - from.indices;
    list.PrimReserve(static_cast<int>(indices), static_cast<int>(vertices));
    const unsigned int moved = list._VtxCurrentIdx - static_cast<unsigned int>(from.vertices);
    std::copy_n(vertices_.data() + from.vertices, vertices, list._VtxWritePtr);
    std::transform(indices_.data() + from.indices, indices_.data() + to.indices, list._IdxWritePtr,
                   [moved](ImDrawIdx index) { return static_cast<ImDrawIdx>(index + moved); });
    list._VtxWritePtr += vertices;
    list._IdxWritePtr += indices;
    list._VtxCurrentIdx += static_cast<unsigned int>(vertices);
}

void Painting::end(ImDrawList& list, const std::vector<attn::figure::Shape>& shapes) {
    copy_run(list);
    if (is_same_ && shapes.size() == shapes_.size())
        return;
    const int vertices = list.VtxBuffer.Size - begun_.vertices;
    if (compat::has_dynamic_fonts || vertices > most_vertices || shapes.size() > most_shapes ||
        list._CmdHeader.VtxOffset != vertex_offset_) {
        *this = Painting();
        is_used_ = true;
        return;
    }
    shapes_ = shapes;
    ends_.swap(new_ends_);
    vertices_.assign(list.VtxBuffer.begin() + begun_.vertices, list.VtxBuffer.end());
    indices_.resize(static_cast<std::size_t>(list.IdxBuffer.Size - begun_.indices));
    std::transform(
        list.IdxBuffer.begin() + begun_.indices, list.IdxBuffer.end(), indices_.begin(),
        [first = first_vertex_](ImDrawIdx index) { return static_cast<ImDrawIdx>(index - first); });
}

} // namespace app
