// SPDX-License-Identifier: MIT
#include "core/io/arrays/npy.h"

#include "core/base/utf8.h"
#include "core/io/arrays/zip.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>

namespace attn::io {
namespace {

/// Appends the lowest `count` bytes, least significant first.
void append_bytes(std::string& text, std::uint64_t bits, int count) {
    for (int at = 0; at < count; ++at)
        text += static_cast<char>((bits >> (8 * at)) & 0xFF);
}

/// Returns everything before the data. `descr` is NumPy's code of the type, `shape` the axes as a
/// Python tuple.
std::string npy_head(const std::string& descr, const std::string& shape) {
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    // The data begins at a multiple of 64 bytes; 10 bytes precede the header, a line break ends it.
    constexpr std::size_t before = 10, alignment = 64;
    while ((before + header.size() + 1) % alignment != 0)
        header += ' ';
    header += '\n';

    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\0';
    append_bytes(bytes, header.size(), 2);
    return bytes + header;
}

} // namespace

std::string write_npy(std::span<const Real> values, std::span<const Index> shape) {
    assert(std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>()) ==
               static_cast<Index>(values.size()) &&
           "the shape holds exactly the values");
    std::string axes;
    for (std::size_t at = 0; at < shape.size(); ++at)
        axes += (at == 0 ? "" : " ") + std::to_string(shape[at]) + ",";
    if (shape.size() > 1)
        axes.pop_back(); // Python needs the last comma only for one axis
    std::string bytes = npy_head("<f8", axes);
    bytes.reserve(bytes.size() + 8 * values.size());
    for (const Real value : values) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        append_bytes(bytes, bits, 8);
    }
    return bytes;
}

std::string write_npy_texts(const std::vector<std::string>& texts) {
    std::vector<std::u32string> letters;
    std::size_t longest = 1; // NumPy's texts have at least one character
    for (const std::string& text : texts) {
        std::u32string& codes = letters.emplace_back();
        const std::string valid = valid_utf8(text);
        for (std::string_view rest = valid; !rest.empty();) {
            const Character letter = first_character(rest);
            codes.push_back(letter.code);
            rest.remove_prefix(letter.length);
        }
        longest = std::max(longest, codes.size());
    }
    std::string bytes =
        npy_head("<U" + std::to_string(longest), std::to_string(texts.size()) + ",");
    for (std::u32string& codes : letters) {
        codes.resize(longest, 0);
        for (const char32_t code : codes)
            append_bytes(bytes, code, 4);
    }
    return bytes;
}

namespace {

constexpr std::string_view magic = "\x93NUMPY";

Error head_fault(const std::string& what) {
    return Error{"its NumPy head " + what};
}

/// The dictionary of a header.
struct Dictionary {
    std::optional<std::string> type; // empty text: a list, as in structures
    std::optional<bool> is_fortran;
    std::optional<std::vector<Index>> shape;
};

/// Parses a header: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }. NumPy evaluates it
/// as program text; this reads only what NumPy writes.
class HeadReader {
public:
    explicit HeadReader(std::string_view text) : text_(text) {}

