// SPDX-License-Identifier: MIT
#include "core/checkpoint/weights.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/engine/graph/place.h"
#include "core/engine/kernels/kernels.h"
#include "core/engine/numbers/parallel.h"
#include "core/io/arrays/arrays.h"
#include "core/io/arrays/tensor_sources.h"
#include "core/io/document/json_text.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace attn::checkpoint {
namespace {

constexpr const char* one_file = "model.safetensors";
constexpr const char* index_file = "model.safetensors.index.json";
constexpr std::size_t most_index_bytes = std::size_t{16} << 20;

std::string in_folder(const std::string& folder, const std::string& name) {
    return (std::filesystem::path(folder) / name).string();
}

bool is_there(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

/// Opens a file and adds its tensors.
Result<> add_file(Weights& weights, const std::string& path) {
    auto bytes = io::open_bytes(path);
    if (!bytes)
        return Error{bytes.error().message, printable(path)};
    auto head = io::safetensors_head(*bytes);
    if (!head)
        return Error{head.error().text(), printable(path)};
    for (io::SafetensorsTensor& tensor : *head) {
        const std::string name = tensor.name;
        if (!weights.tensors.emplace(name, StoredTensor{weights.files.size(), std::move(tensor)})
                 .second)
            return Error{"the tensor " + cite(name) +
                             " is also in another file of the folder; remove one of the two files",
                         printable(path)};
    }
    weights.files.push_back({io::name_of(path), *std::move(bytes)});
    return Nothing{};
}

/// The files that an index lists: names in the folder and nothing else.
Result<std::set<std::string>> listed_files(const std::string& path) {
    const auto text = io::read_file(path, most_index_bytes);
    if (!text)
        return text.error();
    const auto root = io::parse_json(*text, io::name_of(path));
    if (!root)
        return root.error();
    const auto map = root->find("weight_map");
    if (!root->is_object() || map == root->end() || !map->is_object())
        return Error{"the key \"weight_map\" is missing; expected an object that says in which "
                     "file each tensor is",
                     printable(path)};
    std::set<std::string> files;
    for (const auto& [tensor, file] : map->items()) {
        const std::string name = file.is_string() ? file.get<std::string>() : std::string();
        if (!name.ends_with(".safetensors") || name.find('/') != std::string::npos)
            return Error{"found " + io::found(file) + " as the file of " + cite(tensor) +
                             ", expected the name of a .safetensors file in the folder",
                         printable(path)};
        files.insert(name);
    }
    return files;
}

/// The error for a folder without .safetensors: why its weights cannot be read.
Error no_weights(const std::string& folder) {
    std::error_code ignored;
    std::set<std::string> others;
    for (std::filesystem::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored))
        for (const char* ending : {".bin", ".pt", ".pth", ".gguf", ".h5", ".ckpt"})
            if (entry->path().extension() == ending)
                others.insert(entry->path().filename().string());
    for (const std::string& name : others)
        if (const auto foreign = io::foreign_file(in_folder(folder, name)))
            return Error{foreign->message + ". Name the result model.safetensors",
                         printable(in_folder(folder, name))};
    return {"the folder has no model.safetensors; a folder of a model holds config.json, "
            "model.safetensors (or model.safetensors.index.json with its files) and a tokenizer",
            printable(folder)};
}

/// The number of rows read at a time. A band has at most 131,072 numbers (1 MB), which stay in a
/// core's cache until they are multiplied.
Index band_of(Index columns) {
    return std::max<Index>(1, (Index{1} << 17) / std::max<Index>(columns, 1));
}

Error in_tensor(std::string_view name, const Error& error) {
    return Error{"the tensor " + cite(name) + ": " + error.text()};
}

/// Reads chosen rows and columns of a tensor, which must exist, into a matrix of their number.
Result<> read_rows(Eigen::Ref<Matrix> into, const Weights& weights, std::string_view name,
                   const std::vector<Index>& rows, const std::vector<Index>& columns) {
    const StoredTensor& stored = weights.tensors.find(name)->second;
    const auto read = io::read_into(into, weights.files[stored.file].bytes, stored.tensor.array,
                                    {{}, rows, columns});
    if (!read)
        return in_tensor(name, read.error());
    return Nothing{};
}

/// Multiplies parts of matrices, every sum in order.
Matrix product_of(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) {
    Matrix product(a.rows(), b.cols());
    kernels().exact_product(a.data(), a.outerStride(), b.data(), b.outerStride(), product.data(),
                            b.cols(), a.rows(), a.cols(), b.cols());
    return product;
}

/// Reading a number takes about as long as this many multiplications.
constexpr Real cost_of_reading = 8;

/// Keeps the first error of several threads.
class FirstError {
public:
    void keep(Error error) {
        const std::lock_guard lock(mutex_);
        if (!error_)
            error_ = std::move(error);
        is_there_ = true;
    }
    bool is_there() const { return is_there_; }
    const std::optional<Error>& error() const { return error_; } // once no thread works any more

private:
    std::mutex mutex_;
    std::optional<Error> error_;
    std::atomic<bool> is_there_ = false;
};

} // namespace

