// SPDX-License-Identifier: MIT
// Documents over every switch, written as programs beside the numbers they must give.
#pragma once

#include "core/base/number_text.h"
#include "core/document/evaluate.h"
#include "core/io/library.h"
#include "core/publish/code.h"
#include "core/publish/sheet_formats.h"
#include "tests/support/python.h"
#include "tests/support/random_document.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

using NamedDocument = std::pair<std::string, Document>;

/// Every preset, then `seeds` documents that differ in all switches, and ratings of every sort.
inline std::vector<NamedDocument> documents(std::uint32_t seeds) {
    std::vector<NamedDocument> list;
    const auto presets = io::presets();
    assert(presets && !presets->empty() && "the presets are beside the tests");
    for (const io::Preset& preset : *presets)
        list.emplace_back(preset.name, *io::open_file(preset.path));
    for (std::uint32_t seed = 1; seed <= seeds; ++seed)
        list.emplace_back("seed-" + std::to_string(seed), attn::testing::random_document(seed));
    for (std::uint32_t seed = 1; seed <= std::max(6U, seeds / 5); ++seed)
        list.emplace_back("joined-" + std::to_string(seed),
                          attn::testing::random_joined_document(seed));
    for (std::uint32_t seed = 1; seed <= std::max(24U, seeds / 2); ++seed)
        list.emplace_back("ratings-" + std::to_string(seed), attn::testing::random_ratings(seed));
    return list;
}

/// The same with every other one written with words as columns.
inline std::vector<NamedDocument> mixed(std::vector<NamedDocument> list) {
    for (std::size_t at = 1; at < list.size(); at += 2) {
        list[at].first += "-columns";
        list[at].second.convention = Convention::TokensAsColumns;
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
