// SPDX-License-Identifier: MIT
#include "core/io/json_arrays.h"

#include "core/base/utf8.h"
#include "core/io/cell_text.h"
#include "core/io/json_text.h"
#include "core/io/paste.h"

#include <algorithm>

namespace attn::io {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t max_json_arithmetic = std::size_t{1} << 14;

/// Goes through an object and collects its arrays.
class ArrayFinder {
public:
    Result<> object(const OrderedJson& value, const std::string& path, int depth) {
        if (depth > max_json_depth)
            return Error{"the objects are nested too deeply", path};
        for (const auto& [key, member] : value.items()) {
            const std::string name = (path.empty() ? "" : path + ".") + printable(key);
            const auto taken = member.is_object()  ? object(member, name, depth + 1)
                               : member.is_array() ? array(member, name)
                                                   : Result<>(Nothing{});
            if (!taken)
                return taken;
        }
        return Nothing{};
    }
    std::vector<JsonArray> found;

private:
    static bool are_words(const OrderedJson& list) {
        return std::all_of(list.begin(), list.end(),
                           [](const OrderedJson& one) { return one.is_string(); });
    }

    Result<> array(const OrderedJson& list, const std::string& name) {
        if (found.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " arrays"};
        if (list.empty())
            return Nothing{};
        JsonArray array{name, {}, {}, false};
        // A list of texts holds words; in lists of lists texts are numbers.
        if (are_words(list)) {
            for (const OrderedJson& word : list)
                array.words.push_back(valid_utf8(word.get<std::string>()));
            found.push_back(std::move(array));
            return Nothing{};
        }
        if (const auto taken = matrices(list, name, array, 0); !taken)
            return taken;
        found.push_back(std::move(array));
        return Nothing{};
    }

    Result<Real> number(const OrderedJson& value, const std::string& path) {
        if (value.is_number())
            return value.get<Real>();
        if (value.is_boolean())
            return value.get<bool>() ? 1.0 : 0.0;
        if (value.is_string()) {
            const std::string word = value.get<std::string>();
            if (const auto read = read_number_word(word, Marks::Point))
                return read->value;
            if (++calculated_ > max_json_arithmetic)
                return Error{"too many numbers are arithmetic; write their values", path};
            const auto read = read_number(word, {Marks::Point, true, true});
            return read ? Result<Real>(read->value)
                        : Error{"found " + cite(word) +
                                    ", expected a number such as 1.5, 1e-3 or 1/2",
                                path};
        }
        const std::string what = value.is_null()     ? "null"
                                 : value.is_object() ? "an object"
                                                     : "a list";
        return Error{"found " + what + ", expected a number such as 1.5 or 1e-3", path};
    }

    Result<> matrices(const OrderedJson& list, const std::string& path, JsonArray& into,
                      int depth) {
        if (depth > max_json_depth)
            return Error{"the lists are nested too deeply", path};
        const auto is_row = [](const OrderedJson& one) {
            return one.is_array() &&
                   std::none_of(one.begin(), one.end(),
                                [](const OrderedJson& in) { return in.is_array(); });
        };
        const bool is_flat = std::none_of(list.begin(), list.end(),
                                          [](const OrderedJson& one) { return one.is_array(); });
        if (!is_flat && !std::all_of(list.begin(), list.end(), is_row)) {
            for (std::size_t at = 0; at < list.size(); ++at) {
                const std::string inner = path + "[" + std::to_string(at) + "]";
                if (!list[at].is_array() || is_row(list[at]))
                    return Error{"found a row or a number beside matrices, expected lists as deep "
                                 "as the others",
                                 inner};
                if (const auto taken = matrices(list[at], inner, into, depth + 1); !taken)
                    return taken;
            }
            return Nothing{};
        }
        into.is_list = is_flat && depth == 0;
        const std::size_t rows = is_flat ? 1 : list.size();
        const std::size_t width = is_flat ? list.size() : list[0].size();
        if (width == 0)
            return Error{"the list is empty", path};
        numbers_ += rows * width;
        if (numbers_ > static_cast<std::size_t>(max_pasted_numbers))
            return Error{"there are more than " + std::to_string(max_pasted_numbers) + " numbers"};
        Matrix matrix(static_cast<Index>(rows), static_cast<Index>(width));
        for (std::size_t row = 0; row < rows; ++row) {
            const OrderedJson& cells = is_flat ? list : list[row];
            const std::string here = is_flat ? path : path + "[" + std::to_string(row) + "]";
            if (cells.size() != width)
                return Error{"found " + std::to_string(cells.size()) + " numbers, expected " +
                                 std::to_string(width) + " as in row 0",
                             here};
            for (std::size_t column = 0; column < width; ++column) {
                const auto read = number(cells[column], here + "[" + std::to_string(column) + "]");
                if (!read)
                    return read.error();
                matrix(static_cast<Index>(row), static_cast<Index>(column)) = *read;
            }
        }
        into.matrices.push_back(std::move(matrix));
        return Nothing{};
    }

    std::size_t numbers_ = 0, calculated_ = 0;
};

/// "line 2, column 10, X[0][0]" of a key path.
std::string place_of_key(std::string_view text, const std::string& path) {
    // As where_is() says it of a text without a name: ":2:10: X[0][0]".
    const std::string place = path.empty() ? "" : where_is(text, "", path);
    const auto column = place.find(':', 1);
    const auto key = column == std::string::npos ? column : place.find(": ", column + 1);
    if (!place.starts_with(':') || key == std::string::npos)
        return path;
    return "line " + place.substr(1, column - 1) + ", column " +
           place.substr(column + 1, key - column - 1) + ", " + path;
}

} // namespace

Result<std::optional<std::vector<JsonArray>>> json_arrays(std::string_view text) {
    const std::string_view plain = trimmed(text);
    if (!plain.starts_with('{') || !plain.ends_with('}'))
        return std::optional<std::vector<JsonArray>>();
    // What is no JSON may be a program or a list of Mathematica, which others read. Limits and
    // doubled keys are those of documents.
    const auto checked = parse_json(plain, "");
    if (!checked || !checked->is_object())
        return std::optional<std::vector<JsonArray>>();
    const OrderedJson tree = OrderedJson::parse(plain, nullptr, false);
    ArrayFinder finder;
    if (const auto taken = finder.object(tree, "", 0); !taken)
        return Error{taken.error().message, place_of_key(plain, taken.error().where)};
    if (finder.found.empty())
        return Error{"the JSON object has no list of numbers or words"};
    return std::optional(std::move(finder.found));
}

} // namespace attn::io
