// SPDX-License-Identifier: MIT
// A model that is read on a thread of its own: the weights of every head for a text, layer after
// layer, and the document of what was chosen. Only what was asked for last is made.
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

/// The weights of one head, pooled to at most this many rows and columns.
constexpr attn::Index most_glance = 32;
struct HeadGlance {
    attn::Index layer = 0, head = 0;
    attn::Matrix weights;
};

class ModelReader {
public:
    /// `wake` is called from the thread whenever there is something to take.
    ModelReader(attn::checkpoint::Model model, std::function<void()> wake);
    /// What runs is cancelled.
    ~ModelReader();
    ModelReader(const ModelReader&) = delete;
    ModelReader& operator=(const ModelReader&) = delete;

    const attn::checkpoint::Model& model() const { return model_; }

    /// Reads the model with these words, whatever was asked for before; without any, nothing.
    void read(std::vector<attn::Index> ids);
    /// Makes the document of a choice, as soon as the heads of the words were read.
    void make(attn::checkpoint::Choice choice);

    struct News {
        std::vector<HeadGlance> heads; // of what was asked for last
        std::optional<attn::Result<attn::checkpoint::CheckpointDocument>> made;
        std::optional<attn::Error> fault; // why the heads cannot be read
    };
    News take();
    bool has_news() const;
    /// How far it is, while something is made.
    struct Running {
        attn::Index layer = 0, layers = 0; // which is read, of how many; 0: nobody knows
        double fraction = 0;               // of all their weights
    };
    std::optional<Running> running() const;
    /// Whether something is made, or waits to be; `wake` was called for what was made before.
    bool is_working() const;

private:
    void work();

    const attn::checkpoint::Model model_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::vector<attn::Index>> ids_;
    std::optional<attn::checkpoint::Choice> choice_;
    std::shared_ptr<attn::Progress> progress_; // of what runs
    bool is_making_ = false;                   // a document; else heads are read
    News news_;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses the others
};

/// Each number the largest of those it stands for.
attn::Matrix pooled_weights(const attn::Matrix& weights, attn::Index most);

} // namespace app
