// SPDX-License-Identifier: MIT
#include "core/figure/paper/paper_page.h"

#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/concepts_canvas.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/canvas/query_panel.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/picture.h"
#include "core/figure/plots/heatmap_figure.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

constexpr float least_role_letters = 0.76F; // the smallest roles and shapes, in units
constexpr float number_row_height = 1.5F;   // for a row of numbers, in texts
constexpr float widest_paper_cell = 5.5F;   // in texts
constexpr float widest_names = 0.3F;        // relative to the page
constexpr float longest_upright = 16;       // in texts
constexpr float thinnest = 8;               // the least side of a matrix in colours only, in texts
constexpr float after_matrix = 1.6F;        // the gap to the next in a line, in texts
constexpr float points_of_a_millimetre = 72 / 25.4F;

float number_of_lines(Index count) {
    return static_cast<float>(std::max<Index>(1, count));
}

Index in_parts(Index count, Index most) {
    return (count + most - 1) / most;
}

/// Some columns of a matrix as drawn.
SheetLook columns_of(Contents& contents, const SheetLook& whole, Index first, Index count) {
    SheetLook look = whole;
    const Index lines = whole.row_count();
    show_part(contents, look,
              whole.is_transposed ? CellPart{first, 0, count, lines}
                                  : CellPart{0, first, lines, count});
    return look;
}

} // namespace

PaperPage::PaperPage(const View& view, float width, float text, const Measure& measure)
    : view_(view), width_(width), text_(text), measure_(measure), theme_(theme(view.theme)) {
    lengths_.unit = text / least_role_letters;
    lengths_.least_digits = text;
    figure_.background = theme_.background;
    y_ = margin();
}

/// Returns the height of a journal's page; wide pages may be longer.
float PaperPage::tallest() const {
    return std::max(95 * text_, 2.2F * width_);
}

void PaperPage::write(const std::string& plain, Font font) {
    const Colour colour = font == Font::Bold ? theme_.text : theme_.dim_text;
    std::vector<Run> runs;
    for (std::size_t at = 0; at < plain.size();) {
        const std::size_t end = piece_end(plain, at);
        if (end > at)
            runs.push_back(
                {escape(shortened(plain.substr(at, end - at), inner(), font, text_, measure_)),
                 font, colour, true, true});
        at = end + 1;
    }
    write(runs);
}

void PaperPage::write(const std::vector<Run>& runs) {
    end_line();
    Drawing draw = drawing();
    y_ = draw_flow(draw, runs,
                   {{margin(), y_, inner(), 0}, text_, number_row_height * text_, 0, {}});
}

Rect PaperPage::room(float height) {
    end_line();
    const Rect area{margin(), y_, inner(), height};
    y_ += height + 0.6F * text_;
    return area;
}

float PaperPage::width_of_names(const Contents& contents, const SheetLook& look) const {
    float widest = 0;
    for (Index row = 0; row < std::min<Index>(look.row_count(), 200); ++row)
        widest = std::max(widest, measure_(look.row_name(row, contents.words()), Font::Bold,
                                           lengths_.label_size()));
    const float role =
        rich_width(look.row_role + " ↓", Font::Sans, lengths_.small_size(), measure_);
    return std::min(std::max(widest, role), widest_names * width_);
}

/// The width of title, shape and formula: of the longer line if there are two.
float PaperPage::width_of_header(const SheetLook& look) const {
    const float size = lengths_.formula_size();
    const float title = rich_width(look.title, Font::Bold, lengths_.unit, measure_) +
                        lengths_.unit + measure_(look.shape, Font::Sans, size);
    if (look.is_input || look.formula.empty())
        return title;
    if (look.is_derived) // has a line of its own
        return std::max(title, rich_width(look.formula_brief, Font::Sans, size, measure_));
    return title + rich_width("= " + look.formula, Font::Sans, size, measure_);
}

/// Returns the width of a cell for `characters`, a sign and a margin.
float PaperPage::cell_for(const SheetLook& look, int characters) const {
    const float sign = look.range.low < 0 ? 1 : 0;
    return digit() * (static_cast<float>(characters) + sign + 1.1F);
}

