// SPDX-License-Identifier: MIT
#include "core/engine/kept_columns.h"

#include "core/engine/large_pass.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace attn {
namespace {

/// Whether a row has shrunk so far that its stored products have lost digits. Only the given
/// columns differ.
bool is_cancelled(const Matrix& held, const Matrix& now, const std::vector<Index>& columns) {
    constexpr Real most_lost = 8;
    for (Index row = 0; row < now.rows(); ++row)
        for (const Index column : columns) {
            const Real was = std::abs(held(row, column));
            // The changed columns are mostly near their old values; if not, the whole row decides.
            if (!(was <= most_lost * std::abs(now(row, column))) &&
                !(was <= most_lost * now.row(row).cwiseAbs().maxCoeff()))
                return true;
        }
    return false;
}

void add(std::vector<Index>& columns, const std::vector<Index>& others) {
    for (const Index column : others)
        if (std::find(columns.begin(), columns.end(), column) == columns.end())
            columns.push_back(column);
}

/// Allocates memory in large pages if the system has them, because it is read as a whole every
/// time. Null if there is not enough.
std::shared_ptr<Real[]> room(Index length) {
    constexpr std::size_t page = std::size_t(1) << 21;
    const std::size_t bytes =
        (static_cast<std::size_t>(length) * sizeof(Real) + page - 1) / page * page;
    void* const memory = std::aligned_alloc(page, bytes);
    if (!memory)
        return nullptr;
#ifdef __linux__
    madvise(memory, bytes,
            MADV_HUGEPAGE); // only a hint: without it everything works, a little slower
#endif
    return {static_cast<Real*>(memory), [](Real* numbers) { std::free(numbers); }};
}

} // namespace

KeptColumns::KeptColumns(HeadTrace& trace, const std::vector<Index>& query_columns,
                         const std::vector<Index>& key_columns)
    : trace_(trace) {
    KeptProducts& kept = trace.large.kept;
    add(kept.query_columns, query_columns);
    add(kept.key_columns, key_columns);
}

KeptScores KeptColumns::scores() {
    const Matrix &query = trace_[Stage::Q], &key = trace_[Stage::K];
    KeptProducts& kept = trace_.large.kept;
    if (query.rows() * key.rows() > most_cells) {
        kept = {};
        return {};
    }
    if (kept.products && fits()) {
        find_factors();
        return {KeptScores::Use::Read, kept.products.get(), left_.cols(), left_.data(),
                packed_right_.data()};
    }
    if (!kept.products || kept.products.use_count() > 1)
        kept.products = room(query.rows() * held_width(key.rows()));
    if (!kept.products)
        return {};
    kept.query = query;
    kept.key = key;
    kept.query_columns.clear();
    kept.key_columns.clear();
    return {KeptScores::Use::Write, kept.products.get()};
}

bool KeptColumns::fits() const {
    const KeptProducts& kept = trace_.large.kept;
    return is_small() && kept.query_columns.size() + kept.key_columns.size() <= most &&
           !is_cancelled(kept.query, trace_[Stage::Q], kept.query_columns) &&
           !is_cancelled(kept.key, trace_[Stage::K], kept.key_columns);
}

/// Products that are added to round differently from products that are multiplied. The power of a
/// large score magnifies the difference.
bool KeptColumns::is_small() const {
    constexpr Real most_scaled = 1000;
    Real query = 0, key = 0;
    return is_finite(trace_[Stage::Q], &query) && is_finite(trace_[Stage::K], &key) &&
           static_cast<Real>(trace_[Stage::Q].cols()) * query * key * scaling(trace_.large) <=
               most_scaled;
}

void KeptColumns::find_factors() {
    const Matrix &query = trace_[Stage::Q], &key = trace_[Stage::K];
    const KeptProducts& kept = trace_.large.kept;
    const auto rank = static_cast<Index>(kept.query_columns.size() + kept.key_columns.size());
    left_.resize(query.rows(), rank);
    Matrix right(key.rows(), rank);
    Index at = 0;
    for (const Index column : kept.query_columns) {
        left_.col(at) = query.col(column) - kept.query.col(column);
        right.col(at++) = key.col(column);
    }
    for (const Index column : kept.key_columns) {
        left_.col(at) = kept.query.col(column);
        right.col(at++) = key.col(column) - kept.key.col(column);
    }
    packed_right_.resize(static_cast<std::size_t>(packed_length(kernels(), rank, key.rows())));
    pack_keys(kernels(), right.data(), key.rows(), rank, packed_right_.data());
}

} // namespace attn
