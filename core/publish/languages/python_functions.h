// SPDX-License-Identifier: MIT
// Helper functions that Python programs call; only for python_lines.cpp.
#pragma once

#include <string_view>

namespace attn::publish::python {

// The lab's rules for what a decomposition leaves open: engine/concepts.h.
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

} // namespace attn::publish::python
