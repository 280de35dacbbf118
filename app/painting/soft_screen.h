// SPDX-License-Identifier: MIT
// An image in memory that the X server shares, and shows in a window where it is told to.
#pragma once

#include "app/painting/soft_paint.h"

#include <memory>
#include <vector>

namespace app {

class SoftScreen {
public:
    /// Of the window with this number; nothing where the server is not of the plain kind: other
    /// pixels than 0x00RRGGBB, or no memory in common.
    static std::unique_ptr<SoftScreen> of_window(std::uint32_t window);
    ~SoftScreen();
    SoftScreen(const SoftScreen&) = delete;
    SoftScreen& operator=(const SoftScreen&) = delete;

    /// The image in a size, to paint on: the server has read what was shown before. Null pixels
    /// where there is no memory. Of another size than before it holds nothing of use.
    SoftImage image(int width, int height);
    /// Copies the areas to the window.
    void show(const std::vector<PixelArea>& areas);

private:
    struct Connection;
    explicit SoftScreen(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> connection_;
};

} // namespace app
