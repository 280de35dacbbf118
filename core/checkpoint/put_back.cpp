// SPDX-License-Identifier: MIT
#include "core/checkpoint/put_back.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/checkpoint/weights.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/place.h"
#include "core/io/descriptor.h"
#include "core/io/tensor_sources.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

namespace attn::checkpoint {
namespace {

using io::NumberType;

/// IEEE 754 binary16 of a number, rounded to the nearest, ties to even.
std::uint64_t half_bits(Real value) {
    const std::uint64_t sign = std::signbit(value) ? 0x8000U : 0U;
    const Real size = std::abs(value);
    constexpr Real smallest_normal = 0x1p-14;
    if (size < smallest_normal) // Rounding up to 1024 gives the first normal number.
        return sign | static_cast<std::uint64_t>(std::nearbyint(std::ldexp(size, 24)));
    int exponent = 0;
    const Real fraction = std::frexp(size, &exponent); // 0.5 … 1
    const auto digits = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(fraction, 11)));
    // digits is 1024 … 2048; the latter carries into the exponent.
    return sign | ((static_cast<std::uint64_t>(exponent + 13) << 10) + digits);
}

/// The upper half of binary32, rounded to the nearest, ties to even.
std::uint64_t brain_bits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (std::uint64_t{bits} + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
}

/// The number as the file stores it; nothing if it is out of range.
std::optional<std::uint64_t> stored_bits(NumberType type, Real value) {
    if (!std::isfinite(value))
        return std::nullopt;
    const auto single = static_cast<float>(value);
    switch (type) {
    case NumberType::Float64:
        return std::bit_cast<std::uint64_t>(value);
    case NumberType::Float32:
        return std::isfinite(single)
                   ? std::optional<std::uint64_t>(std::bit_cast<std::uint32_t>(single))
                   : std::nullopt;
    case NumberType::Float16: {
        constexpr Real beyond = 65'520; // would round to 2^16
        return std::abs(value) < beyond ? std::optional(half_bits(value)) : std::nullopt;
    }
    case NumberType::BFloat16: {
        constexpr std::uint64_t exponent = 0x7F80;
        if (!std::isfinite(single))
            return std::nullopt;
        const std::uint64_t bits = brain_bits(single);
        return (bits & exponent) == exponent ? std::nullopt : std::optional(bits);
    }
    default:
        return std::nullopt;
    }
}

/// The bytes that change, by their place in the file.
using Patches = std::map<std::uint64_t, std::string>;

std::string bytes_of(std::uint64_t bits, std::size_t width) {
    std::string bytes;
    for (std::size_t byte = 0; byte < width; ++byte)
        bytes.push_back(static_cast<char>(bits >> (8 * byte) & 0xFF));
    return bytes;
}

/// Adds the numbers of one input that differ from the file's.
Result<std::size_t> add_patches(const Document& document, const Weights& weights,
                                const io::TensorSource& source, Patches& patches) {
    const auto sheet = parse_sheet(source.part);
    const SharedMatrix* const own = sheet && belongs(sheet->stage, document.model) &&
                                            exists(document, *sheet) && sheet->query == 0
                                        ? input(document, *sheet)
                                        : nullptr;
    if (!own)
        return Error{"the document has no input " + cite(source.part) +
                     ", which its notes say came from " + cite(source.tensor)};
    auto rows = static_cast<Index>(source.rows.size());
    auto columns = static_cast<Index>(source.columns.size());
    if (source.is_transposed)
        std::swap(rows, columns);
    if (own->rows() != rows || own->cols() != columns)
        return Error{source.part + " is " + io::shape_text({own->rows(), own->cols()}) +
                     "; its part of " + cite(source.tensor) + " is " +
                     io::shape_text({rows, columns}) +
                     ". Give the document its old shape, or import the head again"};
    const auto found = find(weights, source.tensor);
    if (!found)
        return Error{found.error().message + ". Name the file of the model that holds the layer"};
    const auto before = read_part(weights, source.tensor, source.rows, source.columns);
    if (!before)
        return before.error();
    const io::StoredArray& array = (*found)->tensor.array;
    if (array.shape.size() > 2)
        return Error{"the tensor " + cite(source.tensor) + " is " + io::shape_text(array.shape) +
                     ", expected rows and columns"};
    const std::size_t width = io::bytes_of(array.type);
    const Index stride = io::extent_of(array.shape).columns;
    std::size_t changed = 0;
    for (Index row = 0; row < before->rows(); ++row)
        for (Index column = 0; column < before->cols(); ++column) {
            const Real wanted = source.is_transposed ? (**own)(column, row) : (**own)(row, column);
            const Real less = source.is_one_more ? 1 : 0;
            const Real there = (*before)(row, column) + less;
            if (wanted == there || (std::isnan(wanted) && std::isnan(there)))
                continue;
            const auto bits = stored_bits(array.type, wanted - less);
            if (!bits)
                return Error{source.part + " holds " + shortest(wanted) + ", which is beyond " +
                             std::string(io::name_of(array.type)) + ", the precision of " +
                             cite(source.tensor) + "; use a number nearer to 0"};
            const Index cell = source.rows[static_cast<std::size_t>(row)] * stride +
                               source.columns[static_cast<std::size_t>(column)];
            std::string bytes = bytes_of(*bits, width);
            const auto [at, is_new] =
                patches.emplace(array.offset + static_cast<std::uint64_t>(cell) * width, bytes);
            if (!is_new && at->second != bytes)
                return Error{"two inputs of the document give different values for one number of " +
                             cite(source.tensor) + "; the second is " + source.part};
            ++changed;
        }
    return changed;
}

