// SPDX-License-Identifier: MIT
#include "core/io/document/json_text.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <unordered_set>
#include <vector>

namespace attn::io {
namespace {

/// Feeds bytes to the JSON library and counts how far it has read.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    const char** furthest = nullptr;

    reference operator*() const { return *at; }
    CountingIterator& operator++() {
        ++at;
        if (furthest)
            *furthest = at;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
        return a.at == b.at;
    }
};

/// Follows the text event by event, tracking the path and offset of every value; stops at the first
/// error, or at the wanted value. The library calls its members.
class Walker {
public:
    Walker(std::string_view bytes, const std::string* wanted, std::size_t max_keys)
        : bytes_(bytes), wanted_(wanted), max_keys_(max_keys) {
        read_ = bytes.data();
        if (wanted && wanted->ends_with(']'))
            wanted_index_ = wanted->substr(wanted->rfind('[') + 1);
    }

    /// Returns true if the whole text is valid and nothing stopped the walk.
    bool walk() {
        const char* end = bytes_.data() + bytes_.size();
        return Json::sax_parse(CountingIterator{bytes_.data(), &read_},
                               CountingIterator{end, nullptr}, this);
    }

    struct Stop {
        std::string message; // empty if the wanted value was found
        std::size_t offset = 0;
        std::string path;
    };
    const std::optional<Stop>& stop() const { return stop_; }

    bool null() { return value(0); }
    bool boolean(bool) { return value(0); }
    // After a number the library has read one character too many.
    bool number_integer(Json::number_integer_t) { return value(1); }
    bool number_unsigned(Json::number_unsigned_t) { return value(1); }
    bool number_float(Json::number_float_t, const std::string&) { return value(1); }
    bool string(std::string&) { return value(0); }
    bool binary(Json::binary_t&) { return value(0); }

    bool start_object(std::size_t) { return open(false); }
    bool start_array(std::size_t) { return open(true); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        const std::size_t start = next_token();
        frames_.back().key = name;
        end_ = offset();
        if (!frames_.back().keys.insert(name).second)
            return halt("the key " + cite(name) +
                            " appears twice in this object; remove one of them",
                        start);
        if (++keys_ > max_keys_)
            return halt("there are more than " + std::to_string(max_keys_) +
                            " keys; no document has so many",
                        start);
        return true;
    }

    template <class Exception>
    bool parse_error(std::size_t position, const std::string& token, const Exception& exception) {
        const std::size_t last = std::min(position > 0 ? position - 1 : 0, bytes_.size());
        const std::string text = exception.what();
        if (!frames_.empty() && frames_.back().is_array)
            ++frames_.back().count; // the error is in the value that would have been next
        if (text.find("number overflow") != std::string::npos)
            return halt(printable(token, 40) + " is beyond the largest number, about 1.8e308",
                        next_token());
        if (last >= bytes_.size())
            return halt("the text ends here, before the document does; it was cut off",
                        bytes_.size());
        const bool unexpected = text.find("unexpected") != std::string::npos;
        const std::size_t start = next_token();
        return halt(syntax_message(start, text), unexpected ? start : last);
    }

private:
    struct Frame {
        bool is_array = false;
        std::size_t count = 0; // number of values so far in a list
        std::string key;       // the last key of an object
        std::unordered_set<std::string> keys;
    };

    std::size_t offset() const { return static_cast<std::size_t>(read_ - bytes_.data()); }

    /// Returns where the token after the last one begins.
    std::size_t next_token() const {
        const auto skip = [&](std::size_t at) {
            const auto found = bytes_.find_first_not_of(" \t\r\n", at);
            return found == std::string_view::npos ? bytes_.size() : found;
        };
        std::size_t at = end_;
        if (at == 0 && bytes_.substr(0, 3) == "\xEF\xBB\xBF")
            at = 3;
        at = skip(at);
        if (at < bytes_.size() && (bytes_[at] == ',' || bytes_[at] == ':')) {
            const std::size_t after = skip(at + 1);
            if (after < bytes_.size() && bytes_[after] != ',' && bytes_[after] != ':')
                return after;
        }
        return at;
    }

    bool halt(const std::string& message, std::size_t at) {
        if (!stop_)
            stop_ = Stop{message, at, path()};
        return false;
    }

