// SPDX-License-Identifier: MIT
// Refuses options that would have no effect on the result, with the reason, so that no one relies
// on them.
#pragma once

#include "app/cli/arguments.h"
#include "core/base/result.h"
#include "core/publish/exporters.h"

#include <optional>

namespace app::cli {

std::optional<attn::Error> idle_option(const ShowRequest& request);
std::optional<attn::Error> idle_option(const GradientRequest& request);
/// `curve`: the kind of file of the loss curve.
std::optional<attn::Error> idle_option(const TrainRequest& request, attn::publish::FileKind curve);
std::optional<attn::Error> idle_option(const attn::Document& document, const ExportRequest& request,
                                       attn::publish::FileKind kind);
std::optional<attn::Error> idle_option(const ImportRequest& request);

} // namespace app::cli
