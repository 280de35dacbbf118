// SPDX-License-Identifier: MIT
#include "core/figure/paper/worksheet.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/place.h"
#include "core/engine/numbers/normalisers.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace attn::figure {

// The parts of worksheets; only the worksheet….cpp files use them.

/// The stages of the worksheet, drawn as in the window without what only a screen needs; whole
/// numbers have no decimals.
std::vector<SheetLook> worksheet_looks(const Document& document, const Contents& contents,
                                       WorksheetLevel level);

/// Draws name, date and points in one line, each with room to write; `name` may be filled in.
void draw_name_line(Drawing& drawing, Point left, float width, const std::string& name,
                    std::size_t points, float size);

/// Draws two lines for the mistake that was found, each with a question and, on the key, with the
/// answer. Returns their height.
float draw_findings(Drawing& drawing, Point corner, float width, const std::string& where,
                    const std::string& what, float size);

/// Draws a table of e to the powers that scores may need once their largest is subtracted: a power
/// with two decimals is a product of three of them. Returns its height.
float draw_powers(Drawing& drawing, Point corner, float width, float size);

// Makes a worksheet with one usual mistake: the numbers it shows, and where they differ from the
// right ones.

struct WorksheetMistake {
    std::string title;        // "Scores not scaled"
    std::string sentence;     // what was done, and two of the resulting numbers
    std::vector<Place> wrong; // the numbers that read differently on the sheet, in its order
};

/// Makes one of the usual mistakes, picked by the seed, that changes the looks' numbers as they are
/// written. The looks then have the wrong numbers, except on the key. Fails if no mistake can be
/// made.
Result<WorksheetMistake> make_worksheet_mistake(const Document& document, const View& view,
                                                std::uint32_t seed, bool is_key, Contents& contents,
                                                std::vector<SheetLook>& looks);

// Reduces the worksheet of a document with several attentions to the open one.

/// The open attention as a document of its own, with the covers that apply to it, and the options
/// with its names of the stages.
struct WorksheetPart {
    Document document;
    WorksheetOptions options;
};
/// Fails if this attention lacks a stage; the error names it.
Result<WorksheetPart> worksheet_part(const OpenPart& open, const View& view,
                                     WorksheetOptions options);

/// " Everything is of layer 1 of 3, head 1 of 2. The first layer is 0."; empty for one attention
/// with one head. Joined heads have their own numbers up to the output.
std::string everything_is_of(const std::string& part, Index head, Index heads, bool is_joined);

namespace {

// All in points.
constexpr float margin = 40, footer = 30;
constexpr float between_matrices = 15, between_lines = 9;
constexpr float usual_cell = 30, least_written_cell = 25; // width: a number is written by hand
constexpr float usual_height = 19;
constexpr float millimetre = 72 / 25.4F;
constexpr float inset = 0.8F;                            // how far a box stands inside its cell
constexpr float box_width = 18 * millimetre + 2 * inset, // to write in
    box_height = 10 * millimetre + 2 * inset;
constexpr float least_working = 50 * millimetre;
constexpr float text_size = 10, number_size = 9;
constexpr float longest_label = 96;
constexpr std::size_t points_of_a_mistake = 3; // where, what, and the right numbers

/// The text a person typed, without characters that no typeface can show.
std::string shown(const std::string& text) {
    constexpr std::size_t longest = 2000;
    return printable(text, longest);
}

std::string formula_hint(const SheetLook& look) {
    std::string symbol = look.title;
    if (look.is_derived)
        symbol = look.id.stage.name();
    return symbol + " = " + look.formula;
}

class Pages {
public:
    /// For a mistake, `blanks` are the wrong numbers, which only the key shows.
    Pages(const Document& document, const Contents& contents, std::vector<SheetLook> looks,
          Index head, const std::string& part, const WorksheetOptions& options,
          const std::vector<Place>& blanks, const std::optional<WorksheetMistake>& mistake)
        : document_(document), contents_(contents), head_(head), part_(part), options_(options),
          blanks_(blanks), mistake_(mistake), looks_(std::move(looks)) {
        lengths_.unit = text_size;
        lengths_.is_compact = true;
    }

    Result<std::vector<Figure>> made() {
        turn_page();
        write_head();
        if (head_count(document_) > 1)
            for (SheetLook& look : looks_)
                if (info(look.id.stage).is_per_head || info(look.id.stage).is_per_group)
                    look.shape += ", " + head_name(head_);
        for (const SheetLook& look : looks_)
            if (const auto placed = place(look); !placed)
                return placed.error();
        finish_line();
        write_working();
        for (std::size_t at = 0; at < pages_.size(); ++at)
            write_footer(at);
        return std::move(pages_);
    }

private:
    Drawing drawing() { return {pages_.back(), theme_, options_.measure}; }
    float width() const { return options_.paper.width - 2 * margin; }
    float bottom() const { return options_.paper.height - margin - footer; }

