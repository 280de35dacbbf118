// SPDX-License-Identifier: MIT
// What is left out of a page because no page has it: a document there is of the newest version, and
// holds every number. It keeps the page small.
#include "core/io/random_matrices.h"
#include "core/io/version_1.h"

namespace attn::io {

Result<Document> read_version_1(Json&) {
    return Error{"a page reads documents of version 2; open this one in Attention Lab", "version"};
}

WordParts word_parts_1(Json&) {
    return {};
}

Result<RandomMatrices> random_matrices(const Json&, const RandomTargets&) {
    return Error{"a page draws no numbers; open this document in Attention Lab", "draw"};
}

} // namespace attn::io
