// SPDX-License-Identifier: MIT
// A sheet as aligned text, CSV, TSV, Markdown, JSON, a NumPy file or safetensors.
#pragma once

#include "core/publish/sheet_table.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn::publish {

/// For people: name, shape and formula, then the numbers under each other with row and column
/// names, and row sums where they tell something. Without `decimals` whole matrices have none,
/// others four. A query without any key shows "–".
std::string to_text(const SheetTable& table, std::optional<int> decimals);

/// One header line with the column names, one line for each row beginning with its name; for the
/// weighted values each line begins with the query and the key. RFC 4180 quoting, lines end in \n.
/// Words that a spreadsheet would run as a formula begin with an apostrophe (io::guarded()), which
/// importing takes away again; U+0000 in a word is written as ␀.
std::string to_csv(const SheetTable& table, std::optional<int> decimals);

/// The same with tabs between the cells; the quoting is that of CSV.
std::string to_tsv(const SheetTable& table, std::optional<int> decimals);

/// A heading and a table as Markdown viewers know it, numbers to the right; for the weighted values
/// one table for each query. Lines end in \n.
std::string to_markdown(const SheetTable& table, std::optional<int> decimals);

/// {"stage", "shape", "rows_are", "columns_are", "rows", "columns", "values", "row_sums"}: what
/// rows and columns stand for, "query words", then the name of each. With words as columns
/// "column_sums" stand in place of "row_sums". The weighted values have "queries" as well, their
/// "shape" is [queries, rows, columns] and "values" and "row_sums" are nested one deeper. Where
/// lines are blocked whole, "no_key": {"rows" or "columns": [their numbers]}. What is not finite is
/// "NaN", "Infinity" or "-Infinity".
std::string to_json(const SheetTable& table, std::optional<int> decimals);

/// {"stages": […]}, each as to_json writes it.
std::string to_json(std::span<const SheetTable> tables, std::optional<int> decimals);

/// Rows × columns, or queries × keys × d_v for the weighted values; every bit is kept.
std::string to_npy(const SheetTable& table);

/// What an archive of all stages says beside them, so that it opens as the same document
/// (core/io/import_archive.h).
struct ArchiveFacts {
    std::vector<std::string> words;
    std::vector<std::pair<std::string, Real>> numbers; // "model.scale"
};
ArchiveFacts archive_facts(const Document& document);

/// Every table as NumPy's numpy.load reads an .npz, each under its name: "weights", "weights/1";
/// the words are "tokens". Not compressed, without dates; every bit is kept.
Result<std::string> to_npz(std::span<const SheetTable> tables, const ArchiveFacts& facts = {});

/// The same as safetensors, whose `__metadata__` holds the words.
std::string to_safetensors(std::span<const SheetTable> tables, const ArchiveFacts& facts = {});

} // namespace attn::publish
