// SPDX-License-Identifier: MIT
#include "core/document/expression_latex.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace attn {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 23> letters = {
    {{"α", "\\alpha"}, {"β", "\\beta"},  {"γ", "\\gamma"}, {"δ", "\\delta"},  {"ε", "\\varepsilon"},
     {"η", "\\eta"},   {"θ", "\\theta"}, {"κ", "\\kappa"}, {"λ", "\\lambda"}, {"μ", "\\mu"},
     {"π", "\\pi"},    {"ρ", "\\rho"},   {"σ", "\\sigma"}, {"τ", "\\tau"},    {"φ", "\\varphi"},
     {"ψ", "\\psi"},   {"ω", "\\omega"}, {"Δ", "\\Delta"}, {"Σ", "\\Sigma"},  {"√", "\\surd"},
     {"·", "\\cdot"},  {"−", "-"},       {"…", "\\cdots"}}};

bool is_letter(char letter) {
    return std::isalpha(static_cast<unsigned char>(letter));
}

/// Sets a word of several letters upright; a single letter is a symbol.
std::string latex_words(std::string_view plain) {
    std::string text;
    while (!plain.empty()) {
        const auto word = static_cast<std::size_t>(
            std::find_if_not(plain.begin(), plain.end(), is_letter) - plain.begin());
        if (word > 0) {
            const std::string letters_of_word(plain.substr(0, word));
            const bool would_join = !text.empty() && is_letter(text.back());
            text += word == 1 ? (would_join ? " " : "") + letters_of_word
                              : "\\mathrm{" + letters_of_word + "}";
            plain.remove_prefix(word);
            continue;
        }
        const auto known = std::find_if(letters.begin(), letters.end(), [&](const auto& one) {
            return plain.starts_with(one.first);
        });
        if (known != letters.end())
            text += known->second;
        else
            text += plain.front();
        plain.remove_prefix(known != letters.end() ? known->first.size() : 1);
    }
    return text;
}

} // namespace

Spelling latex_spelling() {
    Spelling spelling;
    spelling.times = " \\cdot ";
    spelling.over = spelling.tight_over = "}{";
    spelling.fraction = {"\\frac{", "}", true};
    spelling.tall_parentheses = {"\\left(", "\\right)", true};
    spelling.root = {"\\sqrt{", "}", true};
    spelling.power = spelling.power_of_leaf = {"e^{", "}", true};
    spelling.squared = "^2";
    spelling.series = "\\sum_{";
    spelling.after_index = "} ";
    spelling.function = [](std::string_view name) {
        constexpr std::array<std::string_view, 6> known = {"tanh", "sin", "cos",
                                                           "log",  "exp", "max"};
        const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
        return is_known ? "\\" + std::string(name) : "\\operatorname{" + std::string(name) + "}";
    };
    return spelling;
}

std::string latex_name(std::string_view rich) {
    const auto low = rich.find('_');
    if (low == std::string_view::npos)
        return latex_words(rich);
    std::string_view below = rich.substr(low + 1);
    if (below.starts_with("{") && below.ends_with("}"))
        below = below.substr(1, below.size() - 2);
    return latex_words(rich.substr(0, low)) + "_{" + latex_words(below) + "}";
}

} // namespace attn
