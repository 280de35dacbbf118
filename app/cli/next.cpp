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
#include "core/typing/model_folder.h"
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
    std::vector<HeadChange> heads; // what they do to the likeliest; empty unless asked for
};

std::string as_json(const Said& said) {
    std::string list;
    for (const NextText& one : said.next)
        list += std::string(list.empty() ? "" : ",") +
                "\n    {\"word\": " + io::json_string(one.word) +
                ", \"probability\": " + io::json_number(one.probability) + "}";
    std::string heads;
    for (const HeadChange& one : said.heads)
        heads += std::string(heads.empty() ? ",\n  \"heads\": [" : ",") +
                 "\n    {\"head\": " + std::to_string(one.head) +
                 ", \"off\": " + io::json_number(one.off) +
                 ", \"mean\": " + io::json_number(one.mean) + "}";
    return "{\n  \"words\": " + io::json_texts(said.words) + ",\n  \"next\": [" + list + "\n  ]" +
           heads + (heads.empty() ? "" : "\n  ]") + "\n}\n";
}

/// The text, then a line for each word with its probability.
std::string as_text(const Said& said) {
    constexpr int digits = 4;
    std::string text = printable(said.text) + "\n";
    for (const NextText& one : said.next)
        text += decimals(one.probability, digits) + "  " + printable(one.word) + "\n";
    if (said.heads.empty())
        return text;
    const auto change = [](Real by) { return (by < 0 ? "" : "+") + decimals(by, digits); };
    text += "What each head does to " + cite(said.next.front().word) + ": off, mean\n";
    for (const HeadChange& one : said.heads)
        text += change(one.off) + "  " + change(one.mean) + "  " + head_name(one.head) + "\n";
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
    auto folder = typing::open_folder(*document.origin);
    if (!folder)
        return Refusal{folder.error()};
    if (request.text) {
        std::optional<Result<Document>> other;
        do_long_work("reading the model", [&](Progress& progress) {
            other.emplace(typing::with_text(*folder, document, *request.text, &progress));
        });
        if (!*other)
            return of_text(other->error());
        document = **std::move(other);
    }
    std::optional<Result<Vector>> likely;
    do_long_work("reading the model", [&](Progress& progress) {
        if (!request.lists_heads) {
            likely.emplace(typing::likely_next(*folder, document, nullptr, &progress));
            return;
        }
        auto made = typing::changes_by_heads(*folder, document, &progress);
        likely.emplace(made ? Result<Vector>(std::move(made->likely)) : made.error());
        if (made)
            said.heads = std::move(made->heads);
    });
    if (!*likely)
        return Refusal{likely->error()};
    said.words = document.tokens;
    said.text = typing::joined_words(*folder, document);
    for (const Likely& one : likeliest(**likely, request.most + 1))
        said.next.push_back(
            {(*folder->texts)[static_cast<std::size_t>(one.word)], one.probability});
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
    if (request.lists_heads && !is_layer_of_folder(*opened)) {
        say(Error{"is for a layer from the folder of a model; for other documents write export "
                  "DOCUMENT FILE --figure effects",
                  "--heads"});
        return ExitCode::Usage;
    }
    if (const auto refused = is_layer_of_folder(*opened) ? ask_folder(request, *opened, said)
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
