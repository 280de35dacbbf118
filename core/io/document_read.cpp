// SPDX-License-Identifier: MIT
#include "core/io/document_inputs.h"
#include "core/io/document_json.h"
#include "core/io/document_members.h"
#include "core/io/document_model.h"
#include "core/io/document_words.h"
#include "core/io/training_json.h"
#include "core/io/version_1.h"

#include <array>

namespace attn::io {
namespace {

constexpr std::array<std::string_view, 12> known_keys = {
    "format", "version", "generator", "title",      "notes",    "model",
    "lists",  "inputs",  "draw",      "convention", "training", "covers"};

std::string version_text(Index major, Index minor) {
    return std::to_string(major) + "." + std::to_string(minor);
}

/// The major version of the format that the file has.
Result<Index> major_version(const Json& root) {
    const auto format = root.find("format");
    if (format == root.end())
        return Error{"the key \"format\" is missing; an Attention Lab document begins with "
                     "\"format\": \"attention-lab\""};
    if (*format != "attention-lab")
        return Error{"found " + found(*format) + ", expected \"attention-lab\"", "format"};

    const auto version = root.find("version");
    if (version == root.end())
        return Error{"the key \"version\" is missing; expected \"version\": [2, 0]"};
    if (!version->is_array() || version->size() != 2)
        return Error{"found " + found(*version) + ", expected two numbers such as [1, 0]",
                     "version"};
    constexpr Index most = 1'000'000;
    const auto major = read_whole((*version)[0], "version[0]", 1, most);
    if (!major)
        return major.error();
    const auto minor = read_whole((*version)[1], "version[1]", 0, most);
    if (!minor)
        return minor.error();
    if (*major > format_major)
        return Error{"the file has format version " + version_text(*major, *minor) +
                         ", this program reads up to version " + std::to_string(format_major) +
                         ".x; open it with a newer Attention Lab",
                     "version"};
    return *major;
}

/// The member, an object; an empty one where there is none.
Result<Json> section(Json& root, const std::string& key, const std::string& example) {
    const auto at = root.find(key);
    if (at == root.end())
        return Json(Json::object());
    if (!at->is_object())
        return Error{"found " + found(*at) + ", expected an object such as " + example, key};
    return std::move(*at);
}

/// The place of a document's fault in the file: "ratings[0,1]" is "inputs.ratings[0][1]".
std::string path_of(std::string where) {
    if (where.starts_with("training") || where.starts_with("covers"))
        return where; // They have none of the names of inputs.
    if (const auto comma = where.rfind(','); comma != std::string::npos)
        where.replace(comma, 1, "][");
    return "inputs." + where;
}

Result<Document> read_version_2(Json& root) {
    Document document;
    if (auto fault = take(root, "", "title", document.title, read_text); !fault)
        return fault.error();
    if (auto fault = take(root, "", "notes", document.notes, read_text); !fault)
        return fault.error();
    if (auto fault =
            take(root, "", "convention", document.convention, choice_from(convention_words));
        !fault)
        return fault.error();
    auto model = section(root, "model", R"({"kind": "attention"})");
    if (!model)
        return model.error();
    auto lists = section(root, "lists", R"({"words": ["a", "b"]})");
    if (!lists)
        return lists.error();
    auto inputs = section(root, "inputs", R"({"X": [[1, 2], [3, 4]]})");
    if (!inputs)
        return inputs.error();
    const bool has_training = root.contains("training");
    auto training = section(root, "training", R"({"learning_rate": 0.1})");
    if (!training)
        return training.error();
    if (has_training) {
        auto settings = read_training(*training, "training");
        if (!settings)
            return settings.error();
        document.training = *std::move(settings);
    }

    if (auto fault = take(root, "", "covers", document.covers, read_covers); !fault)
        return fault.error();

    if (const auto kind = model->find("kind"); kind != model->end()) {
        if (auto fault = read_model_kind(*kind, "model.kind", document); !fault)
            return fault.error();
        model->erase(kind);
    }
    const ModelFormat& format = format_of(document);
    if (auto fault = read_lists(*lists, document); !fault)
        return fault.error();
    if (auto fault = format.read(*model, "model", document); !fault)
        return fault.error();
    const auto streams = root.find("draw");
    if (auto fault = read_inputs(*inputs, streams == root.end() ? nullptr : &*streams, document);
        !fault)
        return fault.error();
    if (auto fault = format.read_after(*model, "model", document); !fault)
        return fault.error();

    Json unknown = unknown_members(root, known_keys);
    for (auto [key, rest] : {std::pair("model", &*model), std::pair("lists", &*lists),
                             std::pair("training", &*training)})
        if (!rest->empty())
            unknown[key] = std::move(*rest);
    if (!unknown.empty())
        document.unknown_keys = unknown.dump();
    if (auto fault = validate(document); !fault)
        return Error{fault.error().message, path_of(fault.error().where)};
    return document;
}

/// The `where` of its errors is a key path.
Result<Document> read(Json& root) {
    if (!root.is_object())
        return Error{"found " + found(root) + ", expected an object"};
    const auto major = major_version(root);
    if (!major)
        return major.error();
    return *major == 1 ? read_version_1(root) : read_version_2(root);
}

} // namespace

Result<Document> read_document(std::string_view bytes, std::string_view file_name) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    auto document = read(*root);
    if (!document)
        return Error{document.error().message, where_is(bytes, file_name, document.error().where)};
    return document;
}

} // namespace attn::io
