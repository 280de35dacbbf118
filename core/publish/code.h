// SPDX-License-Identifier: MIT
// A document as a program that computes it again: readable, commented, every switch honoured.
#pragma once

#include "core/document/training_settings.h"

#include <string>

namespace attn::publish {

/// Cpp is plain C++17 with Eigen; Notebook is a Jupyter notebook of the NumPy program.
enum class Language { NumPy, PyTorch, Jax, Cpp, Matlab, Notebook };

/// A program holds every number of the inputs; documents with more are refused.
constexpr Index max_program_numbers = 1'000'000;

/// The source of the program. It computes every stage in the order of the document's trace with
/// 64-bit floats and prints it; inputs are written shortest round-trip. In Python all results are
/// in the dictionary `stages` under the names of sheets(): "weights", "weights/1".
Result<std::string> program(const Document& document, Language language);

/// A program that trains the document: from the same numbers, by the same optimiser and with the
/// same loss to rounding; it prints the loss before the first step and after each as CSV. Of NumPy,
/// where the gradient is written out, and of PyTorch. The error says why the document cannot be
/// trained so.
Result<std::string> training_program(const Document& document, Language language,
                                     const TrainingSettings& settings);

} // namespace attn::publish
