// SPDX-License-Identifier: MIT
// How NumPy writes the operations that only gradients use, with words as rows; for python_lines.cpp
// and the test that tries every line. PyTorch computes gradients itself.
#pragma once

#include "core/engine/graph/operation.h"
#include "core/publish/code/code_walk.h"

#include <cassert>
#include <string>
#include <string_view>
#include <variant>

namespace attn::publish::python {

// Helper functions that Python programs call.

// The lab's rules for what a decomposition leaves open: engine/numbers/concepts.h.
inline constexpr std::string_view decompose = R"(def nearest_axes(plane, count):
    """`count` directions in the plane of orthonormal columns: the axis nearest to the plane,
    projected onto it, then the axis nearest to what is left of the plane, and so on."""
    rest, found = plane @ plane.T, []
    while len(found) < count:
        sizes = rest.diagonal().tolist()
        least = max(sizes) * (1 - 1e-9)
        axis = next(at for at, size in enumerate(sizes) if size >= least)
        found.append(rest[axis] / sizes[axis] ** 0.5)
        rest = rest - {np}.outer(found[-1], found[-1])
    return found


def sign(*vectors):
    """The sign of the largest number. If numbers of both signs are the largest, the sign of the
    sum; if it is 0, the next vector decides; if every sum is 0, the first of the largest."""
    first = []
    for numbers in (vector.tolist() for vector in vectors):
        most = max(map(abs, numbers))
        largest = [number for number in numbers if abs(number) >= most * (1 - 1e-9)]
        one_sign = min(largest) > 0 or max(largest) < 0
        total = largest[0] if one_sign else sum(numbers)
        if abs(total) > 1e-9 * most:
            return 1.0 if total > 0 else -1.0
        first.append(largest[0])
    return 1.0 if first[0] > 0 else -1.0


def decompose(X):
    """U, s and Vt. Settles what a decomposition leaves open: sign() chooses the signs, and
    nearest_axes() the directions of singular values that are equal or 0."""
    scale = float(abs(X).max()) or 1.0
    U, s, Vt = {np}.linalg.svd(X / scale)
    s, rounding = s.tolist(), max(X.shape) * 2.0**-52
    count, rank = len(s), sum(value > rounding * s[0] for value in s)
    left, right = [], []
    while len(right) < rank:
        first, last = len(right), len(right) + 1
        while last < rank and s[last - 1] - s[last] <= 8 * rounding * s[0]:
            last += 1
        plane = Vt[first:last].T
        right += nearest_axes(plane, last - first)
        left += [U[:, first:last] @ (plane.T @ direction) for direction in right[first:]]
    right += nearest_axes(Vt[rank:].T, count - rank)
    left += nearest_axes(U[:, rank:], count - rank)
    for side in (left, right):
        side[:] = [{np}.where(abs(v) <= 4 * rounding, {np}.zeros_like(v), v) for v in side]
    for at in range(count):
        by_v = sign(right[at], left[at]) if at < rank else sign(right[at])
        by_u = by_v if at < rank else sign(left[at])
        left[at], right[at] = left[at] * by_u, right[at] * by_v
    s = [value * scale for value in s[:rank]] + [0.0] * (count - rank)
    return {np}.stack(left, 1), {array}([s], dtype={float}), {np}.stack(right)
)";

inline constexpr std::string_view lengths = R"(def lengths(rows):
    return (rows**2).sum({axis}=1, {keep}=True) ** 0.5
)";

inline constexpr std::string_view without_rounding = R"(def without_rounding(values, size):
    """Sets a number to 0 if it is only a rounding error beside `size`."""
    least = 8 * max(values.shape) * 2.0**-52 * size
    return {np}.where(abs(values) <= least, {np}.zeros_like(values), values)
)";

inline constexpr std::string_view cosines = R"(def cosines(rows):
    size = lengths(rows)
    unit = rows / {np}.where(size == 0, {np}.ones_like(size), size)
    return (unit @ unit.T).clip(-1, 1)
)";

inline constexpr std::string_view rotated = R"(def rotated(rows, base, neighbours, way=1):
    """Turns pairs of columns by place * base**(-2i/d): neighbours, or one from each half."""
    half = rows.shape[1] // 2
    places = {np}.arange(rows.shape[0], dtype={float})[:, None]
    angles = way * places * base ** (-2 * {np}.arange(half, dtype={float}) / rows.shape[1])
    x, y = (rows[:, 0::2], rows[:, 1::2]) if neighbours else (rows[:, :half], rows[:, half:])
    sine, cosine = {np}.sin(angles), {np}.cos(angles)
    x, y = x * cosine - y * sine, x * sine + y * cosine
    return {np}.stack((x, y), 2).reshape(rows.shape) if neighbours else {join}((x, y), {axis}=1)
)";

