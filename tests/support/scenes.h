// SPDX-License-Identifier: MIT
// Documents with a view that together show everything a figure must cope with.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace attn::testing {

struct Scene {
    std::string name;
    Document document;
    View view;
    Trace trace;
};

/// Few words and many, narrow and wide, long words, several heads, masks, no projections, NaN.
std::vector<Scene> scenes();
/// 300 words, d = 64: slow to compute in a debug build.
Scene large_scene();
/// Random numbers from −size to size by seed 7, `words` words.
Document scene_document(Index words, Index d_model, Index d_k, Index d_v, Real size = 1);

} // namespace attn::testing