/// Copies the file with the changed bytes, a megabyte at a time.
int write_patched(int number, const io::Bytes& from, const Patches& patches,
                  std::optional<Error>& fault, Progress* progress) {
    constexpr std::uint64_t block = std::uint64_t{1} << 20;
    constexpr std::uint64_t widest = 8;
    for (std::uint64_t begin = 0; begin < from.size; begin += block) {
        const std::uint64_t end = std::min(begin + block, from.size);
        if (is_cancelled(progress))
            return ECANCELED;
        if (progress)
            progress->done = static_cast<std::int64_t>(begin);
        auto text = io::text_at(from, begin, static_cast<std::size_t>(end - begin));
        if (!text) {
            fault = text.error();
            return 0;
        }
        // A number may stand across two blocks.
        for (auto at = patches.lower_bound(begin < widest ? 0 : begin - widest);
             at != patches.end() && at->first < end; ++at)
            for (std::size_t byte = 0; byte < at->second.size(); ++byte)
                if (at->first + byte >= begin && at->first + byte < end)
                    (*text)[static_cast<std::size_t>(at->first + byte - begin)] = at->second[byte];
        if (const int code = io::write_all(number, *text); code != 0)
            return code;
    }
    return ::fsync(number) == 0 || errno == EINVAL ? 0 : errno;
}

/// The inputs that came from no tensor and hold something: added heads, the bias of a projection
/// that has none. X is left out, because the layers before compute it from the words.
std::vector<std::string> without_place(const Document& document,
                                       const std::vector<io::TensorSource>& sources) {
    std::vector<std::string> left;
    for (const SheetId& sheet : sheets(document)) {
        const SharedMatrix* const own =
            sheet.stage == Stage::X || sheet.query != 0 ? nullptr : input(document, sheet);
        if (!own || (*own)->isZero(0))
            continue;
        const bool is_there = std::any_of(sources.begin(), sources.end(), [&](const auto& source) {
            const auto part = parse_sheet(source.part);
            return part && *part == sheet;
        });
        if (!is_there)
            left.push_back(to_text(sheet));
    }
    return left;
}

} // namespace

Result<PutBack> put_back(const Document& document, const std::string& from, const std::string& to,
                         Progress* progress) {
    std::error_code ignored;
    if (std::filesystem::equivalent(from, to, ignored))
        return Error{"the copy would replace the file that it is made from; choose another name",
                     printable(to)};
    const auto sources = io::read_sources(document.notes);
    if (!sources)
        return sources.error();
    const auto weights = open_weight_file(from);
    if (!weights)
        return weights.error();
    Patches patches;
    PutBack made;
    for (const io::TensorSource& source : *sources) {
        const auto changed = add_patches(document, *weights, source, patches);
        if (!changed)
            return Error{changed.error().message, printable(from)};
        ++made.inputs;
        made.changed += *changed;
    }
    made.left_out = without_place(document, *sources);
    // Writes to a temporary file first, so that the copy is complete or absent.
    const std::string beside = to + ".part-" + std::to_string(::getpid());
    io::Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (!file.is_open())
        return io::fault(to, "could not be written: ", errno);
    std::optional<Error> fault;
    const io::Bytes& bytes = weights->files.front().bytes;
    if (progress)
        progress->total = static_cast<std::int64_t>(bytes.size);
    int code = write_patched(file.number(), bytes, patches, fault, progress);
    if (!file.close() && code == 0)
        code = errno;
    if (code == 0 && !fault && std::rename(beside.c_str(), to.c_str()) != 0)
        code = errno;
    if (code != 0 || fault) {
        (void)::unlink(beside.c_str());
        return fault ? Error{fault->message, printable(from)}
                     : io::fault(to, "could not be written: ", code);
    }
    io::flush_folder(io::folder_of(to));
    return made;
}

} // namespace attn::checkpoint
