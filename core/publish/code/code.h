// SPDX-License-Identifier: MIT
// Writes a document as a readable, commented program that computes it again and honours every
// switch.
#pragma once

#include "core/document/model/training_settings.h"

#include <string>

namespace attn::publish {

/// Cpp is plain C++17 with Eigen; Notebook is a Jupyter notebook of the NumPy program.
enum class Language { NumPy, PyTorch, Jax, Cpp, Matlab, Notebook };

/// The most input numbers a program may hold; larger documents are refused.
constexpr Index max_program_numbers = 1'000'000;

/// Writes the source of the program. It computes every stage with 64-bit floats, in the order of
/// the document's trace, and prints it. Inputs have the shortest digits that read back exactly. In
/// Python the dictionary `stages` holds all results under the names of sheets(): "weights",
/// "weights/1".
Result<std::string> program(const Document& document, Language language);

/// Writes a program that trains the document: it starts from the same numbers, uses the same
/// optimiser and gives the same losses, up to rounding. It prints the loss before the first step
/// and after each step as CSV. Only for NumPy, where the gradient is written out, and PyTorch. The
/// error says why the document cannot be trained this way.
Result<std::string> training_program(const Document& document, Language language,
                                     const TrainingSettings& settings);

} // namespace attn::publish
