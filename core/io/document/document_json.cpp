// SPDX-License-Identifier: MIT
#include "core/io/document/document_json.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/model/model.h"
#include "core/io/document/command_values.h"
#include "core/io/document/document_members.h"
#include "core/io/document/document_model.h"
#include "core/io/document/figure_json.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/option_json.h"
#include "core/io/document/origin_json.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace attn::io {
namespace {

constexpr std::array<std::string_view, 16> known_keys = {
    "format", "version",    "generator", "title",  "notes",   "model",  "lists",     "inputs",
    "draw",   "convention", "training",  "covers", "figures", "lesson", "tokenizer", "origin"};

std::string version_text(Index major, Index minor) {
    return std::to_string(major) + "." + std::to_string(minor);
}

Error lesson_is_no_document(std::string_view file_name) {
    const auto slash = file_name.rfind('/');
    std::string_view name =
        slash == std::string_view::npos ? file_name : file_name.substr(slash + 1);
    name = name.substr(0, name.rfind('.'));
    const std::string own = printable(file_name.ends_with(".lesson") ? file_name : name, 200);
    return Error{"this is a lesson and no document. Open it in the window, or print it with: "
                 "attention-lab lesson notes " +
                 own};
}

/// What to do with JSON that is no document.
constexpr std::string_view other_json =
    "; matrices of other JSON are read by Import in the File menu, or by: "
    "attention-lab import FILE";

/// The file's version of the format.
struct FormatVersion {
    Index major = 0, minor = 0;
};
Result<FormatVersion> version_of(const Json& root, std::string_view file_name) {
    const auto format = root.find("format");
    if (is_lesson(root))
        return lesson_is_no_document(file_name);
    if (format == root.end())
        return Error{"the key \"format\" is missing; an Attention Lab document begins with "
                     "\"format\": \"attention-lab\"" +
                     std::string(other_json)};
    if (*format != "attention-lab")
        return Error{"found " + found(*format) + ", expected \"attention-lab\"", "format"};

    const auto version = root.find("version");
    if (version == root.end())
        return Error{"the key \"version\" is missing; expected \"version\": [2, 0]"};
    if (!version->is_array() || version->size() != 2)
        return Error{"found " + found(*version) + ", expected two numbers such as [2, 0]",
                     "version"};
    constexpr Index most = 1'000'000;
    const auto major = read_whole((*version)[0], "version[0]", 1, most);
    if (!major)
        return major.error();
    const auto minor = read_whole((*version)[1], "version[1]", 0, most);
    if (!minor)
        return minor.error();
    if (*major < format_major)
        return Error{"the file has format version " + version_text(*major, *minor) +
                         ", which no release of Attention Lab wrote; this program reads version " +
                         std::to_string(format_major) + ".x",
                     "version"};
    if (*major > format_major)
        return Error{"the file has format version " + version_text(*major, *minor) +
                         ", this program reads up to version " + std::to_string(format_major) +
                         ".x; open it with a newer Attention Lab",
                     "version"};
    return FormatVersion{*major, *minor};
}

/// Refuses unknown keys: they are mistakes, unless a newer version wrote the file.
Result<> refuse_unknown(const Json& rest, const std::string& where,
                        const std::vector<std::string>& known) {
    if (rest.empty())
        return Nothing{};
    const std::string& key = rest.begin().key();
    std::string hint = did_you_mean(key, known);
    if (hint.empty()) {
        std::string names;
        for (const std::string& one : known)
            names += (names.empty() ? "" : ", ") + one;
        hint = "; the keys are " + names;
    }
    return Error{"unknown key " + cite(key) + " in " + (where.empty() ? "the document" : where) +
                     hint,
                 key_path(where, key)};
}

/// Returns the member, an object; an empty one if it is missing.
Result<Json> section(Json& root, const std::string& key, const std::string& example) {
    const auto at = root.find(key);
    if (at == root.end())
        return Json(Json::object());
    if (!at->is_object())
        return Error{"found " + found(*at) + ", expected an object such as " + example, key};
    return std::move(*at);
}

/// Translates the place of a document's fault into the file: "ratings[0,1]" is
/// "inputs.ratings[0][1]".
std::string path_of(std::string where) {
    if (where.starts_with("training") || where.starts_with("covers") ||
        where.starts_with("figures") || where.starts_with("lists") || where == "tokenizer")
        return where; // these are not names of inputs
    if (const auto comma = where.rfind(','); comma != std::string::npos)
        where.replace(comma, 1, "][");
    return "inputs." + where;
}

Result<Document> read(Json& root, std::string_view file_name);

Result<Document> read_version_2(Json& root, Index minor) {
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

    if (const auto list = root.find("figures"); list != root.end()) {
        auto figures = read_figures(
            *list, "figures", [](Json& a) { return read(a, ""); }, minor > format_minor);
        if (!figures)
            return figures.error();
        document.figures = *std::move(figures);
    }

    if (const auto tokenizer = root.find("tokenizer"); tokenizer != root.end()) {
        if (!tokenizer->is_object())
            return Error{"found " + found(*tokenizer) + ", expected the object of a tokenizer.json",
                         "tokenizer"};
        document.tokenizer = tokenizer->dump();
    }

    if (const auto origin = root.find("origin"); origin != root.end()) {
        auto folder = read_origin(*origin, "origin");
        if (!folder)
            return folder.error();
        document.origin = *std::move(folder);
    }

    std::optional<Json> unread_lesson; // of a newer version
    if (const auto lesson = root.find("lesson"); lesson != root.end()) {
        auto text = read_lesson_of_document(*lesson, "lesson");
        if (text)
            document.lesson = *std::move(text);
        else if (minor > format_minor)
            unread_lesson = *lesson;
        else
            return text.error();
    }

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
    if (unread_lesson)
        unknown["lesson"] = *std::move(unread_lesson);
    if (minor <= format_minor) {
        std::vector<std::string> list_names;
        for (const List& list : format.lists(document))
            list_names.emplace_back(list.key);
        std::vector<std::string> model_keys = format.keys();
        model_keys.insert(model_keys.begin(), "kind");
        const Result<> strict[] = {
            refuse_unknown(*model, "model", model_keys),
            refuse_unknown(*lists, "lists", list_names),
            refuse_unknown(*training, "training", training_keys()),
            refuse_unknown(unknown, "", {known_keys.begin(), known_keys.end()})};
        for (const Result<>& one : strict)
            if (!one)
                return one.error();
    }
    for (auto [key, rest] : {std::pair("model", &*model), std::pair("lists", &*lists),
                             std::pair("training", &*training)})
        if (!rest->empty())
            unknown[key] = std::move(*rest);
    // Unknown keys alone already imply the next version; those of figures stand elsewhere.
    const bool is_in_figures =
        std::any_of(document.figures.begin(), document.figures.end(),
                    [](const KeptFigure& figure) { return !figure.unknown_keys.empty(); });
    if (is_in_figures || (!unknown.empty() && minor != format_minor + 1))
        unknown["version"] = minor;
    if (!unknown.empty())
        document.unknown_keys = unknown.dump();
    if (auto fault = validate(document); !fault)
        return Error{fault.error().message, path_of(fault.error().where)};
    return document;
}

/// The `where` of its errors is a key path.
Result<Document> read(Json& root, std::string_view file_name) {
    if (!root.is_object())
        return Error{"found " + found(root) + ", expected an object" + std::string(other_json)};
    const auto version = version_of(root, file_name);
    if (!version)
        return version.error();
    return read_version_2(root, version->minor);
}

} // namespace

