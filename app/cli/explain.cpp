// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/document/covers.h"
#include "core/document/derivation_latex.h"

namespace app::cli {

using namespace attn;

ExitCode explain(const ExplainRequest& request) {
    const auto document = Input().document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    const auto place = place_named(*document, request.place);
    if (!place) {
        say(place.error());
        return ExitCode::Usage;
    }
    const Trace trace = evaluate(*document);
    const Seen seen(*document, trace);
    const auto chain = derivation_chain(seen.document(), seen.trace(), *place);
    DerivationStyle style;
    style.numbers.digits = request.decimals.value_or(4);
    return write_result(request.is_latex ? to_latex(chain, style) : to_text(chain, style),
                        request.output);
}

} // namespace app::cli
