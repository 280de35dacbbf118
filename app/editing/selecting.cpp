// SPDX-License-Identifier: MIT
#include "app/editing/selecting.h"

#include "app/editing/editing.h"
#include "app/editing/giving.h"
#include "app/editing/sentence.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/commands/placing.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/io/text/cell_text.h"
#include "core/typing/typing.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

std::vector<std::string> names_between(const std::vector<std::string>& names, Index from,
                                       Index count) {
    const auto begin = names.begin() + static_cast<std::ptrdiff_t>(from);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

io::NamedMatrix named(const Frame& frame, const CellRange& range) {
    const Matrix whole = matrix_of(frame.shown().document, frame.shown().trace, range.sheet);
    std::string name = to_text(range.sheet);
    if (range.sheet.stage == Stage::WeightedValues)
        name += "_" + std::to_string(range.sheet.query);
    io::NamedMatrix part{
        name, whole.block(range.row, range.column, range.rows, range.columns),
        names_between(row_names(frame.document, range.sheet), range.row, range.rows),
        names_between(column_names(frame.document, range.sheet), range.column, range.columns)};
    if (frame.document.convention == Convention::TokensAsColumns) { // as shown on the screen
        part.matrix.transposeInPlace();
        std::swap(part.row_names, part.column_names);
    }
    return part;
}

CellRange whole_of(const Frame& frame, const SheetId& sheet) {
    const Shape shape = shape_of(frame.document, sheet);
    return {sheet, 0, 0, shape.rows, shape.columns};
}

std::string said(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

} // namespace

void extend_selection(const Frame& frame, const Place& place) {
    View& view = frame.view;
    if (!view.selected || !exists(frame.document, place) || view.selected->sheet != place.sheet)
        return;
    if (*view.selected == place)
        return;
    if (!view.anchor || view.anchor->sheet != place.sheet)
        view.anchor = view.selected;
    view.selected = place;
    if (*view.anchor == place)
        view.anchor.reset();
}

void select_all(const Frame& frame) {
    View& view = frame.view;
    if (!view.selected || !exists(frame.document, *view.selected))
        view.selected = Place{sheets(frame.document).front(), 0, 0};
    const SheetId sheet = view.selected->sheet;
    const Shape shape = shape_of(frame.document, sheet);
    view.anchor = Place{sheet, 0, 0};
    view.selected = Place{sheet, shape.rows - 1, shape.columns - 1};
}

std::vector<io::NamedMatrix> copied_matrices(const Frame& frame) {
    const auto range = selection(frame.view);
    if (!range || !exists(frame.document, *frame.view.selected) || !frame.settle())
        return {};
    switch (frame.ui.copying.scope) {
    case CopyOptions::Scope::Selection:
        return {named(frame, *range)};
    case CopyOptions::Scope::Matrix:
        return {named(frame, whole_of(frame, range->sheet))};
    case CopyOptions::Scope::Stage:
        break;
    }
    std::vector<io::NamedMatrix> list;
    for (SheetId sheet : sheets(frame.document)) {
        if (sheet.stage != range->sheet.stage || sheet.layer != range->sheet.layer ||
            sheet.is_cross != range->sheet.is_cross)
            continue;
        const bool is_each_query = sheet.stage == Stage::WeightedValues;
        const Index queries = is_each_query ? token_count(frame.document) : 1;
        for (sheet.query = 0; sheet.query < queries; ++sheet.query)
            list.push_back(named(frame, whole_of(frame, sheet)));
    }
    return list;
}

void copy_selection(const Frame& frame, io::TextForm form) {
    const auto matrices = copied_matrices(frame);
    if (matrices.empty())
        return;
    io::NumberWriter writer;
    if (frame.ui.copying.as_shown)
        writer = [numbers = frame.view.numbers, form](Real value) {
            NumberFormat format = numbers;
            // Fractions are valid numbers only in programs.
            const bool is_program = form == io::TextForm::NumPy || form == io::TextForm::PyTorch;
            if (format.kind == NumberFormat::Kind::Fraction && !is_program)
                format.kind = NumberFormat::Kind::Significant;
            return attn::format(value, format);
        };
    frame.clipboard.write(io::matrices_text(matrices, form, writer));
    const Matrix& first = matrices.front().matrix;
    std::string what = first.size() == 1 && matrices.size() == 1
                           ? place_text(frame.document, *frame.view.selected)
                           : said(first.rows(), first.cols()) + " of " + matrices.front().name;
    if (matrices.size() > 1)
        what = std::to_string(matrices.size()) + " matrices of " + matrices.front().name;
    std::string title;
    for (const io::TextFormInfo& info : io::text_forms)
        if (info.form == form)
            title = info.title;
    frame.ui.message = Message{"Copied " + what + " as " + title, false};
}

std::optional<CellRange> filled_range(const Frame& frame) {
    const auto range = selection(frame.view);
    if (!range || !exists(frame.document, *frame.view.selected) ||
        !can_set(frame.document, range->sheet))
        return std::nullopt;
    return range->rows * range->columns > 1 ? *range : whole_of(frame, range->sheet);
}

bool can_fill(const Frame& frame) {
    return filled_range(frame).has_value();
}

namespace {

Matrix cells_in(const Matrix& whole, const CellRange& range) {
    return whole.block(range.row, range.column, range.rows, range.columns);
}

/// Fills the range with what `made` returns for the document in which its sheet can be set. The
/// error says why that is not possible.
template <class Made>
Result<> fill_range(const Frame& frame, const CellRange& range, const Made& made,
                    const std::string& what) {
    auto ready = settable(frame, range.sheet);
    if (!ready)
        return ready.error();
    const Result<Matrix> part = made(ready->document);
    const auto command =
        part ? set_part(ready->document, range, *part, what) : Result<Command>(part.error());
    if (!command)
        return command.error();
    post_setting(frame, range.sheet, *std::move(ready), *command);
    return Nothing{};
}

/// The same for what is selected; shows the error.
template <class Made>
void fill_selected(const Frame& frame, const Made& made, const std::string& what) {
    if (const auto range = filled_range(frame))
        if (const auto done = fill_range(
                frame, *range, [&](const Document& document) { return made(document, *range); },
                what + " in " + to_text(range->sheet));
            !done)
            frame.ui.message = Message{done.error().text(), true};
}

} // namespace

void fill_selection(const Frame& frame, Fill fill, Real number) {
    fill_selected(
        frame,
        [&](const Document& document, const CellRange& range) -> Result<Matrix> {
            const auto whole = input_matrix(document, range.sheet);
            return whole ? filled(cells_in(*whole, range), fill, number) : whole;
        },
        fill_name(fill, number));
}

void fill_by(const Frame& frame, GivenWay way) {
    std::string name;
    for (const GivenAsInfo& one : ways_to_give())
        if (one.as == way.as)
            name = one.word;
    if (way.as == GivenAs::Diagonal)
        name += " " + with_minus(std::to_string(way.diagonal));
    fill_selected(
        frame,
        [&](const Document&, const CellRange& range) -> Result<Matrix> {
            if (!frame.settle())
                return Error{"there is not enough memory"};
            const auto& [document, trace] = frame.exact();
            const auto whole = numbers_to_give(document, trace, range.sheet, way);
            return whole ? Result<Matrix>(cells_in(*whole, range)) : whole;
        },
        "Fill with " + name);
}

bool has_pinned_matrix(const Frame& frame) {
    const auto range = filled_range(frame);
    const auto& comparing = frame.ui.comparing;
    return range && comparing && comparing->pinned &&
           exists(comparing->pinned->document, range->sheet) &&
           shape_of(comparing->pinned->document, range->sheet) ==
               shape_of(frame.document, range->sheet);
}

void fill_from_pinned(const Frame& frame) {
    if (!has_pinned_matrix(frame))
        return;
    fill_selected(
        frame,
        [&](const Document&, const CellRange& range) -> Result<Matrix> {
            const Calculation& pinned = *frame.ui.comparing->pinned;
            return cells_in(matrix_of(pinned.document, pinned.trace, range.sheet), range);
        },
        "Take the pinned numbers");
}

void make_head(const Frame& frame, Reason reason) {
    const auto commands = reasoned_head(frame.document, frame.view.head, reason);
    if (!commands) {
        frame.ui.message = Message{commands.error().text(), true};
        return;
    }
    edit_together(frame, *commands);
    frame.ui.message =
        Message{"W_Q and W_K now make every word attend to " + std::string(name_of(reason)), false};
}

void edit_together(const Frame& frame, const std::vector<Command>& commands) {
    const Gesture gesture = ++frame.ui.dragging.last_gesture;
    for (const Command& command : commands)
        frame.outbox.edit(command, gesture);
}

namespace {

/// Finds the ways to place the grid; each first gives a computed stage.
void place_grid(const Frame& frame, Pasting& pasting) {
    const io::PastedGrid& grid = pasting.pasted.grids[pasting.grid];
    pasting.placings = {};
    pasting.way = 0;
    const auto ready = settable(frame, pasting.range.sheet);
    if (!ready)
        return;
    pasting.placings =
        placings(ready->document, pasting.range, grid.matrix, {grid.row_names, grid.column_names});
    for (Placing& way : pasting.placings.ways)
        way.commands.insert(way.commands.begin(), ready->commands.begin(), ready->commands.end());
}

std::string said(const io::PastedGrid& grid, const std::string& form, const SheetId& sheet) {
    const std::string applied = applied_text(grid);
    return "Pasted " + std::to_string(grid.matrix.rows()) + " × " +
           std::to_string(grid.matrix.cols()) + " (" + form + ") into " + to_text(sheet) +
           (applied.empty() ? "" : ": " + applied);
}

/// Pastes the words of a sentence after the query word. Their embeddings are 0, or rows of the
/// table.
void paste_words(const Frame& frame, const std::string& text) {
    const std::vector<std::string> words = attn::words_of(text);
    const Index room = model_of(frame.document).most_rows - token_count(frame.document);
    const auto count = static_cast<Index>(words.size());
    if (io::read_pasted(text)) {
        frame.ui.message =
            Message{"Nothing was pasted because no number is selected. Select the number where the "
                    "pasted numbers should begin, then paste again.",
                    true};
        return;
    }
    if (typing::why_no_text(frame.document).empty())
        return insert_text(frame, text);
    if (count > room) {
        frame.ui.message = Message{"Nothing was pasted: the text has " + std::to_string(count) +
                                       " words, and the document has room for " +
                                       std::to_string(room) + ". Paste a shorter text.",
                                   true};
        return;
    }
    std::vector<Command> commands;
    for (Index at = 0; at < count; ++at)
        commands.push_back(
            InsertToken{frame.view.query + 1 + at, words[static_cast<std::size_t>(at)], {}});
    edit_together(frame, commands);
    frame.ui.message =
        Message{"Pasted " + std::to_string(count) + (count == 1 ? " word" : " words") +
                    ". All numbers of an added embedding are 0.",
                false};
}

} // namespace

void paste(const Frame& frame) {
    const auto range = selection(frame.view);
    if (range && !exists(frame.document, *frame.view.selected))
        return;
    if (range)
        if (const auto ready = settable(frame, range->sheet); !ready) {
            frame.ui.message = Message{computed_sentence(frame.document, range->sheet) +
                                           ". It cannot be given: " + ready.error().text(),
                                       true};
            return;
        }
    const auto text = frame.clipboard.read();
    if (!text || text->find_first_not_of(" \t\r\n") == std::string::npos) {
        frame.ui.message = Message{text ? "Nothing was pasted because the clipboard contains no "
                                          "text. Copy some numbers first."
                                        : text.error().text(),
                                   true};
        return;
    }
    if (!range)
        return paste_words(frame, *text);
    auto pasted = io::read_pasted(*text);
    if (!pasted) {
        frame.ui.message = Message{"Nothing was pasted: " + pasted.error().text(), true};
        return;
    }
    const bool is_to_be_given =
        !is_given(frame.document, range->sheet) || is_given_stage(frame.document, range->sheet);
    if (is_to_be_given && std::none_of(pasted->grids.begin(), pasted->grids.end(),
                                       [](const auto& grid) { return grid.matrix.allFinite(); })) {
        frame.ui.message = Message{"Nothing was pasted: the text has a number that is not finite, "
                                   "and a given stage holds finite numbers only.",
                                   true};
        return;
    }
    if (frame.document.convention == Convention::TokensAsColumns) // as shown on the screen
        for (io::PastedGrid& grid : pasted->grids) {
            grid.matrix.transposeInPlace();
            std::swap(grid.row_names, grid.column_names);
        }
    Pasting pasting{*std::move(pasted), 0, *range, {}, 0};
    place_grid(frame, pasting);
    bool is_plain = pasting.pasted.grids.size() == 1 && pasting.placings.fits;
    if (pasting.pasted.is_ambiguous) { // The selection may tell which reading is meant.
        const bool first_fits = pasting.placings.fits;
        pasting.grid = 1;
        place_grid(frame, pasting);
        is_plain = first_fits != pasting.placings.fits;
        if (first_fits) {
            pasting.grid = 0;
            place_grid(frame, pasting);
        }
    }
    frame.ui.pasting = std::move(pasting);
    if (is_plain)
        confirm_pasting(frame);
}

std::string applied_text(const io::PastedGrid& grid) {
    std::string text;
    for (const std::string& said : grid.applied)
        text += (text.empty() ? "" : "; ") + said;
    return text;
}

void choose_grid(const Frame& frame, std::size_t grid) {
    Pasting& pasting = *frame.ui.pasting;
    if (grid >= pasting.pasted.grids.size())
        return;
    pasting.grid = grid;
    place_grid(frame, pasting);
}

void confirm_pasting(const Frame& frame) {
    const Pasting& pasting = *frame.ui.pasting;
    if (pasting.way >= pasting.placings.ways.size())
        return;
    edit_together(frame, pasting.placings.ways[pasting.way].commands);
    frame.ui.message = Message{
        said(pasting.pasted.grids[pasting.grid], pasting.pasted.form, pasting.range.sheet), false};
    frame.ui.pasting.reset();
}

void press_in_pasting(const Frame& frame, const KeyPress& key) {
    Pasting& pasting = *frame.ui.pasting;
    switch (key.key) {
    case Key::Escape:
        frame.ui.pasting.reset();
        return;
    case Key::Enter:
        confirm_pasting(frame);
        return;
    case Key::Up:
        pasting.way = pasting.way == 0 ? 0 : pasting.way - 1;
        return;
    case Key::Down:
        if (pasting.way + 1 < pasting.placings.ways.size())
            ++pasting.way;
        return;
    case Key::Tab: {
        const std::size_t count = pasting.pasted.grids.size();
        choose_grid(frame, (pasting.grid + (key.shift ? count - 1 : 1)) % count);
        return;
    }
    default:
        return;
    }
}

namespace {

/// In the order of the card.
constexpr std::array<Generator, 3> generators = {Generator::NumPy, Generator::NumPyGenerator,
                                                 Generator::PyTorch};

/// Reads the numbers in the fields; the error names the field.
Result<RandomFill> read_fields(const Filling& filling) {
    RandomFill random = filling.random;
    const auto whole = [&](std::size_t field, const char* name, std::int64_t low,
                           std::int64_t high) -> Result<std::int64_t> {
        return io::parse_whole(filling.fields[field].text, name, low, high);
    };
    const auto seed = whole(0, "the seed", 0, std::numeric_limits<std::uint32_t>::max());
    if (!seed)
        return seed.error();
    random.seed = static_cast<std::uint32_t>(*seed);
    if (random.distribution == Distribution::Whole) {
        constexpr std::int64_t most = 1'000'000'000;
        const auto low = whole(1, "low", -most, most), high = whole(2, "high", -most, most);
        if (!low)
            return low.error();
        if (!high)
            return high.error();
        random.low = *low;
        random.high = *high;
    }
    return random;
}

Result<Index> read_diagonal(const Filling& filling) {
    const auto by = io::parse_whole(filling.fields[0].text, "the diagonal", -max_width, max_width);
    return by ? Result<Index>(static_cast<Index>(*by)) : Result<Index>(by.error());
}

std::size_t field_count(const Filling& filling) {
    if (filling.way != Filling::Way::Random)
        return 1;
    return filling.random.distribution == Distribution::Whole ? 3 : 1;
}

} // namespace

void begin_filling(const Frame& frame) {
    const auto range = filled_range(frame);
    if (!range)
        return;
    Filling filling;
    filling.range = *range;
    filling.fields = {line_edit("42", true), line_edit("0", true), line_edit("3", true)};
    frame.ui.filling = std::move(filling);
}

void begin_scaling(const Frame& frame) {
    const auto range = filled_range(frame);
    if (!range)
        return;
    Filling filling;
    filling.range = *range;
    filling.way = Filling::Way::Factor;
    filling.fields[0] = line_edit("2", true);
    frame.ui.filling = std::move(filling);
}

void begin_diagonal(const Frame& frame) {
    const auto range = filled_range(frame);
    if (!range)
        return;
    Filling filling;
    filling.range = *range;
    filling.way = Filling::Way::Diagonal;
    filling.fields[0] = line_edit("-1", true);
    frame.ui.filling = std::move(filling);
}

void choose_generator(RandomFill& random, Generator generator) {
    random.generator = generator;
    if (!has_distribution(generator, random.distribution))
        random.distribution = Distribution::Uniform;
}

std::string filling_source(const Filling& filling) {
    if (filling.way == Filling::Way::Diagonal) {
        const auto by = read_diagonal(filling);
        if (!by)
            return by.error().message;
        const std::string distance = std::to_string(std::abs(*by));
        return "Row i has its 1 in column i" + (*by == 0  ? std::string()
                                                : *by < 0 ? " − " + distance
                                                          : " + " + distance);
    }
    if (filling.way == Filling::Way::Factor) {
        const auto factor = io::parse_cell(filling.fields[0].text);
        return factor ? "Each number times " + shortest(*factor) : factor.error().message;
    }
    const auto random = read_fields(filling);
    if (!random)
        return random.error().message;
    const auto made = random_matrix(*random, 1, 1);
    return made ? random_source(*random, filling.range.rows, filling.range.columns)
                : made.error().message;
}

void confirm_filling(const Frame& frame) {
    Filling& filling = *frame.ui.filling;
    if (filling.way == Filling::Way::Diagonal) {
        const auto by = read_diagonal(filling);
        if (!by) {
            filling.fault = by.error().message;
            return;
        }
        frame.ui.filling.reset();
        fill_by(frame, {GivenAs::Diagonal, *by});
        return;
    }
    if (filling.way == Filling::Way::Factor) {
        const auto factor = io::parse_cell(filling.fields[0].text);
        if (!factor) {
            filling.fault = factor.error().message;
            return;
        }
        frame.ui.filling.reset();
        fill_selection(frame, Fill::Scale, *factor);
        return;
    }
    const auto random = read_fields(filling);
    const auto numbers = random ? random_matrix(*random, filling.range.rows, filling.range.columns)
                                : Result<Matrix>(random.error());
    const auto done =
        numbers ? fill_range(
                      frame, filling.range, [&](const Document&) { return numbers; },
                      "Draw " + to_text(filling.range.sheet) + " by " +
                          random_source(*random, filling.range.rows, filling.range.columns))
                : Result<>(numbers.error());
    if (!done)
        filling.fault = done.error().message;
    else
        frame.ui.filling.reset();
}

void press_in_filling(const Frame& frame, const KeyPress& key) {
    Filling& filling = *frame.ui.filling;
    switch (key.key) {
    case Key::Escape:
        frame.ui.filling.reset();
        return;
    case Key::Enter:
        confirm_filling(frame);
        return;
    case Key::Tab: {
        const std::size_t count = field_count(filling);
        filling.field = (filling.field + (key.shift ? count - 1 : 1)) % count;
        return;
    }
    case Key::Up:
    case Key::Down: {
        if (filling.way != Filling::Way::Random)
            return;
        const auto now = std::find(generators.begin(), generators.end(), filling.random.generator);
        const auto at = static_cast<std::size_t>(now - generators.begin());
        const std::size_t step = key.key == Key::Down ? 1 : generators.size() - 1;
        choose_generator(filling.random, generators[(at + step) % generators.size()]);
        filling.fault.clear();
        return;
    }
    default:
        if (filling.fields[filling.field].press(key, frame.clipboard))
            filling.fault.clear();
    }
}

void type_in_filling(const Frame& frame, const std::string& text) {
    Filling& filling = *frame.ui.filling;
    filling.fields[filling.field].insert(text);
    filling.fault.clear();
}

} // namespace app
