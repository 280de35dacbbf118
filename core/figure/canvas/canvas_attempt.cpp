// SPDX-License-Identifier: MIT
#include "core/figure/canvas/canvas_attempt.h"

#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/matrix_figure.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace attn::figure {
namespace {

/// The largest size up to `most` for which `sides(size)` fits; 0 if none does.
template <class Make>
float largest(const std::vector<Track>& tracks, float available, float most, const Make& sides) {
    if (extent(tracks, sides(most)) <= available)
        return most;
    float fits = 0, beyond = most;
    for (int step = 0; step < 24; ++step) {
        const float middle = (fits + beyond) / 2;
        (extent(tracks, sides(middle)) <= available ? fits : beyond) = middle;
    }
    return fits;
}

} // namespace

float extent(const std::vector<Track>& tracks, const Sides& sides) {
    float sum = 0;
    for (const Track& track : tracks)
        sum += track.extent(sides);
    return sum;
}

Sides fitted(const std::vector<Track>& tracks, const Wanted& wanted) {
    const auto both = [](float size) { return Sides{size, size}; };
    const float even = largest(tracks, wanted.available, wanted.most, both);
    // In a room made for just the scarce cells the last bit would decide, so words and dimensions
    // are then fitted one by one, which is never worse.
    if (!fits_in(even, wanted.scarce))
        return both(even);
    float words = 1, dimensions = 1;
    for (const Track& track : tracks)
        for (const Count& one : track.matrices)
            (one.is_words ? words : dimensions) =
                std::max(one.is_words ? words : dimensions, one.cells);
    const auto alike = [&](float length) { return Sides{length / words, length / dimensions}; };
    std::optional<Sides> kept;
    for (const float least : {wanted.least, wanted.scarce}) {
        const auto words_only = [&](float size) { return Sides{least, size}; };
        const auto dimensions_only = [&](float size) { return Sides{size, least}; };
        if (const float rest = largest(tracks, wanted.available, least, words_only);
            !kept && fits_in(wanted.least_extent, rest * dimensions))
            kept = words_only(rest);
        if (const float rest = largest(tracks, wanted.available, least, dimensions_only);
            !kept && fits_in(wanted.least_extent, rest * words))
            kept = dimensions_only(rest);
    }
    Sides found = kept ? *kept
                       : alike(std::max(wanted.least_extent, largest(tracks, wanted.available,
                                                                     wanted.available, alike)));
    // Free room beside a longer matrix of the same track costs nothing.
    const float used = std::max(wanted.available, extent(tracks, found));
    found.dimensions =
        std::max(found.dimensions, largest(tracks, used, wanted.most, [&](float size) {
                     return Sides{found.words, size};
                 }));
    found.words = std::max(found.words, largest(tracks, used, wanted.most, [&](float size) {
                               return Sides{size, found.dimensions};
                           }));
    return found;
}

namespace {

constexpr float flat = 0.78F;        // largest height of a cell, as a share of its width
constexpr float widest_label = 5.5F; // of row labels, in units
constexpr float widest_cell = 6.5F;  // in units
constexpr float least_extent = 4;    // of a matrix without numbers, in units
constexpr float least_gap = 2.4F;    // between columns: an arrow, in units
constexpr float scarce_gap = 2;      // the same if titles had to shrink
constexpr float lane_gap = 1.5F;     // between the lanes: an arrow downward
constexpr float pair_gap = 0.6F;     // additional gap between a pair and the next
constexpr float around_title = 1.5F; // its arrow, and widths that do not grow quite evenly
constexpr float most_scrolled = 96;  // most cells side by side of a canvas larger than the window
constexpr float thin_cell = 3;       // width of a dimension drawn as a line of colour, in pixels
constexpr float few_words = 16;      // up to so many words all show numbers on a long page
constexpr float most_windows = 8;    // a page of lines is at most so many windows long

float number_of(Index count) {
    return static_cast<float>(std::max<Index>(1, count));
}

float title_width(const TextWidths& widths, const Lengths& lengths) {
    return (widths.title + 0.5F + around_title) * lengths.unit +
           widths.shape * lengths.small_size();
}

/// The sum over the tracks of the cells of each track's longest matrix.
float cells(const std::vector<Track>& tracks) {
    float sum = 0;
    for (Track track : tracks) {
        track.least = 0;
        sum += track.extent({1, 1});
    }
    return sum;
}

/// The room that the tracks ask for if the canvas may exceed the window: as much as the numbers
/// need. 0: what the window has. A long page must be scrolled anyway, so all its cells have numbers
/// while it stays below `most`; beyond that, dimensions become lines thick enough to tell apart.
float wanted_room(const std::vector<Track>& tracks, float least, float most, bool scrolls,
                  bool is_long) {
    if (!scrolls)
        return 0;
    const auto all_are = [&](const auto& is_so) {
        return std::all_of(tracks.begin(), tracks.end(), [&](const Track& track) {
            return std::all_of(track.matrices.begin(), track.matrices.end(), is_so);
        });
    };
    if (cells(tracks) <= most_scrolled ||
        all_are([](const Count& one) { return one.cells <= static_cast<float>(few_lines); }))
        return extent(tracks, {least, least});
    const bool has_few_words =
        all_are([](const Count& one) { return !one.is_words || one.cells <= few_words; });
    if (!is_long || !has_few_words)
        return 0;
    const float all = extent(tracks, {least, least});
    return all <= most ? all : std::min(extent(tracks, {least, thin_cell}), most);
}

} // namespace

