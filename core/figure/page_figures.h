// SPDX-License-Identifier: MIT
// The pages of the window as figures by name. Some figures of these names are drawn in another way
// for files; all other pages are drawn as in the window, and on paper as their matrices one after
// the other.
#pragma once

#include "core/figure/figures.h"
#include "core/figure/pages.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn::figure {

/// Finds the page with this figure's name, which must exist.
const PageInfo& page_named(std::string_view name);

/// A figure with the page's name and title that is drawn in a way of its own.
NamedFigure figure_of_page(std::string_view name, decltype(NamedFigure::draw) draw);

/// Adds every page that the document has and that is not in the list yet, but for those of a
/// gradient and of losses, which are listed with the figures of numbers.
void add_pages(std::vector<NamedFigure>& list, const Document& document, const ShownLosses& losses);

/// The page of one enlarged matrix, named "enlarged/weights"; empty if the name is another.
std::optional<NamedFigure> figure_of_enlarged(const Document& document, std::string_view name);

/// Why the document has no such page: a sentence that names it; empty if there is none of the name.
std::string lack_of_page(const Document& document, std::string_view name);

} // namespace attn::figure
