// SPDX-License-Identifier: MIT
// Documents over every switch, written as programs, with the numbers they must give.
#pragma once

#include "core/base/number_text.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "core/publish/code/code.h"
#include "core/publish/text/sheet_formats.h"
#include "tests/support/python.h"
#include "tests/support/random_document.h"
#include "tests/support/without_x.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

using NamedDocument = std::pair<std::string, Document>;

/// Every preset, then `seeds` documents that differ in all switches, and ratings of every kind.
inline std::vector<NamedDocument> documents(std::uint32_t seeds) {
    std::vector<NamedDocument> list;
    const auto presets = io::presets();
    assert(presets && !presets->empty() && "the presets are beside the tests");
    for (const io::Preset& preset : *presets)
        list.emplace_back(preset.name, *io::open_file(preset.path));
    for (std::uint32_t seed = 1; seed <= seeds; ++seed)
        list.emplace_back("seed-" + std::to_string(seed), attn::test::random_document(seed));
    for (std::uint32_t seed = 1; seed <= std::max(6U, seeds / 5); ++seed)
        list.emplace_back("joined-" + std::to_string(seed),
                          attn::test::random_joined_document(seed));
    for (std::uint32_t seed = 1; seed <= std::max(24U, seeds / 2); ++seed)
        list.emplace_back("ratings-" + std::to_string(seed), attn::test::random_ratings(seed));
    return list;
}

/// As above, with words as columns in every other document.
inline std::vector<NamedDocument> mixed(std::vector<NamedDocument> list) {
    for (std::size_t at = 1; at < list.size(); at += 2) {
        list[at].first += "-columns";
        list[at].second.convention = Convention::TokensAsColumns;
    }
    return list;
}

/// Whether every number can be compared to twelve digits: after division by a sum near 0 it cannot.
inline bool has_moderate_numbers(const Document& document) {
    const Trace trace = evaluate(document);
    const auto all = sheets(document);
    return std::all_of(all.begin(), all.end(), [&](const SheetId& sheet) {
        const Matrix numbers = matrix_of(document, trace, sheet);
        const Real most = info(sheet.stage).family == Family::Weights ? 1e4 : 1e9;
        return !(numbers.array().isFinite() && numbers.array().abs() > most).any();
    });
}

/// A seed's document with options, with words as rows and as columns.
inline void add_with_options(std::vector<NamedDocument>& list, std::uint32_t seed) {
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        const bool by_rows = convention == Convention::TokensAsRows;
        Document document = attn::test::random_document_with_options(seed);
        document.convention = convention;
        list.emplace_back("options-" + std::to_string(seed) + (by_rows ? "" : "-columns"),
                          std::move(document));
    }
}

inline std::vector<NamedDocument> documents_with_options(std::uint32_t seeds) {
    std::vector<NamedDocument> list;
    for (std::uint32_t seed = 1; list.size() < 2 * seeds; ++seed)
        if (has_moderate_numbers(attn::test::random_document_with_options(seed)))
            add_with_options(list, seed);
    return list;
}

/// Gives every head, or only the last, attention weights that are drawn and sum to 1 in each row.
inline Document with_given_weights(Document document, std::uint32_t seed, bool is_last_alone) {
    attn::test::Random random(seed);
    for (const SheetId& sheet : sheets(document))
        if (sheet.stage == Stage::Weights &&
            (!is_last_alone || sheet.head + 1 == head_count(document))) {
            const Shape shape = shape_of(document, sheet);
            Matrix shares = random.matrix(shape.rows, shape.columns).cwiseAbs();
            for (Index row = 0; row < shares.rows(); ++row)
                shares.row(row) /= shares.row(row).sum();
            document.of_options[key_of(sheet)] = std::move(shares);
        }
    return document;
}

/// Every `step`-th preset from `first` on with given weights; a preset with several heads also with
/// weights that only the last head gives. Then every way in which a document begins without X.
inline std::vector<NamedDocument> documents_with_given(std::size_t first, std::size_t step) {
    std::vector<NamedDocument> list;
    const std::vector<NamedDocument> all = documents(0);
    for (std::size_t at = first; at < all.size(); at += step) {
        const auto& [name, document] = all[at];
        if (document.model != Model::Attention || name.starts_with("seed") ||
            name.starts_with("joined"))
            continue;
        const auto seed = static_cast<std::uint32_t>(at);
        list.emplace_back(name + "-given", with_given_weights(document, seed, false));
        if (head_count(document) > 1)
            list.emplace_back(name + "-last", with_given_weights(document, seed, true));
    }
    for (auto& [name, document] : attn::test::documents_without_x()) {
        for (char& letter : name)
            letter = letter == ' ' || letter == ',' ? '-' : letter;
        list.emplace_back(name, document);
        document.convention = Convention::TokensAsColumns;
        list.emplace_back(name + "-columns", std::move(document));
    }
    return list;
}

/// For the slower languages: four with heads that share keys, four with a memory, and four with a
/// block that normalises first and ends in words.
inline std::vector<NamedDocument> few_documents_with_options() {
    std::array<int, 3> wanted = {4, 4, 4};
    std::vector<NamedDocument> list;
    for (std::uint32_t seed = 1; wanted != std::array<int, 3>{}; ++seed) {
        const Document document = attn::test::random_document_with_options(seed);
        if (!has_moderate_numbers(document))
            continue;
        const auto& block = document.options.block;
        const std::array<bool, 3> has = {
            group_count(document) < head_count(document), document.options.has_memory,
            block && block->place == Block::Place::Before && block->norm != Block::Norm::None &&
                block->has_words_out};
        for (std::size_t at = 0; at < wanted.size(); ++at)
            if (has[at] && wanted[at] > 0) {
                --wanted[at];
                add_with_options(list, seed);
                break;
            }
    }
    return list;
}

inline std::vector<publish::SheetTable> all_tables(const Document& document) {
    const Trace trace = evaluate(document);
    std::vector<publish::SheetTable> tables;
    for (const SheetId& sheet : sheets(document))
        tables.push_back(publish::sheet_table(document, trace, sheet));
    return tables;
}

inline void write(const TempDir& folder, const NamedDocument& named, publish::Language language,
                  const std::string& ending) {
    const auto& [name, document] = named;
    (void)folder.file(name + ending, *publish::program(document, language));
    (void)folder.file(name + ".npz", *publish::to_npz(all_tables(document)));
}

/// Runs every program of the folder in one Python and compares.
inline Ended compare(const TempDir& folder, const std::string& library, double tolerance) {
    return run_shell("/usr/bin/python3 -B " ATTENTION_SOURCE_DIR "/tests/programs/compare.py '" +
                     folder.path().string() + "' " + library + " " + shortest(tolerance));
}

} // namespace attn::test
