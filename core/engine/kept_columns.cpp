// SPDX-License-Identifier: MIT
#include "core/engine/kept_columns.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace attn {
namespace {

/// Whether a row was so much larger than it is that what is left of its products lost digits.
bool is_cancelled(const Matrix& held, const Matrix& now) {
    constexpr Real most_lost = 8;
    for (Index row = 0; row < now.rows(); ++row)
        if (!(held.row(row).cwiseAbs().maxCoeff() <=
              most_lost * now.row(row).cwiseAbs().maxCoeff()))
            return true;
    return false;
}

/// Memory in large pages where the system has them: it is walked through as a whole every time.
std::shared_ptr<Real[]> room(Index length) {
    constexpr std::size_t page = std::size_t(1) << 21;
    const std::size_t bytes =
        (static_cast<std::size_t>(length) * sizeof(Real) + page - 1) / page * page;
    void* const memory = std::aligned_alloc(page, bytes);
    if (!memory)
        throw std::bad_alloc();
#ifdef __linux__
    madvise(memory, bytes, MADV_HUGEPAGE); // A hint: without it all is the same, a little slower.
#endif
    return {static_cast<Real*>(memory), [](Real* numbers) { std::free(numbers); }};
}

} // namespace

std::vector<Index> changed_columns(const Matrix& a, const Matrix& b) {
    std::vector<Index> columns;
    std::vector<unsigned char> is_changed(static_cast<std::size_t>(b.cols()));
    for (Index row = 0; row < b.rows(); ++row) {
        const Real *const left = &a(row, 0), *const right = &b(row, 0);
        if (std::memcmp(left, right, is_changed.size() * sizeof(Real)) == 0)
            continue;
        for (std::size_t at = 0; at < is_changed.size(); ++at)
            if (std::memcmp(left + at, right + at, sizeof(Real)) != 0)
                is_changed[at] = 1;
    }
    for (std::size_t at = 0; at < is_changed.size(); ++at)
        if (is_changed[at])
            columns.push_back(static_cast<Index>(at));
    return columns;
}

KeptColumns::KeptColumns(HeadTrace& trace, bool may_keep) {
    const Matrix &query = trace.query, &key = trace.key;
    KeptProducts& kept = trace.large.kept;
    if (!may_keep || query.rows() * key.rows() > most_cells)
        return;
    if (kept.products) {
        query_columns_ = changed_columns(kept.query, query);
        key_columns_ = changed_columns(kept.key, key);
    }
    if (!kept.products || !fits(trace)) {
        const Index length = query.rows() * held_width(key.rows());
        if (!kept.products || kept.products.use_count() > 1)
            kept.products = room(length);
        kept.query = query;
        kept.key = key;
        scores_.use = KeptScores::Use::Write;
        scores_.products = kept.products.get();
        return;
    }
    const auto of_query = static_cast<Index>(query_columns_.size());
    const Index rank = of_query + static_cast<Index>(key_columns_.size());
    left_.resize(query.rows(), rank);
    Matrix right(key.rows(), rank);
    for (Index at = 0; at < rank; ++at) {
        const bool is_query = at < of_query;
        const Index column = is_query ? query_columns_[static_cast<std::size_t>(at)]
                                      : key_columns_[static_cast<std::size_t>(at - of_query)];
        if (is_query) {
            left_.col(at) = query.col(column) - kept.query.col(column);
            right.col(at) = key.col(column);
        } else {
            left_.col(at) = kept.query.col(column);
            right.col(at) = key.col(column) - kept.key.col(column);
        }
    }
    packed_right_.resize(static_cast<std::size_t>(packed_length(kernels(), rank, key.rows())));
    pack_keys(kernels(), right.data(), key.rows(), rank, packed_right_.data());
    scores_ = {KeptScores::Use::Read, kept.products.get(), rank, left_.data(),
               packed_right_.data()};
}

bool KeptColumns::fits(const HeadTrace& trace) const {
    return query_columns_.size() + key_columns_.size() <= most &&
           (query_columns_.empty() || !is_cancelled(trace.large.kept.query, trace.query)) &&
           (key_columns_.empty() || !is_cancelled(trace.large.kept.key, trace.key));
}

} // namespace attn
