// SPDX-License-Identifier: MIT
#include "core/publish/code/code.h"

#include "core/document/model/model.h"
#include "core/publish/code/code_walk.h"

#include <cassert>
#include <variant>

namespace attn::publish {
namespace {

Index numbers_of_inputs(const Document& document) {
    Index count = 0;
    const Graph stages = graph(document);
    Index flags = 0; // cells of a mask that is written cell by cell, once for all heads
    for (std::size_t at = 0; at < stages.size(); ++at) {
        const Index size = stages[at].shape.rows * stages[at].shape.columns;
        if (stages.is_given(at))
            count += size;
        const Mask* const mask = std::get_if<Mask>(&stages[at].options);
        if (mask && mask->kind != Mask::Kind::None && mask->kind != Mask::Kind::Causal)
            flags = size;
    }
    count += flags;
    return count;
}

Result<> check_size(const Document& document) {
    const Index count = numbers_of_inputs(document);
    if (count > max_program_numbers)
        return Error{"the program would hold " + std::to_string(count) + " numbers, but at most " +
                     std::to_string(max_program_numbers) +
                     " are written; export the stages as .npz and load them instead"};
    return Nothing{};
}

} // namespace

Result<std::string> training_program(const Document& document, Language language,
                                     const TrainingSettings& settings) {
    if (language != Language::NumPy && language != Language::PyTorch)
        return Error{"only programs of NumPy and PyTorch train; choose one of them"};
    if (auto fault = check_size(document); !fault)
        return fault.error();
    return python_training_program(document, language, settings);
}

Result<std::string> program(const Document& document, Language language) {
    if (auto fault = check_size(document); !fault)
        return fault.error();
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
