// SPDX-License-Identifier: MIT
// The command next: what the model of a document says after its words, or after a text.

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/texts.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/json_literal.h"

#include <algorithm>
#include <string>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;

std::string as_json(const Document& document, const std::vector<Likely>& next) {
    std::string list;
    for (const Likely& one : next)
        list += std::string(list.empty() ? "" : ",") + "\n    {\"word\": " +
                io::json_string(output_words(document)[static_cast<std::size_t>(one.word)]) +
                ", \"probability\": " + io::json_number(one.probability) + "}";
    return "{\n  \"words\": " + io::json_texts(document.tokens) + ",\n  \"next\": [" + list +
           "\n  ]\n}\n";
}

/// The text, then a line for each word with its probability.
std::string as_text(const Document& document, const std::vector<Likely>& next) {
    constexpr int digits = 4;
    std::string text;
    for (const std::string& word : document.tokens)
        text += (text.empty() ? "" : " ") + printable(word);
    text += "\n";
    for (const Likely& one : next)
        text += decimals(one.probability, digits) + "  " +
                printable(output_words(document)[static_cast<std::size_t>(one.word)]) + "\n";
    return text;
}

bool has_equal(const std::vector<Likely>& next) {
    return std::adjacent_find(next.begin(), next.end(), [](const Likely& a, const Likely& b) {
               return a.probability == b.probability;
           }) != next.end();
}

} // namespace

ExitCode next(const NextRequest& request) {
    const auto opened = Input().document(request.document);
    if (!opened) {
        say(opened.error());
        return ExitCode::Rejected;
    }
    Document document = *opened;
    if (request.text) {
        const auto words = words_of_text(document, *request.text);
        auto other = words ? with_words(document, *words) : Result<Document>(words.error());
        if (!other) {
            say(Error{other.error().message, "--text"});
            return ExitCode::Usage;
        }
        document = *std::move(other);
    }
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    // One more word says whether the last one shown is as likely as the next.
    auto found = words_after(seen.document(), seen.trace(), request.most + 1);
    if (!found) {
        say(found.error());
        return ExitCode::Rejected;
    }
    if (has_equal(*found))
        say("note: equally likely words stand in the order of the vocabulary");
    if (static_cast<Index>(found->size()) > request.most)
        found->pop_back();
    return write_result(request.is_json ? as_json(document, *found) : as_text(document, *found),
                        request.output);
}

} // namespace app::cli