    /// Starts a value: counts it, in its list as well, and compares it with the wanted one.
    bool begin() {
        if (!frames_.empty() && frames_.back().is_array)
            ++frames_.back().count;
        if (++values_ > max_json_values)
            return halt("there are more than " + std::to_string(max_json_values) +
                            " numbers, texts, lists and objects; no document has so many",
                        next_token());
        if (wanted_ && may_be_wanted() && path() == *wanted_)
            return halt("", next_token());
        return true;
    }

    /// A fast check for large texts: the last step of the path agrees.
    bool may_be_wanted() const {
        if (frames_.empty() || !frames_.back().is_array)
            return wanted_index_.empty();
        return !wanted_index_.empty() &&
               wanted_index_ == std::to_string(frames_.back().count - 1) + "]";
    }

    bool value(std::size_t read_ahead) {
        if (!begin())
            return false;
        end_ = offset() - std::min(read_ahead, offset());
        return true;
    }

    bool open(bool is_array) {
        if (!begin())
            return false;
        if (frames_.size() >= max_json_depth)
            return halt("lists and objects are nested more than " + std::to_string(max_json_depth) +
                            " deep, deeper than any document",
                        next_token());
        end_ = offset();
        frames_.push_back({is_array, 0, {}, {}});
        return true;
    }

    bool close() {
        frames_.pop_back();
        end_ = offset();
        return true;
    }

    std::string path() const {
        std::string text;
        for (const Frame& frame : frames_)
            if (frame.is_array)
                text += frame.count == 0 ? "" : "[" + std::to_string(frame.count - 1) + "]";
            else if (!frame.key.empty())
                text += (text.empty() ? "" : ".") + printable(frame.key, 40);
        return text;
    }

    /// Returns the library's message, with a remedy for common slips.
    std::string syntax_message(std::size_t start, const std::string& text) const {
        const char first = start < bytes_.size() ? bytes_[start] : '\0';
        const std::string_view rest = bytes_.substr(std::min(start, bytes_.size()));
        const auto before = bytes_.substr(0, start).find_last_not_of(" \t\r\n");
        if ((first == ']' || first == '}') && before != std::string_view::npos &&
            bytes_[before] == ',')
            return "not valid JSON: a comma stands before the closing bracket; remove it";
        if (first == '/' || first == '#')
            return "not valid JSON: JSON has no comments; remove this one";
        if (first == '\'')
            return "not valid JSON: texts must be in double quotes";
        for (const std::string_view name : {"NaN", "Infinity", "-Infinity"})
            if (rest.starts_with(name))
                return std::string(name) + " must be in double quotes: \"" + std::string(name) +
                       "\"";
        const auto dash = text.find(" - ");
        return "not valid JSON: " +
               printable(dash == std::string::npos ? text : text.substr(dash + 3));
    }

    std::string_view bytes_;
    const std::string* wanted_;
    std::size_t max_keys_;
    std::string wanted_index_; // "2]" when the wanted path ends in a list
    const char* read_ = nullptr;
    std::size_t end_ = 0; // where the last token ends
    std::size_t values_ = 0, keys_ = 0;
    std::vector<Frame> frames_;
    std::optional<Stop> stop_;
};

/// Returns "12:5": line and column from 1; columns count characters, as in editors.
std::string line_and_column(std::string_view bytes, std::size_t offset) {
    std::size_t line = 1, column = 1;
    const bool marked = bytes.substr(0, 3) == "\xEF\xBB\xBF";
    for (std::size_t at = marked ? 3 : 0; at < std::min(offset, bytes.size()); ++at) {
        const bool continues = (static_cast<unsigned char>(bytes[at]) & 0xC0) == 0x80;
        if (bytes[at] == '\n')
            ++line, column = 1;
        else if (!continues)
            ++column;
    }
    return std::to_string(line) + ":" + std::to_string(column);
}

Error fault_at(std::string_view bytes, std::string_view file_name, std::size_t offset,
               std::string message, const std::string& path = {}) {
    return Error{std::move(message), std::string(file_name) + ":" + line_and_column(bytes, offset) +
                                         (path.empty() ? "" : ": " + path)};
}

std::string hexadecimal(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        text += (text.empty() ? "" : " ");
        text += digits[code >> 4];
        text += digits[code & 15];
    }
    return text;
}

