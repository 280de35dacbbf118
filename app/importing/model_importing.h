// SPDX-License-Identifier: MIT
// Imports a layer of a real model: the text that the model reads, the chosen head, and the
// resulting document.
#pragma once

#include "app/importing/model_reader.h"
#include "app/input/line_edit.h"
#include "core/figure/colour_map.h"
#include "core/figure/figure.h"
#include "core/tokenizer/tokenizer.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

struct Frame;
struct KeyPress;

/// Which part of the layer becomes the document.
enum class ModelPart { Head, Layer, Block };

struct ModelImporting {
    std::string name; // the folder's name
    std::shared_ptr<ModelReader> reader;
    std::shared_ptr<const attn::tokenizer::Tokenizer> tokenizer; // null: the user types ids
    std::string no_tokenizer;                                    // why there is none
    LineEdit text;
    bool is_in_grid = false; // arrows choose a head, else move the caret
    attn::checkpoint::Choice choice;
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
