// SPDX-License-Identifier: MIT
// The options of an export as rows of buttons and fields.
#include "app/exporting/exporting.h"
#include "app/exporting/worksheet_choice.h"
#include "app/panels/export_rows.h"
#include "app/panels/panels.h"
#include "core/document/model.h"
#include "core/document/prose.h"
#include "core/figure/figures.h"
#include "core/publish/style_words.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;
using publish::PictureSize;
using Rows = ExportRows;

constexpr const char* worksheet_title = "A worksheet to fill in by hand";

void draw_figures(const Rows& rows) {
    const figure::Beside beside = shown_beside(rows.frame);
    const auto list = figure::figures(rows.frame.document, beside);
    const auto named = figure::named_figure(rows.frame.document, rows.choice.figure, beside);
    rows.row("Figure");
    const bool has_worksheets = has_stage(rows.frame.document, Stage::Weights);
    bool& is_on = rows.choice.worksheet.is_on;
    is_on = is_on && has_worksheets;
    const std::string title = is_worksheet(rows.choice) ? worksheet_title
                              : named                   ? named->title
                                                        : rows.choice.figure;
    if (!rows.begin_list("figure", title, ImGui::GetContentRegionAvail().x))
        return;
    if (has_worksheets && rows.line("worksheet", worksheet_title, is_worksheet(rows.choice))) {
        is_on = true;
        rows.choice.path = with_ending(rows.choice.path, ".pdf");
    }
    std::string group;
    for (const figure::NamedFigure& one : list) {
        if (one.group != group) {
            group = one.group;
            ImGui::TextDisabled("%s", group.c_str());
        }
        const std::string label =
            "  " + one.title +
            (one.group == "Matrices" && head_count(rows.frame.document) > 1 ? "  " + one.name
                                                                            : "") +
            "##" + one.name;
        if (rows.line("figure/" + one.name, label, !is_on && one.name == rows.choice.figure)) {
            rows.choice.figure = one.name;
            is_on = false;
        }
    }
    ImGui::EndCombo();
}

void draw_format(const Rows& rows, const std::optional<publish::FileKind>& kind) {
    ExportState& state = rows.state;
    const auto take = [&](std::string_view ending) {
        rows.choice.path = with_ending(rows.choice.path, ending);
        state.field = ExportField::None;
        state.fault.clear();
    };
    rows.row("Format");
    std::string label = "other …";
    bool is_first = true;
    for (const publish::FileKindInfo& info : publish::file_kinds()) {
        const bool is_on = kind == info.kind;
        const std::string name(info.ending);
        if (info.kind > publish::FileKind::Pdf) {
            if (is_on)
                label = name;
            continue;
        }
        if (!std::exchange(is_first, false))
            rows.next("SVG");
        std::string capital = name.substr(1);
        std::transform(capital.begin(), capital.end(), capital.begin(), [](unsigned char letter) {
            return static_cast<char>(std::toupper(letter));
        });
        if (rows.chip(name.substr(1), capital, is_on))
            take(info.ending);
    }
    rows.next(8 * rows.look.text);
    if (!rows.begin_list("format", label, 8 * rows.look.text))
        return;
    for (const publish::FileKindInfo& info : publish::file_kinds()) {
        const std::string line = std::string(info.ending) + "   " + std::string(info.title);
        if (rows.line("format/" + std::string(info.ending), line, kind == info.kind))
            take(info.ending);
    }
    ImGui::EndCombo();
}

/// Choices of journals, each with the width of its text.
void draw_journals(const Rows& rows) {
    std::string label = "journal …";
    for (const publish::JournalWidth& journal : publish::journal_widths)
        if (rows.choice.look.picture.size == journal.size)
            label = journal.title;
    if (!rows.begin_list("journal", label, 10 * rows.look.text))
        return;
    for (const publish::JournalWidth& journal : publish::journal_widths) {
        if (rows.line("journal/" + std::string(journal.name), std::string(journal.title),
                      rows.choice.look.picture.size == journal.size)) {
            rows.choice.look.picture.size = journal.size;
            rows.state.field = ExportField::None;
        }
    }
    ImGui::EndCombo();
}

