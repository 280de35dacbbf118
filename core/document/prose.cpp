// SPDX-License-Identifier: MIT
#include "core/document/prose.h"

namespace attn {
namespace {

/// Removes the braces of "_{…}" and "^{…}", and the backslashes of escapes.
std::string without_braces(const std::string& rich) {
    std::string text;
    bool is_inside = false;
    for (std::size_t at = 0; at < rich.size(); ++at) {
        const bool has_next = at + 1 < rich.size();
        if (rich[at] == '\\' && has_next) {
            text += rich[++at];
        } else if ((rich[at] == '_' || rich[at] == '^') && has_next && rich[at + 1] == '{') {
            text += rich[at++];
            is_inside = true;
        } else if (is_inside && rich[at] == '}') {
            is_inside = false;
        } else {
            text += rich[at];
        }
    }
    return text;
}

bool is_rich(Tone tone) {
    return tone == Tone::Text || tone == Tone::Strong;
}

/// Escapes a word of the document so that it does not become mark-up.
std::string escaped(const std::string& word) {
    std::string text;
    for (const char c : word) {
        if (std::string("\\`*_[]<>#").find(c) != std::string::npos)
            text += '\\';
        text += c;
    }
    return text;
}

} // namespace

std::string in_a_sentence(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t at = 0; at < names.size(); ++at)
        text += (at == 0 ? "" : at + 1 == names.size() ? " and " : ", ") + names[at];
    return text;
}

std::string to_text(const Prose& prose) {
    std::string text;
    for (const Run& run : prose)
        if (run.tone != Tone::Pin)
            text += is_rich(run.tone) ? without_braces(run.text) : run.text;
    return text;
}

std::string to_markdown(const Prose& prose) {
    std::string text;
    for (const Run& run : prose) {
        if (run.tone == Tone::Pin)
            continue;
        const std::string plain = is_rich(run.tone) ? without_braces(run.text) : run.text;
        if (run.tone == Tone::Text)
            text += plain;
        else
            text += "**" + escaped(plain) + "**";
    }
    return text;
}

} // namespace attn
