// SPDX-License-Identifier: MIT
#include "core/engine/pass/large_pass.h"

#include "core/engine/kernels/kernels.h"
#include "core/engine/numbers/parallel.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace attn {
namespace {

std::size_t length(std::ptrdiff_t count) {
    return static_cast<std::size_t>(count);
}

constexpr Real least_sum =
    1e-60; // a smaller sum of exponentials may have lost numbers to underflow

/// Whether every key is blocked for the query.
bool is_closed(const Mask& mask, Index query, Index keys) {
    for (Index key = 0; key < keys; ++key)
        if (!is_blocked(mask, query, key))
            return false;
    return true;
}

RowsTask task_of(HeadTrace& trace) {
    LargeHead& head = trace.large;
    RowsTask task;
    task.query = trace[Stage::Q].data();
    task.packed_key = head.packed_key.data();
    task.packed_value = head.packed_value.data();
    task.keys = trace[Stage::K].rows();
    task.d_k = trace[Stage::K].cols();
    task.d_v = trace[Stage::V].cols();
    task.factor = scaling(head);
    task.reach = head.reach.data();
    task.mask = kernel_mask(head.mask);
    task.output = trace[Stage::Output].data();
    task.largest = head.largest.data();
    task.sum = head.sum.data();
    return task;
}

Real cost_of(const RowsTask& task, Index rows) {
    constexpr Real power = 16; // an exponential takes as long as this many multiplications
    return static_cast<Real>(rows) * static_cast<Real>(task.keys) *
           (static_cast<Real>(task.d_k + task.d_v) + power);
}

/// The result refers to the task.
Phase phase_of(const RowsTask& task, Index rows) {
    return {rows, even_block(rows, row_block), cost_of(task, rows),
            [task = &task](Index first, Index last) {
                const auto work = working_memory(task->d_v);
                kernels().attend_rows(*task, first, last, work.get());
            }};
}

void run(const RowsTask& task, Index rows, Progress* progress) {
    for_phases({phase_of(task, rows)}, progress);
}

/// Computes the products of one matrix, or its transpose, with others, which are packed until they
/// are done: small ones by each core for itself, which takes less time than fetching them from
/// another.
class Products {
public:
    Products(const Matrix& left, const std::vector<Product>& list, bool is_transposed = false)
        : left_(left), list_(list), is_transposed_(is_transposed),
          rows_(is_transposed ? left.cols() : left.rows()),
          depth_(is_transposed ? left.rows() : left.cols()) {
        for (const Product& product : list) {
            const Matrix& right = product.right;
            packed_.push_back(right.size() > small ? packed_of(right) : nullptr);
            product.result.resize(rows_, right.cols());
        }
    }
    Products(const Products&) = delete;

    Phase phase() const {
        Real cost = 0;
        for (const Product& product : list_)
            cost += static_cast<Real>(left_.size()) * static_cast<Real>(product.right.cols());
        constexpr Index turned_at_once = 48; // rows; they fit in a core's own cache
        return {rows_, even_block(rows_, is_transposed_ ? turned_at_once : Index{row_block}), cost,
                [this](Index first, Index last) { make(first, last); }};
    }

private:
    static constexpr Index small = 8192; // numbers; packed, at most a quarter of a core's own cache

    static std::unique_ptr<Real[]> packed_of(const Matrix& right) {
        auto packed = packed_memory(right.rows(), right.cols());
        pack(kernels(), right.data(), right.rows(), right.cols(), packed.get());
        return packed;
    }

    void make(Index first, Index last) const {
        std::unique_ptr<Real[]> turned;
        if (is_transposed_) {
            turned.reset(new Real[length((last - first) * depth_)]);
            turn(left_, first, last - first, turned.get());
        }
        const Real* const rows = turned ? turned.get() : left_.data() + first * depth_;
        for (std::size_t at = 0; at < list_.size(); ++at) {
            const Matrix& right = list_[at].right;
            Matrix& result = list_[at].result;
            const auto own = packed_[at] ? nullptr : packed_of(right);
            kernels().product(rows, own ? own.get() : packed_[at].get(),
                              result.data() + first * result.cols(), last - first, depth_,
                              result.cols());
        }
    }

