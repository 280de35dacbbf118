// SPDX-License-Identifier: MIT
// Paints the pages of a presentation, for inspection: attention-pages FOLDER NAME…, where a name is
// a preset, whose steps are painted, or lesson:NAME.
#include "core/figure/pages/step_figure.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/publish/pictures/cairo.h"

#include <filesystem>
#include <fstream>
#include <iostream>

using namespace attn;

namespace {

constexpr figure::Size sizes[] = {{1024, 768}, {1920, 1080}};

struct Folder {
    std::filesystem::path path;
    figure::Measure measure = publish::measure(publish::typesetter());

    void paint(const std::string& name, int at, const Document& document, const Trace& trace,
               const View& view, const figure::Page& page) const {
        for (const figure::Size size : sizes) {
            const auto bytes = publish::paint_png(
                figure::page_figure(document, trace, view, page, {size, measure}), 1);
            const std::string file = name + "-" + std::to_string(static_cast<int>(size.height)) +
                                     "-" + (at < 10 ? "0" : "") + std::to_string(at) + ".png";
            if (bytes)
                std::ofstream(path / file, std::ios::binary) << *bytes;
            else
                std::cerr << file << ": " << bytes.error().text() << '\n';
        }
    }
};

void paint_steps(const Folder& folder, const std::string& preset) {
    const auto document = io::open_document(preset);
    if (!document) {
        std::cerr << document.error().text() << '\n';
        return;
    }
    const Trace trace = evaluate(*document);
    View view;
    view.query = 1;
    view.theme = ThemeName::Projector;
    for (const Step& step : steps(*document)) {
        figure::Page page = figure::page_of(*document, trace, view, step);
        page.hints = {"step " + std::to_string(number(*document, step)) + " of " +
                          std::to_string(number(*document, steps(*document).back())),
                      "Page down next"};
        folder.paint(preset, number(*document, step), *document, trace, view, page);
    }
}

void paint_lesson(const Folder& folder, const std::string& name) {
    const auto opened = io::open_lesson(name);
    if (!opened) {
        std::cerr << opened.error().text() << '\n';
        return;
    }
    View view;
    view.theme = ThemeName::Projector;
    for (std::size_t at = 0; at < opened->documents.size(); ++at) {
        const LessonStep& step = opened->lesson.steps[at];
        const Document& document = opened->documents[at];
        const Trace& trace = opened->traces[at];
        view.numbers = {};
        view = view_of(step, view);
        view.marked = step.view.marked;
        const auto text = filled(*opened, at, step.text, document, trace, view);
        figure::Page page = figure::page_of_lesson(*opened, at, document, view,
                                                   text ? *text : Prose{{text.error().text()}});
        page.hints = {"step " + std::to_string(at + 1) + " of " +
                          std::to_string(opened->documents.size()),
                      "Page down next"};
        folder.paint(name, static_cast<int>(at) + 1, document, trace, view, page);
    }
}

} // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::cerr << "usage: attention-pages FOLDER PRESET… lesson:NAME…\n";
        return 2;
    }
    const Folder folder{arguments[1]};
    std::filesystem::create_directories(folder.path);
    const std::string lesson = "lesson:";
    for (int at = 2; at < count; ++at) {
        const std::string name = arguments[at];
        if (name.starts_with(lesson))
            paint_lesson(folder, name.substr(lesson.size()));
        else
            paint_steps(folder, name);
    }
    return 0;
}