Result<Document> read_document(std::string_view bytes, std::string_view file_name) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    auto document = read(*root, file_name);
    if (!document)
        return Error{document.error().message, where_is(bytes, file_name, document.error().where)};
    return document;
}

namespace {

Json parse_unknown(const std::string& text) {
    Json unknown = text.empty() ? Json::object() : Json::parse(text, nullptr, false);
    assert(unknown.is_object() && "the unknown keys are an object that read_document wrote");
    return unknown;
}

/// Adds the unknown members of an object after the known ones.
void add_unknown(JsonMembers& members, const Json& unknown) {
    for (const auto& [key, value] : unknown.items())
        members.emplace_back(key, value.dump());
}

/// Writes an object with its unknown keys from the file, and removes these from `unknown`.
std::string section_text(JsonMembers members, const std::string& key, Json& unknown) {
    if (const auto inside = unknown.find(key); inside != unknown.end()) {
        add_unknown(members, *inside);
        unknown.erase(inside);
    }
    return json_object(std::move(members), "  ");
}

} // namespace

std::string write_document(const Document& document) {
    Json unknown = parse_unknown(document.unknown_keys);
    // Keys that this version does not know stand in a file of a newer one; in its own they would be
    // mistakes.
    Index minor = unknown.empty() ? format_minor : format_minor + 1;
    if (const auto said = unknown.find("version"); said != unknown.end()) {
        minor = said->is_number_integer() ? said->get<Index>() : minor;
        unknown.erase(said);
    }
    JsonMembers members{
        {"format", in_quotes("attention-lab")},
        {"version", "[" + std::to_string(format_major) + ", " + std::to_string(minor) + "]"},
        {"generator", in_quotes("Attention Lab " ATTENTION_LAB_VERSION)},
        {"title", json_string(document.title)},
        {"notes", json_string(document.notes)}};
    if (document.convention != Convention::TokensAsRows) // rows are the default
        members.emplace_back("convention", in_quotes(word(convention_words, document.convention)));
    members.emplace_back("model", section_text(model_members(document), "model", unknown));
    members.emplace_back("lists", section_text(list_members(document), "lists", unknown));
    if (document.training)
        members.emplace_back(
            "training", section_text(training_members(*document.training), "training", unknown));
    if (!document.covers.empty()) {
        std::vector<std::string> covers;
        for (const Region& region : document.covers)
            covers.push_back(to_text(region));
        members.emplace_back("covers", json_texts(covers));
    }
    if (!document.figures.empty())
        members.emplace_back("figures", figures_text(document.figures, write_document));
    if (!document.tokenizer.empty())
        members.emplace_back("tokenizer", document.tokenizer);
    if (document.origin)
        members.emplace_back("origin", origin_text(*document.origin));
    if (!document.lesson.empty())
        members.emplace_back("lesson", json_indented(document.lesson, "  "));
    members.emplace_back("inputs", json_object(input_members(document), "  "));
    add_unknown(members, unknown);
    return json_object(std::move(members), "") + "\n";
}