float header_height(const Lengths& lengths) {
    return lengths.title_line() + lengths.label_line();
}

float feed_height(const Lengths& lengths) {
    return 1.5F * lengths.unit;
}

float foot_height(const Lengths& lengths) {
    return 0.7F * lengths.unit;
}

std::size_t lane_of(const CanvasPlace& place) {
    return 2 * place.pair + (place.is_above ? 0 : 1);
}

float Attempt::gap_after(std::size_t lane) const {
    const auto next = std::find_if(around.begin() + static_cast<std::ptrdiff_t>(lane) + 1,
                                   around.end(), [](float one) { return one > 0; });
    if (around[lane] <= 0 || next == around.end())
        return 0;
    return (lane % 2 == 0 ? lane_gap : lane_gap + pair_gap) * lengths.unit;
}

float Attempt::head(const CanvasMatrix& matrix) const {
    const float beyond = upright_names + 0.5F * lengths.label_size() - lengths.label_line();
    return header_height(lengths) +
           (upright_names > 0 && matrix.has_word_columns ? std::max(0.0F, beyond) : 0);
}

std::vector<std::size_t> CanvasBoxes::guests(std::size_t host, bool are_under) const {
    std::vector<std::size_t> list;
    for (std::size_t box = 0; box < places.size(); ++box)
        if (places[box].host == places[host].stage && places[box].is_under == are_under)
            list.push_back(box);
    return list;
}

std::size_t CanvasBoxes::host_of(std::size_t box) const {
    for (std::size_t at = 0; places[box].host && at < places.size(); ++at)
        if (places[at].stage == *places[box].host)
            return at;
    return box;
}

CanvasBoxes boxes_of(const CanvasShape& shape, const Measure& measure) {
    CanvasBoxes made;
    made.readable = find_readable(shape.options.text, {}, measure, shape.options.scale);
    made.readable.characters = 0; // the most that one of the matrices asks for
    const auto has = [&](Stage stage) {
        for (std::size_t at = 0; at < shape.places.size(); ++at)
            if (shape.places[at].stage == stage && shape.matrices[at])
                return true;
        return false;
    };
    for (std::size_t at = 0; at < shape.places.size(); ++at) {
        const CanvasPlace& place = shape.places[at];
        if (const auto& matrix = shape.matrices[at]) {
            made.matrices.push_back(*matrix);
            made.places.push_back(place);
        } else if (place.like && has(*place.like)) {
            made.unused.push_back(place);
        }
        made.columns.resize(std::max(made.columns.size(), place.pair + 1));
        made.columns[place.pair] = std::max(made.columns[place.pair], place.column + 1);
        made.has_legend_line |= place.is_above && place.pair == 0 && place.column == 0;
    }
    assert(!made.places.empty() && "a canvas shows something");
    constexpr float size = 64; // measured large, so that rounding of widths does not matter
    for (const WordList& list : shape.names)
        for (const std::string& word : *list.words)
            made.widest_word = std::max(made.widest_word, measure(word, Font::Bold, size) / size);
    const auto bold = [&](std::string_view title) {
        return rich_width(title, Font::Bold, size, measure) / size;
    };
    for (const CanvasPlace& place : shape.places)
        made.longest_title = std::max(made.longest_title, bold(place.longest_title));
    for (std::size_t box = 0; box < made.places.size(); ++box) {
        const CanvasMatrix& matrix = made.matrices[box];
        int& characters = made.readable.characters;
        characters = std::max(characters, matrix.characters);
        const std::string_view longest = made.places[box].longest_title;
        made.widths.push_back({std::max(bold(longest), bold(matrix.title)),
                               measure(matrix.size, Font::Sans, size) / size +
                                   given_marks_width(matrix.marks, measure),
                               index_width(matrix.rows, Font::Sans, size, measure) / size,
                               bold(matrix.name)});
    }
    return made;
}

