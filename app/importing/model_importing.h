// SPDX-License-Identifier: MIT
// A layer of a real model on its way into a document: the text that the model reads, the head that
// is chosen among all, and what comes of it.
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

/// What of the layer becomes the document.
enum class ModelPart { Head, Layer, Block };

struct ModelImporting {
    std::string name; // of the folder
    std::shared_ptr<ModelReader> reader;
    std::shared_ptr<const attn::tokenizer::Tokenizer> tokenizer; // none: ids are typed
    std::string no_tokenizer;                                    // why there is none
    LineEdit text;
    bool is_in_grid = false; // arrows choose a head; else they move the caret
    attn::checkpoint::Choice choice;
    ModelPart part = ModelPart::Head;
    attn::Index head = 0;
    std::map<std::pair<attn::Index, attn::Index>, attn::Matrix> heads; // weights that were read
    std::shared_ptr<const attn::figure::Pixels> picture;               // of those
    const attn::figure::ColourTable* colours =                         // of the picture
        &attn::figure::table(attn::Sequential::Violet);
    std::optional<attn::checkpoint::CheckpointDocument> made; // of the choice
    std::string fault; // why nothing comes of the text or of the choice
};

/// Whether the path is a folder with a model, or its config.json.
bool is_model(const std::string& path);
/// The model of the folder, open; the error names the file that is missing or wrong.
attn::Result<ModelImporting> begin_model(const std::string& path, std::function<void()> wake);

/// Another text: its tokens are read again.
void follow_text(ModelImporting& importing);
void choose_head(ModelImporting& importing, attn::Index layer, attn::Index head);
void choose_part(ModelImporting& importing, ModelPart part);
/// Takes what the thread has made, and shows the heads in the colours of the view; whether anything
/// is new.
bool follow_reader(ModelImporting& importing, const attn::View& view);

/// Every head as a small picture: layers below each other, heads side by side.
std::shared_ptr<const attn::figure::Pixels> glance_picture(const ModelImporting& importing);
/// Pixels from one head to the next, to the right and down; one is free on each side.
attn::Index glance_step(const ModelImporting& importing);

/// Keys: Tab goes between the text and the heads, arrows choose a head, Space what of its layer is
/// taken, Enter opens, Esc leaves.
void press_in_model(const Frame& frame, const KeyPress& key);
void type_in_model(const Frame& frame, const std::string& text);

} // namespace app
