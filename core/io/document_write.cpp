// SPDX-License-Identifier: MIT
#include "core/document/model.h"
#include "core/io/document_inputs.h"
#include "core/io/document_json.h"
#include "core/io/document_model.h"
#include "core/io/document_words.h"
#include "core/io/json_literal.h"
#include "core/io/training_json.h"

#include <cassert>

namespace attn::io {
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
    return json_object(members, "  ");
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
    members.emplace_back("inputs", json_object(input_members(document), "  "));
    add_unknown(members, unknown);
    return json_object(members, "") + "\n";
}

} // namespace attn::io
