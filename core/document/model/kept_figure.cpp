// SPDX-License-Identifier: MIT
#include "core/document/model/kept_figure.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {
namespace {

constexpr std::size_t longest_figure_name = 100; // in bytes; file systems allow 255

std::string path_of_figure(std::size_t at) {
    return "figures[" + std::to_string(at) + "]";
}

} // namespace

std::string fault_of_figure_name(std::string_view name) {
    const bool is_plain = std::all_of(name.begin(), name.end(), [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte >= ' ' && byte != 0x7F && letter != '/' && letter != '\\';
    });
    if (!name.empty() && name.size() <= longest_figure_name && is_plain && name.front() != '.' &&
        name.front() != '-' && name.front() != ' ' && name.back() != ' ' &&
        first_invalid_utf8(std::string(name)) == std::string::npos)
        return "";
    return "a kept figure has a name that can be a file's, such as fig-2: up to " +
           std::to_string(longest_figure_name) +
           " letters without / and \\, not beginning with a dot, a hyphen or a blank";
}

std::string fault_of_kept_ending(std::string_view ending) {
    if (std::find(kept_endings.begin(), kept_endings.end(), ending) != kept_endings.end())
        return "";
    std::string known;
    for (const std::string_view one : kept_endings)
        known += (known.empty() ? "" : ", ") + std::string(one);
    return "found " + cite(ending) + "; pictures, worksheets and tables can be kept, as one of " +
           known;
}

Result<> validate_figures(const Document& document) {
    const std::vector<KeptFigure>& figures = document.figures;
    if (figures.size() > max_kept_figures)
        return Error{std::to_string(figures.size()) + " kept figures are more than the limit of " +
                         std::to_string(max_kept_figures) + "; remove some",
                     "figures"};
    std::set<std::string_view> names;
    for (std::size_t at = 0; at < figures.size(); ++at) {
        if (const std::string fault = fault_of_figure_name(figures[at].name); !fault.empty())
            return Error{"found " + cite(figures[at].name) + "; " + fault,
                         path_of_figure(at) + ".name"};
        if (const std::string fault = fault_of_kept_ending(figures[at].ending); !fault.empty())
            return Error{fault, path_of_figure(at) + ".file"};
        if (!names.insert(figures[at].name).second)
            return Error{"two kept figures are called " + cite(figures[at].name) +
                             "; give each a name of its own",
                         path_of_figure(at) + ".name"};
    }
    return Nothing{};
}

const KeptFigure* kept_figure(const Document& document, std::string_view name) {
    const auto found =
        std::find_if(document.figures.begin(), document.figures.end(),
                     [name](const KeptFigure& figure) { return figure.name == name; });
    return found == document.figures.end() ? nullptr : &*found;
}

std::string kept_names(const Document& document) {
    std::string names;
    const std::size_t count = document.figures.size();
    for (std::size_t at = 0; at < count; ++at)
        names += (at == 0           ? ""
                  : at + 1 == count ? " and "
                                    : ", ") +
                 printable(document.figures[at].name);
    return count == 0 ? "the document keeps no figures; export one with --keep NAME, or keep it in "
                        "the window's export panel"
                      : "the document keeps " + names;
}

std::vector<KeptFigure> with_figure(const Document& document, KeptFigure figure) {
    std::vector<KeptFigure> figures = document.figures;
    const auto same = std::find_if(figures.begin(), figures.end(),
                                   [&](const KeptFigure& one) { return one.name == figure.name; });
    if (same == figures.end())
        figures.push_back(std::move(figure));
    else
        *same = std::move(figure);
    return figures;
}

std::vector<KeptFigure> without_figure(const Document& document, std::string_view name) {
    std::vector<KeptFigure> figures = document.figures;
    std::erase_if(figures, [name](const KeptFigure& figure) { return figure.name == name; });
    return figures;
}

} // namespace attn