Result<Weights> open_weight_file(const std::string& path) {
    Weights weights;
    if (const auto added = add_file(weights, path); !added)
        return added.error();
    return weights;
}

Result<Weights> open_weights(const std::string& folder) {
    if (is_there(in_folder(folder, one_file)))
        return open_weight_file(in_folder(folder, one_file));
    Weights weights;
    const std::string index = in_folder(folder, index_file);
    if (is_there(index)) {
        const auto files = listed_files(index);
        if (!files)
            return files.error();
        for (const std::string& name : *files) {
            if (!is_there(in_folder(folder, name)))
                return Error{"the file " + cite(name) +
                                 " is missing; the index lists it as one of " +
                                 std::to_string(files->size()) + ". Copy it into the folder",
                             printable(index)};
            if (const auto added = add_file(weights, in_folder(folder, name)); !added)
                return added.error();
        }
        return weights;
    }
    std::vector<std::string> found;
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored))
        if (entry->path().extension() == ".safetensors")
            found.push_back(entry->path().string());
    if (found.size() == 1)
        return open_weight_file(found.front());
    if (found.size() > 1)
        return Error{"the folder has " + std::to_string(found.size()) +
                         " .safetensors files and no model.safetensors.index.json that says what "
                         "they are; copy the index into the folder",
                     printable(folder)};
    return no_weights(folder);
}

Result<const StoredTensor*> find(const Weights& weights, std::string_view name) {
    const auto at = weights.tensors.find(name);
    if (at == weights.tensors.end()) {
        const std::string stem(name.substr(0, name.rfind('.')));
        for (const char* quantised : {".qweight", ".scales", ".weight_packed", ".SCB"})
            if (weights.tensors.contains(stem + quantised))
                return Error{"the weights are quantised: the tensor " + cite(stem + quantised) +
                             " stands in place of " + cite(name) +
                             ". Take the model as it was before it was quantised"};
        return Error{"the tensor " + cite(name) + " is missing"};
    }
    const StoredTensor& found = at->second;
    using enum io::NumberType;
    const io::NumberType type = found.tensor.array.type;
    const bool is_real = type == Float64 || type == Float32 || type == Float16 || type == BFloat16;
    if (found.tensor.fault || !is_real)
        return Error{"the tensor " + cite(name) + " is of type " + found.tensor.type +
                     ": the weights are quantised. Attention Lab reads float64, float32, float16 "
                     "and bfloat16; take the model as it was before it was quantised"};
    return &found;
}

Result<> has_shape(const Weights& weights, std::string_view name, const std::vector<Index>& shape) {
    const auto found = find(weights, name);
    if (!found)
        return found.error();
    const std::vector<Index>& own = (*found)->tensor.array.shape;
    if (own != shape)
        return Error{"the tensor " + cite(name) + " is " + io::shape_text(own) + ", expected " +
                     io::shape_text(shape) + " by the sizes in config.json"};
    return Nothing{};
}