float Attempting::label_width(std::size_t box, const Lengths& lengths, bool has_all_labels) const {
    const CanvasMatrix& matrix = boxes.matrices[box];
    const CanvasPlace& place = boxes.places[box];
    if (place.host)
        return place.is_under ? boxes.widths[box].label * lengths.small_size() + 0.3F * lengths.unit
                              : 0;
    if (!place.is_labelled || (place.gives_labels && !has_all_labels))
        return 0;
    if (matrix.has_word_rows)
        return std::clamp(boxes.widest_word * lengths.label_size() + 0.55F * lengths.unit,
                          0.9F * lengths.unit, widest_label * lengths.unit);
    return boxes.widths[box].digits * lengths.small_size() + 0.15F * lengths.unit;
}

float Attempting::beside_width(std::size_t box, const Lengths& lengths) const {
    const Readable& readable = boxes.readable;
    float width = boxes.matrices[box].has_row_sums
                      ? (static_cast<float>(readable.characters) + 2.4F) * readable.digit *
                            lengths.number_size()
                      : 0;
    for (const std::size_t guest : boxes.guests(box, false)) {
        const float name = boxes.widths[guest].label * lengths.small_size();
        // The name may reach over the gap to the next column.
        width += guest_gap * lengths.unit +
                 std::max(0.0F, name - readable.scarce_width() - 0.8F * least_gap * lengths.unit);
    }
    return width;
}

Count Attempting::cells_across(std::size_t box) const {
    const CanvasMatrix& matrix = boxes.matrices[box];
    Index columns = matrix.columns;
    for (const std::size_t guest : boxes.guests(box, true))
        columns = std::max(columns, boxes.matrices[guest].columns);
    for (const std::size_t guest : boxes.guests(box, false))
        columns += boxes.matrices[guest].columns;
    return {number_of(columns), matrix.has_word_columns};
}

Count Attempting::cells_down(std::size_t box) const {
    const CanvasMatrix& matrix = boxes.matrices[box];
    Index rows = matrix.rows;
    for (const std::size_t guest : boxes.guests(box, false))
        rows = std::max(rows, boxes.matrices[guest].rows);
    for (const std::size_t guest : boxes.guests(box, true))
        rows += boxes.matrices[guest].rows;
    return {number_of(rows), matrix.has_word_rows};
}

void Attempting::measure_boxes(Attempt& made) const {
    const Lengths& lengths = made.lengths;
    const float unit = lengths.unit;
    for (const std::size_t columns : boxes.columns)
        made.pairs.push_back({std::vector<float>(columns, 0), std::vector<Track>(columns), 0});
    made.down.resize(2 * boxes.columns.size());
    made.around.assign(made.down.size(), 0);
    for (std::size_t box = 0; box < boxes.places.size(); ++box) {
        const CanvasPlace& place = boxes.places[box];
        LanePair& pair = made.pairs[place.pair];
        const float labels = label_width(box, lengths, made.way.has_all_labels);
        made.label_widths.push_back(labels);
        float& margin = pair.margins[place.column];
        margin = std::max(margin, labels + lengths.label_gap());
        if (place.host)
            continue;
        Track& track = pair.across[place.column];
        track.matrices.push_back(cells_across(box));
        track.least = std::max(track.least, title_width(boxes.widths[box], lengths));
        const std::size_t lane = lane_of(place);
        made.down[lane].matrices.push_back(cells_down(box));
        const auto under = static_cast<float>(boxes.guests(box, true).size());
        made.around[lane] =
            std::max(made.around[lane], header_height(lengths) + lengths.sums(boxes.matrices[box]) +
                                            under * guest_gap * unit);
    }
    for (const CanvasPlace& place : boxes.unused)
        for (std::size_t box = 0; box < boxes.places.size(); ++box)
            if (boxes.places[box].stage == *place.like) {
                const CanvasMatrix& matrix = boxes.matrices[box];
                Track& track = made.pairs[place.pair].across[place.column];
                track.matrices.push_back({number_of(matrix.columns), matrix.has_word_columns});
                TextWidths widths = boxes.widths[box];
                widths.title = boxes.longest_title;
                track.least = std::max(track.least, title_width(widths, lengths));
            }
}

