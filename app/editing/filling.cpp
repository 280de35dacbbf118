// SPDX-License-Identifier: MIT
#include "app/editing/filling.h"

#include "app/editing/selecting.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/placing.h"
#include "core/io/cell_text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace app {
namespace {

using namespace attn;

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

std::size_t field_count(const Filling& filling) {
    if (filling.is_scaling)
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
    filling.is_scaling = true;
    filling.fields[0] = line_edit("2", true);
    frame.ui.filling = std::move(filling);
}

void choose_generator(RandomFill& random, Generator generator) {
    random.generator = generator;
    if (!has_distribution(generator, random.distribution))
        random.distribution = Distribution::Uniform;
}

std::string filling_source(const Filling& filling) {
    if (filling.is_scaling) {
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
    if (filling.is_scaling) {
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
    const auto command =
        numbers ? set_part(frame.document, filling.range, *numbers,
                           "Draw " + to_text(filling.range.sheet) + " by " +
                               random_source(*random, filling.range.rows, filling.range.columns))
                : Result<Command>(numbers.error());
    if (!command) {
        filling.fault = command.error().message;
        return;
    }
    frame.outbox.edit(*command);
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
        if (filling.is_scaling)
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
