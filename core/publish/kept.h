// SPDX-License-Identifier: MIT
// Figures that a document keeps by name: made from an export, and written again.
#pragma once

#include "core/document/model/kept_figure.h"
#include "core/publish/exporters.h"

#include <string>

namespace attn::publish {

/// The export as a figure that the document can keep. `sweep`: the text that options.picture.sweep
/// was read from. Fails if something of the export is not in the document, such as the losses of a
/// training.
Result<KeptFigure> kept_from(const Document& document, std::string name, FileKind kind,
                             const ExportOptions& options, const std::string& sweep);

/// The export that writes the figure again. The error's `where` is its place in the document's
/// file, "figures[1].query"; its message says what the document lacks now, and the remedy.
Result<ExportOptions> options_of(const Document& document, const KeptFigure& figure);
FileKind kind_of(const KeptFigure& figure);
/// "fig-2.pdf".
std::string file_name_of(const KeptFigure& figure);
/// One line for lists: "weights/1, paper-1".
std::string summary_of(const KeptFigure& figure);

} // namespace attn::publish