/// Checks what can be checked before the bytes are parsed as JSON.
Result<> check_bytes(std::string_view bytes, std::string_view file_name, const JsonKind& kind) {
    const std::string name(file_name);
    if (bytes.empty())
        return Error{"the file is empty (0 bytes); expected a document in JSON", name};
    const std::size_t begin = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const auto first = bytes.find_first_not_of(" \t\r\n", begin);
    if (first == std::string_view::npos)
        return Error{"the file contains only blanks; expected a document in JSON", name};
    const bool is_list = kind.may_be_list && bytes[first] == '[';
    if (!is_list && bytes[first] != '{' && bytes[first] != '/' && bytes[first] != '#')
        return Error{"this is not " + std::string(kind.name) + ": it begins with the bytes " +
                         hexadecimal(bytes.substr(first, 8)) + " (" + cite(bytes.substr(first, 8)) +
                         "), expected {",
                     name};
    if (const auto at = first_invalid_utf8(bytes); at != std::string_view::npos) {
        const auto quote = bytes.rfind('"', at);
        const std::string before =
            quote == std::string_view::npos || at - quote > 40
                ? std::string()
                : " in the text that begins " + cite(bytes.substr(quote + 1, at - quote - 1));
        return fault_at(bytes, file_name, at,
                        "the byte " + hexadecimal(bytes.substr(at, 1)) + " is not UTF-8" + before +
                            "; save the file as UTF-8");
    }
    if (const auto at = bytes.find('\0'); at != std::string_view::npos)
        return fault_at(bytes, file_name, at, "there is a zero byte here; JSON text has none");
    return Nothing{};
}

} // namespace

Result<Json> parse_json(std::string_view bytes, std::string_view file_name, const JsonKind& kind) {
    if (auto fault = check_bytes(bytes, file_name, kind); !fault)
        return fault.error();
    try {
        Walker walker(bytes, nullptr, kind.max_keys);
        if (!walker.walk()) {
            assert(walker.stop() && "a walk that fails says why");
            return fault_at(bytes, file_name, walker.stop()->offset, walker.stop()->message,
                            walker.stop()->path);
        }
        return Json::parse(bytes.begin(), bytes.end());
    } catch (const std::bad_alloc&) {
        return Error{"there is not enough memory to read it", std::string(file_name)};
    } catch (const Json::exception& exception) {
        return Error{"not valid JSON: " + printable(exception.what()), std::string(file_name)};
    }
}

bool is_lesson(const Json& root) {
    const auto steps = root.find("steps");
    return !root.contains("format") && !root.contains("inputs") && steps != root.end() &&
           steps->is_array();
}

std::string where_is(std::string_view bytes, std::string_view file_name, const std::string& path) {
    Walker walker(bytes, &path, std::numeric_limits<std::size_t>::max());
    if (!path.empty() && !walker.walk() && walker.stop() && walker.stop()->message.empty())
        return std::string(file_name) + ":" + line_and_column(bytes, walker.stop()->offset) + ": " +
               path;
    return std::string(file_name) + (path.empty() ? "" : ": " + path);
}

namespace {

std::string step(const std::string& path, std::size_t at) {
    return path + "[" + std::to_string(at) + "]";
}

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::optional<Real> non_finite(const std::string& text) {
    if (text == "NaN")
        return std::numeric_limits<Real>::quiet_NaN();
    if (text == "Infinity")
        return std::numeric_limits<Real>::infinity();
    if (text == "-Infinity")
        return -std::numeric_limits<Real>::infinity();
    return std::nullopt;
}

/// The shape of a value that is rows of equal length within the limits, or what is wrong.
struct TextExtent {
    std::size_t rows = 0, columns = 0;
};
Result<TextExtent> text_extent(const Json& value, const std::string& path, Index max_rows,
                               Index max_columns, const std::string& cell) {
    if (!value.is_array())
        return Error{"found " + found(value) + ", expected a list of rows such as [[1, 2], [3, 4]]",
                     path};
    if (value.empty())
        return Error{"the list is empty, expected at least one row", path};
    const auto beyond = [](std::size_t count, Index limit) {
        return count > static_cast<std::size_t>(limit);
    };
    if (beyond(value.size(), max_rows))
        return Error{counted(value.size(), "row") + " are more than the limit of " +
                         std::to_string(max_rows),
                     path};
    for (std::size_t row = 0; row < value.size(); ++row) {
        if (!value[row].is_array())
            return Error{"found " + found(value[row]) + ", expected a row, a list of " + cell + "s",
                         step(path, row)};
        if (beyond(value[row].size(), max_columns))
            return Error{counted(value[row].size(), "column") + " are more than the limit of " +
                             std::to_string(max_columns),
                         step(path, row)};
        if (value[row].empty())
            return Error{"the row is empty, expected at least one " + cell, step(path, row)};
        if (value[row].size() != value[0].size())
            return Error{"this row has " + counted(value[row].size(), cell) +
                             ", but the first row has " + std::to_string(value[0].size()) +
                             "; every row of a matrix is equally long",
                         step(path, row)};
    }
    return TextExtent{value.size(), value[0].size()};
}

} // namespace