void PaperPage::put(Contents& contents, SheetLook look) {
    look.is_input = false; // paper has no inputs
    look.has_row_sums = look.has_column_sums = false;
    if (look.remarks.empty()) {
        look.numbers = readable_form(look);
        reserve_characters(look);
    }
    if (!look.remarks.empty()) { // the formula of a gradient, in a line of its own
        look.is_derived = true;
        look.formula = look.formula_brief = look.remarks.back();
        for (const std::string& remark : look.remarks)
            if (fits_in(rich_width(remark, Font::Sans, lengths_.formula_size(), measure_),
                        inner())) {
                look.formula = look.formula_brief = remark;
                break;
            }
    }
    float widest_word = 0;
    for (const std::string& word : contents.words())
        widest_word = std::max(widest_word, measure_(word, Font::Bold, 1));
    const float left = width_of_names(contents, look) + lengths_.label_gap();
    const float rows = number_of_lines(look.row_count()), high = number_row_height * text_;
    const Index columns = std::max<Index>(1, look.column_count());
    const float least = cell_for(look, least_characters(look));
    const auto parts_of = [&](float cell) {
        const auto most = static_cast<Index>(std::floor((inner() - left) / cell + 0.001F));
        return most > 0 ? in_parts(columns, most) : 0;
    };
    Index parts = parts_of(least);
    // A matrix that continues below anyway keeps the decimals of all its numbers.
    if (const Index all = parts_of(cell_for(look, look.characters));
        parts > 1 && all > parts && static_cast<float>(all) * rows * high <= tallest())
        parts = all;
    const bool has_numbers = parts > 0 && static_cast<float>(parts) * rows * high <= tallest();
    const float names =
        look.has_word_columns ? widest_word * lengths_.label_size() + 0.4F * text_ : 0;
    const float wanted =
        std::max(cell_for(look, look.characters), std::min(names, widest_paper_cell * text_));
    if (!has_numbers) {
        // Colours can be read in small cells: two such matrices fit side by side. A few lines
        // beside many are widened so that they are visible.
        const float all = static_cast<float>(columns);
        const float side =
            std::min({(inner() - left) / all, high, 0.4F * inner() / std::max(rows, all)});
        const auto side_of = [&](float count) {
            return std::max(side, std::min(high, thinnest * text_ / count));
        };
        say_what_would_do(look, left, least);
        put_cells(contents, look, {side_of(all), side_of(rows)}, left, false);
        return;
    }
    const Index each = in_parts(columns, parts);
    const std::string shape = look.shape;
    const auto fit_header = [&](SheetLook& one) {
        if (!fits_in(width_of_header(one), inner()))
            one.is_derived = true; // Its formula has a line of its own.
    };
    for (Index first = 0; first < columns; first += each) {
        const Index count = std::min(each, columns - first);
        const float room = (inner() - left) / static_cast<float>(each);
        if (parts == 1) {
            fit_header(look);
            put_cells(contents, look, {std::min(wanted, room), high}, left, true);
            return;
        }
        SheetLook part = columns_of(contents, look, first, count);
        part.shape = shape + ", part " + std::to_string(first / each + 1) + " of " +
                     std::to_string(in_parts(columns, each));
        if (first > 0)
            part.formula = part.formula_brief = "";
        fit_header(part);
        put_cells(contents, part, {std::min(wanted, room), high}, left, true);
    }
}

bool PaperPage::put_in_one_line(const Contents& contents, std::vector<SheetLook> looks) {
    constexpr float gap = 1, narrowest = 0.5F; // in texts
    constexpr float tight = 0.5F;              // beside the digits of a number, in digits
    end_line();
    for (SheetLook& look : looks) {
        look.is_input = look.has_row_sums = look.has_column_sums = false;
        look.numbers = readable_form(look);
        reserve_characters(look);
        look.is_derived = false;
        look.formula = look.formula_brief = look.shape = ""; // The titles are all that has room.
    }
    const auto cell_of = [&](const SheetLook& look) {
        const float sign = look.range.low < 0 ? 1 : 0;
        return digit() * (static_cast<float>(look.characters) + sign + tight);
    };
    const float left = width_of_names(contents, looks.front()) + lengths_.label_gap();
    const float gaps = gap * text_ * static_cast<float>(looks.size() - 1);
    const float room = inner() - left - gaps, high = number_row_height * text_;
    const float rows = number_of_lines(looks.front().row_count());
    float columns = 0, needed = 0;
    for (const SheetLook& look : looks) {
        columns += number_of_lines(look.column_count());
        needed += number_of_lines(look.column_count()) * cell_of(look);
    }
    const bool has_numbers = fits_in(needed, room) && rows * high <= tallest();
    const float side = std::min(room / columns, high);
    const auto has_numbers_alone = [&](const SheetLook& look) {
        const float most = std::floor((inner() - left) / cell_for(look, least_characters(look)));
        const float parts = std::ceil(number_of_lines(look.column_count()) / std::max(1.0F, most));
        return most >= 1 && parts * rows * high <= tallest();
    };
    if (!has_numbers &&
        (side < narrowest * text_ || std::any_of(looks.begin(), looks.end(), has_numbers_alone)))
        return false;
    if (!has_numbers)
        notes_.push_back("The matrices are shown without their numbers, which need a page of " +
                         std::to_string(std::lround(std::ceil(
                             (left + gaps + needed + 2 * margin()) / points_of_a_millimetre))) +
                         " mm.");
    const float more = has_numbers ? (room - needed) / columns : 0;
    float names = left;
    for (SheetLook& look : looks) {
        const float least = cell_of(look);
        const float wide =
            has_numbers ? std::min(least + more, std::max(least, cell_for(look, look.characters)))
                        : side;
        const float all = names + wide * number_of_lines(look.column_count());
        put_cells(contents, look, {wide, has_numbers ? high : side}, names, has_numbers, all);
        x_ += (gap - after_matrix) * text_;
        names = 0;
    }
    end_line();
    return true;
}

