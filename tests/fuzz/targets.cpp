// SPDX-License-Identifier: MIT
#include "tests/fuzz/targets.h"

#include "core/document/model/evaluate.h"
#include "core/io/arrays/npy.h"
#include "core/io/arrays/safetensors.h"
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/matrix_text.h"
#include "core/io/text/paste.h"
#include "core/io/text/table_text.h"

#include <cmath>
#include <cstdlib>

namespace attn::fuzz {
namespace {

/// Checks a condition, also in builds without asserts.
void require(bool holds) {
    if (!holds)
        std::abort();
}

/// Reads the first matrix of every array, and a part of it in turned order.
void read_all(const Result<io::ArrayFile>& file) {
    if (!file)
        return require(!file.error().text().empty());
    for (std::size_t at = 0; at < file->arrays.size(); ++at) {
        const io::ArrayInfo& info = file->arrays[at];
        io::Slice slice;
        if (info.shape.size() > 2)
            slice.leading.resize(info.shape.size() - 2);
        const auto whole = file->read(at, slice);
        if (!whole)
            continue;
        const io::Extent extent = io::extent_of(info.shape);
        require(whole->matrix.rows() == extent.rows && whole->matrix.cols() == extent.columns);
        require(info.row_names.empty() || static_cast<Index>(info.row_names.size()) == extent.rows);
        require(info.column_names.empty() ||
                static_cast<Index>(info.column_names.size()) == extent.columns);
        slice.rows = {extent.rows - 1, 0};
        slice.columns = {extent.columns - 1, 0, 0};
        const auto part = file->read(at, slice);
        require(part.has_value());
        const Real a = part->matrix(0, 1), b = whole->matrix(extent.rows - 1, 0);
        require(a == b || (std::isnan(a) && std::isnan(b)));
    }
}

} // namespace

void document(std::string_view bytes) {
    const auto read = io::read_document(bytes, "fuzz.attn");
    if (!read)
        return require(!read.error().text().empty());
    require(validate(*read).has_value());
    const std::string written = io::write_document(*read);
    const auto again = io::read_document(written, "again.attn");
    require(again.has_value());
    require(io::write_document(*again) == written);
    if (token_count(*read) * d_model(*read) < 1000)
        (void)evaluate(*read);
}

void npy(std::string_view bytes) {
    read_all(io::open_npy(io::bytes_in_memory(std::string(bytes)), "fuzz.npy"));
}

void npz(std::string_view bytes) {
    read_all(io::open_npz(io::bytes_in_memory(std::string(bytes)), "fuzz.npz"));
}

void safetensors(std::string_view bytes) {
    read_all(io::open_safetensors(io::bytes_in_memory(std::string(bytes)), "fuzz.safetensors"));
}

void csv(std::string_view bytes) {
    const auto table = io::read_table(bytes);
    if (!table)
        return require(!table.error().text().empty());
    require(table->matrix.size() > 0);
    require(table->row_names.empty() ||
            static_cast<Index>(table->row_names.size()) == table->matrix.rows());
    require(table->column_names.empty() ||
            static_cast<Index>(table->column_names.size()) == table->matrix.cols());
    const auto again = io::read_table(bytes, table->dialect);
    require(again.has_value() && again->matrix.size() == table->matrix.size());
}

void paste(std::string_view bytes) {
    const auto read = io::read_pasted(bytes);
    if (!read)
        return require(!read.error().text().empty());
    require(!read->grids.empty());
    for (const io::PastedGrid& grid : read->grids) {
        require(grid.matrix.size() > 0);
        require(grid.row_names.empty() ||
                static_cast<Index>(grid.row_names.size()) == grid.matrix.rows());
        require(grid.column_names.empty() ||
                static_cast<Index>(grid.column_names.size()) == grid.matrix.cols());
        const auto again =
            io::read_pasted(io::matrix_text({"", grid.matrix, {}, {}}, io::TextForm::Json));
        require(again.has_value() && again->grids.size() == 1 &&
                again->grids[0].matrix.rows() == grid.matrix.rows() &&
                again->grids[0].matrix.cols() == grid.matrix.cols());
    }
}

void cell_text(std::string_view bytes) {
    const auto number = io::parse_cell(bytes);
    require(number ? std::isfinite(*number) : !number.error().text().empty());
}

void lesson(std::string_view bytes) {
    const auto read = io::read_lesson(bytes, "fuzz.json");
    require(read ? !read->steps.empty() : !read.error().text().empty());
}

} // namespace attn::fuzz
