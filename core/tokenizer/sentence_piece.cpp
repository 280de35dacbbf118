// SPDX-License-Identifier: MIT
#include "core/tokenizer/sentence_piece.h"

#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/tokenizer/parts.h"
#include "core/tokenizer/sentence_piece_rules.h"

#include <sentencepiece_processor.h>

#include <exception>
#include <string>
#include <utility>

namespace attn::tokenizer {
namespace {

std::optional<Index> known(int id) {
    return id < 0 ? std::nullopt : std::optional<Index>(id);
}

} // namespace

struct SentencePiece::Loaded {
    sentencepiece::SentencePieceProcessor processor;
};

Result<SentencePiece> load_sentence_piece(std::string_view bytes, Vocabulary& vocabulary) {
    if (auto whole = check_rules(bytes); !whole)
        return whole.error();
    try {
        auto loaded = std::make_shared<SentencePiece::Loaded>();
        const auto status = loaded->processor.LoadFromSerializedProto(bytes);
        if (!status.ok())
            return Error{"the model of SentencePiece cannot be read: " +
                         printable(status.ToString()) + "; fetch the file again"};
        const auto& processor = loaded->processor;
        for (int id = 0; id < processor.GetPieceSize(); ++id)
            if (auto added = add_token(vocabulary, processor.IdToPiece(id), id); !added)
                return added.error();
        SentencePiece model{nullptr, known(processor.bos_id()), known(processor.eos_id())};
        model.loaded = std::move(loaded);
        return model;
    } catch (const std::exception& exception) {
        return Error{"the model of SentencePiece cannot be read: " + printable(exception.what()) +
                     "; fetch the file again"};
    }
}

Result<> append_ids(const SentencePiece& model, const Vocabulary&, std::string_view text,
                    std::vector<Index>& ids) {
    try {
        std::vector<int> found;
        const auto status = model.loaded->processor.Encode(text, &found);
        if (!status.ok())
            return Error{"SentencePiece cannot split this text: " + printable(status.ToString())};
        ids.insert(ids.end(), found.begin(), found.end());
        return Nothing{};
    } catch (const std::exception& exception) {
        return Error{"SentencePiece cannot split this text: " + printable(exception.what())};
    }
}

Result<Pipeline> read_sentence_piece_folder(const std::string& folder) {
    const auto settings = read_settings(folder);
    if (!settings)
        return settings.error();
    const std::string path = path_in(folder, "tokenizer.model");
    const auto bytes = io::read_file(path);
    if (!bytes)
        return bytes.error();
    Pipeline pipeline;
    auto model = load_sentence_piece(*bytes, pipeline.vocabulary);
    if (!model)
        return Error{model.error().message, printable(path)};
    Frame frame;
    // By default, as in Llama, Mistral and Gemma, a beginning is added and no end.
    if (model->beginning && settings->adds_beginning.value_or(true))
        frame.before.push_back(*model->beginning);
    if (model->end && settings->adds_end.value_or(false))
        frame.after.push_back(*model->end);
    pipeline.frames.push_back(std::move(frame));
    pipeline.model = *std::move(model);
    pipeline.spelling = Spelling::Metaspace;
    auto tokens = read_more_tokens(folder);
    if (!tokens)
        return tokens.error();
    auto added = make_added_tokens(*std::move(tokens), pipeline.vocabulary, {});
    if (!added)
        return Error{added.error().message, printable(path_in(folder, "added_tokens.json"))};
    pipeline.added = *std::move(added);
    return pipeline;
}

} // namespace attn::tokenizer