/// `left` is the width of row names with their gap; 0: there are none.
void PaperPage::put_cells(const Contents& contents, const SheetLook& look, Size cell, float left,
                          bool has_numbers, std::optional<float> width) {
    SheetBox box;
    box.look = &look;
    box.lengths = lengths_;
    box.label_width = left - lengths_.label_gap();
    box.has_colour_bar = false;
    box.drops_decimals = true;
    for (const std::string& word : contents.words())
        box.widest_word = std::max(box.widest_word, measure_(word, Font::Bold, 1));
    box.has_numbers = has_numbers;
    box.number_size = text_;
    // Words wider than their cells are turned upright before any is cut or left out.
    float above = lengths_.header(look);
    if (look.has_word_columns) {
        float widest = 0;
        const Index step = round_line_step(
            static_cast<Index>(std::ceil(lengths_.label_size() / cell.width - 0.001F)));
        for (Index column = 0; column < look.column_count(); column += step)
            widest = std::max(widest, measure_(look.column_name(column, contents.words()),
                                               Font::Sans, lengths_.label_size()));
        if (!fits_in(widest + 0.25F * text_, cell.width)) {
            box.upright_names = std::min(widest, longest_upright * text_);
            above += std::max(0.0F, box.upright_names + 0.5F * text_ - lengths_.label_line());
        }
    }
    box.cells = {left, above, cell.width * number_of_lines(look.column_count()),
                 cell.height * number_of_lines(look.row_count())};
    const float role =
        rich_width(look.column_role + " →", Font::Sans, lengths_.small_size(), measure_);
    box.width =
        width ? *width
              : std::min(inner(),
                         std::max({left + std::max(box.cells.width, role), width_of_header(look)}));
    const float height = box.cells.bottom();
    if (x_ > 0 && !width && !fits_in(x_ + box.width, inner()))
        end_line();
    box.corner = {margin() + x_, y_};
    box.cells.x += box.corner.x;
    box.cells.y += box.corner.y;
    x_ += box.width + after_matrix * text_;
    line_ = std::max(line_, height);
    Drawing draw = drawing();
    draw_matrix(draw, box, contents.words(), view_);
}

void PaperPage::say_what_would_do(const SheetLook& look, float left, float least) {
    const std::string name = plain_text(look.title) + " (" + look.shape + ")";
    const float rows = number_of_lines(look.row_count()), high = number_row_height * text_;
    const auto parts = static_cast<Index>(std::floor(tallest() / (rows * high)));
    if (parts < 1) {
        too_tall_.push_back(name);
        return;
    }
    const Index each = in_parts(look.column_count(), parts);
    const float needed = left + static_cast<float>(each) * least + 2 * margin();
    notes_.push_back(name + " is shown without its numbers, which need a page of " +
                     std::to_string(std::lround(std::ceil(needed / points_of_a_millimetre))) +
                     " mm.");
}

void PaperPage::end_line() {
    if (x_ > 0)
        y_ += line_ + 1.1F * text_;
    x_ = line_ = 0;
}

Figure PaperPage::made() {
    end_line();
    if (!too_tall_.empty())
        write(in_a_sentence(too_tall_) + (too_tall_.size() > 1 ? " have" : " has") +
                  " too many rows for numbers on one page; a table of one, or a document of fewer "
                  "rows, has them.",
              Font::Sans);
    for (const std::string& sentence : notes_)
        write(sentence, Font::Sans);
    figure_.size = {width_, y_ + margin()};
    return std::move(figure_);
}

