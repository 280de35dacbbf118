// SPDX-License-Identifier: MIT
#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "core/io/zip_write.h"
#include "core/publish/sheet_formats.h"

namespace attn::publish {
namespace {

std::vector<Real> values_of(const SheetTable& table) {
    std::vector<Real> values;
    for (const Matrix& grid : table.grids)
        values.insert(values.end(), grid.data(), grid.data() + grid.size());
    return values;
}

/// Rows and columns, preceded by the queries if there are any.
std::vector<Index> shape_of(const SheetTable& table) {
    std::vector<Index> shape = {static_cast<Index>(table.rows.size()),
                                static_cast<Index>(table.columns.size())};
    if (!table.queries.empty())
        shape.insert(shape.begin(), static_cast<Index>(table.queries.size()));
    return shape;
}

} // namespace

ArchiveFacts archive_facts(const Document& document) {
    if (document.model != Model::Attention)
        return {};
    ArchiveFacts facts{document.tokens.list(), {}};
    const auto say = [&](const char* name, Real number) {
        facts.numbers.emplace_back(name, number);
    };
    if (document.projections == Projections::Learned)
        say("model.scale", divisor(document.switches.scale, d_k(document), d_model(document)) *
                               document.switches.temperature);
    if (const Positions& positions = document.options.positions;
        positions.kind == Positions::Kind::Rotary && !positions.are_neighbours) {
        say("model.rotary_base", positions.base);
        if (positions.turned > 0)
            say("model.rotary_columns", static_cast<Real>(positions.turned));
    }
    if (document.options.soft_limit)
        say("model.soft_limit", *document.options.soft_limit);
    if (document.convention == Convention::TokensAsColumns)
        say("model.tokens_as_columns", 1);
    return facts;
}

std::string to_npy(const SheetTable& table) {
    return io::write_npy(values_of(table), shape_of(table));
}

Result<std::string> to_npz(std::span<const SheetTable> tables, const ArchiveFacts& facts) {
    std::vector<io::ZipEntry> entries;
    if (!facts.words.empty())
        entries.push_back({"tokens.npy", io::write_npy_texts(facts.words)});
    for (const auto& [name, number] : facts.numbers)
        entries.push_back({name + ".npy", io::write_npy(std::vector{number}, {})});
    for (const SheetTable& table : tables)
        entries.push_back({table.name + ".npy", to_npy(table)});
    return io::write_zip(entries);
}

std::string to_safetensors(std::span<const SheetTable> tables, const ArchiveFacts& facts) {
    std::vector<io::WrittenTensor> tensors;
    for (const auto& [name, number] : facts.numbers)
        tensors.push_back({name, {}, {number}});
    for (const SheetTable& table : tables)
        tensors.push_back({table.name, shape_of(table), values_of(table)});
    return io::write_safetensors(tensors, facts.words);
}

} // namespace attn::publish
