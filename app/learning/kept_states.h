// SPDX-License-Identifier: MIT
// Documents along a training, evenly spaced and never more than so many: of a long run every second
// one is dropped, again and again.
#pragma once

#include "core/document/document.h"

#include <cstddef>
#include <vector>

namespace app {

/// The document after so many steps. It shares with the first what does not learn.
struct TrainedState {
    std::size_t step = 0;
    attn::Document document;
};

class KeptStates {
public:
    /// At least 2 are kept.
    explicit KeptStates(std::size_t most);

    /// Whether the state of this step is to be added. Steps come in order, from 0 on.
    bool wants(std::size_t step) const { return step % stride_ == 0; }
    void add(TrainedState state);

    /// The one whose step is nearest; there must be one.
    const TrainedState& nearest(std::size_t step) const;
    std::size_t size() const { return states_.size(); }
    /// One in so many steps is kept.
    std::size_t stride() const { return stride_; }

private:
    std::size_t most_, stride_ = 1;
    std::vector<TrainedState> states_; // of steps 0, stride, 2 · stride …
};

/// How many states of a document are kept where these inputs learn: 400, or fewer where those would
/// take more than 64 MB.
std::size_t most_kept(const attn::Document& document, const std::vector<attn::SheetId>& learned);

} // namespace app
