// SPDX-License-Identifier: MIT
#include "core/io/text/json_arrays.h"

#include "core/base/utf8.h"
#include "core/io/document/json_text.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/number_spelling.h"
#include "core/io/text/paste.h"

#include <algorithm>
#include <string>

namespace attn::io {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t max_json_arithmetic = std::size_t{1} << 14;

/// Collects the arrays of an object.
class ArrayFinder {
public:
    Result<> object(const OrderedJson& value, const std::string& path, int depth) {
        if (depth > max_json_depth)
            return Error{"the objects are nested too deeply", path};
        if (is_split(value))
            return split(value, path);
        if (value.contains("schema") && value.contains("data") && are_objects(value["data"]))
            return records(value["data"], child(path, "data"), index_names(value["schema"]));
        if (path.empty() && are_rows_of_objects(value))
            return table_of_objects(value);
        for (const auto& [key, member] : value.items()) {
            const std::string inner = child(path, key);
            const std::string outer = name_;
            name_ += (outer.empty() ? "" : ".") + printable(key, key.size());
            const auto taken = member.is_object()  ? object(member, inner, depth + 1)
                               : member.is_array() ? array(member, inner)
                                                   : Result<>(Nothing{});
            name_ = outer;
            if (!taken)
                return taken;
        }
        return Nothing{};
    }
    /// Reads a list of objects, each a row: its keys are the columns; those in `index`, or a column
    /// of words, name the rows.
    Result<> records(const OrderedJson& list, const std::string& path,
                     const std::vector<std::string>& index = {}) {
        std::vector<std::string> keys;
        for (std::size_t row = 0; row < list.size(); ++row) {
            const std::string here = path + "[" + std::to_string(row) + "]";
            if (!list[row].is_object())
                return Error{"found " + io::found(Json(list[row])) +
                                 ", expected an object as the first is",
                             here};
            if (row == 0)
                for (const auto& [key, cell] : list[0].items())
                    keys.push_back(key);
            if (const auto same = same_keys(list[row], keys, here); !same)
                return same;
        }
        std::vector<std::string> of_words;
        for (const std::string& key : keys) {
            const auto taken = are_words(list, key, path);
            if (!taken)
                return taken.error();
            if (*taken)
                of_words.push_back(key);
        }
        if (of_words.size() == keys.size())
            return Error{"the records have no numbers", path};
        JsonArray array{name_, {Matrix()}, {}, false};
        std::vector<std::string> columns;
        std::string names_from; // the column that names the rows
        for (const std::string& key : keys) {
            const bool is_word = holds(of_words, key);
            const bool is_index = holds(index, key) || is_word ||
                                  (index.empty() && key == "index" && counts(list, key));
            if (!is_index) {
                columns.push_back(key);
                continue;
            }
            if (!names_from.empty()) {
                const bool are_both_words = is_word && holds(of_words, names_from);
                return Error{are_both_words
                                 ? "found words in " + cite(names_from) + " and in " + cite(key) +
                                       ", expected one column of words, which names the rows"
                                 : "both " + cite(names_from) + " and " + cite(key) +
                                       " would name the rows, expected one column of names: words, "
                                       "a primary key or an index",
                             path + "[0]." + printable(key)};
            }
            names_from = key;
            for (const OrderedJson& row : list)
                array.row_names.push_back(word_of(row[key]));
        }
        if (columns.empty())
            return Error{"the records have no numbers", path};
        if (const auto room = count(list.size() * columns.size(), path); !room)
            return room;
        Matrix& matrix = array.matrices.front();
        matrix.resize(static_cast<Index>(list.size()), static_cast<Index>(columns.size()));
        for (std::size_t row = 0; row < list.size(); ++row)
            for (std::size_t column = 0; column < columns.size(); ++column) {
                const auto read =
                    number(list[row][columns[column]],
                           child(path + "[" + std::to_string(row) + "]", columns[column]));
                if (!read)
                    return read.error();
                matrix(static_cast<Index>(row), static_cast<Index>(column)) = *read;
            }
        array.applied = {"each record is a row, and its keys are the columns"};
        if (!names_from.empty())
            array.applied.push_back(cite(names_from) + " names the rows");
        for (const std::string& name : columns)
            array.column_names.push_back(valid_utf8(name));
        return keep(std::move(array));
    }

