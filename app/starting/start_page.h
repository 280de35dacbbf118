// SPDX-License-Identifier: MIT
// What the start page lists and how its keys work: Tab moves between its parts, arrows between
// cards, Enter makes the document or opens the chosen card.
#pragma once

#include "app/actions/actions.h"
#include "app/starting/start_state.h"

#include <string>
#include <vector>

namespace app {

// The fields of the start page: what they ask for, which one is wrong and why, and a preview of the
// document.

/// Returns the field of a part; null if it has none.
LineEdit* field(StartForm& form, StartPart part);

/// Reads the fields after a change: sets the request, or the fault. Makes the preview if that takes
/// no noticeable time.
void follow_fields(StartForm& form);

/// The note below the sentence: how many words it has.
std::string words_note(const StartForm& form);
/// The note below the numbers: how wide each head is.
std::string heads_note(const StartForm& form);

/// Steps the number of a field up or down.
void step_number(StartForm& form, StartPart part, int by);

struct StartCard {
    std::string name;              // a preset or lesson; for a recent file, its path
    std::string title;             // for a recent file its name
    const Action* opens = nullptr; // null for recent files
};

/// Cards of one kind. Lessons and presets are in the order of the table of actions.
struct StartSection {
    CardKind kind = CardKind::Recent;
    std::string title;
    std::vector<StartCard> cards;
    std::size_t columns = 1;
    std::size_t rows = 1; // the rows shown unless it is unfolded
    bool is_unfolded = false;

    std::size_t shown() const;
    /// Whether cards are hidden. Then the place after the last card unfolds the section.
    bool is_folded() const { return shown() < cards.size(); }
};

/// Returns the sections that have cards, for a page that is `wide` and `high` text sizes large.
std::vector<StartSection> start_sections(const UiState& ui, const std::vector<Action>& actions,
                                         float wide, float high);
/// In text sizes: the heading of a section, and the space below its last row.
constexpr float start_heading = 2.2F, start_between = 0.6F;
/// In text sizes, with the gap of 1 below the card.
float card_height(CardKind kind);

/// The actions below the fields, in order.
std::vector<const Action*> start_doors(const std::vector<Action>& actions);

/// Shows the page over the document, with the keyboard in the sentence.
void show_start_page(UiState& ui);
/// Shows the page at the user's request and removes the message.
void go_to_start_page(const Frame& frame);
/// Hides the page because a document was opened.
void leave_start_page(UiState& ui);

/// Makes the document that the fields ask for. Does nothing while a field is wrong, which is shown
/// there.
void make_from_sentence(const Frame& frame);
/// Opens the card, or unfolds the section if the place is the one after its cards.
void open_card(const Frame& frame, const std::vector<StartSection>& sections, CardPlace place);

/// Whether the action makes sense while no document is visible.
bool is_of_start_page(const Action& action);

void type_on_start_page(const Frame& frame, const std::string& text);
/// Returns whether the key had a meaning here.
bool press_on_start_page(const Frame& frame, const KeyPress& key,
                         const std::vector<Action>& actions);

} // namespace app