void draw_size(const Rows& rows) {
    publish::PictureStyle& style = rows.choice.look.picture;
    rows.row("Size");
    bool is_first = true;
    for (const auto& [name, label] :
         {std::pair("note", "Note"), std::pair("slide", "Slide"), std::pair("paper-1", "1 column"),
          std::pair("paper-2", "2 columns")}) {
        if (!std::exchange(is_first, false))
            rows.next(label);
        const PictureSize size = *publish::parse_size(name);
        if (rows.chip(name, label, style.size == size)) {
            style.size = size;
            rows.state.field = ExportField::None;
        }
    }
    rows.next(8 * rows.look.text);
    draw_journals(rows);
    rows.row("");
    rows.field("size", ExportField::Size, "800x600", 9 * rows.look.text);
    rows.next(4 * rows.look.text);
    rows.field("dpi", ExportField::Dpi, "default dpi", 7 * rows.look.text);
    rows.next(4 * rows.look.text);
    rows.field("font", ExportField::Font, "letters, pt", 7 * rows.look.text);
}

void draw_shown(const Rows& rows) {
    publish::PictureStyle& style = rows.choice.look.picture;
    ExportChoice& choice = rows.choice;
    rows.row("Show");
    bool has_title = !style.title || !style.title->empty();
    rows.toggle("has_title", "title", has_title, true);
    if (has_title != (!style.title || !style.title->empty()))
        style.title = has_title ? std::nullopt : std::optional<std::string>("");
    rows.toggle("labels", "labels", style.has_labels);
    rows.toggle("numbers", "numbers", style.has_numbers);
    rows.toggle("colour_bar", "colour bar", style.has_colour_bar);
    rows.toggle("query_row", std::string(model_of(rows.frame.document).chosen).c_str(),
                choice.shows_query);
    rows.toggle("marked", "marked cells", choice.shows_marked);
    rows.toggle("blank", "blocked cells blank", style.is_blank_where_blocked);
    rows.toggle("transparent", "transparent", style.is_transparent);
    rows.toggle("outlines", "SVG letters as outlines", style.outlines);
}

void draw_numbers(const Rows& rows) {
    FigureStyle& look = rows.choice.look;
    rows.chips<NumberFormat::Kind>("Numbers", publish::number_kinds, look.numbers.kind, "numbers_");
    rows.next("–");
    if (rows.chip("fewer", "–", false))
        look.numbers.digits = std::max(0, look.numbers.digits - 1);
    rows.next("0");
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%d", look.numbers.digits);
    rows.next("+");
    if (rows.chip("more", "+", false))
        look.numbers.digits = std::min(8, look.numbers.digits + 1);
}

void draw_colours(const Rows& rows) {
    FigureStyle& look = rows.choice.look;
    rows.chips<ThemeName>("Theme", publish::themes, look.picture.theme);
    rows.chips<Sequential>("Weights", publish::colour_maps, look.sequential, "weights_");
    rows.chips<Diverging>("Signed", publish::signed_maps, look.diverging, "signed_");
    rows.chips<ColourRange::Kind>("Range",
                                  {{"automatic", ColourRange::Kind::Automatic, "own"},
                                   {"shared", ColourRange::Kind::Shared, "shared"},
                                   {"unit", ColourRange::Kind::Unit, "0 to 1"},
                                   {"symmetric", ColourRange::Kind::Symmetric, "around 0"},
                                   {"logarithmic", ColourRange::Kind::Logarithmic, "log"},
                                   {"fixed", ColourRange::Kind::Fixed, "fixed"}},
                                  look.range.kind);
    if (look.range.kind == ColourRange::Kind::Fixed) {
        rows.next(4 * rows.look.text);
        rows.field("low", ExportField::Low, "low", 4 * rows.look.text);
        rows.next(4 * rows.look.text);
        rows.field("high", ExportField::High, "high", 4 * rows.look.text);
    }
}

