// SPDX-License-Identifier: MIT
#include "core/publish/text/latex_text.h"

#include "core/base/utf8.h"
#include "core/engine/numbers/normalisers.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace attn::publish {
namespace {

/// Characters that are special in TeX, and signs of the program that TeX's text typefaces lack.
constexpr std::pair<char32_t, std::string_view> in_text[] = {
    {U'\\', "\\textbackslash{}"},
    {U'{', "\\{"},
    {U'}', "\\}"},
    {U'$', "\\$"},
    {U'&', "\\&"},
    {U'#', "\\#"},
    {U'%', "\\%"},
    {U'_', "\\_"},
    {U'ᵀ', "\\textsuperscript{T}"},
    {U'^', "\\textasciicircum{}"},
    {U'~', "\\textasciitilde{}"},
    {U'"', "\\symbol{34}"},
    {U'\'', "\\textquotesingle{}"},
    {U'`', "\\textasciigrave{}"},
    {U'<', "\\textless{}"},
    {U'>', "\\textgreater{}"},
    {U'|', "\\textbar{}"},
    {U'\u00A0', "~"},
    {U'−', "\\ensuremath{-}"},
    {U'∞', "\\ensuremath{\\infty}"},
    {U'√', "\\ensuremath{\\surd}"},
    {U'Σ', "\\ensuremath{\\Sigma}"},
    {U'∅', "\\ensuremath{\\emptyset}"},
    {U'␣', "\\textvisiblespace{}"},
    {U'↵', "\\ensuremath{\\hookleftarrow}"},
    {U'⇥', "\\ensuremath{\\mapsto}"},
    {U'→', "\\ensuremath{\\rightarrow}"},
    {U'↓', "\\ensuremath{\\downarrow}"},
    {U'≤', "\\ensuremath{\\leq}"},
    {U'≥', "\\ensuremath{\\geq}"},
    {U'≈', "\\ensuremath{\\approx}"},
    {U'\uFFFD', "{?}"},
};

constexpr std::pair<char32_t, std::string_view> in_formulas[] = {{U'·', " \\cdot "},
                                                                 {U'×', " \\times "},
                                                                 {U'Σ', " \\textstyle\\sum "},
                                                                 {U'−', "-"},
                                                                 {U'∞', "\\infty "},
                                                                 {U'ᵀ', "^{T}"},
                                                                 {U'²', "^{2}"},
                                                                 {U'|', "|"},
                                                                 {U'>', " > "},
                                                                 {U'/', " / "},
                                                                 {U'=', " = "},
                                                                 {U'\u2026', " \\dots "},
                                                                 {U'σ', "\\sigma "},
                                                                 {U'γ', "\\gamma "},
                                                                 {U'β', "\\beta "},
                                                                 {U'ε', "\\varepsilon "}};

/// Words that stand for matrices in formulas, as every single letter does; other words are text.
constexpr std::string_view symbols[] = {"scores", "scaled", "masked", "weights",
                                        "weight", "output", "block",  "reconstruction"};

template <std::size_t Count>
const std::string_view* find(const std::pair<char32_t, std::string_view> (&list)[Count],
                             char32_t code) {
    const auto found = std::find_if(std::begin(list), std::end(list),
                                    [code](const auto& entry) { return entry.first == code; });
    return found == std::end(list) ? nullptr : &found->second;
}

Character next(std::string_view& text) {
    const Character c = first_character(text);
    text.remove_prefix(c.length);
    return c;
}

std::string escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::string_view bytes = text;
        const Character c = next(text);
        if (const std::string_view* sign = find(in_text, c.code); sign && c.valid)
            out += *sign;
        else
            out += bytes.substr(0, c.length);
        // Two of these would join to one dash or quotation mark.
        const bool is_joining = std::string_view("-,<>").find(bytes.front()) != bytes.npos;
        if (is_joining && !text.empty() && text.front() == bytes.front())
            out += "\\kern0pt{}";
    }
    return out;
}

bool is_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// Takes the text up to the closing brace, whose opening brace has already been taken.
std::string_view take_braced(std::string_view& text) {
    const auto end = text.find('}');
    const std::string_view inside = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return inside;
}

/// Takes a letter or word with its subscripts and superscripts: "W_{Q}", "d_{model}".
std::string take_atom(std::string_view& text, std::string word) {
    std::string out = word.size() > 1 ? "\\mathrm{" + word + "}" : word;
    while (text.starts_with("_{") || text.starts_with("^{")) {
        const char sign = text.front();
        text.remove_prefix(2);
        const std::string index(take_braced(text));
        const bool is_word = index.size() > 1 && std::all_of(index.begin(), index.end(), is_letter);
        out += sign;
        out += "{" + (index == "T" ? "\\top" : is_word ? "\\mathrm{" + index + "}" : index) + "}";
    }
    return out;
}

