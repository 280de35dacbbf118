// SPDX-License-Identifier: MIT
// Makes figures of the window's pages by name. Files have some of them in another form; all other
// pages are drawn as in the window, and on paper as their matrices one after the other.
#pragma once

#include "core/document/telling/lesson.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// Finds the page with this figure's name, which must exist.
const PageInfo& page_named(std::string_view name);

/// Makes a figure with the page's name and title that is drawn in a way of its own.
NamedFigure figure_of_page(std::string_view name, decltype(NamedFigure::draw) draw);

/// Adds every page that the document has and that is not in the list yet, but for those of a
/// gradient and of losses, which are listed with the figures of numbers.
void add_pages(std::vector<NamedFigure>& list, const Document& document, const Beside& beside);

/// Makes the figure "enlarged/weights", or that of another matrix; empty if the name is no such.
std::optional<NamedFigure> figure_of_enlarged(const Document& document, std::string_view name);

/// Makes the figure "spotlight/weights" of a matrix, or "spotlight/weights[0,1]" of a number; empty
/// if the name is no such.
std::optional<NamedFigure> figure_of_light(const Document& document, std::string_view name);

/// Makes the figure "effects/probabilities[4,2]", what each head does to this number; empty if the
/// name is no such, or if no head can change the number.
std::optional<NamedFigure> figure_of_effects(const Document& document, std::string_view name);

/// Says why the document lacks the page; empty if it has it, or if no page has this name.
std::string lack_of_page(const Document& document, std::string_view name);
/// Says why the window cannot show the page that the step of the lesson names: there is no such
/// page, or its document lacks it. Empty if it can, or if the step names none.
std::string fault_of_page(const OpenedLesson& opened, std::size_t step);

} // namespace attn::figure
