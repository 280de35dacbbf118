// SPDX-License-Identifier: MIT
#include "core/io/document/document_members.h"

#include "core/base/utf8.h"
#include "core/document/commands/fill.h"
#include "core/document/model/covers.h"
#include "core/document/model/document.h"
#include "core/engine/numbers/random.h"
#include "core/io/document/json_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <variant>

namespace attn::io {
namespace {

using Stream = std::variant<NumpyLegacy, NumpyGenerator, TorchCpu>;

enum class Call { Rand, Randn, Randint, Linear, LinearBias };
constexpr std::array<std::pair<std::string_view, Generator>, 3> generators = {
    {{"numpy", Generator::NumPy},
     {"torch", Generator::PyTorch},
     {"default_rng", Generator::NumPyGenerator}}};
constexpr std::array<std::pair<std::string_view, Call>, 5> call_names = {
    {{"rand", Call::Rand},
     {"randn", Call::Randn},
     {"randint", Call::Randint},
     {"linear", Call::Linear},
     {"linear_bias", Call::LinearBias}}};

/// Returns the member of an object; the error says that it is missing.
Result<const Json*> member(const Json& object, const std::string& key, const std::string& path) {
    const auto at = object.find(key);
    if (at == object.end())
        return Error{"the key \"" + key + "\" is missing", path};
    return &*at;
}

Result<> only_keys(const Json& object, std::span<const std::string_view> known,
                   const std::string& path) {
    if (!object.is_object())
        return Error{"found " + found(object) + ", expected an object", path};
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            std::string names;
            for (const std::string_view name : known)
                names += (names.empty() ? "" : ", ") + std::string(name);
            return Error{"the key " + cite(key) + " is not known here; the keys are " + names,
                         path};
        }
    return Nothing{};
}

struct Bounds {
    std::int64_t low = 0, high = 0;
};

Result<Bounds> read_bounds(const Json& call, const std::string& path) {
    // Beyond 2^53 a double cannot count one by one.
    constexpr auto exact = static_cast<Index>(
        std::min<std::int64_t>(std::int64_t{1} << 53, std::numeric_limits<Index>::max()));
    Bounds bounds;
    if (const auto low = call.find("low"); low != call.end()) {
        const auto number = read_whole(*low, path + ".low", -exact, exact);
        if (!number)
            return number.error();
        bounds.low = *number;
    }
    const auto high = member(call, "high", path);
    if (!high)
        return high.error();
    const auto number = read_whole(**high, path + ".high", bounds.low + 1, exact);
    if (!number)
        return number.error();
    bounds.high = *number;
    return bounds;
}

/// Draws the weights of a layer, or its bias, which says how many numbers the layer reads.
Result<Matrix> linear_of(TorchCpu& torch, bool is_bias, const Json& call, const std::string& path,
                         Index rows, Index columns) {
    if (!is_bias)
        return torch.linear(rows, columns);
    if (rows != 1)
        return Error{"a bias is one row, found " + std::to_string(rows), path + ".shape[0]"};
    const auto inputs = member(call, "inputs", path);
    if (!inputs)
        return inputs.error();
    const auto count = read_whole(**inputs, path + ".inputs", 1, max_width);
    if (!count)
        return count.error();
    return torch.linear_bias(*count, columns);
}

Result<Matrix> random_matrix_of(Stream& stream, const Json& call, const std::string& path,
                                Index& budget) {
    const auto name = member(call, "call", path);
    if (!name)
        return name.error();
    const auto kind = read_choice<Call>(**name, path + ".call", call_names);
    if (!kind)
        return kind.error();
    const auto shape = member(call, "shape", path);
    if (!shape)
        return shape.error();
    if (!(*shape)->is_array() || (*shape)->size() != 2)
        return Error{"found " + found(**shape) + ", expected [rows, columns]", path + ".shape"};
    const auto rows = read_whole((**shape)[0], path + ".shape[0]", 1, max_tokens);
    if (!rows)
        return rows.error();
    const auto columns = read_whole((**shape)[1], path + ".shape[1]", 1, max_width);
    if (!columns)
        return columns.error();
    budget -= *rows * *columns;
    if (budget < 0)
        return Error{"more than " + std::to_string(max_random_numbers) +
                         " numbers would be drawn; write them out instead",
                     path};

    auto* const torch = std::get_if<TorchCpu>(&stream);
    switch (*kind) {
    case Call::Rand:
        return std::visit([&](auto& of) { return of.rand(*rows, *columns); }, stream);
    case Call::Randn:
        return std::visit([&](auto& of) { return of.randn(*rows, *columns); }, stream);
    case Call::Linear:
    case Call::LinearBias:
        if (!torch)
            return Error{cite((*name)->get<std::string>()) +
                             " is drawn with the generator \"torch\" only",
                         path + ".call"};
        return linear_of(*torch, *kind == Call::LinearBias, call, path, *rows, *columns);
    case Call::Randint:
        break;
    }
    if (torch)
        return Error{"randint is drawn with the generators \"numpy\" and \"default_rng\" only",
                     path + ".call"};
    const auto bounds = read_bounds(call, path);
    if (!bounds)
        return bounds.error();
    if (auto* const newer = std::get_if<NumpyGenerator>(&stream))
        return newer->randint(bounds->low, bounds->high, *rows, *columns);
    return std::get<NumpyLegacy>(stream).randint(bounds->low, bounds->high, *rows, *columns);
}

Stream begun(Generator generator, std::uint32_t seed) {
    switch (generator) {
    case Generator::NumPy:
        return NumpyLegacy(seed);
    case Generator::NumPyGenerator:
        return NumpyGenerator(seed);
    case Generator::PyTorch:
        break;
    }
    return TorchCpu(seed);
}

Result<Stream> open_stream(const Json& stream, const std::string& path) {
    const auto name = member(stream, "generator", path);
    if (!name)
        return name.error();
    const auto generator = read_choice<Generator>(**name, path + ".generator", generators);
    if (!generator)
        return generator.error();
    const auto given = member(stream, "seed", path);
    if (!given)
        return given.error();
    const auto seed = read_seed(**given, path + ".seed");
    if (!seed)
        return seed.error();
    Index skipped = 0;
    if (const auto skip = stream.find("skip"); skip != stream.end()) {
        const auto words = read_whole(*skip, path + ".skip", 0, max_skipped_words);
        if (!words)
            return words.error();
        skipped = *words;
    }
    Stream opened = begun(*generator, static_cast<std::uint32_t>(*seed));
    std::visit([&](auto& words) { words.skip(static_cast<std::uint64_t>(skipped)); }, opened);
    return opened;
}

Result<> read_stream(const Json& object, const std::string& path, const RandomTargets& targets,
                     Index& budget, RandomMatrices& made) {
    constexpr std::array<std::string_view, 4> keys = {"generator", "seed", "skip", "calls"};
    constexpr std::array<std::string_view, 6> call_keys = {"into", "call",  "low",
                                                           "high", "shape", "inputs"};
    if (auto fault = only_keys(object, keys, path); !fault)
        return fault;
    auto stream = open_stream(object, path);
    if (!stream)
        return stream.error();
    const auto calls = member(object, "calls", path);
    if (!calls)
        return calls.error();
    if (!(*calls)->is_array())
        return Error{"found " + found(**calls) + ", expected a list of calls", path + ".calls"};
    for (std::size_t at = 0; at < (*calls)->size(); ++at) {
        const Json& call = (**calls)[at];
        const std::string call_path = path + ".calls[" + std::to_string(at) + "]";
        if (auto fault = only_keys(call, call_keys, call_path); !fault)
            return fault;
        const auto into = member(call, "into", call_path);
        if (!into)
            return into.error();
        const auto target = read_text(**into, call_path + ".into");
        if (!target)
            return target.error();
        const auto name = targets.name_of(*target);
        if (!name)
            return Error{"found " + found(**into) + ", expected " + targets.expected,
                         call_path + ".into"};
        if (made.count(*name) > 0)
            return Error{cite(*target) + " is drawn twice; remove one", call_path + ".into"};
        auto matrix = random_matrix_of(*stream, call, call_path, budget);
        if (!matrix)
            return matrix.error();
        made.emplace(*name, *std::move(matrix));
    }
    return Nothing{};
}

} // namespace