inline constexpr std::string_view sinusoids = R"(def sinusoids(words, width, base, over=None):
    """sin(place / base**(2i/d)) in even columns, its cosine in odd ones. With `over` all sines
    stand before all cosines, and the angle is place / base**(i/over)."""
    places = {np}.arange(words, dtype={float})[:, None]
    columns = {np}.arange(width, dtype={float})
    powers = columns // 2 * 2 / width if over is None else columns % (width // 2) / over
    are_sines = columns % 2 == 0 if over is None else columns < width // 2
    return {np}.where(are_sines, {np}.sin(places / base**powers), {np}.cos(places / base**powers))
)";

inline constexpr std::string_view distances = R"(def distances(scores):
    """How many words lie between query and key."""
    rows, columns = ({np}.arange(count, dtype={float}) for count in scores.shape)
    return abs(columns[None, :] - rows[:, None])
)";

inline constexpr std::string_view biases = R"(def biases(table, buckets, queries, keys):
    """The number in the bucket of each key - query; the list begins with 1 - queries."""
    away = {np}.arange(keys)[None, :] - {np}.arange(queries)[:, None]
    return table[buckets[away + queries - 1]]
)";

inline constexpr std::string_view over_lengths = R"(def over_lengths(rows):
    """Rows of length 1; rows of zeros stay."""
    size = lengths(rows)
    return rows / {np}.where(size == 0, {np}.ones_like(size), size)
)";

inline std::string opened_text(const Line& line) {
    const bool has_mask = std::get<Mask>(line.node.options).kind != Mask::Kind::None;
    return "{result} = " +
           (has_mask ? said(line.in, "{hidden}", {{"of", "{0}"}, {"by", "0.0"}}) : "{0}") + "\n";
}

inline std::string line_sum_text(const Line& line) {
    const bool are_rows = std::get<Axis>(line.node.options) == Axis::Rows;
    return std::string("{result} = {0}.sum({axis}=") + (are_rows ? "1" : "0") + ", {keep}=True)\n";
}

inline std::string repeated_text(const Line& line) {
    const auto& [axis, count] = std::get<Repeated>(line.node.options);
    return "{result} = {np}.repeat({0}, " + std::to_string(count) +
           (axis == Axis::Rows ? ", {axis}=1)\n" : ", {axis}=0)\n");
}

inline std::string part_text(const Line& line) {
    const auto& [first, count] = std::get<attn::Part>(line.node.options);
    return "{result} = {0}[:, " + std::to_string(first) + ":" + std::to_string(first + count) +
           "]\n";
}

inline std::string rotated_back_text(const Line& line) {
    const auto& how = std::get<Rotation>(line.node.options);
    const std::string told =
        ", " + number_code(line, how.base) + (how.neighbours ? ", True, -1)" : ", False, -1)");
    if (how.columns == 0)
        return "{result} = rotated({0}" + told + "\n";
    const std::string some = std::to_string(how.columns);
    return "{result} = {join}((rotated({0}[:, :" + some + "]" + told + ", {0}[:, " + some +
           ":]), {axis}=1)\n";
}

inline std::string added_rows_text(const Line& line) {
    return "{result} = added_rows({0}, {array}([" + listed(rows_code(line, 0)) + "]), " +
           std::to_string(line.node.shape.rows) + ")\n";
}

inline std::string bucket_sums_text(const Line& line) {
    return "buckets = {array}([" + listed(buckets_code(line)) + "])  # " +
           words_about_buckets(line) + "\n{result} = bucket_sums({0}, buckets, " +
           std::to_string(line.node.shape.columns) + ")" +
           over_temperature(line, std::get<Buckets>(line.node.options).temperature) + "\n";
}

inline std::string limit_slopes_text(const Line& line) {
    return "{result} = 1 - {np}.tanh({0} / " +
           number_code(line, std::get<SoftLimit>(line.node.options).limit) + ") ** 2\n";
}

/// Gradient of squared distances, which pulls queries and keys towards each other: 2 Σ g (k − q),
/// or this over 2σ².
inline std::string pulled_text(const Line& line) {
    const bool is_of_keys = line.node.operation == &operation::pulled_keys;
    const Real sigma = std::get<Distances>(line.node.options).sigma;
    const std::string factor = sigma == 0 ? "2 * " : "",
                      over = sigma == 0 ? "" : " / " + number_code(line, sigma) + "**2";
    return "{result} = " + factor +
           (is_of_keys ? "({0}.T @ {1} - {0}.sum(0)[:, None] * {2})"
                       : "({0} @ {2} - {0}.sum(1)[:, None] * {1})") +
           over + "\n";
}

inline std::string sink_changes_text(const Line& line) {
    const std::string column = std::to_string(std::get<Normalising>(line.node.options).sink_column);
    return "{result} = {np}.zeros_like({2})\n{result}[0, " + column +
           "] = ({0} * ({1} - 1)).sum()\n";
}

