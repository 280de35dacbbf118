// SPDX-License-Identifier: MIT
// Paints every step of a document as a page, to be looked at: attention-pages FOLDER PRESET….
#include "core/figure/step_figure.h"
#include "core/io/library.h"
#include "core/publish/cairo.h"

#include <filesystem>
#include <fstream>
#include <iostream>

using namespace attn;

namespace {

void paint(const std::filesystem::path& folder, const std::string& preset) {
    const auto document = io::open_document(preset);
    if (!document) {
        std::cerr << document.error().text() << '\n';
        return;
    }
    const Trace trace = evaluate(*document);
    View view;
    view.query = 1;
    view.theme = ThemeName::Projector;
    const figure::Measure measure = publish::measure(publish::typesetter());
    for (const figure::Size size : {figure::Size{1024, 768}, figure::Size{1920, 1080}})
        for (const Step& step : steps(*document)) {
            figure::Page page = figure::page_of(*document, trace, view, step);
            page.hints = {"step " + std::to_string(number(step)) + " of 14", "Page down next"};
            const auto bytes = publish::paint_png(
                figure::page_figure(*document, trace, view, page, {size, measure}), 1);
            const std::string name = preset + "-" + std::to_string(static_cast<int>(size.height)) +
                                     "-" + std::to_string(number(step)) + ".png";
            if (bytes)
                std::ofstream(folder / name, std::ios::binary) << *bytes;
            else
                std::cerr << name << ": " << bytes.error().text() << '\n';
        }
}

} // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::cerr << "usage: attention-pages FOLDER PRESET…\n";
        return 2;
    }
    std::filesystem::create_directories(arguments[1]);
    for (int at = 2; at < count; ++at)
        paint(arguments[1], arguments[at]);
    return 0;
}