std::string take_word(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && is_letter(text[length]))
        ++length;
    std::string word(text.substr(0, length));
    text.remove_prefix(length);
    return word;
}

/// Writes a formula and joins consecutive words to one \text{}.
class FormulaWriter {
public:
    void text(const std::string& words) { words_ += words; }
    void math(const std::string& latex) {
        flush();
        out_ += latex;
    }
    std::string finished() {
        flush();
        return out_;
    }

private:
    void flush() {
        const auto first = words_.find_first_not_of(' ');
        if (first != std::string::npos)
            out_ += "\\text{" + words_ + "}";
        else if (!words_.empty())
            out_ += words_.size() > 2 ? " \\qquad " : " ";
        words_.clear();
    }
    std::string out_, words_;
};

/// Writes text in which only marked-up parts become formulas.
std::string marked_up(std::string_view rest) {
    std::string out;
    while (!rest.empty()) {
        const bool is_root = rest.starts_with("√");
        std::string_view after = is_root ? rest.substr(std::string_view("√").size()) : rest;
        const std::string word = take_word(after);
        if (is_root || (!word.empty() && (after.starts_with("_{") || after.starts_with("^{")))) {
            const std::string atom = take_atom(after, word);
            out += "\\(" + (is_root ? "\\sqrt{" + atom + "}" : atom) + "\\)";
            rest = after;
        } else if (!word.empty()) {
            out += word;
            rest = after;
        } else {
            if (rest.front() == '\\' && rest.size() > 1)
                rest.remove_prefix(1);
            const std::size_t length = first_character(rest).length;
            out += escaped(rest.substr(0, length));
            rest.remove_prefix(length);
        }
    }
    return out;
}

struct Range {
    char32_t first, last;
};

/// Whether pdfLaTeX has the letter with encoding T1 and its kernel's signs.
bool has_pdflatex(char32_t code) {
    constexpr Range lacking[] = {{0x126, 0x127}, {0x138, 0x138}, {0x13F, 0x140},
                                 {0x149, 0x149}, {0x166, 0x167}, {0x17F, 0x17F}};
    const auto holds = [code](const Range& range) {
        return code >= range.first && code <= range.last;
    };
    if (code < 0x80 || (code >= 0x218 && code <= 0x21B))
        return true;
    if (code >= 0xA0 && code <= 0x17F)
        return std::none_of(std::begin(lacking), std::end(lacking), holds);
    constexpr char32_t signs[] = {0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E,
                                  0x2020, 0x2021, 0x2022, 0x2026, 0x2030, 0x2039, 0x203A, 0x20AC};
    return std::find(std::begin(signs), std::end(signs), code) != std::end(signs);
}

std::vector<char32_t> beyond_latin(std::string_view text) {
    std::vector<char32_t> codes;
    while (!text.empty())
        if (const Character c = next(text); c.valid && !has_pdflatex(c.code))
            codes.push_back(c.code);
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
}

std::string hexadecimal(char32_t code) {
    std::string digits;
    for (int shift = 20; shift >= 0; shift -= 4)
        digits += "0123456789ABCDEF"[code >> shift & 0xF];
    const auto first = std::min(digits.find_first_not_of('0'), std::size_t{2});
    return digits.substr(first);
}

/// Typefaces that probably have the letter, the most likely first.
std::vector<std::string_view> typefaces(char32_t code) {
    if (code >= 0x1F000 && code < 0x20000)
        return {"Noto Emoji", "Symbola"};
    if ((code >= 0x2E80 && code <= 0x9FFF) || (code >= 0xAC00 && code <= 0xD7AF) ||
        (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFF00 && code <= 0xFFEF) ||
        (code >= 0x20000 && code <= 0x3FFFF))
        return {"Noto Sans CJK SC", "Noto Sans CJK JP", "Droid Sans Fallback"};
    if (code >= 0x900 && code <= 0x97F)
        return {"Noto Sans Devanagari", "Lohit Devanagari"};
    return {};
}

/// Whether formulas call a normaliser so: "softmax".
bool is_normaliser(std::string_view word) {
    return std::any_of(normalisers.begin(), normalisers.end(), [&](const NormaliserInfo& one) {
        return !one.function.empty() && word == one.function;
    });
}

} // namespace

std::string latex_plain(std::string_view text) {
    constexpr std::size_t longest = 2000;
    return escaped(printable(text, longest));
}