std::string found(const Json& value) {
    switch (value.type()) {
    case Json::value_t::null:
        return "null";
    case Json::value_t::boolean:
        return value.get<bool>() ? "true" : "false";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
        return "the number " + value.dump();
    case Json::value_t::number_float:
        return "the number " + shortest(value.get<Real>());
    case Json::value_t::string:
        return "the text " + cite(value.get_ref<const std::string&>());
    case Json::value_t::array:
        return "a list";
    case Json::value_t::object:
        return "an object";
    case Json::value_t::binary:
    case Json::value_t::discarded:
        break;
    }
    return "something else";
}

Result<Real> read_number(const Json& value, const std::string& path) {
    if (value.is_number())
        return value.get<Real>();
    if (!value.is_string())
        return Error{"found " + found(value) + ", expected a number", path};
    const auto& text = value.get_ref<const std::string&>();
    if (const auto special = non_finite(text))
        return *special;
    const std::string remedy = parse_number(text)
                                   ? "; remove the quotes"
                                   : R"( (as text only "NaN", "Infinity" and "-Infinity"))";
    return Error{"found " + found(value) + ", expected a number" + remedy, path};
}

namespace {

/// Reads a whole number that a double represents exactly.
Result<Real> read_whole_number(const Json& value, const std::string& path, std::int64_t low,
                               std::int64_t high) {
    const Error wrong{"found " + found(value) + ", expected a whole number from " +
                          std::to_string(low) + " to " + std::to_string(high),
                      path};
    if (!value.is_number())
        return wrong;
    const Real number = value.get<Real>();
    if (!(number >= static_cast<Real>(low) && number <= static_cast<Real>(high)) ||
        number != std::floor(number))
        return wrong;
    return number;
}

} // namespace

Result<Index> read_whole(const Json& value, const std::string& path, Index low, Index high) {
    const auto number = read_whole_number(value, path, low, high);
    if (!number)
        return number.error();
    return static_cast<Index>(*number);
}

Result<std::uint32_t> read_seed(const Json& value, const std::string& path) {
    const auto number =
        read_whole_number(value, path, 0, std::numeric_limits<std::uint32_t>::max());
    if (!number)
        return number.error();
    return static_cast<std::uint32_t>(*number);
}

Result<std::string> read_text(const Json& value, const std::string& path) {
    if (value.is_string())
        return value.get<std::string>();
    return Error{"found " + found(value) + ", expected a text in double quotes", path};
}

Result<Matrix> read_matrix(const Json& value, const std::string& path, Index max_rows,
                           Index max_columns) {
    const auto extent = text_extent(value, path, max_rows, max_columns, "number");
    if (!extent)
        return extent.error();
    Matrix matrix(static_cast<Index>(extent->rows), static_cast<Index>(extent->columns));
    for (std::size_t row = 0; row < extent->rows; ++row)
        for (std::size_t column = 0; column < extent->columns; ++column) {
            const Json& cell = value[row][column];
            const auto number = read_number(cell, {});
            if (!number) // build the path only if it is needed
                return Error{number.error().message, step(step(path, row), column)};
            matrix(static_cast<Index>(row), static_cast<Index>(column)) = *number;
        }
    return matrix;
}

Result<Flags> read_flags(const Json& value, const std::string& path, Index rows, Index columns) {
    const auto extent = text_extent(value, path, max_json_values, max_json_values, "true or false");
    if (!extent)
        return extent.error();
    const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
    if (extent->rows != height || extent->columns != width)
        return Error{"the mask is " + std::to_string(extent->rows) + " × " +
                         std::to_string(extent->columns) + ", expected " + std::to_string(rows) +
                         " × " + std::to_string(columns) +
                         (rows == columns
                              ? ": one row and one column per token"
                              : ": one row per token, one column per word of the memory"),
                     path};
    Flags flags(rows, columns);
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t column = 0; column < width; ++column) {
            const Json& cell = value[row][column];
            if (!cell.is_boolean())
                return Error{"found " + found(cell) + ", expected true (blocked) or false",
                             step(step(path, row), column)};
            flags(static_cast<Index>(row), static_cast<Index>(column)) = cell.get<bool>();
        }
    return flags;
}

} // namespace attn::io
