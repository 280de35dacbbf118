// SPDX-License-Identifier: MIT
// Reads a model on its own thread: the weights of every head for a text, layer by layer, and the
// document for a choice. Only the latest request is carried out.
#pragma once

#include "core/checkpoint/checkpoint_document.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace app {

/// The weights of one head, reduced to at most this many rows and columns.
constexpr attn::Index most_glance = 32;
struct HeadGlance {
    attn::Index layer = 0, head = 0;
    attn::Matrix weights;
};

class ModelReader {
public:
    /// Calls `wake` from the thread whenever there is something to take.
    ModelReader(attn::checkpoint::Model model, std::function<void()> wake);
    /// Cancels running work.
    ~ModelReader();
    ModelReader(const ModelReader&) = delete;
    ModelReader& operator=(const ModelReader&) = delete;

    const attn::checkpoint::Model& model() const { return model_; }

    /// Reads the heads for these tokens and drops earlier requests. Without tokens, reads nothing.
    void read(std::vector<attn::Index> ids);
    /// Makes the document for a choice, after the heads for the tokens have been read.
    void make(attn::checkpoint::Choice choice);

    struct News {
        std::vector<HeadGlance> heads; // the latest request's heads
        std::optional<attn::Result<attn::checkpoint::CheckpointDocument>> made;
        std::optional<attn::Error> fault; // why the heads cannot be read
    };
    News take();
    bool has_news() const;
    /// The progress of running work.
    struct Running {
        attn::Index layer = 0, layers = 0; // which layer is read, of how many; 0: unknown
        double fraction = 0;               // the share of all weights that has been read
    };
    std::optional<Running> running() const;
    /// Whether something is being made or waits. `wake` was called for everything made before.
    bool is_working() const;

private:
    void work();

    const attn::checkpoint::Model model_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::vector<attn::Index>> ids_;
    std::optional<attn::checkpoint::Choice> choice_;
    std::shared_ptr<attn::Progress> progress_; // the running work's
    bool is_making_ = false;                   // making a document, else reading heads
    News news_;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses the members above
};

/// Reduces the matrix: each number is the maximum of those it stands for.
attn::Matrix pooled_weights(const attn::Matrix& weights, attn::Index most);

} // namespace app