std::string write_published(const Document& document) {
    Document without = document;
    without.origin.reset();
    return write_document(without);
}

namespace {

/// Keeps at most max_tokens entries, starting at `first`.
void keep_part(Json& list, Index first) {
    const auto count = static_cast<Index>(list.size());
    const Index begin = std::min(first, count);
    const Index end = begin + std::min(max_tokens, count - begin);
    list.erase(list.begin() + end, list.end());
    list.erase(list.begin(), list.begin() + begin);
}

/// Returns the member of an object; null if there is none.
Json* member(Json* object, const char* key) {
    if (!object || !object->is_object() || !object->contains(key))
        return nullptr;
    return &(*object)[key];
}

/// What grows with the words of a document of attention; null if the file has none of it.
struct WordParts {
    Json* words = nullptr;
    Json* embeddings = nullptr;
    Json* mask = nullptr;
    bool has_table = false; // words without embeddings
};
WordParts word_parts(Json& root) {
    Json* const inputs = member(&root, "inputs");
    const Json* const embedding = member(member(&root, "model"), "embedding");
    const auto x = inputs && inputs->is_object() ? find_input(*inputs, "X") : Json::iterator();
    return {member(member(&root, "lists"), "words"),
            inputs && inputs->is_object() && x != inputs->end() ? &*x : nullptr,
            member(member(&root, "model"), "mask"), embedding && *embedding == "table"};
}

} // namespace

Result<Index> count_words(std::string_view bytes, std::string_view file_name) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    const WordParts parts = word_parts(*root);
    if (!parts.words || !parts.words->is_array())
        return Error{"there is no list of words", std::string(file_name)};
    return static_cast<Index>(parts.words->size());
}

Result<Document> read_part(std::string_view bytes, std::string_view file_name, Index first) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    const WordParts parts = word_parts(*root);
    if (!parts.embeddings && !parts.has_table)
        return Error{"a part can be taken only of embeddings that are written out; these are drawn "
                     "by a seed",
                     std::string(file_name)};
    for (Json* const list : {parts.words, parts.embeddings, parts.mask})
        if (list && list->is_array())
            keep_part(*list, first);
    if (parts.mask && parts.mask->is_array())
        for (Json& row : *parts.mask)
            if (row.is_array())
                keep_part(row, first);
    return read_document(root->dump(), file_name);
}

} // namespace attn::io