std::string latex_word(std::string_view word) {
    return escaped(figure::visible_word(word));
}

std::string latex_shown_word(std::string_view word) {
    return escaped(word);
}

std::string latex_formula(std::string_view rich) {
    FormulaWriter out;
    if (const auto cut = rich.find(" · each"); cut != std::string_view::npos)
        return latex_formula(rich.substr(0, cut)) + ", \\quad \\text{" +
               latex_plain(rich.substr(cut + std::string_view(" · ").size())) + "}";
    while (!rich.empty()) {
        const std::string word = take_word(rich);
        if (!word.empty()) {
            const bool is_symbol =
                word.size() == 1 ||
                std::find(std::begin(symbols), std::end(symbols), word) != std::end(symbols);
            if (word == "exp" || is_normaliser(word))
                out.math("\\operatorname{" + word + "}");
            else if (is_symbol)
                out.math(take_atom(rich, word));
            else
                out.text(latex_plain(word));
            continue;
        }
        const std::string_view bytes = rich;
        const Character c = next(rich);
        if (const auto end = rich.find(')');
            c.code == U'√' && rich.starts_with("(") && end != std::string_view::npos) {
            out.math("\\sqrt{" + latex_formula(rich.substr(1, end - 1)) + "}");
            rich.remove_prefix(end + 1);
        } else if (c.code == U'√')
            out.math("\\sqrt{" + take_atom(rich, take_word(rich)) + "}");
        else if ((c.code == U'^' || c.code == U'_') && rich.starts_with("{")) {
            rich.remove_prefix(1);
            out.math(std::string(bytes.substr(0, 1)) + "{" + latex_formula(take_braced(rich)) +
                     "}");
        } else if (const std::string_view* sign = find(in_formulas, c.code))
            out.math(std::string(*sign));
        else if (c.code == U' ' || c.code == U',' || c.code == U'“' || c.code == U'”' ||
                 c.code == U':')
            out.text(std::string(bytes.substr(0, c.length)));
        else if (c.code != U'\\')
            out.math(escaped(bytes.substr(0, c.length)));
    }
    return out.finished();
}

std::string latex_sentence(const Prose& prose) {
    std::string out;
    for (const Run& run : prose) {
        if (run.tone == Tone::Word || run.tone == Tone::QueryWord) {
            out += "\\textbf{" + latex_word(run.text) + "}";
            continue;
        }
        if (run.tone == Tone::Code) {
            out += "\\texttt{" + latex_word(run.text) + "}";
            continue;
        }
        if (run.tone == Tone::Number) {
            out += escaped(run.text);
            continue;
        }
        out += marked_up(run.text);
    }
    return out;
}

bool is_latin(std::string_view latex) {
    return beyond_latin(latex).empty();
}

std::string latex_letters(std::string_view latex) {
    const std::vector<char32_t> codes = beyond_latin(latex);
    if (codes.empty())
        return "";
    std::vector<std::string_view> wanted;
    for (const char32_t code : codes)
        for (const std::string_view name : typefaces(code))
            if (std::find(wanted.begin(), wanted.end(), name) == wanted.end())
                wanted.push_back(name);
    wanted.push_back("DejaVu Sans");
    wanted.push_back("FreeSans");
    std::string text =
        "% Letters beyond Latin: typeset with lualatex. xelatex shows those of DejaVu "
        "Sans, pdflatex\n% their code numbers.\n\\ifPDFTeX\n"
        "  \\newcommand\\codenumber[1]{{\\tiny\\fbox{\\textsf{#1}}}}\n";
    for (const char32_t code : codes)
        text += "  \\DeclareUnicodeCharacter{" + hexadecimal(code) + "}{\\codenumber{" +
                hexadecimal(code) + "}}\n";
    text += "\\else\n  \\newcommand\\fallbacks{}\n  \\newcommand\\fallback[1]{\\IfFontExistsTF{#1}"
            "{\\edef\\fallbacks{\\fallbacks \"#1:mode=harf;\",}}{}}\n";
    for (const std::string_view name : wanted)
        text += "  \\fallback{" + std::string(name) + "}\n";
    return text +
           "  \\ifLuaTeX\n    \\directlua{luaotfload.add_fallback(\"words\", {\\fallbacks})}\n"
           "    \\setmainfont{Latin Modern Roman}[RawFeature={fallback=words}]\n"
           "  \\else\n    \\IfFontExistsTF{DejaVu Sans}{\\setmainfont{DejaVu Sans}}{}\n"
           "  \\fi\n\\fi\n";
}

} // namespace attn::publish
