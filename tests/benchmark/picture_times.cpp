// SPDX-License-Identifier: MIT
// Milliseconds to make the picture of a document's weights inside a running process:
// attention-picture-times DOCUMENT png|pdf|svg WIDTHxHEIGHT REPEATS.
#include "core/io/document/library.h"
#include "core/publish/exporters.h"

#include <chrono>
#include <cstdlib>
#include <iostream>

using namespace attn;

int main(int count, char** arguments) {
    if (count != 5) {
        std::cerr << "usage: attention-picture-times DOCUMENT png|pdf|svg WIDTHxHEIGHT REPEATS\n";
        return 2;
    }
    const auto document = io::open_document(arguments[1]);
    const auto kind = publish::file_kind(std::string("a.") + arguments[2]);
    const auto size = publish::parse_size(arguments[3]);
    if (!document || !kind || !size)
        return 3;
    publish::ExportOptions options;
    options.picture.figure = "weights";
    options.picture.style.size = *size;
    options.picture.style.dpi = 300;
    for (int at = 0; at <= std::atoi(arguments[4]); ++at) {
        const auto begin = std::chrono::steady_clock::now();
        if (!publish::exported(*document, *kind, options))
            return 1;
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - begin;
        if (at > 0) // The first one warms up, as it does for the others.
            std::cout << time.count() << '\n';
    }
    return 0;
}