    const Matrix& left_;
    const std::vector<Product>& list_;
    const bool is_transposed_;
    const Index rows_, depth_; // the left factor's shape
    std::vector<std::unique_ptr<Real[]>> packed_;
};

} // namespace

std::unique_ptr<Real[]> working_memory(Index d_v) {
    return std::unique_ptr<Real[]>(new Real[length(work_length(kernels(), d_v))]);
}

std::unique_ptr<Real[]> packed_memory(Index depth, Index columns) {
    return std::unique_ptr<Real[]>(new Real[length(packed_length(kernels(), depth, columns))]);
}

bool is_simple(const Mask& mask) {
    return mask.kind == Mask::Kind::None || mask.kind == Mask::Kind::Causal;
}

KernelMask kernel_mask(const Mask& mask) {
    switch (mask.kind) {
    case Mask::Kind::None:
        return {};
    case Mask::Kind::Causal:
        return {KernelMask::Kind::Causal, nullptr, 0};
    case Mask::Kind::Painted:
        return {KernelMask::Kind::Painted, mask.painted->data(), mask.painted.cols()};
    case Mask::Kind::Window:
    case Mask::Kind::Prefix:
    case Mask::Kind::Padding:
    case Mask::Kind::All:
        break;
    }
    assert(false && "the mask of a large head is painted unless kernels know its kind");
    return {};
}

bool is_for_large(Index tokens, Index d_k, Index d_v, const Switches& switches) {
    const bool fits_on_a_slide = tokens <= slide_tokens && d_k <= slide_width && d_v <= slide_width;
    return !fits_on_a_slide && switches.normaliser == Normaliser::Softmax &&
           switches.axis == Axis::Rows;
}

bool is_finite(const Matrix& matrix, Real* reach) {
    Real low = 0, high = 0;
    const bool is_finite =
        matrix.size() == 0 || kernels().find_ends(matrix.data(), matrix.size(), &low, &high);
    if (reach)
        *reach = std::max(-low, high);
    return is_finite;
}

/// Computes product = a b if b is larger than a core's cache: each panel of b is packed when it is
/// needed, so that b is read once and its packed form is never stored as a whole.
void wide_product(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress) {
    const Index panel = kernels().panel, depth = b.rows(), rows = a.rows();
    product.resize(rows, b.cols());
    const auto make = [&](Index first, Index last) {
        const std::unique_ptr<Real[]> packed(new Real[length(panel * depth)]);
        const std::unique_ptr<Real[]> made(new Real[length(panel * rows)]);
        for (Index at = first; at < last; ++at) {
            const Index column = at * panel, width = std::min(panel, b.cols() - column);
            pack_panel(kernels(), b.data() + column, b.cols(), depth, width, packed.get());
            kernels().product(a.data(), packed.get(), made.get(), rows, depth, width);
            for (Index row = 0; row < rows; ++row)
                std::copy_n(made.get() + row * width, width,
                            product.data() + row * b.cols() + column);
        }
    };
    const Index panels = (b.cols() + panel - 1) / panel;
    const Real cost = static_cast<Real>(a.size()) * static_cast<Real>(b.cols());
    for_phases({{panels, even_block(panels, 4), cost, make}}, progress);
}

void large_product(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress) {
    constexpr Index large = 65536, few = 2 * row_block;
    if (b.size() > large && a.rows() <= few && b.cols() >= 2 * kernels().panel)
        return wide_product(a, b, product, progress);
    const std::vector<Product> list{{b, product}};
    const Products products(a, list);
    for_phases({products.phase()}, progress);
}

