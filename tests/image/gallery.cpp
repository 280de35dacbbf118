// SPDX-License-Identifier: MIT
// Paints every scene in many sizes and themes, for inspection: attention-gallery FOLDER [NAME].
#include "core/figure/canvas/canvas.h"
#include "core/publish/pictures/cairo.h"
#include "tests/support/scenes.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

using namespace attn;

namespace {

void write(const std::filesystem::path& path, const figure::Figure& figure) {
    const auto bytes = publish::paint_png(figure, 1);
    if (!bytes) {
        std::cerr << path << ": " << bytes.error().text() << '\n';
        return;
    }
    std::ofstream(path, std::ios::binary) << *bytes;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::cerr << "usage: attention-gallery FOLDER [NAME]\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    struct Page {
        const char* name;
        figure::Size size;
        ThemeName theme;
        float text;
    };
    const Page pages[] = {{"small", {1024, 470}, ThemeName::Light, 14},
                          {"middle", {1600, 600}, ThemeName::Dark, 14},
                          {"large", {3840, 1700}, ThemeName::Light, 28},
                          {"hall", {1920, 900}, ThemeName::Projector, 22},
                          {"paper", {1600, 700}, ThemeName::Print, 14}};
    const figure::Measure measure = publish::measure(publish::typesetter());
    std::vector<attn::test::Scene> scenes = attn::test::scenes();
    scenes.push_back(attn::test::large_scene());
    for (attn::test::Scene& scene : scenes) {
        if (count > 2 && scene.name != arguments[2])
            continue;
        for (const Page& page : pages) {
            scene.view.theme = page.theme;
            figure::CanvasOptions options;
            options.available = page.size;
            options.text = page.text;
            options.measure = measure;
            const auto begin = std::chrono::steady_clock::now();
            const figure::Figure canvas =
                figure::canvas(scene.document, scene.trace, scene.view, options);
            const auto middle = std::chrono::steady_clock::now();
            options.measure = figure::approximate_width;
            figure::canvas(scene.document, scene.trace, scene.view, options);
            const auto end = std::chrono::steady_clock::now();
            const auto micro = [](auto time) {
                return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
            };
            std::cout << scene.name << ' ' << page.name << ' ' << canvas.shapes.size()
                      << " shapes, " << canvas.size.width << " × " << canvas.size.height << ", "
                      << micro(middle - begin) << " µs (" << micro(end - middle)
                      << " with approximate widths)\n";
            write(folder / (scene.name + "-" + page.name + ".png"), canvas);
            options.measure = measure;
            options.available = {page.size.width, 14.5F * page.text};
            write(folder / (scene.name + "-" + page.name + "-query.png"),
                  figure::query_panel(scene.document, scene.trace, scene.view, options));
        }
    }
}