    void turn_page() {
        Figure page;
        page.size = options_.paper;
        page.background = {255, 255, 255, 255};
        pages_.push_back(std::move(page));
        y_ = margin;
    }

    void write_head() {
        Drawing draw = drawing();
        const TextStyle strong{Font::Bold, 12, theme_.text};
        float room = width();
        if (!options_.code.empty()) {
            const std::string code = escape(shown(options_.code));
            room -= rich_width(code, strong.font, strong.size, options_.measure) + 2 * text_size;
            draw_text(draw, {margin + width(), y_ + 8}, code,
                      {strong.font, strong.size, strong.colour, Anchor::Right});
        }
        const std::string title = options_.title.value_or(document_.title);
        if (!title.empty())
            y_ += draw_prose(draw, {margin, y_}, room, {{escape(shown(title)), Tone::Text}},
                             {Font::Bold, 16, theme_.text});
        else if (!options_.code.empty())
            y_ += 16;
        const float line = y_ + 14;
        if (options_.is_key)
            draw_text(draw, {margin, line},
                      options_.name.empty() ? "Answer key"
                                            : "Answer key · " + escape(shown(options_.name)),
                      strong);
        else
            draw_name_line(draw, {margin, line}, width(), shown(options_.name),
                           mistake_ ? points_of_a_mistake : blanks_.size(), text_size);
        y_ = line + 18;
        // The key reserves the room of the worksheet's text, so that both pages coincide.
        const ProseStyle style{Font::Sans, text_size, theme_.text};
        draw_prose(draw, {margin, y_}, width(), options_.is_key ? key_sentence() : task(), style);
        const auto height = [&](const Prose& prose) {
            return prose_height(prose, width(), style, options_.measure);
        };
        y_ += mistake_ ? std::max(height(task()), height(key_sentence())) : height(task());
        y_ += 4;
        for (const SheetLook& look : looks_)
            if (is_asked(look.id)) {
                draw_text(draw, {margin + 12, y_ + 8}, formula_hint(look),
                          {Font::Mathematics, text_size + 1, theme_.text});
                y_ += 16;
            }
        if (mistake_)
            y_ += draw_findings(draw, {margin, y_}, width(),
                                options_.is_key ? name_of_first_wrong() : "",
                                options_.is_key ? mistake_->title : "", text_size);
        if (asks_for_powers())
            y_ += draw_powers(draw, {margin + 12, y_}, width() - 12, 0.77F * text_size);
        y_ += 10;
        line_top_ = y_;
    }

    std::string name_of_first_wrong() const {
        for (const SheetLook& look : looks_)
            if (look.id == mistake_->wrong.front().sheet)
                return plain_text(look.title);
        return "";
    }

    bool asks_for_powers() const {
        return !mistake_ && is_of_powers(document_.switches.normaliser) &&
               std::any_of(blanks_.begin(), blanks_.end(),
                           [](const Place& place) { return place.sheet.stage == Stage::Weights; });
    }

    /// Draws a frame to work in, on the rest of the page or on a page of its own.
    void write_working() {
        if (bottom() - line_top_ < least_working) {
            turn_page();
            line_top_ = margin;
        }
        const float y = line_top_;
        if (options_.is_key)
            return;
        Drawing draw = drawing();
        draw_text(draw, {margin, y + 6}, "Room to work", {Font::Sans, text_size, theme_.dim_text});
        draw.figure.shapes.emplace_back(
            Box{{margin, y + 16, width(), bottom() - y - 16}, transparent, theme_.line, 0.6F, 3});
    }

    Prose task() const {
        if (!options_.task.empty())
            return {{shown(options_.task), Tone::Number}};
        if (mistake_)
            return {{"One usual mistake was made in this calculation. Find the first matrix that "
                     "is wrong, say what was done, and work its right numbers out. The numbers "
                     "shown are rounded, so the last digit may differ by one." +
                     head_sentence()}};
        const NumberFormat& numbers = contents_.sheets.front().asked;
        std::string precision;
        if (numbers.has_decimals())
            precision = " Write " + std::to_string(numbers.digits) +
                        (numbers.digits == 1 ? " decimal." : " decimals.");
        return {{"Fill in the " + boxes() + ", matrix by matrix." + precision +
                 " The numbers shown are rounded, so the last digit of your answer may differ by "
                 "one." +
                 head_sentence()}};
    }