inline std::string sparsemax_changes_text(const Line& line) {
    const bool are_rows = std::get<Normalising>(line.node.options).axis == Axis::Rows;
    const std::string over = are_rows ? "({axis}=1, {keep}=True)" : "({axis}=0, {keep}=True)";
    return "kept = {1} > 0\nmean = ({0} * kept).sum" + over + " / kept.sum" + over +
           "\n{result} = {np}.where(kept, {0} - mean, {1})\n";
}

inline std::string activation_slope_text(const Line& line) {
    switch (std::get<Activation>(line.node.options).kind) {
    case Activation::Kind::Relu:
        return "{result} = ({0} > 0) * 1.0\n";
    case Activation::Kind::Gelu:
        return "bell = {np}.exp(-({0}**2) / 2) / (2 * {pi}) ** 0.5\n"
               "{result} = (1 + {np}.vectorize(math.erf)({0} / 2**0.5)) / 2 + {0} * bell\n";
    case Activation::Kind::GeluTanh:
        return "inner = {np}.tanh((2 / {pi}) ** 0.5 * ({0} + 0.044715 * {0}**3))\n"
               "outer = (2 / {pi}) ** 0.5 * (1 + 3 * 0.044715 * {0}**2)\n"
               "{result} = (1 + inner) / 2 + {0} / 2 * (1 - inner**2) * outer\n";
    case Activation::Kind::Silu:
        return "part = 1 / (1 + {np}.exp(-{0}))\n"
               "{result} = part * (1 + {0} * (1 - part))\n";
    }
    assert(false && "every activation has a slope");
    return "";
}

inline constexpr std::string_view bucket_sums = R"(def bucket_sums(values, buckets, count):
    """The sum of the values of each bucket, as one row."""
    queries, keys = values.shape
    away = {np}.arange(keys)[None, :] - {np}.arange(queries)[:, None]
    sums = {np}.zeros((1, count))
    {np}.add.at(sums[0], buckets[away + queries - 1], values)
    return sums
)";

inline constexpr std::string_view added_rows = R"(def added_rows(values, rows, count):
    """The rows of the values, added up into a matrix of `count` rows."""
    sums = {np}.zeros((count, values.shape[1]))
    {np}.add.at(sums, rows, values)
    return sums
)";

inline constexpr std::string_view turned_back = R"(def turned_back(upstream, rows):
    """The gradient through rows that are divided by their lengths; rows of zeros have none."""
    size = lengths(rows)
    size = {np}.where(size == 0, {np}.inf, size)
    along = (upstream * rows).sum({axis}=1, {keep}=True)
    return (upstream - along * rows / size**2) / size
)";

inline constexpr OperationLine gradient_lines[] = {
    {&operation::transposed_product, "{result} = {0}.T @ {1}\n"},
    {&operation::negative, "{result} = -{0}\n"},
    {&operation::opened, "", "", opened_text},
    {&operation::part, "", "", part_text},
    {&operation::times_number, "{result} = {0} * {1}[0, 0]\n"},
    {&operation::times_line, "{result} = {0} * {1}\n"},
    {&operation::line_sum, "", "", line_sum_text},
    {&operation::repeated, "", "", repeated_text},
    {&operation::rotated_back, "", "", rotated_back_text, {rotated}},
    {&operation::bucket_sums, "", "", bucket_sums_text, {bucket_sums}},
    {&operation::added_rows, "", "", added_rows_text, {added_rows}},
    {&operation::additive_queries,
     "slopes = 1 - {np}.tanh({1}[:, None, :] + {2}[None, :, :]) ** 2\n"
     "{result} = ({0}[:, :, None] * {3}[0] * slopes).sum(1)\n"},
    {&operation::additive_keys, "slopes = 1 - {np}.tanh({1}[:, None, :] + {2}[None, :, :]) ** 2\n"
                                "{result} = ({0}[:, :, None] * {3}[0] * slopes).sum(0)\n"},
    {&operation::additive_weights,
     "reached = {np}.tanh({1}[:, None, :] + {2}[None, :, :])\n"
     "{result} = ({0}[:, :, None] * reached).sum((0, 1)).reshape(1, -1)\n"},
    {&operation::unit_rows, "{result} = over_lengths({0})\n", "", nullptr, {lengths, over_lengths}},
    {&operation::unit_rows_back,
     "{result} = turned_back({0}, {1})\n",
     "",
     nullptr,
     {lengths, turned_back}},
    {&operation::pulled_queries, "", "", pulled_text},
    {&operation::pulled_keys, "", "", pulled_text},
    {&operation::limit_slopes, "", "", limit_slopes_text},
    {&operation::sink_changes, "", "", sink_changes_text},
    {&operation::sparsemax_changes, "", "", sparsemax_changes_text},
    {&operation::activation_slope, "", "", activation_slope_text},
    {&operation::squared_error_slope, "{result} = 2 * ({0} - {1}) / {0}.size\n"},
    {&operation::cross_entropy_slope,
     "{result} = -{np}.where({1} == 0, 0, {1} / {np}.where({1} == 0, 1, {0})) / {0}.shape[0]\n"},
};

} // namespace attn::publish::python