    Result<Dictionary> read() {
        Dictionary found;
        if (!take('{'))
            return fault("a dictionary that begins with {");
        while (!take('}')) {
            const auto key = quoted();
            if (!key || !take(':'))
                return fault("a key in quotes and a colon");
            if (*key == "descr" && !found.type) {
                if (const auto type = quoted()) {
                    found.type = *type;
                } else if (peek() == '[' || peek() == '(') {
                    found.type = "";
                    return found; // a structure: the rest does not matter
                } else {
                    return fault("the type in quotes");
                }
            } else if (*key == "fortran_order" && !found.is_fortran) {
                if (word("True"))
                    found.is_fortran = true;
                else if (word("False"))
                    found.is_fortran = false;
                else
                    return fault("True or False as fortran_order");
            } else if (*key == "shape" && !found.shape) {
                found.shape = shape();
                if (!found.shape)
                    return fault("a shape such as (3, 4) of whole numbers from 0");
            } else {
                return fault("each of descr, fortran_order and shape once; " + cite(*key) +
                             " is not one of them or appears twice");
            }
            if (!take(',') && peek() != '}')
                return fault("a comma or }");
        }
        blanks();
        if (at_ != text_.size())
            return fault("nothing after }");
        if (!found.type || !found.is_fortran || !found.shape)
            return head_fault("must hold descr, fortran_order and shape; one is missing");
        return found;
    }

private:
    Error fault(const std::string& expected) {
        return head_fault("is broken at byte " + std::to_string(at_) + ": expected " + expected);
    }
    void blanks() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
            ++at_;
    }
    char peek() {
        blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char sign) {
        if (peek() != sign)
            return false;
        ++at_;
        return true;
    }
    bool word(std::string_view wanted) {
        blanks();
        if (!text_.substr(at_).starts_with(wanted))
            return false;
        at_ += wanted.size();
        return true;
    }
    std::optional<std::string> quoted() {
        const char quote = peek();
        if (quote != '\'' && quote != '"')
            return std::nullopt;
        const auto end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string inside(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return inside;
    }
    std::optional<std::vector<Index>> shape() {
        std::vector<Index> axes;
        if (!take('('))
            return std::nullopt;
        while (!take(')')) {
            blanks();
            Index axis = 0;
            const char* first = text_.data() + at_;
            const auto [end, fault] = std::from_chars(first, text_.data() + text_.size(), axis);
            constexpr std::size_t most_axes = 32; // NumPy's own limit
            if (fault != std::errc{} || *first == '-' || axes.size() == most_axes)
                return std::nullopt;
            at_ += static_cast<std::size_t>(end - first);
            axes.push_back(axis);
            (void)(peek() == 'L' && take('L')); // as Python 2 wrote long numbers
            if (!take(',') && peek() != ')')
                return std::nullopt;
        }
        return axes;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

struct TypeName {
    std::string_view code; // without the byte order
    NumberType type;
};
constexpr TypeName number_types[] = {
    {"b1", NumberType::Bool},    {"i1", NumberType::Int8},    {"i2", NumberType::Int16},
    {"i4", NumberType::Int32},   {"i8", NumberType::Int64},   {"u1", NumberType::UInt8},
    {"u2", NumberType::UInt16},  {"u4", NumberType::UInt32},  {"u8", NumberType::UInt64},
    {"f2", NumberType::Float16}, {"f4", NumberType::Float32}, {"f8", NumberType::Float64}};

/// Interprets the type's code: "<f8", "|b1", "<U5".
void understand(std::string_view code, NpyHead& head) {
    const auto refuse = [&](const std::string& why,
                            const std::string& remedy = "save the array with astype(float)") {
        head.fault = Error{why +
                           "; Attention Lab reads bool, int8 to int64, uint8 to uint64, "
                           "float16, float32, float64; " +
                           remedy};
    };
    head.type = code.empty() ? "structure" : printable(code, 20);
    if (code.empty() || code.find('V') != std::string_view::npos)
        return refuse("it holds structures of several fields");
    if (code.find('O') != std::string_view::npos)
        return refuse("it holds Python objects (pickle). Reading them could run any program, "
                      "so Attention Lab does not read them");
    const char order = code.front();
    if (order == '<' || order == '>' || order == '=' || order == '|')
        code.remove_prefix(1);
    head.array.is_big_endian = order == '>';
    for (const TypeName& row : number_types)
        if (row.code == code) {
            head.array.type = row.type;
            head.type = name_of(row.type);
            return;
        }
    if (!code.empty() && (code.front() == 'U' || code.front() == 'S')) {
        Index length = 0;
        const auto [end, fault] =
            std::from_chars(code.data() + 1, code.data() + code.size(), length);
        if (fault == std::errc{} && end == code.data() + code.size() && length >= 0 &&
            length <= Index{1} << 20) {
            head.is_wide = code.front() == 'U';
            head.text_length = std::max<Index>(length, 1);
            head.type = "text";
            return;
        }
    }
    const bool is_complex = code == "c8" || code == "c16" || code == "c32" || code == "c24";
    const bool is_long = code == "f16" || code == "f12";
    if (is_complex) {
        head.type = code == "c8" ? "complex64" : code == "c16" ? "complex128" : "complex256";
        return refuse("it holds complex numbers (" + head.type + ")",
                      "save its real part, a.real, or its absolute values, abs(a), with "
                      "astype(float)");
    }
    if (is_long) {
        head.type = "longdouble";
        return refuse("it holds long doubles (" + std::string(code) + ")",
                      "save the array with astype(float), which rounds them to 64 bits");
    }
    refuse("its type " + cite(code) + " is not read");
}

} // namespace

Result<NpyHead> read_npy_head(const Bytes& bytes) {
    if (bytes.size == 0)
        return Error{"the file is empty (0 bytes)"};
    const auto start = text_at(bytes, 0, std::min<std::uint64_t>(bytes.size, 64));
    if (!start)
        return start.error();
    if (is_lfs_pointer(*start))
        return lfs_pointer();
    if (!std::string_view(*start).starts_with(magic))
        return Error{"this is not a NumPy file: it begins with " + cite(start->substr(0, 8)) +
                     ", not with \"\\x93NUMPY\""};
    if (start->size() < 10)
        return head_fault("is cut short after " + std::to_string(start->size()) + " bytes");
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>((*start)[at]));
    };
    const std::size_t major = byte(6), minor = byte(7);
    if (major < 1 || major > 3 || minor != 0)
        return Error{"this is NumPy format version " + std::to_string(major) + "." +
                     std::to_string(minor) + "; versions 1.0, 2.0 and 3.0 are read"};
    const std::size_t before = major == 1 ? 10 : 12;
    if (start->size() < before)
        return head_fault("is cut short after " + std::to_string(start->size()) + " bytes");
    const std::size_t length = little_endian(*start, 8, before - 8);
    if (length > max_npy_head)
        return head_fault("claims " + std::to_string(length) + " bytes; at most " +
                          std::to_string(max_npy_head) + " are read");
    if (length > bytes.size - before)
        return head_fault("claims " + std::to_string(length) + " bytes but the file has " +
                          std::to_string(bytes.size));
    std::string text = start->substr(before, length);
    if (text.size() < length) {
        const auto rest = text_at(bytes, before + text.size(), length - text.size());
        if (!rest)
            return rest.error();
        text += *rest;
    }
    const auto dictionary = HeadReader(text).read();
    if (!dictionary)
        return dictionary.error();