    std::string head_sentence() const {
        return everything_is_of(part_, head_, head_count(document_),
                                has_stage(document_, Stage::Joined));
    }

    Prose key_sentence() const {
        if (mistake_)
            return {{"The right numbers; those that were wrong are in bold. "},
                    {escape(mistake_->sentence), Tone::Text}};
        return {{"The answers for the " + boxes() + " are in bold."}};
    }

    std::string boxes() const {
        return std::to_string(blanks_.size()) +
               (blanks_.size() == 1 ? " empty box" : " empty boxes");
    }

    bool is_asked(const SheetId& sheet) const {
        return !mistake_ && std::any_of(blanks_.begin(), blanks_.end(),
                                        [&](const Place& place) { return place.sheet == sheet; });
    }
    bool is_blank(const Place& place) const {
        return (!mistake_ || options_.is_key) &&
               std::find(blanks_.begin(), blanks_.end(), place) != blanks_.end();
    }

    float widest_label(const SheetLook& look) const {
        float widest = 0;
        for (Index row = 0; row < look.row_count(); ++row) {
            const std::string name = look.row_name(row, contents_.words());
            widest = std::max(widest, options_.measure(name, Font::Sans, lengths_.label_size()));
        }
        const float role =
            rich_width(look.row_role + " ↓", Font::Sans, lengths_.small_size(), options_.measure);
        return std::min(std::max(widest, role), longest_label);
    }

    Error too_large(const SheetLook& look) const {
        return Error{"a worksheet has no room for the " + look.shape + " numbers of " +
                     plain_text(look.title) + "; choose a document with fewer words or dimensions"};
    }

    /// Places the matrix beside the preceding one if it fits, otherwise in the next line or on the
    /// next page.
    Result<> place(const SheetLook& look) {
        SheetBox box;
        box.look = &look;
        box.lengths = lengths_;
        box.label_width = widest_label(look);
        const float left = box.label_width + lengths_.label_gap();
        const float columns = static_cast<float>(look.column_count());
        const float sign = look.range.low < 0 ? 1.0F : 0.0F;
        const float digits = options_.measure("0", Font::Mono, number_size) *
                             (static_cast<float>(look.characters) + sign + 1.3F);
        const bool is_written_in = is_asked(look.id);
        // A matrix that is too wide for boxes of the usual width has narrower ones.
        const float least = std::max(least_written_cell, digits);
        const float usual = is_written_in ? box_width : usual_cell;
        const float cell = std::min(std::max(usual, digits), (width() - left) / columns);
        const float cell_height = is_written_in ? box_height : usual_height;
        const float height =
            lengths_.header(look) + cell_height * static_cast<float>(look.row_count());
        if (cell < least - 0.01F || height > bottom() - margin)
            return too_large(look);
        box.cells.width = cell * columns;
        box.cells.height = cell_height * static_cast<float>(look.row_count());
        box.width = std::max(left + box.cells.width, std::min(title_width(look), width()));
        if (x_ > margin && !fits_in(x_ + box.width, margin + width()))
            finish_line();
        if (line_top_ + height > bottom()) {
            if (x_ > margin)
                finish_line();
            if (line_top_ > margin) {
                turn_page();
                line_top_ = margin;
            }
        }
        box.corner = {x_, line_top_};
        box.cells.x = x_ + left;
        box.cells.y = line_top_ + lengths_.header(look);
        box.has_numbers = true;
        box.number_size = number_size;
        for (const std::string& word : contents_.words())
            box.widest_word = std::max(box.widest_word, options_.measure(word, Font::Sans, 1));
        Drawing draw = drawing();
        draw_matrix_header(draw, box);
        draw_cells(draw, box);
        draw_labels(draw, box, contents_.words());
        x_ += box.width + between_matrices;
        line_height_ = std::max(line_height_, height);
        return Nothing{};
    }

    float title_width(const SheetLook& look) const {
        const float title = rich_width(look.title, Font::Bold, lengths_.unit, options_.measure);
        const std::string beside = look.shape + (look.is_derived ? "" : "  = " + look.formula);
        const float formula =
            look.is_derived
                ? rich_width(look.formula, Font::Sans, lengths_.formula_size(), options_.measure)
                : 0;
        return std::max(
            title + lengths_.unit +
                rich_width(beside, Font::Sans, lengths_.formula_size(), options_.measure),
            formula);
    }

    void finish_line() {
        line_top_ += line_height_ + (line_height_ > 0 ? between_lines : 0);
        line_height_ = 0;
        x_ = margin;
    }