/// Draws what a page offers; it has the lessons of the menu.
void draw_page(const Rows& rows, const std::vector<Action>& actions) {
    publish::PageOffer& page = rows.choice.page;
    constexpr std::string_view begin = "lesson.";
    const auto name_of = [&](const Action& action) {
        return action.id.starts_with(begin) && action.menu == "Lessons"
                   ? action.id.substr(begin.size())
                   : std::string();
    };
    rows.row("Page");
    rows.toggle("page_edits", "its numbers can be changed", page.has_edits, true);
    std::vector<std::string>& chosen = page.lessons;
    const auto is_chosen = [&](const std::string& name) {
        return std::find(chosen.begin(), chosen.end(), name) != chosen.end();
    };
    std::string title = chosen.empty() ? "none" : std::to_string(chosen.size()) + " lessons";
    for (const Action& action : actions)
        if (chosen.size() == 1 && name_of(action) == chosen.front())
            title = to_text(Prose{{action.name}});
    rows.row("Lessons");
    if (!rows.begin_list("lesson", title, ImGui::GetContentRegionAvail().x))
        return;
    for (const Action& action : actions) {
        const std::string name = name_of(action);
        if (name.empty())
            continue;
        bool is_ticked = is_chosen(name);
        if (rows.tick_line("lesson/" + name, to_text(Prose{{action.name}}), is_ticked)) {
            std::erase(chosen, name);
            if (is_ticked)
                chosen.push_back(name);
        }
    }
    ImGui::EndCombo();
}

} // namespace

void draw_export_options(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    const Rows rows{frame, look};
    const auto found = publish::file_kind(rows.choice.path);
    const auto kind = found ? std::optional(*found) : std::nullopt;
    const bool is_picture = kind && publish::is_figure(*kind);
    draw_figures(rows);
    rows.row("File");
    rows.field("path", ExportField::Path, "/where/name.png", 60 * look.text);
    draw_format(rows, kind);
    if (!frame.document.covers.empty()) {
        rows.row("Covered");
        rows.toggle("reveals", "revealed in the file", rows.choice.reveals, true);
    }
    if (kind == publish::FileKind::Python)
        rows.chips<publish::Language>("Library",
                                      {{"numpy", publish::Language::NumPy, "NumPy"},
                                       {"pytorch", publish::Language::PyTorch, "PyTorch"},
                                       {"jax", publish::Language::Jax, "JAX"}},
                                      rows.choice.python);
    if (kind == publish::FileKind::Python && has_stage(frame.document, Stage::Loss))
        rows.chips<bool>("Program",
                         {{"computes", false, "computes the output"},
                          {"trains", true, "trains, as the document does"}},
                         rows.choice.trains);
    if (kind == publish::FileKind::Html)
        draw_page(rows, actions);
    if (is_worksheet(rows.choice)) {
        draw_worksheet_options(rows);
        rows.row("Title");
        rows.field("title", ExportField::Title, "the document's own", 60 * look.text);
        rows.row("Task");
        rows.field("caption", ExportField::Caption, "says what to fill in", 60 * look.text);
        draw_numbers(rows);
        return;
    }
    if (!is_picture)
        return;
    draw_styles(rows);
    rows.row("Sweep");
    rows.field("sweep", ExportField::Sweep, "a number that moves: temperature=0.25:4",
               60 * look.text);
    draw_size(rows);
    if (rows.choice.figure.starts_with("lines"))
        draw_lines_choice(rows);
    rows.row("Title");
    rows.field("title", ExportField::Title, "the figure's own", 60 * look.text);
    rows.row("Caption");
    rows.field("caption", ExportField::Caption, "none", 60 * look.text);
    draw_shown(rows);
    draw_numbers(rows);
    draw_colours(rows);
    rows.row("Gap");
    rows.field("gap", ExportField::Gap, "hairline", 5 * look.text);
}

} // namespace app
