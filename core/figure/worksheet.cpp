// SPDX-License-Identifier: MIT
#include "core/figure/worksheet.h"

#include "core/base/utf8.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/engine/head_name.h"
#include "core/engine/normalisers.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/prose_layout.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/worksheet_mistake.h"
#include "core/figure/worksheet_part.h"
#include "core/figure/worksheet_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace attn::figure {
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
        const NumberFormat& numbers = contents_.sheets.front().numbers;
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
        return everything_is_of(part_, head_, head_count(document_));
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

} // namespace attn::figure
