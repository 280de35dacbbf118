// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/document/derivation_latex.h"
#include "core/document/sheet.h"
#include "core/io/library.h"

namespace app::cli {

using namespace attn;

ExitCode explain(const ExplainRequest& request) {
    const auto place = parse_place(request.place);
    if (!place) {
        say(place.error());
        return ExitCode::Usage;
    }
    const auto document = io::open_document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    if (!exists(*document, *place)) {
        say(missing(*document, *place));
        return ExitCode::Usage;
    }
    const Trace trace = evaluate(*document);
    const auto chain = derivation_chain(*document, trace, *place);
    DerivationStyle style;
    style.numbers.digits = request.decimals.value_or(4);
    return write_result(request.is_latex ? to_latex(chain, style) : to_text(chain, style),
                        request.output);
}

} // namespace app::cli