void large_transposed_product(const Matrix& a, const Matrix& b, Matrix& product) {
    const std::vector<Product> list{{b, product}};
    const Products products(a, list, true);
    for_phases({products.phase()});
}

void turn(const Matrix& a, Index first, Index count, Real* rows) {
    constexpr Index side = 32;
    Eigen::Map<Matrix> turned(rows, count, a.rows());
    for (Index row = 0; row < a.rows(); row += side)
        for (Index column = 0; column < count; column += side) {
            const Index height = std::min(side, a.rows() - row);
            const Index width = std::min(side, count - column);
            turned.block(column, row, width, height) =
                a.block(row, first + column, height, width).transpose();
        }
}

bool attend_all_rows(HeadTrace& trace, const HeadInputs& inputs, const std::vector<Product>& list,
                     KeptColumns* kept) {
    LargeHead& head = trace.large;
    const Switches& switches = inputs.switches;
    if (!kept)
        head.kept = {};
    const Products products(inputs.x, list);
    const Index tokens = trace[Stage::Q].rows();
    head.scale = divisor(switches.scale, trace[Stage::Q].cols(), inputs.x.cols());
    head.temperature = switches.temperature;
    head.mask = is_simple(switches.mask)
                    ? switches.mask
                    : painted_like(switches.mask, tokens, trace[Stage::K].rows());
    head.packed_key.resize(length(packed_length(kernels(), trace[Stage::K].cols(), tokens)));
    head.packed_value.resize(length(packed_length(kernels(), tokens, trace[Stage::V].cols())));
    head.largest.resize(length(tokens));
    head.sum.resize(length(tokens));
    trace[Stage::Output].resize(tokens, trace[Stage::V].cols());
    head.mixed_inputs.resize(0, 0);
    RowsTask task = task_of(trace);

    std::vector<Phase> phases;
    if (!list.empty())
        phases.push_back(products.phase());
    std::array<bool, 3> are_finite{};
    // A factor that has lost digits would take them from every score.
    const bool is_exact = std::isnormal(task.factor);
    const auto all_finite = [&] {
        return is_exact && are_finite[0] && are_finite[1] && are_finite[2];
    };
    constexpr Index preparations = 6;
    const auto prepare = [&](Index one, Index) {
        switch (one) {
        case 0:
            keep_value_packed(trace);
            return;
        case 1:
            keep_key_packed(trace);
            return;
        case 2:
            if (kept)
                task.kept = kept->scores();
            return;
        default:
            const Matrix* const matrices[] = {&trace[Stage::Q], &trace[Stage::K], &trace[Stage::V]};
            are_finite[length(one - 3)] =
                is_finite(*matrices[one - 3], one < 5 ? &head.reach[length(one - 3)] : nullptr);
        }
    };
    phases.push_back({preparations, 1, 0, prepare});
    Phase rows = phase_of(task, tokens);
    rows.work = [&, attend = std::move(rows.work)](Index first, Index last) {
        if (all_finite())
            attend(first, last);
    };
    phases.push_back(std::move(rows));
    for_phases(phases, inputs.progress);
    if (is_cancelled(inputs.progress))
        return false;
    if (!all_finite()) {
        head = {};
        return false;
    }

    if (task.kept.use == KeptScores::Use::Read) {
        std::vector<Index> far; // rows whose largest score moved by more than the kept one allows
        for (Index row = 0; row < tokens; ++row)
            if (!(head.sum[length(row)] > least_sum && head.sum[length(row)] < 1 / least_sum))
                far.push_back(row);
        if (!far.empty() && !attend_some_rows(trace, far, inputs.progress)) {
            head = {};
            return false;
        }
    }
    head.peak = head.sum;
    head.value_peak = *std::max_element(head.value_size.begin(), head.value_size.end());
    trace.no_key.assign(length(tokens), false);
    for (Index row = 0; row < tokens; ++row) {
        const Real sum = head.sum[length(row)];
        trace.no_key[length(row)] = sum == 0 && is_closed(head.mask, row, tokens);
        // A sum of 0 with open keys: every power has underflowed.
        if (!std::isfinite(sum) || (sum == 0 && !trace.no_key[length(row)])) {
            head = {};
            return false;
        }
    }
    if (!is_finite(trace[Stage::Output])) {
        head = {};
        return false;
    }
    return true;
}

