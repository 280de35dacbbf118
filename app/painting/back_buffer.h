// SPDX-License-Identifier: MIT
// What OpenGL's back buffer still holds of earlier frames.
#pragma once

#include <cstddef>

namespace app {

class BackBuffer {
public:
    /// A buffer with unknown content.
    BackBuffer() = default;
    /// The buffer of the current context, which was made by EGL or else by GLX.
    explicit BackBuffer(bool by_egl);

    /// How many frames ago its content was shown: 1 if it is what the window shows, 0 if unknown.
    /// After a resize the buffer is another one.
    std::size_t age() const;

private:
    enum class Kind {
        Unknown,
        AgedByEgl,
        AgedByGlx,
        Kept // Mesa's software renderer copies it to the window and keeps it
    };
    Kind kind_ = Kind::Unknown;
};

} // namespace app