    NpyHead head;
    understand(*dictionary->type, head);
    head.array.is_fortran = dictionary->is_fortran.value_or(false);
    head.array.shape = dictionary->shape.value_or(std::vector<Index>{});
    head.array.offset = before + length;
    head.end = head.array.offset;
    if (head.fault)
        return head;
    const auto count = count_of(head.array.shape);
    const auto width = head.text_length > 0
                           ? static_cast<std::uint64_t>(head.text_length) * (head.is_wide ? 4 : 1)
                           : bytes_of(head.array.type);
    if (!count || *count > (std::uint64_t{1} << 62) / width)
        return Error{"its shape " + shape_text(head.array.shape) +
                     " has more numbers than any file can hold"};
    head.end = head.array.offset + *count * width;
    if (head.end > bytes.size)
        return Error{"the file ends after " + std::to_string(bytes.size) + " of " +
                     std::to_string(head.end) + " bytes that its shape " +
                     shape_text(head.array.shape) + " of " + head.type + " needs"};
    return head;
}

Result<std::vector<std::string>> read_npy_texts(const Bytes& bytes, const NpyHead& head) {
    const auto count = count_of(head.array.shape);
    assert(head.text_length > 0 && count && "only an array of texts holds texts");
    const std::size_t width = static_cast<std::size_t>(head.text_length) * (head.is_wide ? 4 : 1);
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 24;
    if (*count > static_cast<std::uint64_t>(max_npy_texts) || *count * width > most_bytes)
        return Error{"it holds " + std::to_string(*count) + " texts; at most " +
                     std::to_string(max_npy_texts) + " are read"};
    const auto data = text_at(bytes, head.array.offset, *count * width);
    if (!data)
        return data.error();
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < *count; ++at) {
        const std::string_view cell = std::string_view(*data).substr(at * width, width);
        std::string text;
        if (!head.is_wide) {
            text = valid_utf8(cell.substr(0, cell.find_last_not_of('\0') + 1));
        } else {
            for (std::size_t letter = 0; letter < cell.size(); letter += 4) {
                char32_t code = 0;
                for (std::size_t byte = 0; byte < 4; ++byte)
                    code = code << 8 |
                           static_cast<unsigned char>(
                               cell[letter + (head.array.is_big_endian ? byte : 3 - byte)]);
                if (code != 0)
                    append_utf8(text, code);
            }
        }
        texts.push_back(std::move(text));
    }
    return texts;
}

