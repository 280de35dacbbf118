// SPDX-License-Identifier: MIT
// An image in memory shared with the X server, which copies it to a window on request.
#pragma once

#include "app/painting/soft_paint.h"

#include <memory>
#include <vector>

namespace app {

class SoftScreen {
public:
    /// Opens it for the window with this number. Null if the server uses other pixels than
    /// 0x00RRGGBB or cannot share memory.
    static std::unique_ptr<SoftScreen> of_window(std::uint32_t window);
    ~SoftScreen();
    SoftScreen(const SoftScreen&) = delete;
    SoftScreen& operator=(const SoftScreen&) = delete;

    /// Returns the image in a size, to paint on; the server has finished reading the last one. Null
    /// pixels if there is no memory. After a change of size its content is undefined.
    SoftImage image(int width, int height);
    /// Copies the areas to the window.
    void show(const std::vector<PixelArea>& areas);

private:
    struct Connection;
    explicit SoftScreen(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> connection_;
};

} // namespace app