    std::vector<JsonArray> found;

private:
    static std::string child(const std::string& path, const std::string& key) {
        return (path.empty() ? "" : path + ".") + printable(key, 40);
    }
    static bool are_objects(const OrderedJson& list) {
        return list.is_array() && !list.empty() &&
               std::all_of(list.begin(), list.end(),
                           [](const OrderedJson& one) { return one.is_object(); });
    }
    static bool holds(const std::vector<std::string>& keys, const std::string& key) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    }
    /// Whether no text in the column looks like a number, and all are texts. A text that begins as
    /// no word does, or that has a parenthesis, may be arithmetic and counts as such.
    Result<bool> are_words(const OrderedJson& list, const std::string& key,
                           const std::string& path) {
        for (std::size_t row = 0; row < list.size(); ++row) {
            const OrderedJson& cell = list[row][key];
            if (!cell.is_string())
                return false;
            const auto& text = cell.get_ref<const std::string&>();
            if (read_number_word(text, Marks::Point))
                return false;
            const bool may_be_arithmetic =
                !text.empty() &&
                (!begins_name(text[0]) || text.find_first_of("+*/^(") != std::string::npos);
            if (may_be_arithmetic)
                if (const auto counted =
                        calculated(child(path + "[" + std::to_string(row) + "]", key));
                    !counted)
                    return counted.error();
            if (read_number(text, {Marks::Point, true, true}))
                return false;
        }
        return true;
    }
    Result<> calculated(const std::string& path) {
        return ++calculated_ > max_json_arithmetic
                   ? Result<>(Error{"too many numbers are arithmetic; write their values", path})
                   : Nothing{};
    }
    /// Adds an array to those found.
    Result<> keep(JsonArray array) {
        if (found.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " arrays"};
        found.push_back(std::move(array));
        return Nothing{};
    }
    /// Whether the column counts 0, 1, 2, …
    static bool counts(const OrderedJson& list, const std::string& key) {
        for (std::size_t row = 0; row < list.size(); ++row)
            if (list[row][key] != row)
                return false;
        return true;
    }
    static std::string word_of(const OrderedJson& value) {
        return value.is_string() ? valid_utf8(value.get<std::string>()) : value.dump();
    }
    static std::vector<std::string> index_names(const OrderedJson& schema) {
        std::vector<std::string> names;
        if (schema.is_object() && schema.contains("primaryKey") && schema["primaryKey"].is_array())
            for (const OrderedJson& name : schema["primaryKey"])
                names.push_back(word_of(name));
        return names;
    }

    static Result<> same_keys(const OrderedJson& value, const std::vector<std::string>& keys,
                              const std::string& path) {
        for (const std::string& key : keys)
            if (!value.contains(key))
                return Error{"found no " + cite(key) + ", which the first has", path};
        for (const auto& [key, cell] : value.items())
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                return Error{"found " + cite(key) + ", which the first does not have",
                             child(path, key)};
        return Nothing{};
    }
    Result<> count(std::size_t numbers, const std::string& path) {
        numbers_ += numbers;
        return numbers_ > static_cast<std::size_t>(max_pasted_numbers)
                   ? Result<>(Error{"there are more than " + std::to_string(max_pasted_numbers) +
                                        " numbers",
                                    path})
                   : Nothing{};
    }

