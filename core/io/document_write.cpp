// SPDX-License-Identifier: MIT
#include "core/io/document_json.h"
#include "core/io/document_words.h"
#include "core/io/json_literal.h"
#include "core/io/json_text.h"

#include <algorithm>

namespace attn::io {
namespace {

/// Rows as lines: "[\n    [1, 0],\n    [0, 1]\n  ]". `indent` is that of the line it begins in.
template <class Grid, class ToText>
std::string rows_text(const Grid& grid, const std::string& indent, ToText to_text) {
    std::string text = "[\n";
    for (Index row = 0; row < grid.rows(); ++row) {
        text += indent + "  [";
        for (Index column = 0; column < grid.cols(); ++column)
            text += (column == 0 ? "" : ", ") + to_text(grid(row, column));
        text += row + 1 == grid.rows() ? "]\n" : "],\n";
    }
    return text + indent + "]";
}

std::string matrix_text(const SharedMatrix& matrix, const std::string& indent) {
    return rows_text(*matrix, indent, json_number);
}

std::string quote(std::string_view word) {
    return "\"" + std::string(word) + "\"";
}

std::string scale_text(const Scale& scale) {
    return scale.kind == Scale::Kind::Number ? json_number(scale.number)
                                             : quote(word(scale_words, scale.kind));
}

std::string mask_text(const Mask& mask) {
    if (mask.kind == Mask::Kind::Painted)
        return rows_text(*mask.painted, "  ",
                         [](bool blocked) { return std::string(blocked ? "true" : "false"); });
    return quote(word(mask_words, mask.kind));
}

std::string tokens_text(const std::vector<std::string>& tokens) {
    std::string text = "[";
    for (const std::string& token : tokens)
        text += (text.size() == 1 ? "" : ", ") + json_string(token);
    return text + "]";
}

/// "key": value lines of the unknown keys, each beginning with a comma.
std::string unknown_text(const Json& unknown, const std::string& indent) {
    std::string text;
    for (const auto& [key, value] : unknown.items())
        text += ",\n" + indent + json_string(key) + ": " + value.dump();
    return text;
}

std::string head_text(const HeadWeights& head, const Json& unknown) {
    const std::string indent = "      ";
    return "    {\n" + indent + "\"w_q\": " + matrix_text(head.w_q, indent) + ",\n" + indent +
           "\"w_k\": " + matrix_text(head.w_k, indent) + ",\n" + indent +
           "\"w_v\": " + matrix_text(head.w_v, indent) + unknown_text(unknown, indent) + "\n    }";
}

std::string heads_text(const std::vector<HeadWeights>& heads, const Json& unknown) {
    std::string text = "[\n";
    for (std::size_t at = 0; at < heads.size(); ++at) {
        const bool known = !unknown.is_array() || unknown.size() != heads.size();
        text += head_text(heads[at], known ? Json::object() : unknown[at]);
        text += at + 1 == heads.size() ? "\n" : ",\n";
    }
    return text + "  ]";
}

std::string vectors_text(const ConceptInputs& concepts) {
    std::string text = "{\n";
    for (std::size_t at = 0; at < concepts.names.size(); ++at) {
        text += "    " + json_string(concepts.names[at]) + ": [";
        for (Index column = 0; column < concepts.vectors.cols(); ++column)
            text += (column == 0 ? "" : ", ") +
                    json_number((*concepts.vectors)(static_cast<Index>(at), column));
        text += at + 1 == concepts.names.size() ? "]\n" : "],\n";
    }
    return text + "  }";
}

Json parse_unknown(const std::string& text) {
    Json unknown = text.empty() ? Json::object() : Json::parse(text, nullptr, false);
    assert(unknown.is_object() && "the unknown keys are an object that read_document wrote");
    return unknown;
}

} // namespace

std::string write_document(const Document& document) {
    Json unknown = parse_unknown(document.unknown_keys);
    const Json unknown_in_heads = unknown.contains("heads") ? unknown["heads"] : Json();
    unknown.erase("heads");
    const Switches& switches = document.switches;

    std::string text = "{\n  \"format\": \"attention-lab\",\n  \"version\": [" +
                       std::to_string(format_major) + ", " + std::to_string(format_minor) + "]";
    const auto member = [&text](std::string_view key, const std::string& value) {
        text += ",\n  " + quote(key) + ": " + value;
    };
    member("generator", quote("Attention Lab " ATTENTION_LAB_VERSION));
    member("kind", quote(word(kind_words, document.kind)));
    member("title", json_string(document.title));
    member("notes", json_string(document.notes));
    if (document.kind == Kind::Concepts) {
        const ConceptInputs& concepts = document.concepts;
        member("rows", tokens_text(document.tokens));
        member("columns", tokens_text(concepts.columns));
        member("ratings", matrix_text(document.embeddings, "  "));
        member("k", std::to_string(concepts.kept));
        if (!concepts.names.empty())
            member("vectors", vectors_text(concepts));
        if (!std::is_sorted(concepts.names.begin(), concepts.names.end()))
            member("vector_order", tokens_text(concepts.names));
        return text + unknown_text(unknown, "  ") + "\n}\n";
    }
    member("tokens", tokens_text(document.tokens));
    member("embeddings", matrix_text(document.embeddings, "  "));
    member("projections", quote(word(projection_words, document.projections)));
    if (!document.heads.empty())
        member("heads", heads_text(document.heads, unknown_in_heads));
    member("scale", scale_text(switches.scale));
    member("mask", mask_text(switches.mask));
    member("normaliser", quote(word(normaliser_words, switches.normaliser)));
    member("axis", quote(word(axis_words, switches.axis)));
    member("temperature", json_number(switches.temperature));
    if (document.convention != Convention::TokensAsRows) // Absent means rows.
        member("convention", quote(word(convention_words, document.convention)));
    return text + unknown_text(unknown, "  ") + "\n}\n";
}

} // namespace attn::io