namespace {

/// "in tens to the power of −3": stated once, because all gradients have the same unit.
std::vector<Run> heading_of_gradients(const Document& document, const Sensitivity& of,
                                      const GradientScale& scale, const Theme& colours) {
    std::vector<Run> runs = gradient_runs(document, of.of, colours);
    if (const std::string unit = scale.unit(); !unit.empty())
        runs.push_back({unit, Font::Sans, colours.dim_text, true, true});
    return runs;
}

/// `said` begins the heading. With `part`, matrices are named as in the whole document.
Figure paper_canvas_of(const Document& document, const Trace& trace, const View& asked, float width,
                       const CanvasOptions& options, const OpenPart* part, std::string said) {
    const View view = within(document, asked);
    Contents shown = contents(document, trace, view);
    PaperPage page(view, width, options.text, options.measure);
    if (head_count(document) > 1)
        said += (said.empty() ? "" : ", ") + head_name(view.head, head_count(document));
    if (!said.empty())
        said.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(said.front())));
    std::optional<Sensitivity> of_part; // the looks read it while they are drawn
    if (const Sensitivity* const of = options.gradients; of && of->has_gradient()) {
        if (part)
            of_part = part->in_part(*of);
        const GradientScale scale = show_gradients(shown, document, of_part ? *of_part : *of, view);
        page.write(
            heading_of_gradients(part ? part->whole() : document, *of, scale, page.colours()));
        for (SheetLook& look : shown.sheets)
            if (!look.is_dimmed && !look.is_blank)
                reserve_for_gradient(look);
    } else if (of) {
        page.write(plain_text(of->why), Font::Sans);
    }
    if (!said.empty())
        page.write(said, Font::Bold);
    // Copies the list: parts of matrices are added to the contents while it is read.
    const std::vector<SheetLook> looks = shown.sheets;
    for (const SheetLook& look : looks) {
        if (look.is_blank && !look.chosen)
            continue; // it does not affect the number
        SheetLook named = look;
        if (part)
            named.title = info(part->in_whole(look.id).stage).heading();
        page.put(shown, std::move(named));
    }
    return page.made();
}

} // namespace

Figure paper_canvas(const Document& document, const Trace& trace, const View& view, float width,
                    const CanvasOptions& options) {
    if (!has_parts(document))
        return paper_canvas_of(document, trace, view, width, options, nullptr, "");
    const OpenPart part(document, trace, view);
    return in_whole(paper_canvas_of(part.document(), part.trace(), part.view(view), width, options,
                                    &part, "In " + part_text(document, view)),
                    part);
}

namespace {

constexpr float least_of_table = 0.95F, least_of_map = 0.8F; // smallest letters, in units

/// Splits a formula into pieces that may be wrapped; blanks inside braces do not split it.
std::vector<Run> formula_runs(const std::string& formula, Colour colour) {
    std::vector<Run> runs;
    std::string piece;
    int depth = 0;
    const auto end_piece = [&] {
        if (!piece.empty())
            runs.push_back({piece, Font::Sans, colour, true, true});
        piece.clear();
    };
    for (std::size_t at = 0; at < formula.size(); ++at) {
        const char letter = formula[at];
        const bool is_literal = at > 0 && formula[at - 1] == '\\';
        depth += is_literal ? 0 : letter == '{' ? 1 : letter == '}' ? -1 : 0;
        if (letter == ' ' && depth == 0)
            end_piece();
        else
            piece += letter;
    }
    end_piece();
    return runs;
}

void put_prose(PaperPage& page, const Prose& prose, Font font, const Measure& measure) {
    if (prose.empty())
        return;
    const ProseStyle style{font, page.text(), page.colours().text};
    const Rect area = page.room(prose_height(prose, page.inner(), style, measure));
    Drawing drawing = page.drawing();
    draw_prose(drawing, {area.x, area.y}, area.width, prose, style);
}

/// The last matrix shown up to the stage, or only its query word's row.
SheetLook look_of_part(Contents& shown, const View& view, const Part& part) {
    SheetLook look = last_shown(shown, part.stage);
    look.formula = look.formula_brief = ""; // The page shows it above.
    look.is_derived = false;
    const auto row = chosen_row(look, view, part);
    if (!row)
        return look;
    show_part(shown, look, {*row, 0, 1, look.values.cols()});
    look.shape = std::to_string(look.row_count()) + " × " + std::to_string(look.column_count());
    return look;
}

void put_picture(PaperPage& page, const Document& document, const Trace& trace, const View& view,
                 const Picture& picture) {
    if (picture.is_map) {
        if (!has_stage(document, Stage::People))
            return;
        const Rect area = page.room(0.75F * page.inner());
        Drawing drawing = page.drawing();
        draw_concept_map(drawing, document, trace, view, area, page.text() / least_of_map);
        return;
    }
    Contents shown = contents(document, trace, view);
    const Stage first = picture.columns.front().front().stage;
    if (picture.is_table && has_softmax_table(document, shown, view, first)) {
        constexpr Index most_keys = 8; // and a line for the others
        const auto lines = static_cast<float>(
            std::min<Index>(static_cast<Index>(shown.keys().size()), most_keys) + 3);
        const float unit = page.text() / least_of_table;
        const Rect area = page.room(2 * unit * lines);
        Drawing drawing = page.drawing();
        draw_softmax_table(drawing, shown, view, first, {area, unit});
        return;
    }
    // Copies the looks: parts of matrices are added to the contents while the list is read.
    std::vector<SheetLook> looks;
    for (const auto& column : picture.columns)
        for (const Part& part : column)
            looks.push_back(look_of_part(shown, view, part));
    for (SheetLook& look : looks)
        page.put(shown, std::move(look));
}

} // namespace

