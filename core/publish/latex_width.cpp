// SPDX-License-Identifier: MIT
// Estimates the printed width of LaTeX, closely enough to choose between one line and two.
#include "core/publish/latex_parts.h"

#include <algorithm>
#include <cctype>

namespace attn::publish {
namespace {

constexpr double script = 0.7; // size of subscripts and superscripts

/// Takes the argument of a command or sign: a group without its braces, or one letter.
std::string_view take_group(std::string_view& text) {
    if (text.empty() || text.front() != '{') {
        const std::string_view one = text.substr(0, 1);
        text.remove_prefix(one.size());
        return one;
    }
    std::size_t depth = 0, at = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '{')
            ++depth;
        else if (text[at] == '}' && --depth == 0)
            break;
    }
    const std::string_view inside = text.substr(1, std::min(at, text.size()) - 1);
    text.remove_prefix(std::min(at + 1, text.size()));
    return inside;
}

double letter_width(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    if (code >= 0x80) // only the first byte of a letter counts
        return code >= 0xE0 ? 1 : code >= 0xC0 ? 0.55 : 0;
    if (std::string_view("-+=").find(letter) != std::string_view::npos)
        return 0.8;
    if (std::string_view("mwMW").find(letter) != std::string_view::npos)
        return 0.9;
    if (std::string_view(". ilj,'").find(letter) != std::string_view::npos)
        return 0.3;
    return std::isupper(code) ? 0.7 : 0.52;
}

double command_width(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && std::isalpha(static_cast<unsigned char>(text[length])))
        ++length;
    const std::string_view name = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(std::min(name.size(), text.size()));
    if (name == "frac" || name == "tfrac") {
        const double above = latex_width(take_group(text)), below = latex_width(take_group(text));
        return (name == "frac" ? 1 : script) * std::max(above, below) + 0.2;
    }
    if (name == "underbrace") {
        const double above = latex_width(take_group(text));
        if (!text.starts_with("_"))
            return above;
        text.remove_prefix(1);
        return std::max(above, script * latex_width(take_group(text)));
    }
    if (name == "sqrt" || name == "boxed")
        return 0.8 + latex_width(take_group(text));
    if (name == "sum" || name == "infty" || name == "quad")
        return 1.1;
    if (name == "cdot" || name == "approx")
        return 0.7;
    if (name == "tanh" || name == "sin" || name == "cos" || name == "log" || name == "max")
        return 0.55 * static_cast<double>(name.size());
    return length == 0 ? 0.5 : 0; // an escaped sign; the letters of \text and \mathrm follow
}

} // namespace

double latex_width(std::string_view latex) {
    double em = 0;
    while (!latex.empty()) {
        const char c = latex.front();
        latex.remove_prefix(1);
        if (c == '\\')
            em += command_width(latex);
        else if (c == '_' || c == '^')
            em += script * latex_width(take_group(latex));
        else if (c != '{' && c != '}' && c != '&')
            em += letter_width(c);
    }
    return em;
}

} // namespace attn::publish
