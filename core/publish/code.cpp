// SPDX-License-Identifier: MIT
#include "core/publish/code.h"

#include "core/document/model.h"
#include "core/publish/code_walk.h"

#include <cassert>

namespace attn::publish {
namespace {

Index numbers_of_inputs(const Document& document) {
    Index count = 0;
    const Graph stages = graph(document);
    for (std::size_t at = 0; at < stages.size(); ++at)
        if (stages.is_given(at))
            count += stages[at].shape.rows * stages[at].shape.columns;
    if (document.switches.mask.kind == Mask::Kind::Painted)
        count += document.switches.mask.painted->size();
    return count;
}

} // namespace

Result<std::string> program(const Document& document, Language language) {
    const Index count = numbers_of_inputs(document);
    if (count > max_program_numbers)
        return Error{"the program would hold " + std::to_string(count) + " numbers, but at most " +
                     std::to_string(max_program_numbers) +
                     " are written; export the stages as .npz and load them instead"};
    switch (language) {
    case Language::NumPy:
    case Language::PyTorch:
    case Language::Jax:
        return python_program(document, language);
    case Language::Cpp:
        return cpp_program(document);
    case Language::Matlab:
        return matlab_program(document);
    case Language::Notebook:
        return notebook(document);
    }
    assert(false && "every language is handled");
    return std::string();
}

} // namespace attn::publish
