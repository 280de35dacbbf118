// SPDX-License-Identifier: MIT
#include "core/engine/parallel.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace attn {
namespace {

constexpr Real worth_a_core = 8e6;    // multiplications; a thread takes up to 80 µs to come and go
constexpr unsigned most_threads = 16; // beyond that memory is what takes the time

Index core_count() {
    return std::min(std::max(1U, std::thread::hardware_concurrency()), most_threads);
}

} // namespace

Index even_block(Index count, Index most) {
    const Index cores = core_count();
    const Index each = (count + most * cores - 1) / (most * cores); // blocks
    return std::max<Index>(1, (count + each * cores - 1) / (each * cores));
}

void for_blocks(Index count, Index block, Real cost,
                const std::function<void(Index first, Index last)>& work, Progress* progress) {
    for_phases({{count, block, cost, work}}, progress);
}

void for_phases(const std::vector<Phase>& phases, Progress* progress) {
    struct State {
        std::atomic<Index> next{0}, done{0};
    };
    std::vector<State> states(phases.size());
    const auto run = [&] {
        for (std::size_t at = 0; at < phases.size(); ++at) {
            const Phase& phase = phases[at];
            State& state = states[at];
            for (Index first = state.next.fetch_add(phase.block);
                 first < phase.count && !is_cancelled(progress);
                 first = state.next.fetch_add(phase.block)) {
                const Index last = std::min(first + phase.block, phase.count);
                phase.work(first, last);
                state.done += last - first;
                if (progress)
                    progress->done +=
                        static_cast<std::int64_t>(phase.cost * static_cast<Real>(last - first) /
                                                  static_cast<Real>(phase.count));
            }
            // What is left is in the hands of others; it is little, and sleeping would take longer.
            while (at + 1 < phases.size() && state.done < phase.count && !is_cancelled(progress))
                std::this_thread::yield();
        }
    };
    Real wanted = 0; // cores
    for (const Phase& phase : phases) {
        const auto blocks = static_cast<Real>((phase.count + phase.block - 1) / phase.block);
        wanted = std::max(wanted, std::min(blocks, phase.cost / worth_a_core));
    }
    const auto cores = static_cast<Real>(core_count());
    std::vector<std::thread> others;
    try {
        for (Real thread = 1; thread < std::min(wanted, cores); ++thread)
            others.emplace_back(run);
    } catch (const std::system_error&) { // No more threads: those there are do it.
    } catch (const std::bad_alloc&) {
    }
    run();
    for (std::thread& other : others)
        other.join();
}

} // namespace attn