RowsAgain::RowsAgain(HeadTrace& trace, const std::vector<Index>& rows)
    : trace_(trace), rows_(rows), query_(static_cast<Index>(rows.size()), trace[Stage::Q].cols()),
      output_(query_.rows(), trace[Stage::V].cols()), largest_(rows.size()), sum_(rows.size()),
      task_(task_of(trace)) {
    for (Index at = 0; at < query_.rows(); ++at)
        query_.row(at) = trace[Stage::Q].row(rows[length(at)]);
    task_.query = query_.data();
    task_.number = rows.data();
    task_.output = output_.data();
    task_.largest = largest_.data();
    task_.sum = sum_.data();
}

void RowsAgain::attend(Progress* progress) {
    run(task_, query_.rows(), progress);
}

void RowsAgain::attend_here() {
    const auto work = working_memory(task_.d_v);
    kernels().attend_rows(task_, 0, query_.rows(), work.get());
}

bool RowsAgain::settle() {
    LargeHead& head = trace_.large;
    bool are_finite = true;
    for (Index at = 0; at < query_.rows(); ++at) {
        const Index row = rows_[length(at)];
        const Real sum = sum_[length(at)];
        trace_[Stage::Output].row(row) = output_.row(at);
        head.largest[length(row)] = largest_[length(at)];
        head.sum[length(row)] = head.peak[length(row)] = sum;
        trace_.no_key[length(row)] = sum == 0;
        are_finite = are_finite && std::isfinite(sum) &&
                     (sum > 0 || is_closed(head.mask, row, trace_[Stage::K].rows()));
    }
    return are_finite && is_finite(output_);
}

bool attend_some_rows(HeadTrace& trace, const std::vector<Index>& rows, Progress* progress) {
    keep_key_packed(trace);
    keep_value_packed(trace);
    RowsAgain again(trace, rows);
    again.attend(progress);
    return again.settle();
}

void keep_key_packed(HeadTrace& trace) {
    LargeHead& head = trace.large;
    if (std::exchange(head.is_key_packed, true))
        return;
    const Matrix& key = trace[Stage::K];
    head.packed_key.resize(length(packed_length(kernels(), key.cols(), key.rows())));
    pack_keys(kernels(), key.data(), key.rows(), key.cols(), head.packed_key.data());
}

void keep_value_packed(HeadTrace& trace) {
    LargeHead& head = trace.large;
    if (std::exchange(head.is_value_packed, true))
        return;
    const Matrix& value = trace[Stage::V];
    head.packed_value.resize(length(packed_length(kernels(), value.rows(), value.cols())));
    pack(kernels(), value.data(), value.rows(), value.cols(), head.packed_value.data());
    head.value_size.resize(length(value.rows()));
    for (Index key = 0; key < value.rows(); ++key)
        head.value_size[length(key)] = value.row(key).cwiseAbs().maxCoeff();
}

Matrix weigh(HeadTrace& trace, const Matrix& rows, Progress* progress) {
    std::vector<Real> packed(length(packed_length(kernels(), rows.rows(), rows.cols())));
    pack(kernels(), rows.data(), rows.rows(), rows.cols(), packed.data());
    std::vector<Real> largest(length(trace[Stage::Q].rows())), sum(largest.size());
    Matrix mixed(trace[Stage::Q].rows(), rows.cols());
    RowsTask task = task_of(trace);
    task.packed_value = packed.data();
    task.d_v = rows.cols();
    task.output = mixed.data();
    task.largest = largest.data();
    task.sum = sum.data();
    run(task, mixed.rows(), progress);
    return mixed;
}

} // namespace attn

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
