// SPDX-License-Identifier: MIT
// What the start page lists and what keys do there: Tab goes between its parts, the arrows walk the
// cards, Enter makes the document or opens what is chosen.
#pragma once

#include "app/actions/actions.h"
#include "app/starting/start_state.h"

#include <string>
#include <vector>

namespace app {

struct StartCard {
    std::string name;              // of the preset or lesson; the path of a recent file
    std::string title;             // of a recent file its name
    const Action* opens = nullptr; // null for recent files
};

/// Cards of one kind. Lessons and presets stand in the order of the table of actions.
struct StartSection {
    CardKind kind = CardKind::Recent;
    std::string title;
    std::vector<StartCard> cards;
    std::size_t columns = 1;
    std::size_t rows = 1; // that are shown, unless it is unfolded
    bool is_unfolded = false;

    std::size_t shown() const;
    /// The last place after the cards stands for those that are not shown, and shows them.
    bool is_folded() const { return shown() < cards.size(); }
};

/// The sections that have cards. A page that is so many text sizes wide and high has room for so
/// many columns and rows.
std::vector<StartSection> start_sections(const UiState& ui, const std::vector<Action>& actions,
                                         float wide, float high);
/// Of sections, in text sizes: the heading, and what is free below the last row.
constexpr float start_heading = 2.2F, start_between = 0.6F;
/// Of its cards, in text sizes; the gap of 1 below them included.
float card_height(CardKind kind);

/// What leads elsewhere, below the fields, in their order.
std::vector<const Action*> start_doors(const std::vector<Action>& actions);

/// The page comes up over the document, with the keyboard at the sentence.
void show_start_page(UiState& ui);
/// The same when it is asked for: what was said before is read.
void go_to_start_page(const Frame& frame);
/// A document came up: the page is gone.
void leave_start_page(UiState& ui);

/// Makes the document that the fields ask for. Does nothing while one is wrong, which is said
/// there.
void make_from_sentence(const Frame& frame);
/// Opens the card, or unfolds the section where the place is that after its cards.
void open_card(const Frame& frame, const std::vector<StartSection>& sections, CardPlace place);

/// Whether the action makes sense while no document is seen.
bool is_of_start_page(const Action& action);

void type_on_start_page(const Frame& frame, const std::string& text);
/// Returns whether the key meant something here.
bool press_on_start_page(const Frame& frame, const KeyPress& key,
                         const std::vector<Action>& actions);

} // namespace app
