// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/document/new_from_words.h"
#include "core/io/document_json.h"

namespace app::cli {

using namespace attn;

ExitCode make_document(const NewRequest& request) {
    NewFromWords asked;
    asked.d_model = request.d_model;
    asked.heads = request.heads;
    asked.join = request.join;
    asked.has_block = request.has_block;
    asked.generator = request.generator;
    asked.has_linear_weights = request.has_linear_weights;
    asked.seed = request.seed;
    // A single text is a sentence; several are one word each, whatever they contain.
    if (request.texts.size() == 1) {
        Input input;
        const auto text = request.texts[0] == standard_stream
                              ? input.text()
                              : Result<std::string>(request.texts[0]);
        if (!text) {
            say(text.error());
            return ExitCode::Rejected;
        }
        asked.words = attn::words_of(*text);
    } else {
        asked.words = request.texts;
    }
    const auto document = document_of(asked);
    if (!document) {
        say(document.error());
        return ExitCode::Usage;
    }
    return write_result(io::write_document(*document), request.output);
}

} // namespace app::cli