Result<Matrix> read_part(const Weights& weights, std::string_view name,
                         const std::vector<Index>& rows, const std::vector<Index>& columns) {
    const auto found = find(weights, name);
    if (!found)
        return found.error();
    const StoredTensor& stored = **found;
    auto numbers = io::read_numbers(weights.files[stored.file].bytes, stored.tensor.array,
                                    {{}, rows, columns});
    if (!numbers)
        return in_tensor(name, numbers.error());
    return std::move(numbers->matrix);
}

std::vector<Index> Projection::stored(Index from, Index count) const {
    std::vector<Index> list = io::run_of(from, count);
    for (Index& at : list)
        at = first + (run == 0 ? at : at / run * stride + at % run);
    return list;
}

Result<Matrix> times(const Matrix& x, const Weights& weights, const Projection& by,
                     Progress* progress) {
    assert(x.cols() == by.inputs && "a projection reads what is there");
    const std::vector<Index> shape = by.is_stored_as_used
                                         ? std::vector<Index>{by.inputs, by.stored_outputs}
                                         : std::vector<Index>{by.stored_outputs, by.inputs};
    if (const auto fits = has_shape(weights, by.weight, shape); !fits)
        return fits.error();
    const std::vector<Index> outputs = by.stored(0, by.outputs);
    Matrix y = Matrix::Zero(x.rows(), by.outputs);
    if (!by.bias.empty()) {
        if (const auto fits = has_shape(weights, by.bias, {by.stored_outputs}); !fits)
            return fits.error();
        const auto bias = read_part(weights, by.bias, {}, outputs);
        if (!bias)
            return bias.error();
        y.rowwise() += bias->row(0);
    }
    // Band after band of the rows that are stored: the cores share the rows to read them, and then
    // the outputs, so that every sum has a fixed order.
    const Index lines = by.is_stored_as_used ? by.inputs : by.outputs;
    const Index width = by.is_stored_as_used ? by.outputs : by.inputs;
    const Index band = std::min(band_of(width), lines);
    Matrix part(by.is_stored_as_used ? band : 0, width);
    FirstError fault;
    const auto is_over = [&] { return fault.is_there() || is_cancelled(progress); };
    const auto read = [&](Eigen::Ref<Matrix> into, const std::vector<Index>& rows,
                          const std::vector<Index>& columns) {
        if (auto done = read_rows(into, weights, by.weight, rows, columns); !done)
            fault.keep(done.error());
        else if (progress)
            progress->done += into.size();
    };
    const Real words = static_cast<Real>(x.rows()), numbers = static_cast<Real>(band * width);
    std::vector<Phase> phases;
    for (Index first = 0; first < lines; first += band) {
        const Index count = std::min(band, lines - first);
        if (!by.is_stored_as_used) {
            phases.push_back({count, even_block(count, 64), numbers * (words + cost_of_reading),
                              [&, first](Index from, Index to) {
                                  if (is_over())
                                      return;
                                  Matrix own(to - from, width);
                                  read(own, by.stored(first + from, to - from), {});
                                  const Matrix turned = own.transpose();
                                  auto made = y.middleCols(first + from, to - from);
                                  made += product_of(x, turned);
                              }});
            continue;
        }
        phases.push_back({count, even_block(count, 64), numbers * cost_of_reading,
                          [&, first](Index from, Index to) {
                              if (!is_over())
                                  read(part.middleRows(from, to - from),
                                       io::run_of(first + from, to - from), outputs);
                          }});
        phases.push_back({by.outputs, even_block(by.outputs, 256), numbers * words,
                          [&, first, count](Index from, Index to) {
                              if (!is_over())
                                  y.middleCols(from, to - from) +=
                                      product_of(x.middleCols(first, count),
                                                 part.block(0, from, count, to - from));
                          }});
    }
    for_phases(phases);
    if (fault.error())
        return *fault.error();
    return y;
}

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
    const SharedMatrix* own = sheet && belongs(sheet->stage, document.model) &&
                                      exists(document, *sheet) && sheet->query == 0
                                  ? input(document, *sheet)
                                  : nullptr;
    SharedMatrix all;
    if (own && sheet->stage == Stage::P && may_have_further_positions(document))
        own = &(all = all_positions(document));
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
