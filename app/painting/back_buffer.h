// SPDX-License-Identifier: MIT
// The buffer that OpenGL draws the window to: what it still holds of earlier frames.
#pragma once

#include <cstddef>

namespace app {

class BackBuffer {
public:
    /// Nothing is known of it.
    BackBuffer() = default;
    /// Of the context that is current, made by EGL or else by GLX.
    explicit BackBuffer(bool by_egl);

    /// How many frames ago what it holds was shown: 1 where it is what the window shows, 0 where
    /// that is not known. A window of another size has another buffer.
    std::size_t age() const;

private:
    enum class Kind {
        Unknown,
        AgedByEgl,
        AgedByGlx,
        Kept // Mesa's software copies it to the window, and it stays as it is.
    };
    Kind kind_ = Kind::Unknown;
};

} // namespace app
