// SPDX-License-Identifier: MIT
// The commands. Each carries out its request.
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/document/model/document.h"
#include "core/io/arrays/tensor_sources.h"

#include <optional>
#include <string>

namespace app::cli {

/// The document that arrays make without a choice: given weights, scores or Q, K and V, or an
/// archive of heads. Says what was taken. Nothing if the file holds other arrays, or none.
std::optional<attn::Result<attn::Document>> document_of_arrays(Input& input,
                                                               const std::string& name);

ExitCode list_presets();
ExitCode make_document(const NewRequest& request);
ExitCode show(const ShowRequest& request);
ExitCode explain(const ExplainRequest& request);
ExitCode gradient(const GradientRequest& request);
ExitCode next(const NextRequest& request);
ExitCode give(const GiveRequest& request);
ExitCode release(const ReleaseRequest& request);
/// Marks what a class answered on worksheets.
ExitCode mark(const MarkRequest& request);
ExitCode seek(const SeekRequest& request);
ExitCode train(const TrainRequest& request);
ExitCode export_file(const ExportRequest& request);
/// Writes the document's numbers into a copy of the checkpoint that it came from.
ExitCode export_into(const ExportRequest& request);
ExitCode import_files(const ImportRequest& request, const Hooks& hooks);
/// Imports from a model's folder. In a separate library, because it needs the tokenizers'
/// libraries.
ExitCode import_model(const ImportRequest& request);
/// Reports what was taken and left out, and writes the document. Refuses a document too large to be
/// read again, with the remedy.
ExitCode write_imported(const attn::Document& document, const attn::io::TensorReport& report,
                        const ImportRequest& request, const std::string& remedy);
ExitCode capture(const CaptureRequest& request);
ExitCode lesson(const LessonRequest& request);
/// Lists saved styles, sets the default or deletes one.
ExitCode style(const StyleRequest& request);
ExitCode check(const CheckRequest& request);
ExitCode complete(const CompletionRequest& request);
ExitCode print_candidates(const CandidatesRequest& request);
ExitCode print_info(const Hooks& hooks);

} // namespace app::cli
