// SPDX-License-Identifier: MIT
// Imports a layer of a real model: the text that the model reads, the chosen head, and the
// resulting document.
#pragma once

#include "app/input/line_edit.h"
#include "core/checkpoint/checkpoint_document.h"
#include "core/checkpoint/whole_document.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/tokenizer/tokenizer.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace app {

// Reads a model on its own thread: the weights of every head for a text, layer by layer, and the
// document for a choice. Only the latest request is carried out.

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
    using Wanted = std::variant<attn::checkpoint::Choice, attn::checkpoint::WholeChoice>;
    void make(Wanted wanted);

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
    std::optional<Wanted> wanted_;
    std::shared_ptr<attn::Progress> progress_; // the running work's
    bool is_making_ = false;                   // making a document, else reading heads
    News news_;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses the members above
};

/// Reduces the matrix: each number is the maximum of those it stands for.
attn::Matrix pooled_weights(const attn::Matrix& weights, attn::Index most);

struct Frame;
struct KeyPress;

/// Which part of the model becomes the document: of its layer, or all of it.
enum class ModelPart { Head, Layer, Block, Whole };

struct ModelImporting {
    std::string name; // the folder's name
    std::shared_ptr<ModelReader> reader;
    std::shared_ptr<const attn::tokenizer::Tokenizer> tokenizer; // null: the user types ids
    std::string no_tokenizer;                                    // why there is none
    LineEdit text;
    bool is_in_grid = false; // arrows choose a head, else move the caret
    attn::checkpoint::Choice choice;
    std::string why_not_whole; // why one document cannot hold the whole model; empty: one can
    ModelPart part = ModelPart::Head;
    attn::Index head = 0;
    std::map<std::pair<attn::Index, attn::Index>, attn::Matrix> heads; // weights read so far
    std::shared_ptr<const attn::figure::Pixels> picture;               // a picture of `heads`
    const attn::figure::ColourTable* colours =                         // the picture's colours
        &attn::figure::table(attn::Sequential::Violet);
    std::optional<attn::checkpoint::CheckpointDocument> made; // for the choice
    std::string fault; // why the text or the choice gives nothing
};

/// Whether the path is a folder with a model, or its config.json.
bool is_model(const std::string& path);
/// Opens the model of the folder; the error names the file that is missing or wrong.
attn::Result<ModelImporting> begin_model(const std::string& path, std::function<void()> wake);

/// Reads the tokens of the changed text.
void follow_text(ModelImporting& importing);
void choose_head(ModelImporting& importing, attn::Index layer, attn::Index head);
void choose_part(ModelImporting& importing, ModelPart part);
/// Returns the part after this one that the model has; after the last the first.
ModelPart next_part(const ModelImporting& importing);
/// Takes the thread's results and draws the heads in the view's colours. Returns whether anything
/// is new.
bool follow_reader(ModelImporting& importing, const attn::View& view);

/// Every head as a small picture: one row for each layer, heads side by side.
std::shared_ptr<const attn::figure::Pixels> glance_picture(const ModelImporting& importing);
/// The distance between heads in pixels, across and down, including one free pixel on each side.
attn::Index glance_step(const ModelImporting& importing);

/// Keys: Tab moves between the text and the heads, arrows choose a head, Space which part of its
/// layer is taken, Enter opens, Esc leaves.
void press_in_model(const Frame& frame, const KeyPress& key);
void type_in_model(const Frame& frame, const std::string& text);

} // namespace app