Figure paper_step(const Document& document, const Trace& trace, const View& asked, const Page& step,
                  const CanvasOptions& options) {
    if (has_parts(document) && step.picture.part)
        return draw_part(document, trace, asked, *step.picture.part,
                         [&](const Document& part, const Trace& of_part, const View& seen) {
                             return paper_step(part, of_part, seen, step, options);
                         });
    View view = within(document, asked);
    view.head = step.picture.head.value_or(view.head);
    PaperPage page(view, options.available.width, options.text, options.measure);
    put_prose(page, step.title, Font::Bold, options.measure);
    if (!step.formula.empty())
        page.write(formula_runs(step.formula, page.colours().text));
    if (!step.note.empty())
        page.write(step.note, Font::Sans);
    if (!step.picture.columns.empty() || step.picture.is_map)
        put_picture(page, document, trace, view, step.picture);
    put_prose(page, step.text, Font::Sans, options.measure);
    return page.made();
}

namespace {

/// Moves the figure down to make room at the top.
void move_down(Figure& figure, float by) {
    figure = magnified(std::move(figure), 1, {0, by});
    figure.size.height += by;
}

CanvasOptions room_of_picture(Size size, float text, const Measure& measure) {
    CanvasOptions room{size, 1, text, measure};
    room.is_picture = true;
    return room;
}

} // namespace

CanvasOptions room_of(const HeatmapOptions& options, float least_width, float usual_share) {
    const float unit = options.text / 14;
    const float width = std::max(options.width, least_width * unit);
    const float share = options.most_height > 0 ? options.most_height / options.width : usual_share;
    return room_of_picture({width, width * share}, options.text, options.measure);
}

float letters(const HeatmapOptions& options, float smallest) {
    return options.is_column ? options.text / smallest : options.text;
}

CanvasOptions room_on_page(const HeatmapOptions& options, float smallest) {
    return room_of_picture({options.width, 0}, letters(options, smallest), options.measure);
}

Figure with_words(Figure figure, const Theme& colours, const HeatmapOptions& options) {
    // Large figures are scaled down later; after that the words have the requested size.
    const float t = options.text * std::max(1.0F, figure.size.width / options.width);
    const float margin = 0.8F * t, width = figure.size.width - 2 * margin;
    Drawing drawing{figure, colours, options.measure};
    if (options.has_title && !options.title.empty()) {
        const float size = 1.15F * t;
        move_down(figure, 1.9F * t);
        draw_text(drawing, {margin, 1.2F * t},
                  escape(shortened(options.title, width, Font::Bold, size, options.measure)),
                  {Font::Bold, size, colours.text});
    }
    for (const std::string& line : caption_lines(options.caption, width, t, options.measure)) {
        draw_text(drawing, {margin, figure.size.height + 0.7F * t}, escape(line),
                  {Font::Sans, t, colours.text});
        figure.size.height += 1.4F * t;
    }
    if (!options.caption.empty())
        figure.size.height += 0.5F * t;
    return figure;
}

} // namespace attn::figure
