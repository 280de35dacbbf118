// SPDX-License-Identifier: MIT
// Which words of a lesson's text mean the place of a pin, so that a picture can show the words and
// the place in one colour.
#pragma once

#include "core/document/telling/lesson.h"

#include <cstddef>
#include <vector>

namespace attn {

/// Gives the parts after each pin its number: up to the next punctuation, the next pin, or an "and"
/// in front of that pin. A bracket right after the pin is the phrase as a whole. Blanks, signs and
/// words that only join two phrases belong to neither. Parts that have a phrase keep it. Cuts
/// literal parts where a phrase begins or ends.
void mark_phrases(std::vector<LessonPart>& parts);

/// The words of one phrase of an evaluated text, as plain text: "28 % of its weight". The text of a
/// place that is mentioned several times is that of the first.
std::string phrase_text(const Prose& prose, std::size_t phrase);

/// The lines of a text, at its line breaks.
std::vector<Prose> lines_of(const Prose& prose);
/// Whether a line is a sum: numbers and signs with a result, "1·1 + 0·2 = 1".
bool is_sum(const Prose& line);

} // namespace attn