    /// Whether it is {"columns": […], "index": […], "data": [[…]]}, as orient="split" writes it.
    static bool is_split(const OrderedJson& value) {
        return value.contains("data") && value["data"].is_array() &&
               (value.contains("columns") || value.contains("index")) &&
               std::all_of(value.items().begin(), value.items().end(), [](const auto& item) {
                   return item.value().is_array() &&
                          (item.key() == "columns" || item.key() == "index" ||
                           item.key() == "data" || item.key() == "index_names" ||
                           item.key() == "column_names");
               });
    }
    Result<> split(const OrderedJson& value, const std::string& path) {
        JsonArray array{name_, {}, {}, false};
        if (const auto taken = matrices(value["data"], child(path, "data"), array, 0); !taken)
            return taken;
        if (array.matrices.size() != 1)
            return Error{"found several matrices, expected rows of numbers", child(path, "data")};
        const auto names = [&](const std::string& key, Index expected,
                               std::vector<std::string>& into) -> Result<> {
            if (!value.contains(key))
                return Nothing{};
            for (const OrderedJson& name : value[key])
                into.push_back(word_of(name));
            if (static_cast<Index>(into.size()) != expected)
                return Error{"found " + std::to_string(into.size()) + " names, expected " +
                                 std::to_string(expected),
                             child(path, key)};
            return Nothing{};
        };
        const Matrix& matrix = array.matrices.front();
        if (const auto read = names("index", matrix.rows(), array.row_names); !read)
            return read;
        if (const auto read = names("columns", matrix.cols(), array.column_names); !read)
            return read;
        const bool has_columns = value.contains("columns"), has_index = value.contains("index");
        array.applied = {has_columns && has_index
                             ? "\"columns\" and \"index\" name the columns and rows of \"data\""
                         : has_columns ? "\"columns\" names the columns of \"data\""
                                       : "\"index\" names the rows of \"data\""};
        return keep(std::move(array));
    }

    /// Whether it is {"a": {"0": 1, "1": 3}, "b": {"0": 2, "1": 4}}: objects of single values.
    static bool are_rows_of_objects(const OrderedJson& value) {
        return !value.empty() && std::all_of(value.begin(), value.end(), [](const auto& member) {
            return member.is_object() && !member.empty() &&
                   std::all_of(member.begin(), member.end(), [](const OrderedJson& cell) {
                       return !cell.is_object() && !cell.is_array();
                   });
        });
    }
    static std::vector<std::string> keys_of(const OrderedJson& value) {
        std::vector<std::string> keys;
        for (const auto& [key, member] : value.items())
            keys.push_back(key);
        return keys;
    }
    static bool counts(const std::vector<std::string>& keys) {
        for (std::size_t at = 0; at < keys.size(); ++at)
            if (keys[at] != std::to_string(at))
                return false;
        return true;
    }
    Result<> table_of_objects(const OrderedJson& value) {
        const std::vector<std::string> outer = keys_of(value), inner = keys_of(value.front());
        for (const std::string& key : outer)
            if (const auto same = same_keys(value[key], inner, printable(key, 40)); !same)
                return same;
        if (counts(outer) == counts(inner))
            return Error{"the keys of the object may be columns, as orient=\"columns\" writes, or "
                         "rows, as orient=\"index\" does; write it with orient=\"split\"",
                         ""};
        const bool is_by_rows = counts(outer);
        if (const auto room = count(outer.size() * inner.size(), ""); !room)
            return room;
        Matrix matrix(static_cast<Index>(outer.size()), static_cast<Index>(inner.size()));
        for (std::size_t row = 0; row < outer.size(); ++row)
            for (std::size_t column = 0; column < inner.size(); ++column) {
                const auto read = number(value[outer[row]][inner[column]],
                                         child(printable(outer[row], 40), inner[column]));
                if (!read)
                    return read.error();
                matrix(static_cast<Index>(row), static_cast<Index>(column)) = *read;
            }
        JsonArray array{"", {}, {}, false};
        for (const std::string& key : is_by_rows ? outer : inner)
            array.row_names.push_back(valid_utf8(key));
        for (const std::string& key : is_by_rows ? inner : outer)
            array.column_names.push_back(valid_utf8(key));
        array.applied = {is_by_rows ? "each key is a row, as orient=\"index\" writes"
                                    : "each key is a column, as orient=\"columns\" writes"};
        if (!is_by_rows)
            matrix.transposeInPlace();
        array.matrices.push_back(std::move(matrix));
        return keep(std::move(array));
    }

