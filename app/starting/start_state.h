// SPDX-License-Identifier: MIT
// The start page: a field for a sentence, ways to open something, and cards of what there is. It
// lies over the document, which stays as it is.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/compare.h"
#include "core/document/new_from_words.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace app {

class GlimpseMaker;

/// The parts that Tab goes between.
enum class StartPart { Sentence, Width, Heads, Seed, Doors, Cards };

/// Which field is wrong, and why.
struct StartFault {
    StartPart at = StartPart::Sentence;
    std::string text;
};

/// What is typed, and what comes of it. It stays while the page is away.
struct StartForm {
    LineEdit sentence = line_edit("The cat chased the mouse", true);
    LineEdit width = line_edit("4", true);
    LineEdit heads = line_edit("1", true);
    LineEdit seed = line_edit("42", true);
    std::optional<attn::NewFromWords> asked = {}; // nothing where a field is wrong
    std::optional<StartFault> fault = {};
    std::shared_ptr<const attn::Calculation> preview = {}; // where it is made at once
    bool is_followed = false;                              // what comes of it is known
};

/// A card, by its place among those that are shown.
struct CardPlace {
    std::size_t section = 0, card = 0;
    friend bool operator==(const CardPlace&, const CardPlace&) = default;
};

enum class CardKind { Recent, Lesson, Preset };

/// How far somebody came with a lesson.
struct LessonProgress {
    std::size_t step = 0;
    bool is_done = false; // its last step was seen
    bool is_begun() const { return !is_done && step > 0; }
    friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

struct Starting {
    bool is_shown = false;
    bool has_document = true;                      // that the page lies over: Esc goes back to it
    bool shows_at_start = true;                    // a setting of the user
    std::string seen_version;                      // whose news the user knows
    std::map<std::string, LessonProgress> lessons; // by name, those that were opened
    StartPart part = StartPart::Sentence;
    std::size_t door = 0;
    CardPlace card;
    bool must_scroll = false; // to the card, which the keyboard chose
    struct {
        float wide = 60, high = 44;
    } room;                           // for the cards, in text sizes, as it was drawn last
    std::optional<CardKind> unfolded; // the section all of whose cards are shown
    StartForm form;
    std::shared_ptr<GlimpseMaker> glimpses; // the small pictures; made with the page
};

} // namespace app