    void draw_cells(Drawing& draw, const SheetBox& box) {
        const SheetLook& look = *box.look;
        for (Index row = 0; row < look.row_count(); ++row)
            for (Index column = 0; column < look.column_count(); ++column) {
                const Rect cell{box.cells.x + static_cast<float>(column) * box.cell_width(),
                                box.cells.y + static_cast<float>(row) * box.cell_height(),
                                box.cell_width(), box.cell_height()};
                draw_cell(draw, look, cell, row, column);
            }
    }

    void draw_cell(Drawing& draw, const SheetLook& look, Rect cell, Index row, Index column) {
        constexpr Colour white{255, 255, 255, 255}, answer{255, 243, 191, 255};
        const bool asked = is_blank(look.place(row, column));
        const bool is_answer = asked && options_.is_key;
        const Colour fill = is_answer                      ? answer
                            : asked                        ? white
                            : look.is_blocked(row, column) ? theme_.masked
                                                           : Colour{244, 244, 244, 255};
        draw.figure.shapes.emplace_back(Box{grown(cell, -inset), fill,
                                            asked ? theme_.text : theme_.line, asked ? 1.3F : 0.5F,
                                            asked ? 2.0F : 0.0F});
        if (asked && !is_answer)
            return;
        draw_text(draw, {cell.x + cell.width / 2, cell.y + cell.height / 2},
                  cell_text(look, row, column),
                  {is_answer ? Font::Bold : Font::Mono, number_size, theme_.text, Anchor::Centre});
    }

    void write_footer(std::size_t at) {
        Drawing draw{pages_[at], theme_, options_.measure};
        const float y = options_.paper.height - margin;
        const TextStyle style{Font::Sans, 8, theme_.dim_text};
        draw_text(draw, {margin, y},
                  std::string("Attention Lab · ") + (options_.is_key ? "answer key" : "worksheet") +
                      (mistake_ || is_drawn(document_, options_)
                           ? " · seed " + std::to_string(options_.seed)
                           : ""),
                  style);
        if (pages_.size() > 1)
            draw_text(draw, {options_.paper.width - margin, y},
                      "page " + std::to_string(at + 1) + " of " + std::to_string(pages_.size()),
                      {style.font, style.size, style.colour, Anchor::Right});
    }

    const Document& document_;
    const Contents& contents_;
    Index head_;
    const std::string& part_;
    const WorksheetOptions& options_;
    const std::vector<Place>& blanks_;
    const std::optional<WorksheetMistake>& mistake_;
    std::vector<SheetLook> looks_;
    Theme theme_ = theme(ThemeName::Print);
    Lengths lengths_;
    std::vector<Figure> pages_;
    float y_ = margin, x_ = margin, line_top_ = margin, line_height_ = 0;
};

/// Draws one attention. `part` says which of the document's it is.
Result<std::vector<Figure>> pages(const Document& document, const Trace& trace, const View& seen,
                                  const std::string& part, const WorksheetOptions& options) {
    Contents shown = contents(document, trace, seen);
    std::vector<SheetLook> looks = worksheet_looks(document, shown, options.level);
    std::optional<WorksheetMistake> mistake;
    if (options.level == WorksheetLevel::Mistake) {
        auto made =
            make_worksheet_mistake(document, seen, options.seed, options.is_key, shown, looks);
        if (!made)
            return made.error();
        mistake = *std::move(made);
    }
    const auto blanks = mistake ? Result<std::vector<Place>>(mistake->wrong)
                                : worksheet_blanks(document, trace, seen, options);
    if (!blanks)
        return blanks.error();
    return Pages(document, shown, std::move(looks), seen.head, part, options, *blanks, mistake)
        .made();
}

} // namespace

Result<std::vector<Figure>> worksheet(const Document& document, const Trace& trace,
                                      const View& view, const WorksheetOptions& options) {
    View seen = within(document, view);
    seen.theme = ThemeName::Print;
    seen.pointed.reset();
    seen.selected.reset();
    if (!has_parts(document))
        return pages(document, trace, seen, "", options);
    keep_part_inside(document, seen);
    const OpenPart open(document, trace, seen);
    const auto part = worksheet_part(open, seen, options);
    if (!part)
        return part.error();
    return pages(part->document, open.trace(), open.view(seen), part_text(document, seen),
                 part->options);
}

namespace {

/// Whether queries, keys and values are made from it.
bool is_before_queries(const Document& document, Stage stage) {
    const bool is_of_words = info(stage, document.model).zone == Zone::Words;
    const bool is_projection = stage == Stage::W_Q || stage == Stage::W_K || stage == Stage::W_V ||
                               stage == Stage::BQ || stage == Stage::BK || stage == Stage::BV;
    return document.projections == Projections::Learned && (is_of_words || is_projection);
}

bool is_whole(const SheetLook& look) {
    for (Index row = 0; row < look.row_count(); ++row)
        for (Index column = 0; column < look.column_count(); ++column)
            if (const Real number = look.value(row, column);
                std::isfinite(number) && std::abs(number - std::round(number)) > 1e-9)
                return false;
    return true;
}

} // namespace

