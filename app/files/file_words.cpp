// SPDX-License-Identifier: MIT
#include "app/files/file_words.h"

#include "core/base/utf8.h"

namespace app {

std::string clock_text(std::time_t time) {
    std::tm parts = {};
    ::localtime_r(&time, &parts);
    const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    return two(parts.tm_hour) + ":" + two(parts.tm_min) + ":" + two(parts.tm_sec);
}

std::string in_quotes(const std::string& text) {
    return "“" + attn::printable(text, 60) + "”";
}

std::string size_text(std::uintmax_t bytes) {
    if (bytes < 1000)
        return std::to_string(bytes) + " bytes";
    if (bytes < 1000000)
        return std::to_string((bytes + 500) / 1000) + " KB";
    return std::to_string((bytes + 500000) / 1000000) + " MB";
}

} // namespace app
