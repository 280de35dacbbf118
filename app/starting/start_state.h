// SPDX-License-Identifier: MIT
// State of the start page: a sentence field, ways to open something, and cards. The page lies over
// the document, which stays as it is.
#pragma once

#include "app/explaining/next_words_state.h"
#include "app/input/line_edit.h"
#include "core/document/commands/new_documents.h"
#include "core/document/commands/texts.h"
#include "core/document/model/evaluate.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace app {

class GlimpseMaker;

/// The parts that Tab moves between.
enum class StartPart { Sentence, Width, Heads, Seed, Doors, Cards, Model };

/// Which field is wrong, and why.
struct StartFault {
    StartPart at = StartPart::Sentence;
    std::string text;
};

/// The typed fields and what they ask for. Kept while the page is hidden.
struct StartForm {
    LineEdit sentence = line_edit("The cat chased the mouse", true);
    LineEdit width = line_edit("4", true);
    LineEdit heads = line_edit("1", true);
    LineEdit seed = line_edit("42", true);
    std::optional<attn::NewFromWords> asked = {}; // nothing if a field is wrong
    std::optional<StartFault> fault = {};
    std::shared_ptr<const attn::Calculation> preview = {}; // if it can be made at once
    bool is_followed = false; // whether `asked` and `fault` are up to date
};

/// A card, by its position among those shown.
struct CardPlace {
    std::size_t section = 0, card = 0;
    friend bool operator==(const CardPlace&, const CardPlace&) = default;
};

enum class CardKind { Recent, Lesson, Preset, Model };

/// The sentence on the card of a model that comes with the program.
struct ModelField {
    std::string preset;                                  // empty until it was opened
    std::shared_ptr<const attn::Calculation> given = {}; // as the preset has it
    std::shared_ptr<const attn::Calculation> read = {};  // with the words that it could read last
    LineEdit line = {};
    attn::TypedText typed = {};
    NextWords next = {};
    std::size_t chosen = 0;  // which of the offered words Tab takes
    bool is_refused = false; // Enter was pressed while the text was wrong
};

/// How far the user came in a lesson.
struct LessonProgress {
    std::size_t step = 0;
    bool is_done = false; // its last step was seen
    bool is_begun() const { return !is_done && step > 0; }
    friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

struct Starting {
    bool is_shown = false;
    bool has_document = true;   // whether a document lies below the page; Esc goes back to it
    bool shows_at_start = true; // a user setting
    std::string seen_version;   // the version whose news the user has seen
    std::map<std::string, LessonProgress> lessons; // opened lessons, by name
    StartPart part = StartPart::Sentence;
    std::size_t door = 0;
    CardPlace card;
    bool must_scroll = false; // to the card that the keyboard chose
    struct {
        float wide = 60, high = 44;
    } room;                           // for the cards, in text sizes, as drawn last
    std::optional<CardKind> unfolded; // the section whose cards are all shown
    StartForm form;
    ModelField model;
    std::shared_ptr<GlimpseMaker> glimpses; // makes the small pictures; created with the page
};

} // namespace app