std::vector<SheetLook> worksheet_looks(const Document& document, const Contents& contents,
                                       WorksheetLevel level) {
    std::vector<SheetLook> list;
    for (SheetLook look : contents.sheets) {
        const bool is_hidden =
            level == WorksheetLevel::FromQK && is_before_queries(document, look.id.stage);
        if (look.id.stage == Stage::WeightedValues || look.id.stage == Stage::Target ||
            look.id.stage == Stage::Loss || is_hidden)
            continue;
        look.is_input = false; // nothing is edited on paper
        look.has_row_sums = false;
        look.has_column_sums = false;
        look.query_row.reset();
        look.query_column.reset();
        look.key_row.reset();
        look.key_column.reset();
        if (look.numbers.has_decimals() && is_whole(look)) {
            look.numbers = {NumberFormat::Kind::Decimals, 0};
            reserve_characters(look);
        }
        list.push_back(std::move(look));
    }
    return list;
}

void draw_name_line(Drawing& drawing, Point left, float width, const std::string& name,
                    std::size_t points, float size) {
    const TextStyle style{Font::Sans, size, drawing.theme.text};
    const float points_width = 9.6F * size, date_width = 12 * size, gap = 1.4F * size;
    const float right = left.x + width, y = left.y;
    const auto rule = [&](float from, float to) {
        draw_line(drawing, {from, y + 0.5F * size}, {to, y + 0.5F * size}, drawing.theme.text,
                  0.6F);
    };
    const float date = right - points_width - date_width;
    draw_text(drawing, left, "Name", style);
    const std::string shown =
        shortened(name, date - left.x - 3.8F * size - gap, Font::Bold, size, drawing.measure);
    draw_text(drawing, {left.x + 3.8F * size, y}, escape(shown),
              {Font::Bold, size, drawing.theme.text});
    rule(left.x + 3.4F * size, date - gap);
    draw_text(drawing, {date, y}, "Date", style);
    rule(date + 2.8F * size, right - points_width - gap);
    const std::string all = "of " + std::to_string(points);
    draw_text(drawing, {right - points_width, y}, "Points", style);
    draw_text(drawing, {right, y}, all, {style.font, style.size, style.colour, Anchor::Right});
    rule(right - points_width + 3.6F * size,
         right - 0.6F * size - drawing.measure(all, Font::Sans, size));
}

float draw_findings(Drawing& drawing, Point corner, float width, const std::string& where,
                    const std::string& what, float size) {
    const TextStyle style{Font::Sans, size, drawing.theme.text};
    const float line = 3.2F * size;
    float y = corner.y + 0.5F * line;
    for (const auto& [asked, answer] :
         {std::pair("The first matrix that is wrong", where), std::pair("What was done", what)}) {
        const float from = corner.x + drawing.measure(asked, Font::Sans, size) + 0.8F * size;
        draw_text(drawing, {corner.x, y}, asked, style);
        draw_text(
            drawing, {from, y},
            escape(shortened(answer, corner.x + width - from, Font::Bold, size, drawing.measure)),
            {Font::Bold, size, drawing.theme.text});
        draw_line(drawing, {from, y + 0.6F * size}, {corner.x + width, y + 0.6F * size},
                  drawing.theme.text, 0.6F);
        y += line;
    }
    return 2 * line;
}

float draw_powers(Drawing& drawing, Point corner, float width, float size) {
    struct Line {
        double step;
        int first, last, decimals;
    };
    const TextStyle style{Font::Sans, size, drawing.theme.text};
    draw_text(drawing, {corner.x, corner.y + 0.9F * size},
              "Powers of e. Subtract the largest score of a line first: its weights stay the same.",
              {style.font, style.size, drawing.theme.dim_text});
    float y = 1.7F * size;
    for (const Line& line : {Line{1, 0, 6, 0}, {0.1, 1, 9, 1}, {0.01, 1, 9, 2}}) {
        for (int at = line.first; at <= line.last; ++at) {
            const double power = -at * line.step;
            const std::string exponent =
                number_text(power, {NumberFormat::Kind::Decimals, line.decimals});
            const std::string value =
                number_text(std::exp(power), {NumberFormat::Kind::Decimals, 3});
            draw_text(drawing,
                      {corner.x + static_cast<float>(at) * width / 10, corner.y + y + 0.8F * size},
                      "e^{" + exponent + "} " + value, style);
        }
        y += 1.55F * size;
    }
    return y;
}

