// SPDX-License-Identifier: MIT
#include "core/figure/paper_canvas.h"

#include "core/document/sheet.h"
#include "core/figure/heatmap_parts.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr float least_letters = 0.76F; // of Lengths: those of roles and shapes, in units
constexpr float line_height = 1.5F;    // of a row of numbers, in texts
constexpr float widest_cell = 5.5F;    // in texts
constexpr float widest_names = 0.3F;   // of the page
constexpr float tallest = 2.2F;        // a matrix with numbers, in widths of the page
constexpr float points_of_a_millimetre = 72 / 25.4F;

/// A matrix with the room that it takes.
struct Block {
    SheetBox box; // its corner is still at the origin
    float height = 0;
};

class PaperCanvas {
public:
    PaperCanvas(const Document& document, const Contents& contents, const View& view, float width,
                float text, const Measure& measure)
        : document_(document), contents_(contents), view_(view), width_(width), text_(text),
          measure_(measure), theme_(theme(view.theme)) {
        lengths_.unit = text / least_letters;
        lengths_.least_digits = text;
    }

    Figure made() {
        figure_.background = theme_.background;
        y_ = margin();
        if (head_count(document_) > 1)
            write("Head " + std::to_string(view_.head + 1) + " of " +
                      std::to_string(head_count(document_)),
                  Font::Bold);
        for (const SheetLook& shown : contents_.sheets) {
            looks_.push_back(std::make_unique<SheetLook>(shown));
            SheetLook& look = *looks_.back();
            look.is_input = false; // nothing is edited on paper
            look.has_row_sums = look.has_column_sums = false;
            put(block_of(look));
        }
        end_line();
        for (const std::string& sentence : notes_)
            for (const std::string& line :
                 caption_lines(sentence, width_ - 2 * margin(), text_, measure_))
                write(line, Font::Sans);
        figure_.size = {width_, y_ + margin()};
        return std::move(figure_);
    }

private:
    float margin() const { return 0.6F * text_; }
    float inner() const { return width_ - 2 * margin(); }
    float digit() const { return measure_("0", Font::Mono, text_); }

    void write(const std::string& plain, Font font) {
        Drawing drawing{figure_, theme_, measure_};
        draw_text(drawing, {margin(), y_ + 0.7F * text_}, escape(plain),
                  {font, text_, font == Font::Bold ? theme_.text : theme_.dim_text});
        y_ += 1.5F * text_;
    }

    float width_of_names(const SheetLook& look) const {
        float widest = 0;
        for (Index row = 0; row < std::min<Index>(look.row_count(), 200); ++row)
            widest = std::max(widest, measure_(look.row_name(row, contents_.words()), Font::Bold,
                                               lengths_.label_size()));
        const float role =
            rich_width(look.row_role + " ↓", Font::Sans, lengths_.small_size(), measure_);
        return std::min(std::max(widest, role), widest_names * width_);
    }

    /// How wide title, shape and formula are, whichever line is longer.
    float width_of_header(const SheetLook& look) const {
        const float size = lengths_.formula_size();
        const float title = rich_width(look.title, Font::Bold, lengths_.unit, measure_) +
                            lengths_.unit + measure_(look.shape, Font::Sans, size);
        if (look.is_input || look.formula.empty())
            return title;
        if (look.is_derived) // in a line of its own
            return std::max(title, rich_width(look.formula_brief, Font::Sans, size, measure_));
        return title + rich_width("= " + look.formula, Font::Sans, size, measure_);
    }

    /// How wide a cell is for so many characters of a number, its sign and a little air.
    float cell_for(const SheetLook& look, int characters) const {
        const float sign = look.range.low < 0 ? 1 : 0;
        return digit() * (static_cast<float>(characters) + sign + 1.1F);
    }

    Block block_of(SheetLook& look) {
        Block block;
        SheetBox& box = block.box;
        box.look = &look;
        box.lengths = lengths_;
        box.label_width = width_of_names(look);
        box.has_colour_bar = false;
        box.drops_decimals = true;
        for (const std::string& word : contents_.words())
            box.widest_word = std::max(box.widest_word, measure_(word, Font::Bold, 1));
        const float left = box.label_width + lengths_.label_gap();
        const auto columns = static_cast<float>(std::max<Index>(1, look.column_count()));
        const auto rows = static_cast<float>(std::max<Index>(1, look.row_count()));
        const float room = (inner() - left) / columns;
        const int whole = std::max(1, look.characters - look.fraction_characters);
        const float least = cell_for(look, std::min(look.characters, whole + 2));
        const float names =
            look.has_word_columns ? box.widest_word * lengths_.label_size() + 0.4F * text_ : 0;
        const float wanted =
            std::max(cell_for(look, look.characters), std::min(names, widest_cell * text_));
        const float high = line_height * text_;
        box.has_numbers = room >= least && rows * high <= tallest * width_;
        // Colours alone can be told in small cells: two such matrices stand side by side.
        const float coloured = std::min({room, high, 0.4F * inner() / std::max(rows, columns)});
        const float cell = box.has_numbers ? std::min(wanted, room) : coloured;
        const float cell_height = box.has_numbers ? high : coloured;
        box.number_size = text_;
        box.cells = {left, lengths_.header(look), cell * columns, cell_height * rows};
        box.width = std::min(inner(), std::max(left + box.cells.width, width_of_header(look)));
        block.height = box.cells.bottom();
        if (!box.has_numbers)
            say_what_would_do(look, left + columns * least + 2 * margin(),
                              rows * high > tallest * width_);
        return block;
    }

    void say_what_would_do(const SheetLook& look, float needed, bool is_too_tall) {
        const std::string name = plain_text(look.title) + " (" + look.shape + ")";
        const auto millimetres = [](float points) {
            return std::to_string(std::lround(std::ceil(points / points_of_a_millimetre)));
        };
        notes_.push_back(
            is_too_tall
                ? name + " has too many rows for numbers that can be read on one page; the figure "
                         "of this matrix alone, or a part of the document, can show them."
                : name + " is shown without its numbers, which need a page of " +
                      millimetres(needed) + " mm.");
    }

    void put(Block block) {
        if (x_ > 0 && x_ + block.box.width > inner())
            end_line();
        SheetBox& box = block.box;
        box.corner = {margin() + x_, y_};
        box.cells.x += box.corner.x;
        box.cells.y += box.corner.y;
        x_ += box.width + 1.6F * text_;
        line_ = std::max(line_, block.height);
        Drawing drawing{figure_, theme_, measure_};
        draw_matrix(drawing, box, contents_.words(), view_);
    }

    void end_line() {
        if (x_ > 0)
            y_ += line_ + 1.1F * text_;
        x_ = line_ = 0;
    }

    const Document& document_;
    const Contents& contents_;
    const View& view_;
    float width_, text_;
    const Measure& measure_;
    Theme theme_;
    Lengths lengths_;
    Figure figure_;
    std::vector<std::unique_ptr<SheetLook>> looks_;
    std::vector<std::string> notes_;
    float x_ = 0, y_ = 0, line_ = 0;
};

} // namespace

Figure paper_canvas(const Document& document, const Trace& trace, const View& asked, float width,
                    const CanvasOptions& options) {
    const View view = within(document, asked);
    const Contents shown = contents(document, trace, view);
    return PaperCanvas(document, shown, view, width, options.text, options.measure).made();
}

} // namespace attn::figure