Result<RandomMatrices> random_matrices(const Json& streams, const RandomTargets& targets) {
    if (!streams.is_array())
        return Error{"found " + found(streams) + ", expected a list of streams", "draw"};
    RandomMatrices made;
    Index budget = max_random_numbers;
    for (std::size_t at = 0; at < streams.size(); ++at)
        if (auto fault =
                read_stream(streams[at], "draw[" + std::to_string(at) + "]", targets, budget, made);
            !fault)
            return fault.error();
    return made;
}

std::string key_path(const std::string& parent, const std::string& key) {
    return (parent.empty() ? "" : parent + ".") + printable(key, 40);
}

Result<std::vector<std::string>> read_texts(const Json& value, const std::string& path,
                                            const TextList& about) {
    if (!value.is_array())
        return Error{"found " + found(value) + ", expected a list of " + about.sort +
                         " such as [\"a\", \"b\"]",
                     path};
    if (value.size() > static_cast<std::size_t>(about.most))
        return Error{std::to_string(value.size()) + " " + about.many +
                         " are more than the limit of " + std::to_string(about.most) + about.remedy,
                     path};
    std::vector<std::string> list;
    for (std::size_t at = 0; at < value.size(); ++at) {
        auto text = read_text(value[at], path + "[" + std::to_string(at) + "]");
        if (!text)
            return text.error();
        list.push_back(*std::move(text));
    }
    return list;
}

Result<std::vector<Region>> read_covers(const Json& value, const std::string& path) {
    const auto texts = read_texts(value, path,
                                  {"places", "covers", static_cast<Index>(max_covers),
                                   "; write ranges such as weights[1,:]"});
    if (!texts)
        return texts.error();
    std::vector<Region> covers;
    for (std::size_t at = 0; at < texts->size(); ++at) {
        const auto region = parse_region((*texts)[at]);
        if (!region)
            return Error{region.error().text(), path + "[" + std::to_string(at) + "]"};
        covers.push_back(*region);
    }
    return covers;
}

Result<std::optional<SharedMatrix>> given_or_drawn(const Json* given, const std::string& path,
                                                   const std::string& name, Index max_rows,
                                                   Index max_columns, RandomMatrices& random) {
    auto made = random.extract(name);
    if (!given && made.empty())
        return std::optional<SharedMatrix>();
    if (!given)
        return std::optional(SharedMatrix(std::move(made.mapped())));
    if (!made.empty())
        return Error{"the matrix is given here and drawn under \"draw\" as well; remove one", path};
    auto matrix = read_matrix(*given, path, max_rows, max_columns);
    if (!matrix)
        return matrix.error();
    return std::optional(SharedMatrix(*std::move(matrix)));
}

Json unknown_members(Json& object, std::span<const std::string_view> known) {
    Json unknown = Json::object();
    for (auto& [key, value] : object.get_ref<Json::object_t&>())
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknown[key] = std::move(value);
    return unknown;
}

} // namespace attn::io