void Attempting::fit_width(Attempt& made) const {
    const Readable& readable = boxes.readable;
    const float unit = made.lengths.unit;
    const float gap = unit < options.text ? scarce_gap : least_gap;
    std::vector<float> margins, rooms;
    float available = options.available.width;
    for (std::size_t at = 0; at < made.pairs.size(); ++at) {
        LanePair& pair = made.pairs[at];
        std::vector<float> beside(boxes.columns[at] + 1, 0); // right of the preceding column
        for (std::size_t box = 0; box < boxes.places.size(); ++box)
            if (const CanvasPlace& place = boxes.places[box]; place.pair == at && !place.host)
                beside[place.column + 1] =
                    std::max(beside[place.column + 1], beside_width(box, made.lengths));
        float sum = 1.2F * unit + beside.back(); // and right of the last column
        for (std::size_t column = 0; column < boxes.columns[at]; ++column) {
            float& margin = pair.margins[column];
            margin = std::max(margin, column == 0 ? 0.8F * unit : gap * unit) + beside[column];
            if (column == 0)
                margin += 0.6F * unit;
            sum += margin;
        }
        margins.push_back(sum);
        rooms.push_back(wanted_room(pair.across, readable.width(),
                                    most_windows * options.available.width - sum, made.way.scrolls,
                                    made.pairs.size() > 1));
        available = std::max(available, sum + rooms.back());
    }
    for (std::size_t at = 0; at < made.pairs.size(); ++at) {
        // Not the difference alone, which may miss the wanted room by the last bit.
        rooms[at] = std::max(available - margins[at], rooms[at]);
        const Sides found =
            fitted(made.pairs[at].across, {rooms[at], readable.width(), widest_cell * unit,
                                           least_extent * unit, readable.scarce_width()});
        made.width = at == 0 ? found
                             : Sides{std::min(made.width.words, found.words),
                                     std::min(made.width.dimensions, found.dimensions)};
    }
    made.free_width = std::numeric_limits<float>::max();
    for (std::size_t at = 0; at < made.pairs.size(); ++at) {
        LanePair& pair = made.pairs[at];
        pair.free_width = rooms[at] - extent(pair.across, made.width);
        made.free_width = std::min(made.free_width, pair.free_width);
    }
}

void Attempting::fit_height(Attempt& made) const {
    const Lengths& lengths = made.lengths;
    const float unit = lengths.unit;
    float around = feed_height(lengths) + foot_height(lengths) +
                   lengths.notice_line() * static_cast<float>(options.notices) +
                   (boxes.has_legend_line ? made.legend_line() : 0);
    for (std::size_t lane = 0; lane < made.around.size(); ++lane)
        around += made.around[lane] + made.gap_after(lane);
    const float least = boxes.readable.height();
    const float wanted =
        wanted_room(made.down, least, most_windows * options.available.height - around,
                    made.way.scrolls, made.pairs.size() > 1);
    const float available = std::max(options.available.height, around + wanted);
    const float room = std::max(available - around, wanted);
    const float highest = flat * std::max(made.width.words, made.width.dimensions);
    made.height =
        fitted(made.down, {room, least, std::max(highest, least), least_extent * unit, least});
    made.free_height = room - extent(made.down, made.height);
    made.room_height = available;
}

float Attempting::head_of_lane(const Attempt& made, std::size_t lane) const {
    float head = header_height(made.lengths);
    for (std::size_t box = 0; box < boxes.places.size(); ++box)
        if (!boxes.places[box].host && lane_of(boxes.places[box]) == lane)
            head = std::max(head, made.head(boxes.matrices[box]));
    return head;
}

void Attempting::turn_names(Attempt& made) const {
    const float unit = made.lengths.unit, size = made.lengths.label_size();
    const float widest = boxes.widest_word * size;
    if (!options.may_turn || fits_in(widest + 0.25F * size, made.width.words))
        return;
    // Readable numbers stay readable; cells that are only colours may become lower.
    const auto lower = [](const Sides& sides) { return std::min(sides.words, sides.dimensions); };
    const Readable& readable = boxes.readable;
    const float least = readable.holds({lower(made.width), lower(made.height)})
                            ? 0.999F * readable.height()
                            : std::max(least_cell, 0.6F * lower(made.height));
    for (const float longest : {12.0F, 8.0F, 5.0F}) { // in units; longer names are cut
        Attempt turned = made;
        turned.upright_names = std::min(widest, longest * unit);
        for (std::size_t lane = 0; lane < turned.around.size(); ++lane)
            if (turned.around[lane] > 0)
                turned.around[lane] += head_of_lane(turned, lane) - header_height(made.lengths);
        fit_height(turned);
        if (lower(turned.height) >= least && turned.room_height <= made.room_height) {
            made = std::move(turned);
            return;
        }
    }
}

Attempt Attempting::attempt(const CanvasWay& way) const {
    Attempt made;
    made.way = way;
    made.lengths.unit = way.growth * options.text;
    made.lengths.least_digits = boxes.readable.digits;
    made.lengths.is_compact = options.available.height < 34 * options.text;
    measure_boxes(made);
    fit_width(made);
    fit_height(made);
    turn_names(made);
    return made;
}

} // namespace attn::figure