namespace {

/// Whether a number can be worked out by hand. False for lines without any key, and for results of
/// NaN and infinity.
bool has_number(const Document& document, const Trace& trace, const Place& place) {
    const bool is_closed = place.sheet.stage == Stage::Masked &&
                           is_blocked(document.switches.mask, place.row, place.column);
    if (!is_closed && !std::isfinite(value_at(document, trace, place)))
        return false;
    if (place.sheet.stage != Stage::Weights)
        return true;
    const Index line = document.switches.axis == Axis::Rows ? place.row : place.column;
    return !closed_lines(trace, place.sheet.head)[static_cast<std::size_t>(line)];
}

/// "Q, K, scores, weights and output": the stages whose boxes can be empty.
std::string names_of_asked(const Document& document) {
    std::vector<std::string> names;
    for (const StageInfo& about : stages(document.model))
        if (has_stage(document, about.stage) && !is_given(document, about.stage) &&
            !about.is_by_query && !repeats_previous(document, about.stage))
            names.emplace_back(about.stage.name());
    return in_a_sentence(names);
}

Result<> can_be_asked(const Document& document, Stage stage) {
    const std::string name(stage.name());
    if (is_given(document, stage))
        return Error{name + " is given, not computed; boxes can be empty in " +
                     names_of_asked(document)};
    if (stage == Stage::WeightedValues)
        return Error{"the weighted values are not on a worksheet; choose weights or output"};
    if (repeats_previous(document, stage))
        return Error{name + " holds the same numbers as the stage before it, so it is not on the "
                            "worksheet; choose the stage before it"};
    return Nothing{};
}

/// The place of the same number, unchanged or only divided: a scaled score is a score divided by
/// the scale, a joined number is one of a head's output, and a product with an identity matrix adds
/// nothing but zeros to it.
std::optional<Place> original_of(const Derivation& derivation) {
    if (derivation.rule != Rule::Quotient && derivation.rule != Rule::SumOfProducts)
        return std::nullopt;
    std::optional<Place> only;
    for (const Term& term : derivation.terms) {
        if (derivation.terms.size() > 1 && term.value() == 0)
            continue;
        for (const Factor& factor : term.factors) {
            if (term.factors.size() > 1 && factor.value == 1)
                continue;
            if (only || term.is_subtracted)
                return std::nullopt;
            only = factor.place;
        }
    }
    return only;
}

/// If a number is empty, later stages that only copy or divide it must not show it.
void hide_copies(const Document& document, const Trace& trace, std::vector<Place>& blanks) {
    const Graph stages = graph(document);
    std::set<Place, decltype(&stands_before)> empty(blanks.begin(), blanks.end(), &stands_before);
    for (const Node& node : stages.nodes()) {
        const auto has_blanks = [&](std::size_t input) {
            const SheetId& read = stages[input].sheet;
            return std::any_of(empty.begin(), empty.end(),
                               [&](const Place& place) { return place.sheet == read; });
        };
        if (info(node.sheet.stage).is_by_query ||
            std::none_of(node.inputs.begin(), node.inputs.end(), has_blanks))
            continue;
        for (Index row = 0; row < node.shape.rows; ++row)
            for (Index column = 0; column < node.shape.columns; ++column) {
                const Place place{node.sheet, row, column};
                const auto original = original_of(derive(stages, document, trace, place));
                if (original && empty.contains(*original))
                    empty.insert(place);
            }
    }
    // A stage that repeats the one before is not on the page, but leads to those that are.
    std::erase_if(
        empty, [&](const Place& place) { return repeats_previous(document, place.sheet.stage); });
    blanks.assign(empty.begin(), empty.end());
}

/// Returns the places that the document covers, as the worksheet shows them. Includes other heads,
/// which may be joined.
std::vector<Place> covered_places(const Document& document) {
    std::vector<Place> places;
    for (const Region& region : document.covers) {
        const auto cells = cells_of(document, region);
        if (!cells)
            continue;
        for (Index row = cells->row; row < cells->row + cells->rows; ++row)
            for (Index column = cells->column; column < cells->column + cells->columns; ++column)
                places.push_back(shown_place(document, {cells->sheet, row, column}));
    }
    return places;
}

void append(std::vector<Place>& list, const std::vector<Place>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// The numbers of a matrix that can be worked out.
std::vector<Place> places_of(const Document& document, const Trace& trace, const SheetId& sheet) {
    const attn::Shape shape = shape_of(document, sheet);
    std::vector<Place> places;
    for (Index row = 0; row < shape.rows; ++row)
        for (Index column = 0; column < shape.columns; ++column)
            if (const Place place{sheet, row, column}; has_number(document, trace, place))
                places.push_back(place);
    return places;
}

/// The numbers of a stage that a level asks for.
std::vector<Place> places_of_level(const Document& document, const Trace& trace, Stage stage,
                                   const View& view, WorksheetLevel level) {
    const StageInfo& about = info(stage, document.model);
    const bool is_result = about.zone == Zone::Results;
    if (!has_stage(document, stage) || !can_be_asked(document, stage) || stage == Stage::Loss ||
        (!is_result && level != WorksheetLevel::FromX))
        return {};
    auto places = places_of(document, trace, sheet_of_head(document, stage, view.head));
    if (level == WorksheetLevel::Row)
        std::erase_if(places, [&](const Place& place) { return place.row != view.query; });
    return places;
}

/// Draws a share of the stage's numbers that can be worked out, at least one if there is any.
std::vector<Place> drawn_places(const Document& document, const Trace& trace, const SheetId& sheet,
                                double share, std::mt19937& words) {
    std::vector<Place> places = places_of(document, trace, sheet);
    const auto wanted =
        static_cast<std::size_t>(std::lround(share * static_cast<double>(places.size())));
    const std::size_t count = std::min(std::max<std::size_t>(1, wanted), places.size());
    for (std::size_t at = 0; at < count; ++at)
        std::swap(places[at], places[at + drawn_below(words, places.size() - at)]);
    places.resize(count);
    return places;
}

} // namespace

bool stands_before(const Place& a, const Place& b) {
    return std::tuple(position(a.sheet.stage), a.sheet.head, a.row, a.column) <
           std::tuple(position(b.sheet.stage), b.sheet.head, b.row, b.column);
}

bool is_drawn(const Document& document, const WorksheetOptions& options) {
    return options.level == WorksheetLevel::Drawn && (options.stages || document.covers.empty());
}

Result<std::vector<Place>> worksheet_blanks(const Document& document, const Trace& trace,
                                            const View& view, const WorksheetOptions& options) {
    if (!(options.share > 0 && options.share <= 1))
        return Error{"the share of empty boxes is " + shortest(options.share) +
                     "; expected a number above 0 and at most 1"};
    std::vector<Stage> asked = options.stages.value_or(std::vector<Stage>{});
    if (!options.stages && is_drawn(document, options))
        std::copy_if(usual_stages.begin(), usual_stages.end(), std::back_inserter(asked),
                     [&](Stage stage) { return has_stage(document, stage); });
    if (asked.empty() && is_drawn(document, options))
        return Error{"no stage is chosen; choose the stages whose boxes are left empty"};
    std::mt19937 words(options.seed);
    std::vector<Place> blanks = covered_places(document);
    for (const StageInfo& about : stages(document.model)) {
        if (options.level != WorksheetLevel::Drawn) {
            append(blanks, places_of_level(document, trace, about.stage, view, options.level));
            continue;
        }
        if (std::find(asked.begin(), asked.end(), about.stage) == asked.end())
            continue;
        if (const auto can = can_be_asked(document, about.stage); !can)
            return can.error();
        append(blanks,
               drawn_places(document, trace, sheet_of_head(document, about.stage, view.head),
                            options.share, words));
    }
    hide_copies(document, trace, blanks);
    // Numbers covered in another head are not on this page.
    std::erase_if(blanks, [&](const Place& place) {
        return place.sheet != sheet_of_head(document, place.sheet.stage, view.head);
    });
    if (blanks.empty() && asked.empty() && options.level == WorksheetLevel::Drawn)
        return Error{"the document covers no number of " + head_name(view.head) +
                     "; choose another head, or the stages whose boxes are left empty"};
    if (blanks.empty())
        return Error{"no number of these stages can be worked out by hand: the numbers are not "
                     "finite, or the mask leaves no key open"};
    return blanks;
}

namespace {

/// The mistaken calculation's matrix for a look; nothing if it has another shape.
std::optional<Matrix> mistaken_matrix(const Calculation& wrong, const SheetLook& look) {
    if (!exists(wrong.document, look.id))
        return std::nullopt;
    const SheetId sheet = shown_place(wrong.document, {look.id, 0, 0}).sheet;
    Matrix matrix = matrix_of(wrong.document, wrong.trace, sheet);
    if (matrix.rows() != look.values.rows() || matrix.cols() != look.values.cols())
        return std::nullopt;
    return matrix;
}

/// The looks with the numbers of the mistaken calculation; nothing if they do not fit.
std::optional<std::vector<SheetLook>> mistaken_looks(const Document& document,
                                                     const Calculation& wrong, Contents& contents,
                                                     const std::vector<SheetLook>& looks) {
    std::vector<SheetLook> list;
    for (const SheetLook& right : looks) {
        list.push_back(right);
        if (is_given(document, right.id))
            continue; // Inputs keep their numbers.
        auto matrix = mistaken_matrix(wrong, right);
        if (!matrix)
            return std::nullopt;
        contents.made.push_back(std::make_unique<const Matrix>(*std::move(matrix)));
        list.back().values = *contents.made.back();
        list.back().kept = nullptr;
        reserve_for_gradient(list.back()); // as wide as these numbers
    }
    return list;
}

std::vector<Place> different_places(const std::vector<SheetLook>& right,
                                    const std::vector<SheetLook>& wrong) {
    std::vector<Place> places;
    for (std::size_t at = 0; at < right.size(); ++at)
        for (Index row = 0; row < right[at].row_count(); ++row)
            for (Index column = 0; column < right[at].column_count(); ++column)
                if (cell_text(right[at], row, column) != cell_text(wrong[at], row, column))
                    places.push_back(right[at].place(row, column));
    return places;
}

} // namespace

Result<WorksheetMistake> make_worksheet_mistake(const Document& document, const View& view,
                                                std::uint32_t seed, bool is_key, Contents& contents,
                                                std::vector<SheetLook>& looks) {
    std::vector<Mistake> left;
    for (const MistakeInfo& about : mistakes())
        left.push_back(about.mistake);
    std::mt19937 words(seed);
    while (!left.empty()) {
        const std::size_t at = drawn_below(words, left.size());
        const Mistake mistake = left[at];
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        const auto made = make_mistake(document, mistake, view.head, view.query);
        if (!made || made->right.document != document)
            continue; // It changes nothing, or goes wrong only in another document.
        auto wrong = mistaken_looks(document, made->wrong, contents, looks);
        if (!wrong)
            continue;
        std::vector<Place> places = different_places(looks, *wrong);
        if (places.empty())
            continue;
        if (!is_key)
            looks = *std::move(wrong);
        return WorksheetMistake{std::string(info(mistake).title), made->sentence,
                                std::move(places)};
    }
    return Error{"no usual mistake changes a number of this worksheet; choose a document with a "
                 "scale or a mask, or another level"};
}

namespace {

std::vector<Region> covers_of(const OpenPart& open) {
    std::vector<Region> covers;
    for (Region region : open.whole().covers)
        if (const auto sheet = open.in_part(region.sheet)) {
            region.sheet = *sheet;
            covers.push_back(region);
        }
    return covers;
}

} // namespace

Result<WorksheetPart> worksheet_part(const OpenPart& open, const View& view,
                                     WorksheetOptions options) {
    const std::string said = part_text(open.whole(), view);
    WorksheetPart part{open.document(), std::move(options)};
    part.document.covers = covers_of(open);
    const bool is_of_covers = !is_drawn(open.whole(), part.options) && !part.options.stages &&
                              part.options.level == WorksheetLevel::Drawn;
    if (is_of_covers && part.document.covers.empty())
        return Error{"the document covers no number of " + said +
                     "; choose another one, or the stages whose boxes are left empty"};
    if (!part.options.stages)
        return part;
    for (Stage& stage : *part.options.stages) {
        SheetId sheet{stage};
        if (!is_of_all_layers(stage))
            sheet.layer = view.layer;
        sheet.is_cross = view.is_cross && may_be_cross(stage);
        const auto found = open.in_part(sheet);
        if (!found)
            return Error{"a worksheet of " + said + " has no " + std::string(stage.name()) +
                         "; choose another stage, or the attention that has it"};
        stage = found->stage;
    }
    return part;
}

std::string everything_is_of(const std::string& part, Index head, Index heads, bool is_joined) {
    const bool names_layer = part.starts_with("layer"), names_head = heads > 1;
    if (part.empty() && !names_head)
        return "";
    std::string text = " Everything ";
    if (!part.empty())
        text += "is of " + part;
    if (names_head && is_joined)
        text += (part.empty() ? "" : ", and ") + std::string("up to the output ") +
                (part.empty() ? "is " : "") + "of " + head_name(head, heads);
    else if (names_head)
        text += (part.empty() ? "is of " : ", ") + head_name(head, heads);
    return text + "." +
           (names_layer && names_head ? " Layers and heads count from 0."
            : names_layer             ? " The first layer is 0."
            : names_head              ? " The first head is 0."
                                      : "");
}

} // namespace attn::figure