Result<ArrayFile> open_npy(Bytes bytes, std::string name) {
    const auto head = read_npy_head(bytes);
    if (!head)
        return head.error();
    ArrayFile file{name, "NumPy array", {}, {}, {}, {}};
    if (head->fault)
        return *head->fault;
    ArrayInfo info{name.substr(0, name.rfind('.')), head->array.shape, head->type, {}, {}, {}, {}};
    if (head->text_length > 0) {
        auto texts = read_npy_texts(bytes, *head);
        if (!texts)
            return texts.error();
        info.texts = *std::move(texts);
    }
    if (head->end < bytes.size)
        file.notes = std::to_string(bytes.size - head->end) +
                     " more bytes follow the array. They are not read. ";
    file.arrays.push_back(std::move(info));
    file.read = [bytes = std::move(bytes),
                 head = *head](std::size_t, const Slice& slice) -> Result<ReadNumbers> {
        if (head.text_length > 0)
            return Error{"it holds texts, not numbers"};
        return read_numbers(bytes, head.array, slice);
    };
    return file;
}

namespace {

constexpr std::uint64_t max_unpacked = std::uint64_t{256} << 20;

Bytes bytes_of(const std::shared_ptr<ZipReader>& reader, std::uint64_t size) {
    return {size, [reader](std::uint64_t offset, std::span<char> into) {
                return reader->read(offset, into);
            }};
}

/// Reads a member's header; also its texts.
ArrayInfo describe(const Bytes& archive, const ZipMember& member) {
    const std::string name = member.name.substr(0, member.name.size() - 4);
    ArrayInfo info{printable(name, longest_array_name), {}, "", zip_fault(member), {}, {}, {}};
    if (info.fault)
        return info;
    const auto reader = std::make_shared<ZipReader>(archive, member);
    const Bytes inside = bytes_of(reader, member.size);
    const auto head = read_npy_head(inside);
    if (!head) {
        info.fault = head.error();
        return info;
    }
    info.shape = head->array.shape;
    info.type = head->type;
    info.fault = head->fault;
    if (info.fault || head->text_length == 0)
        return info;
    auto texts = read_npy_texts(inside, *head);
    if (!texts)
        info.fault = texts.error();
    else if (const auto whole = reader->finish(); !whole)
        info.fault = whole.error();
    else
        info.texts = *std::move(texts);
    return info;
}

} // namespace

Result<ArrayFile> open_npz(Bytes bytes, std::string name) {
    const auto listed = list_zip(bytes);
    if (!listed)
        return listed.error();
    ArrayFile file{std::move(name), "NumPy archive", {}, {}, {}, {}};
    std::vector<ZipMember> members;
    std::uint64_t unpacked = 0;
    for (const ZipMember& member : *listed) {
        unpacked += member.size;
        if (unpacked > max_unpacked)
            return Error{"the archive unpacks to more than " + std::to_string(max_unpacked >> 20) +
                         " MB; save the arrays you need by themselves"};
        if (!member.name.ends_with(".npy"))
            continue;
        file.arrays.push_back(describe(bytes, member));
        members.push_back(member);
    }
    if (file.arrays.empty())
        return Error{"the archive holds no array (a member whose name ends in .npy)"};
    if (const std::size_t others = listed->size() - members.size(); others > 0)
        file.notes = std::to_string(others) + " members are not arrays and are left out. ";
    file.read = [bytes = std::move(bytes), members](std::size_t array,
                                                    const Slice& slice) -> Result<ReadNumbers> {
        const ZipMember& member = members[array];
        if (const auto fault = zip_fault(member))
            return *fault;
        const auto reader = std::make_shared<ZipReader>(bytes, member);
        const Bytes inside = bytes_of(reader, member.size);
        const auto head = read_npy_head(inside);
        if (!head)
            return head.error();
        if (head->fault)
            return *head->fault;
        if (head->text_length > 0)
            return Error{"it holds texts, not numbers"};
        auto numbers = read_numbers(inside, head->array, slice);
        if (!numbers)
            return numbers.error();
        // Refuse a damaged member entirely, whatever part of it was chosen.
        if (const auto whole = reader->finish(); !whole)
            return whole.error();
        return numbers;
    };
    return file;
}

} // namespace attn::io
