// SPDX-License-Identifier: MIT
// The command next: what the model of a document says after its words, or after a text. If the
// document is a layer of a model, its folder says what the model makes of it.

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/checkpoint/origin.h"
#include "core/document/commands/texts.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/json_literal.h"
#include "core/tokenizer/tokenizer.h"
#include "core/typing/typing.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;

struct NextText {
    std::string word;
    Real probability = 0;
};
/// The words that were read, and the likeliest after them.
struct Said {
    std::vector<std::string> words;
    std::string text;
    std::vector<NextText> next;
};

std::string as_json(const Said& said) {
    std::string list;
    for (const NextText& one : said.next)
        list += std::string(list.empty() ? "" : ",") +
                "\n    {\"word\": " + io::json_string(one.word) +
                ", \"probability\": " + io::json_number(one.probability) + "}";
    return "{\n  \"words\": " + io::json_texts(said.words) + ",\n  \"next\": [" + list +
           "\n  ]\n}\n";
}

/// The text, then a line for each word with its probability.
std::string as_text(const Said& said) {
    constexpr int digits = 4;
    std::string text = printable(said.text) + "\n";
    for (const NextText& one : said.next)
        text += decimals(one.probability, digits) + "  " + printable(one.word) + "\n";
    return text;
}

bool has_equal(const std::vector<NextText>& next) {
    return std::adjacent_find(next.begin(), next.end(), [](const NextText& a, const NextText& b) {
               return a.probability == b.probability;
           }) != next.end();
}

/// A refusal, and whether the text is at fault.
struct Refusal {
    Error error;
    ExitCode code = ExitCode::Rejected;
};
Refusal of_text(const Error& error) {
    return {Error{error.text(), "--text"}, ExitCode::Usage};
}

/// What the document's own table of words says.
std::optional<Refusal> ask_document(const NextRequest& request, Document document, Said& said) {
    if (request.text) {
        const auto words = typing::words_of_text(document, *request.text);
        auto other = words ? with_words(document, *words) : Result<Document>(words.error());
        if (!other)
            return of_text(other.error());
        document = *std::move(other);
    }
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    // One more word says whether the last one shown is as likely as the next.
    const auto found = words_after(seen.document(), seen.trace(), request.most + 1);
    if (!found)
        return Refusal{found.error()};
    said.words = document.tokens;
    said.text = typing::text_of_words(document);
    for (const Likely& one : *found)
        said.next.push_back(
            {output_words(document)[static_cast<std::size_t>(one.word)], one.probability});
    return std::nullopt;
}

/// What the whole model says with the document in place of one of its layers.
std::optional<Refusal> ask_folder(const NextRequest& request, Document document, Said& said) {
    const auto model = checkpoint::open_origin(*document.origin);
    if (!model)
        return Refusal{model.error()};
    const auto by = tokenizer::open_tokenizer(model->folder);
    if (request.text) {
        const auto tokens = by ? tokenizer::tokenize(*by, *request.text)
                               : Result<std::vector<tokenizer::Token>>(by.error());
        if (!tokens)
            return of_text(tokens.error());
        std::vector<Index> ids;
        std::vector<std::string> words;
        for (const tokenizer::Token& token : *tokens) {
            ids.push_back(token.id);
            words.push_back(token.text);
        }
        std::optional<Result<Document>> other;
        do_long_work("reading the model", [&](Progress& progress) {
            other.emplace(checkpoint::with_tokens(*model, document, ids, words, &progress));
        });
        if (!*other)
            return of_text(other->error());
        document = **std::move(other);
    }
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    std::optional<Result<Vector>> likely;
    do_long_work("reading the model", [&](Progress& progress) {
        likely.emplace(
            checkpoint::likely_by_model(*model, seen.document(), seen.trace(), &progress));
    });
    if (!*likely)
        return Refusal{likely->error()};
    const std::vector<std::string> texts =
        by ? tokenizer::token_texts(*by, model->config.vocabulary) : std::vector<std::string>();
    said.words = document.tokens;
    for (const std::string& word : document.tokens)
        said.text += (said.text.empty() || by ? "" : " ") + word;
    for (const Likely& one : likeliest(**likely, request.most + 1))
        said.next.push_back(
            {by ? texts[static_cast<std::size_t>(one.word)] : std::to_string(one.word),
             one.probability});
    return std::nullopt;
}

} // namespace

ExitCode next(const NextRequest& request) {
    const auto opened = Input().document(request.document);
    if (!opened) {
        say(opened.error());
        return ExitCode::Rejected;
    }
    Said said;
    const bool is_of_folder = opened->origin && !has_stage(*opened, Stage("probabilities"));
    if (const auto refused = is_of_folder ? ask_folder(request, *opened, said)
                                          : ask_document(request, *opened, said)) {
        say(refused->error);
        return refused->code;
    }
    if (has_equal(said.next))
        say("note: equally likely words stand in the order of the vocabulary");
    if (static_cast<Index>(said.next.size()) > request.most)
        said.next.pop_back();
    return write_result(request.is_json ? as_json(said) : as_text(said), request.output);
}

} // namespace app::cli
