// SPDX-License-Identifier: MIT
#include "core/figure/pages/page_figures.h"

#include "core/document/learning/training.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/figure/paper/paper_page.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

bool is_of_panel(const PageInfo& page) {
    return page_with_name(panel_pages(), page.name) != nullptr;
}

TrainingSeen training_beside(const Document& document, const ShownLosses& losses) {
    const TrainingSettings settings = training_settings(document);
    TrainingSeen training;
    if (losses.losses)
        training.curve = {*losses.losses, static_cast<std::size_t>(settings.steps), losses.at,
                          losses.is_logarithmic};
    training.start = losses.start.get();
    training.learned = settings.learned.empty() ? learned_inputs(document) : settings.learned;
    return training;
}

/// The lower end of texts and matrices.
float lower_end_of(const Figure& figure) {
    float end = 0;
    for (const Shape& shape : figure.shapes)
        if (const auto* const text = std::get_if<Text>(&shape))
            end = std::max(end, text->at.y + 0.7F * text->size);
    for (const GridRegion& grid : figure.grids)
        end = std::max(end, grid.cells.bottom());
    return end;
}

/// "Weights, head 1, layer 0": as far as the document has several.
std::string title_on_paper(const Document& document, const SheetLook& look) {
    const StageInfo& about = info(look.id.stage, document.model);
    std::string title = look.title;
    if (about.is_per_head && head_count(document) > 1)
        title += ", head " + std::to_string(look.id.head);
    if (layer_count(document) > 1 && !is_of_all_layers(look.id.stage))
        title += ", layer " + std::to_string(look.id.layer);
    return title;
}

/// What a region shows of its matrix: all of it, some rows, or the row of a single number.
Place region_begin(const GridRegion& grid, CellPart& part, const Cells& values) {
    part = grid.is_transposed
               ? CellPart{grid.first_column, grid.first_row, grid.columns, grid.rows}
               : CellPart{grid.first_row, grid.first_column, grid.rows, grid.columns};
    if (part.rows * part.columns == 1)
        part = {part.row, 0, 1, values.cols()};
    return {grid.sheet, part.row, part.column};
}

/// The matrices of a page, or the rows of them that it shows, in the order in which they are
/// computed.
Figure on_paper(const Figure& page, const Document& document, const Trace& trace, const View& view,
                const HeatmapOptions& options) {
    PaperPage paper(view, options.width, letters(options, 1), options.measure);
    std::vector<Place> put; // the first number of each
    for (const SheetId& sheet : sheets(document))
        for (const GridRegion& grid : page.grids) {
            SheetId named = grid.sheet;
            named.query = 0;
            if (named != sheet)
                continue;
            Contents shown = contents(document, trace, view, grid.sheet);
            SheetLook look = shown.sheets.front();
            CellPart part;
            const Place begin = region_begin(grid, part, look.values);
            if (std::find(put.begin(), put.end(), begin) != put.end())
                continue; // the page shows it again, as it was
            put.push_back(begin);
            look.title = title_on_paper(document, look);
            if (part.rows * part.columns < look.values.size())
                show_part(shown, look, part);
            paper.put(shown, std::move(look));
        }
    return paper.made();
}

/// What the name of a page's figure adds to it.
struct AboutPage {
    std::optional<Stage> enlarged = {};
    std::function<Spotlight(const Document&, const Trace&)> light = nullptr;
    std::shared_ptr<const FolderEffects> effects = nullptr; // of a folder
};

Figure page_picture(const PageInfo& page, const AboutPage& about, const ShownLosses& losses,
                    const Document& document, const Trace& trace, const View& asked,
                    const HeatmapOptions& options) {
    const View view = within(document, asked);
    const OpenPart part(document, trace, view);
    const TrainingSeen training = training_beside(document, losses);
    const bool is_panel = is_of_panel(page);
    const bool is_drawn = page.is_drawn_on_paper(document);
    const float least = is_panel || is_drawn ? 0 : 1100, share = is_panel ? 0.4F : 0.5625F;
    HeatmapOptions room = options;
    const bool is_column = options.is_column && !is_drawn;
    if (is_column) // Which matrices there are does not depend on a narrow page.
        room.width = std::max(room.width, 2000 * options.text / 14);
    PageInput input{part, trace, view, room_of(room, least, share)};
    input.options.part = has_parts(document) ? &part : nullptr;
    input.enlarged = about.enlarged;
    std::optional<Spotlight> light;
    if (about.light)
        input.light = &light.emplace(about.light(document, trace));
    input.training = &training;
    input.of_folder = about.effects.get();
    input.panel = input.options.available;
    if (is_drawn && options.most_height <= 0) // It is as long as what it shows.
        input.options.available.height = 0;
    Figure made = page.make(input).figure;
    if (is_column)
        made = on_paper(made, document, trace, view, options);
    else if (is_panel && options.most_height <= 0)
        made.size.height = lower_end_of(made) + 0.5F * options.text;
    return with_words(std::move(made), theme(view.theme), options);
}

NamedFigure figure_drawn_as_page(const PageInfo& page, AboutPage about, const ShownLosses& losses) {
    return figure_of_page(page.name, [&page, about = std::move(about),
                                      losses](const Document& document, const Trace& trace,
                                              const View& view, const HeatmapOptions& options) {
        return page_picture(page, about, losses, document, trace, view, options);
    });
}