    static bool are_words(const OrderedJson& list) {
        return std::all_of(list.begin(), list.end(),
                           [](const OrderedJson& one) { return one.is_string(); });
    }

    Result<> array(const OrderedJson& list, const std::string& path) {
        if (list.empty())
            return Nothing{};
        if (list[0].is_object())
            return records(list, path);
        JsonArray array{name_, {}, {}, false};
        // A list of texts holds words; in lists of lists, texts are numbers.
        if (are_words(list)) {
            for (const OrderedJson& word : list)
                array.words.push_back(valid_utf8(word.get<std::string>()));
            return keep(std::move(array));
        }
        if (const auto taken = matrices(list, path, array, 0); !taken)
            return taken;
        return keep(std::move(array));
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
            if (const auto counted = calculated(path); !counted)
                return counted.error();
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
        if (const auto room = count(rows * width, path); !room)
            return room;
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

    std::string name_; // the keys to here; a displayed path abbreviates them
    std::size_t numbers_ = 0, calculated_ = 0;
};

/// Returns "line 2, column 10, X[0][0]" for a key path; the text has `more` lines before those that
/// users see.
std::string place_of_key(std::string_view text, const std::string& path, long more) {
    // where_is() writes ":2:10: X[0][0]" for a text without a name.
    const std::string place = path.empty() ? "" : where_is(text, "", path);
    const auto column = place.find(':', 1);
    const auto key = column == std::string::npos ? column : place.find(": ", column + 1);
    if (!place.starts_with(':') || key == std::string::npos)
        return path;
    return "line " + std::to_string(std::stol(place.substr(1, column - 1)) - more) + ", column " +
           place.substr(column + 1, key - column - 1) + ", " + path;
}

/// Joins one object per line into one list, which begins a line earlier; empty if the lines are not
/// objects.
std::optional<std::string> list_of_lines(std::string_view text) {
    std::string list = "[";
    std::size_t lines = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && !(line.starts_with('{') && line.ends_with('}')))
            return std::nullopt;
        list += (line.empty() || lines == 0 ? "\n" : ",\n") + std::string(line);
        lines += line.empty() ? 0 : 1;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines > 1 ? std::optional(list + "]") : std::nullopt;
}

} // namespace

Result<std::optional<std::vector<JsonArray>>> json_arrays(std::string_view text) {
    const auto nothing = std::optional<std::vector<JsonArray>>();
    const std::string_view plain = trimmed(text);
    const bool is_object = plain.starts_with('{') && plain.ends_with('}');
    const auto second = plain.find_first_not_of(" \t\r\n", 1);
    const bool is_list = plain.starts_with('[') && plain.ends_with(']') &&
                         second != std::string_view::npos && plain[second] == '{';
    if (!is_object && !is_list)
        return nothing;
    // Text that is not JSON may be a program or a Mathematica list, which other readers handle.
    // Nesting and duplicate keys are limited as in documents.
    const JsonKind kind{"JSON", max_json_values, true};
    std::string shown(plain);
    bool is_of_lines = false;
    if (!parse_json(shown, "", kind)) {
        const auto lines = is_object ? list_of_lines(plain) : std::nullopt;
        if (!lines || !parse_json(*lines, "", kind))
            return nothing;
        shown = *lines;
        is_of_lines = true;
    }
    const OrderedJson tree = OrderedJson::parse(shown, nullptr, false);
    ArrayFinder finder;
    const auto taken = tree.is_array() ? finder.records(tree, "") : finder.object(tree, "", 0);
    if (!taken)
        return Error{taken.error().message,
                     place_of_key(shown, taken.error().where, is_of_lines ? 1 : 0)};
    if (finder.found.empty())
        return Error{"the JSON object has no list of numbers or words"};
    return std::optional(std::move(finder.found));
}

} // namespace attn::io
