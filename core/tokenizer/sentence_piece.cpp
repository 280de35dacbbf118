// SPDX-License-Identifier: MIT
#include "core/tokenizer/sentence_piece.h"

#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/io/journal/file.h"
#include "core/tokenizer/folder_readers.h"

#include <sentencepiece_processor.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::tokenizer {

// Checks the compiled normalisation rules of a SentencePiece model: a double array (Aoe, 1989) that
// leads from bytes to their replacement. The library follows it without bounds checks, so damage
// must be found here first.

/// Fails if the rules in a model's bytes lead outside themselves.
Result<> check_rules(std::string_view model);

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

namespace {

Error damaged() {
    return Error{"this is not a model of SentencePiece, or it is damaged; fetch the file again"};
}

/// Takes a Protocol Buffers number (seven bits per byte) off the front.
std::optional<std::uint64_t> take_number(std::string_view& bytes) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80)
            return number;
    }
    return std::nullopt;
}

/// All length-delimited fields of a message with this number; nothing if the message is damaged.
std::optional<std::vector<std::string_view>> fields(std::string_view message,
                                                    std::uint64_t wanted) {
    std::vector<std::string_view> found;
    while (!message.empty()) {
        const auto key = take_number(message);
        if (!key)
            return std::nullopt;
        std::uint64_t length = 0;
        switch (*key & 7) {
        case 0:
            if (!take_number(message))
                return std::nullopt;
            break;
        case 1:
            length = 8;
            break;
        case 2:
            if (const auto given = take_number(message))
                length = *given;
            else
                return std::nullopt;
            break;
        case 5:
            length = 4;
            break;
        default:
            return std::nullopt;
        }
        if (length > message.size())
            return std::nullopt;
        if ((*key & 7) == 2 && *key >> 3 == wanted)
            found.push_back(message.substr(0, static_cast<std::size_t>(length)));
        message.remove_prefix(static_cast<std::size_t>(length));
    }
    return found;
}

std::uint32_t unit_at(std::string_view bytes, std::size_t at) {
    std::uint32_t unit = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
        unit |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at * 4 + byte]))
                << (8 * byte);
    return unit;
}

/// The distance from a unit to its children.
std::size_t step_of(std::uint32_t unit) {
    return static_cast<std::size_t>(unit >> 10) << ((unit & (1U << 9)) >> 6);
}

/// Walks from the root to every unit that some bytes can reach.
bool stays_within(std::string_view units, std::string_view texts) {
    const std::size_t count = units.size() / 4;
    std::vector<bool> is_seen(count);
    std::vector<std::size_t> open;
    // Checks all 256 places below a unit, as any byte of a text may lead there.
    const auto look_below = [&](std::size_t at) {
        const std::size_t base = at ^ step_of(unit_at(units, at));
        if ((base | 0xFF) >= count)
            return false;
        for (std::size_t byte = 1; byte < 256; ++byte) {
            const std::size_t child = base ^ byte;
            if ((unit_at(units, child) & ((1U << 31) | 0xFF)) != byte || is_seen[child])
                continue;
            is_seen[child] = true;
            open.push_back(child);
        }
        return true;
    };
    if (count == 0 || !look_below(0))
        return false;
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        const std::uint32_t unit = unit_at(units, at);
        if (!look_below(at))
            return false;
        const bool has_text = ((unit >> 8) & 1) == 1;
        const std::size_t leaf = at ^ step_of(unit);
        if (has_text && (unit_at(units, leaf) & 0x7FFF'FFFF) >= texts.size())
            return false;
    }
    return true;
}

bool is_whole(std::string_view rules) {
    if (rules.empty())
        return true;
    if (rules.size() <= 4)
        return false;
    const std::size_t size = unit_at(rules, 0);
    rules.remove_prefix(4);
    if (size % 4 != 0 || size >= rules.size() || rules.back() != '\0')
        return false;
    return stays_within(rules.substr(0, size), rules.substr(size));
}

} // namespace

Result<> check_rules(std::string_view model) {
    // The field numbers come from sentencepiece_model.proto.
    for (const std::uint64_t normalizer : {3U, 5U}) {
        const auto specs = fields(model, normalizer);
        if (!specs)
            return damaged();
        for (const std::string_view spec : *specs) {
            const auto rules = fields(spec, 2);
            if (!rules)
                return damaged();
            for (const std::string_view one : *rules)
                if (!is_whole(one))
                    return damaged();
        }
    }
    return Nothing{};
}

} // namespace attn::tokenizer