/// Opens the head and the part that the matrix is in.
decltype(NamedFigure::draw) with_sheet_open(decltype(NamedFigure::draw) draw, SheetId sheet) {
    return [draw = std::move(draw), sheet](const Document& of, const Trace& trace,
                                           const View& asked, const HeatmapOptions& options) {
        View view = asked;
        view.head = head_showing(of, sheet, view.head);
        open_part_of(of, sheet, view);
        return draw(of, trace, view, options);
    };
}

} // namespace

const PageInfo& page_named(std::string_view name) {
    const PageInfo* page = page_with_name(canvas_pages(), name);
    if (!page)
        page = page_with_name(panel_pages(), name);
    assert(page && "the page has a row");
    return *page;
}

NamedFigure figure_of_page(std::string_view name, decltype(NamedFigure::draw) draw) {
    const PageInfo& page = page_named(name);
    return {std::string(page.name), std::string(page.title), "Whole", std::move(draw)};
}

void add_pages(std::vector<NamedFigure>& list, const Document& document, const Beside& beside) {
    for (const auto pages : {canvas_pages(), panel_pages()})
        for (const PageInfo& page : pages) {
            const bool is_there =
                std::any_of(list.begin(), list.end(),
                            [&](const NamedFigure& one) { return one.name == page.name; });
            const bool comes_later = page.name == sensitivity_figure || page.name == loss_figure;
            if (is_there || comes_later)
                continue;
            const bool is_of_folder =
                page.name == effects_figure && beside.effects && has_effects_of_folder(document);
            if (is_of_folder)
                list.push_back(
                    figure_drawn_as_page(page, {.effects = beside.effects}, beside.losses));
            else if (page.lack(document).empty())
                list.push_back(figure_drawn_as_page(page, {}, beside.losses));
        }
}

std::optional<NamedFigure> figure_of_enlarged(const Document& document, std::string_view name) {
    const std::string prefix = std::string(enlarged_figure) + "/";
    if (!name.starts_with(prefix))
        return std::nullopt;
    const auto sheet = parse_sheet(name.substr(prefix.size()));
    if (!sheet || !exists(document, *sheet))
        return std::nullopt;
    NamedFigure one = figure_drawn_as_page(page_named(enlarged_figure), {sheet->stage}, {});
    one.name = name;
    one.draw = with_sheet_open(std::move(one.draw), *sheet);
    return one;
}

std::optional<NamedFigure> figure_of_light(const Document& document, std::string_view name) {
    const std::string prefix = std::string(lit_figure) + "/";
    if (!name.starts_with(prefix))
        return std::nullopt;
    const std::string about(name.substr(prefix.size()));
    AboutPage made;
    SheetId shown;
    if (const auto sheet = parse_sheet(about); sheet && exists(document, *sheet)) {
        shown = *sheet;
        made.light = [shown](const Document& of, const Trace&) { return spotlight_of(of, shown); };
    } else if (const auto place = parse_written_place(document, about);
               place && exists(document, *place)) {
        shown = place->sheet;
        made.light = [place = *place](const Document& of, const Trace& trace) {
            return spotlight_of(of, trace, place);
        };
    } else {
        return std::nullopt;
    }
    NamedFigure one = figure_drawn_as_page(page_named(lit_figure), std::move(made), {});
    one.name = name;
    one.draw = with_sheet_open(std::move(one.draw), shown);
    return one;
}

std::optional<NamedFigure> figure_of_effects(const Document& document, std::string_view name) {
    const std::string prefix = std::string(effects_figure) + "/";
    if (!name.starts_with(prefix) || !page_named(effects_figure).lack(document).empty())
        return std::nullopt;
    const auto place = parse_written_place(document, name.substr(prefix.size()));
    if (!place || !may_have_effects(document, *place))
        return std::nullopt;
    NamedFigure one = figure_drawn_as_page(page_named(effects_figure), {}, {});
    one.name = name;
    one.draw = [draw = std::move(one.draw), place = *place](const Document& of, const Trace& trace,
                                                            const View& asked,
                                                            const HeatmapOptions& options) {
        View view = asked;
        view.selected = place;
        return draw(of, trace, view, options);
    };
    return one;
}

std::string lack_of_page(const Document& document, std::string_view name) {
    for (const auto pages : {canvas_pages(), panel_pages()})
        if (const PageInfo* const page = page_with_name(pages, name))
            return page->lack(document);
    return "";
}

std::string fault_of_page(const OpenedLesson& opened, std::size_t step) {
    const Document& document = opened.documents[step];
    const std::string& id = opened.lesson.steps[step].view.page;
    if (id.empty())
        return "";
    if (const PageInfo* const page = page_with_id(canvas_pages(), id))
        return page->invites(document) ? "" : page->lack(document);
    std::string ids;
    for (const PageInfo& page : canvas_pages())
        if (!page.id.empty())
            ids += (ids.empty() ? "" : ", ") + std::string(page.id);
    return "there is no page \"" + id + "\"; the pages are " + ids;
}

} // namespace attn::figure
