// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/actions/menus.h"
#include "app/editing/editing.h"
#include "app/editing/navigation.h"
#include "app/explaining/comparing.h"
#include "app/explaining/covering.h"
#include "app/explaining/lighting.h"
#include "app/explaining/sensing.h"
#include "app/input/parts.h"
#include "app/presenting/presenting.h"
#include "app/session/pages.h"
#include "app/starting/leaflet.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/glance.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/lesson.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace app {
namespace {

using namespace attn;

/// An action that sets one field of the view, and is checked if the field has that value.
template <class Field>
Action choice(const char* id, const char* name, const char* menu, const char* sentence,
              Field View::*field, Field value) {
    return {id,
            name,
            menu,
            sentence,
            {},
            [field, value](const Frame& frame) { frame.view.*field = value; },
            [](const Frame&) { return true; },
            [field, value](const Frame& frame) { return frame.view.*field == value; }};
}

/// Choosing a theme stops following the desktop.
Action theme(const char* id, const char* name, const char* sentence, ThemeName theme) {
    Action action = choice(id, name, "Theme", sentence, &View::theme, theme);
    action.run = [theme](const Frame& frame) {
        frame.ui.window.follows_desktop = false;
        frame.view.theme = theme;
    };
    action.is_checked = [theme](const Frame& frame) {
        return !frame.ui.window.follows_desktop && frame.view.theme == theme;
    };
    return action;
}

void follow_desktop_theme(const Frame& frame) {
    frame.ui.window.follows_desktop = true;
    frame.view.theme = frame.ui.window.desktop_is_dark ? ThemeName::Dark : ThemeName::Light;
}

Action number_kind(const char* id, const char* name, NumberFormat::Kind kind,
                   const char* sentence) {
    return {id,
            name,
            "Numbers",
            sentence,
            {},
            [kind](const Frame& frame) { frame.view.numbers.kind = kind; },
            [](const Frame&) { return true; },
            [kind](const Frame& frame) { return frame.view.numbers.kind == kind; }};
}

Action range_kind(const char* id, const char* name, ColourRange::Kind kind, const char* sentence) {
    return {id,
            name,
            "Colours",
            sentence,
            {},
            [kind](const Frame& frame) { frame.view.range.kind = kind; },
            [](const Frame&) { return true; },
            [kind](const Frame& frame) { return frame.view.range.kind == kind; }};
}

Action scaled(const char* id, const char* name, const char* sentence,
              std::vector<KeyPress> shortcuts, float WindowState::*field, float factor, float least,
              float most) {
    return {id, name, "View", sentence, std::move(shortcuts), [=](const Frame& frame) {
                float& value = frame.ui.window.*field;
                value = factor == 0 ? 1 : std::clamp(value * factor, least, most);
            }};
}

/// Gives the canvas all room, or the lower panel its own if the canvas has it already. Says how a
/// folded panel comes back.
void fit_canvas(const Frame& frame) {
    WindowState& window = frame.ui.window;
    const bool is_folded = window.panel_height == 0.0F || is_panel_folded(frame.ui);
    const bool has_all = window.canvas_zoom == 1 && is_folded;
    window.canvas_zoom = 1;
    window.panel_height = has_all ? std::nullopt : std::optional(0.0F);
    if (has_all) {
        fold_panel(frame.ui, false);
        frame.ui.message.reset();
    } else
        frame.ui.message = Message{"The lower panel is folded; F4 shows it again.", false};
}

void change_digits(const Frame& frame, int by) {
    frame.view.numbers.digits = std::clamp(frame.view.numbers.digits + by, 0, 8);
}

/// Shows a page of the lower panel. If another document does not have it, the first is shown.
Action panel_tab(const figure::PageInfo& page, char key) {
    Action action{
        "panel." + std::string(page.id),
        std::string(page.tab),
        "Lower panel",
        std::string(page.sentence),
        {control(key)},
        [tab = page.id](const Frame& frame) {
            // Beside a lesson and in the spotlight, the shown tab folds the panel again.
            const bool is_shown = shown_panel_tab(frame.document, frame.ui.window.panel_tab) == tab;
            const bool folds = is_shown && !is_panel_folded(frame.ui);
            frame.ui.window.panel_tab = tab;
            fold_panel(frame.ui, folds);
            if (frame.ui.window.panel_height == 0.0F) // A folded panel opens.
                frame.ui.window.panel_height.reset();
        },
        [tab = page.id](const Frame& frame) { return has_panel_tab(frame.document, tab); },
        [tab = page.id](const Frame& frame) {
            return shown_panel_tab(frame.document, frame.ui.window.panel_tab) == tab;
        }};
    action.is_offered = [&page](const Document& document) {
        return page.is_listed_always || has_panel_tab(document, page.id);
    };
    return action;
}

/// Ctrl+1 shows the first of them.
std::vector<Action> panel_tab_actions() {
    std::vector<Action> list;
    for (const figure::PageInfo& page : figure::panel_pages())
        if (!page.tab.empty())
            list.push_back(panel_tab(page, static_cast<char>('1' + list.size())));
    return list;
}

Action panel_height(const char* id, const char* name, const char* sentence, float by) {
    return {id, name, "Lower panel", sentence, {}, [by](const Frame& frame) {
                WindowState& window = frame.ui.window;
                fold_panel(frame.ui, false);
                window.panel_height = std::max(0.0F, window.drawn_panel + by);
            }};
}

KeyPress letter(char character) {
    return {Key::Character, character};
}

/// Goes along the calculation while a matrix is in the light. Beside a lesson the key goes to its
/// next step.
Action along(const char* id, const char* name, const char* sentence, Key key, int by) {
    return {id,
            name,
            "View/Pages", // a submenu: the menu has no more room on a small laptop
            sentence,
            {plain(key)},
            [by](const Frame& frame) { step_light(frame, by); },
            [](const Frame& frame) {
                return light_of(frame) && is_lit(frame.ui) && !frame.ui.teaching.lesson;
            }};
}

bool has_shown_map(const Frame& frame) {
    return shown_panel_tab(frame.document, frame.ui.window.panel_tab) == page_id::map;
}

/// The chosen columns as far as X has them, else the first two.
std::pair<Index, Index> map_columns(const Frame& frame) {
    const Index last = std::max<Index>(0, d_model(frame.document) - 1);
    const auto [across, up] =
        frame.ui.window.map_columns.value_or(std::pair<Index, Index>{0, std::min<Index>(1, last)});
    return {std::min(across, last), std::min(up, last)};
}

/// Chooses the next column for an axis of the map; after the last comes the first.
Action map_step(const char* id, const char* name, bool is_across, Index by) {
    return {id,
            name,
            "Map",
            "",
            {},
            [is_across, by](const Frame& frame) {
                auto columns = map_columns(frame);
                Index& column = is_across ? columns.first : columns.second;
                const Index count = d_model(frame.document);
                column = (column + by + count) % count;
                frame.ui.window.map_columns = columns;
            },
            has_shown_map};
}

} // namespace

std::vector<Action> view_actions() {
    constexpr float step = 1.1F;
    std::vector<Action> list{
        {"query.find",
         "Find a word …",
         "Words",
         "Lists the words that contain what you type; Enter makes one the query word.",
         {control('f')},
         [](const Frame& frame) { frame.ui.menus.asked = query_list; }},
        {"query.next",
         "Next query word",
         "Words",
         "Chooses the word below. ↓ does the same while no cell is selected.",
         {},
         [](const Frame& frame) { choose_query(frame, frame.view.query + 1); }},
        {"query.previous",
         "Previous query word",
         "Words",
         "Chooses the word above. ↑ does the same while no cell is selected.",
         {},
         [](const Frame& frame) { choose_query(frame, frame.view.query - 1); }}};
    std::vector<Action> tabs = panel_tab_actions();
    std::vector<Action> others{
        panel_height("panel.higher", "More room for the lower panel",
                     "Raises the upper edge of the lower panel. You can also drag the edge.", 3),
        panel_height("panel.flatter", "More room for the canvas",
                     "Lowers the upper edge of the lower panel. You can also drag the edge.", -3),
        {"panel.usual_height",
         "Usual height of the lower panel",
         "Lower panel",
         "Gives the lower panel its usual share of the window. Double-click its upper edge to "
         "do "
         "the same.",
         {},
         [](const Frame& frame) { frame.ui.window.panel_height.reset(); },
         [](const Frame& frame) { return frame.ui.window.panel_height.has_value(); }},
        {"map.principal",
         "Principal directions",
         "Map",
         "Shows the rows of each matrix along the two directions in which they differ most.",
         {},
         [](const Frame& frame) { frame.ui.window.map_columns.reset(); },
         has_shown_map,
         [](const Frame& frame) { return !frame.ui.window.map_columns; }},
        {"map.columns",
         "Two columns",
         "Map",
         "Shows two columns of each matrix as they are.",
         {},
         [](const Frame& frame) { frame.ui.window.map_columns = map_columns(frame); },
         has_shown_map,
         [](const Frame& frame) { return frame.ui.window.map_columns.has_value(); }},
        map_step("map.across_less", "Column before, across", true, -1),
        map_step("map.across_more", "Next column, across", true, 1),
        map_step("map.up_less", "Column before, up", false, -1),
        map_step("map.up_more", "Next column, up", false, 1),
        number_kind("numbers.decimals", "Decimals", NumberFormat::Kind::Decimals,
                    "Shows a fixed number of decimals, as in 0.28."),
        number_kind(
            "numbers.automatic", "Automatic", NumberFormat::Kind::Automatic,
            "Shows a matrix of whole numbers without decimals, and every other one with them."),
        number_kind("numbers.significant", "Significant digits", NumberFormat::Kind::Significant,
                    "Shows as many digits of each, so that small numbers stay readable."),
        number_kind("numbers.fraction", "Exact fractions", NumberFormat::Kind::Fraction,
                    "Shows 1/3 where a number is exactly a fraction, and digits elsewhere."),
        number_kind("numbers.scientific", "Powers of ten", NumberFormat::Kind::Scientific,
                    "Shows a number between 1 and 10 and a power of ten, as in 2.8e−1."),
        {"numbers.more",
         "More digits",
         "Numbers",
         "Shows one digit more.",
         {control('.')},
         [](const Frame& frame) { change_digits(frame, 1); },
         [](const Frame& frame) { return frame.view.numbers.digits < 8; }},
        {"numbers.fewer",
         "Fewer digits",
         "Numbers",
         "Shows one digit fewer.",
         {control(',')},
         [](const Frame& frame) { change_digits(frame, -1); },
         [](const Frame& frame) { return frame.view.numbers.digits > 0; }},
        {"numbers.row_sums",
         "Row sums in the margin",
         "Numbers",
         "Shows the sum of each row beside it. Weights sum to 1 along the right axis.",
         {},
         [](const Frame& frame) { frame.view.show_row_sums = !frame.view.show_row_sums; },
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.view.show_row_sums; }},
        choice("colours.violet", "Violet for weights", "Colours",
               "Small weights recede, large ones stand out.", &View::sequential,
               Sequential::Violet),
        choice("colours.viridis", "Viridis for weights", "Colours",
               "Lightness grows in even steps. Suits the common forms of colour blindness.",
               &View::sequential, Sequential::Viridis),
        choice("colours.cividis", "Cividis for weights", "Colours",
               "Lightness grows in even steps. Suits all forms of colour blindness.",
               &View::sequential, Sequential::Cividis),
        choice("colours.magma", "Magma for weights", "Colours",
               "From black over red to white; lightness grows in even steps.", &View::sequential,
               Sequential::Magma),
        choice("colours.blues", "Blues for weights", "Colours",
               "White for small weights, dark blue for large ones.", &View::sequential,
               Sequential::Blues),
        choice("colours.purples", "Purples for weights", "Colours",
               "White for small weights, dark purple for large ones.", &View::sequential,
               Sequential::Purples),
        choice("colours.greys", "Greys for weights, white for 0", "Colours",
               "Prints with little ink: white for small weights, black for large ones.",
               &View::sequential, Sequential::Greys),
        choice("colours.grey", "Grey for weights", "Colours", "For black and white prints.",
               &View::sequential, Sequential::Grey),
        choice("colours.blue_red", "Blue and red for signed matrices", "Colours",
               "Blue below 0, rose above, white at 0.", &View::diverging, Diverging::BlueRed),
        choice("colours.purple_orange", "Purple and orange for signed matrices", "Colours",
               "Purple below 0, orange above, white at 0.", &View::diverging,
               Diverging::PurpleOrange),
        choice("colours.signed_grey", "Grey for signed matrices", "Colours",
               "Dark below 0, light above.", &View::diverging, Diverging::Grey),
        range_kind("range.automatic", "Colour range automatic", ColourRange::Kind::Automatic,
                   "One range for all signed matrices, up to 1, 2, 3, 5, 10 …; scores and scaled "
                   "scores have a range each; weights go from 0 to 1, of more than 16 words up to "
                   "a round number."),
        range_kind("range.rounded", "Weights up to a round number", ColourRange::Kind::Rounded,
                   "Weights go up to 0.1, 0.3, 0.5 or 1, so that small ones can be told apart."),
        range_kind("range.shared", "Colour range shared", ColourRange::Kind::Shared,
                   "All signed matrices use the largest magnitude of them all, and so do scores "
                   "and scaled scores."),
        range_kind("range.unit", "Weights from 0 to 1", ColourRange::Kind::Unit,
                   "Weights have the same colours whatever the largest is."),
        range_kind("range.symmetric", "Scores around 0", ColourRange::Kind::Symmetric,
                   "Scores have the colours of signed numbers, with 0 in the middle."),
        range_kind("range.logarithmic", "Colours by powers of ten", ColourRange::Kind::Logarithmic,
                   "Weights and signed numbers of a ten-thousandth of the largest can still be "
                   "told from 0."),
        range_kind("range.fixed", "Colour range from −1 to 1", ColourRange::Kind::Fixed,
                   "The range stays the same while numbers change."),
        {"theme.desktop",
         "Theme of the desktop",
         "Theme",
         "Light or dark, as the desktop asks of its programs.",
         {},
         follow_desktop_theme,
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.ui.window.follows_desktop; }},
        theme("theme.light", "Light theme", "Dark text on light.", ThemeName::Light),
        theme("theme.dark", "Dark theme", "Light text on dark.", ThemeName::Dark),
        theme("theme.projector", "Projector theme",
              "Black on white with thick lines, for a bright room.", ThemeName::Projector),
        theme("theme.print", "Print theme", "Grey on white.", ThemeName::Print),
        scaled("scale_interface.larger", "Larger interface", "Makes everything larger.",
               {control('+'), control('=')}, &WindowState::interface_scale, step, 0.5F, 4),
        scaled("scale_interface.smaller", "Smaller interface", "Makes everything smaller.",
               {control('-')}, &WindowState::interface_scale, 1 / step, 0.5F, 4),
        scaled("scale_interface.reset", "Interface at 100 %",
               "Uses the size that the monitor asks for.", {control('0')},
               &WindowState::interface_scale, 0, 1, 1),
        scaled("canvas.larger", "Zoom in",
               "Turn the wheel over the canvas while holding Ctrl to do the same.", {},
               &WindowState::canvas_zoom, 1.25F, 0.25F, 8),
        scaled("canvas.smaller", "Zoom out",
               "Turn the wheel over the canvas while holding Ctrl to do the same.", {},
               &WindowState::canvas_zoom, 0.8F, 0.25F, 8),
        {"canvas.fit",
         "Give the canvas the room of the lower panel",
         "View",
         "Folds the lower panel and fits the whole calculation into the window; again shows the "
         "panel.",
         {plain(Key::F4)},
         fit_canvas},
        {"view.enlarge",
         "Spotlight, or whole canvas",
         "View",
         "Shows the selected number with what it is made of, else a matrix, as large as the window "
         "allows. Double-click a title to do the same. Again, or Esc, goes back. Beside a lesson: "
         "what its step is about, or the whole canvas.",
         {letter('z'), {Key::Character, 'z', false, true}, plain(Key::F3)},
         toggle_light,
         [](const Frame&) { return true; },
         [](const Frame& frame) { return light_of(frame).has_value() || is_lit(frame.ui); }},
        along("light.next", "Next matrix in the spotlight",
              "Goes on along the calculation, from the matrix in the spotlight to the next.",
              Key::PageDown, 1),
        along("light.previous", "Matrix before in the spotlight",
              "Goes back along the calculation.", Key::PageUp, -1),
        {"view.full_screen",
         "Full screen",
         "View",
         "Fills the screen with the window, or brings the window back.",
         {plain(Key::F11)},
         [](const Frame& frame) { frame.ui.window.full_screen = !frame.ui.window.full_screen; },
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.ui.window.full_screen; }}};
    for (std::vector<Action>* const more : {&tabs, &others})
        std::move(more->begin(), more->end(), std::back_inserter(list));
    return list;
}

std::vector<Action> help_actions() {
    return {
        {"help.palette",
         "Find a command",
         "Help",
         "Finds a command by a part of its name.",
         {control('k')},
         [](const Frame& frame) { frame.ui.cards.palette = Palette{}; }},
        {"help.menus",
         "Open the menus",
         "Help",
         "Opens the first menu. The arrows move through all menus and the formula. Alt with a "
         "letter opens one: F File, E Edit, V View, I Insert, M Model, X Explain, T Teach, H Help.",
         {plain(Key::F10)},
         [](const Frame& frame) { frame.ui.menus.asked = "File"; }},
        {"help.context",
         "Menu of what is selected",
         "Help",
         "Opens what can be done with the selected numbers, else with the query word. A right "
         "click opens the same for a number, a word or a title.",
         {KeyPress{Key::F10, 0, false, true}, plain(Key::Menu)},
         ask_for_context_menu,
         [](const Frame& frame) { return !frame.ui.starting.is_shown; }},
        {"help.next_part",
         "Next part of the window",
         "Help",
         "Goes to the menus, words, formula, pages, canvas and panels. Tab or an arrow moves "
         "within "
         "one, Enter presses.",
         {plain(Key::F6)},
         [](const Frame& frame) { go_to_part(frame, 1); }},
        {"help.previous_part",
         "Part before",
         "Help",
         "Goes through the parts of the window the other way.",
         {KeyPress{Key::F6, 0, false, true}},
         [](const Frame& frame) { go_to_part(frame, -1); }},
        {"help.guide",
         "Guide",
         "Help",
         "Explains what the lab does, one feature after the other.",
         {KeyPress{Key::F1, 0, false, true}},
         [](const Frame& frame) {
             auto guide = guide_leaflet();
             if (guide)
                 frame.ui.cards.leaflet = *std::move(guide);
             else
                 frame.ui.message = Message{guide.error().text(), true};
         }},
        {"help.news",
         "What is new in " + std::string(program_version()),
         "Help",
         "Shows what this version of Attention Lab brought.",
         {},
         [](const Frame& frame) {
             frame.ui.cards.leaflet = news_leaflet();
             frame.ui.starting.seen_version = program_version();
         }},
        {"help.overlay",
         "Keys and commands",
         "Help",
         "Shows every key and what it does, in five groups, with a field to search them.",
         {plain(Key::F1)},
         [](const Frame& frame) {
             frame.ui.cards.help_open = !frame.ui.cards.help_open;
             frame.ui.cards.help_search = {};
         },
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.ui.cards.help_open; }},
    };
}

// Actions that open a page, and set the canvas and lower panel for it.

namespace {

bool can_turn_to(const Frame& frame, std::string_view page) {
    const bool has_canvas = !frame.ui.comparing || !frame.ui.comparing->replaces_canvas();
    return has_page(frame.document, page) &&
           (page != page_id::backward || (has_canvas && frame.is_shown()));
}

/// Returns the number whose gradients are shown: the selected one, else the loss, else the query
/// word's largest weight.
Place number_of_gradients(const Frame& frame) {
    const auto& [document, trace] = frame.shown();
    if (frame.view.selected && exists(document, *frame.view.selected))
        return *frame.view.selected;
    if (const auto loss = loss_place(document))
        return *loss;
    return figure::usual_moving_number(document, trace, figure::within(document, frame.view));
}

void turn_to(const Frame& frame, std::string_view page) {
    std::string_view& tab = frame.ui.window.panel_tab;
    const std::string_view shown = shown_page(frame);
    frame.ui.window.page = page == page_id::backward ? page_id::forward : page;
    if (page == page_id::backward) {
        if (!is_sensing(frame))
            begin_sensing(frame, number_of_gradients(frame));
        if (tab == page_id::heads || tab == page_id::training)
            tab = page_id::query;
        return;
    }
    leave_sensing(frame);
    if (page != page_id::forward)
        leave_light(frame.ui); // It would cover the page.
    if (page == page_id::heads) {
        if (shown != page_id::heads && tab != page_id::heads)
            tab = page_id::lines;
    } else if (page == page_id::training) {
        tab = page_id::training;
    } else if (shown != page_id::forward && (tab == page_id::heads || tab == page_id::training))
        tab = page_id::query;
}

/// Goes to the next page in this direction that the document has; after the last comes the first.
void turn_pages(const Frame& frame, int by) {
    const auto pages = figure::canvas_pages();
    const auto count = static_cast<std::ptrdiff_t>(pages.size());
    std::ptrdiff_t at = figure::page_with_id(pages, shown_page(frame)) - pages.data();
    const auto id = [&] { return pages[static_cast<std::size_t>(at)].id; };
    do
        at = (at + by + count) % count;
    while (!can_turn_to(frame, id()));
    turn_to(frame, id());
}

Action page_action(const figure::PageInfo& page) {
    const std::string_view to = page.id;
    Action action{"page." + std::string(to),
                  std::string(page.tab),
                  "Pages",
                  std::string(page.sentence),
                  {},
                  [to](const Frame& frame) { turn_to(frame, to); },
                  [to](const Frame& frame) { return can_turn_to(frame, to); },
                  [to](const Frame& frame) { return shown_page(frame) == to; }};
    action.is_offered = [to](const Document& document) { return has_page(document, to); };
    return action;
}

/// In a document with several layers the key without Shift shows the next layer.
Action page_beside(const char* id, const char* name, const char* sentence, KeyPress key, int by) {
    const bool is_beside_layers = key.shift;
    const auto is_for = [is_beside_layers](const Document& document) {
        return has_parts(document) == is_beside_layers;
    };
    Action action{id,
                  name,
                  "Pages",
                  sentence,
                  {key},
                  [by](const Frame& frame) { turn_pages(frame, by); },
                  [is_for](const Frame& frame) {
                      return can_turn_to(frame, page_id::forward) && is_for(frame.document);
                  }};
    action.is_offered = [is_for](const Document& document) {
        return has_page(document, page_id::forward) && is_for(document);
    };
    return action;
}

Action to_matrix(const char* id, const char* name, const char* sentence, bool shift, int by) {
    return {id,
            name,
            "View/Pages", // a submenu: the menu has no more room on a small laptop
            sentence,
            {KeyPress{Key::Tab, 0, true, shift}},
            [by](const Frame& frame) { go_to_matrix(frame, by); },
            [](const Frame& frame) {
                return frame.is_shown() &&
                       !(frame.ui.comparing && frame.ui.comparing->replaces_canvas());
            }};
}

} // namespace

std::vector<Action> page_actions() {
    std::vector<Action> list;
    for (const figure::PageInfo& page : figure::canvas_pages())
        if (!page.tab.empty())
            list.push_back(page_action(page));
    std::vector<Action> others{
        page_beside("page.next", "Next page", "Shows the page on the right.",
                    control(Key::PageDown), 1),
        page_beside("page.previous", "Page before", "Shows the page on the left.",
                    control(Key::PageUp), -1),
        page_beside("page.next_beside_layers", "Next page", "Shows the page on the right.",
                    {Key::PageDown, 0, true, true}, 1),
        page_beside("page.previous_beside_layers", "Page before", "Shows the page on the left.",
                    {Key::PageUp, 0, true, true}, -1),
        to_matrix("view.next_matrix", "Next matrix",
                  "Selects a number of the next matrix, as they are computed.", false, 1),
        to_matrix("view.previous_matrix", "Matrix before",
                  "Selects a number of the matrix before, as they are computed.", true, -1)};
    std::move(others.begin(), others.end(), std::back_inserter(list));
    return list;
}

namespace {

using Blank = Presenting::Blank;

KeyPress key(char character) {
    return {Key::Character, character};
}
KeyPress with_shift(Key which) {
    return {which, 0, false, true};
}

bool is_presenting(const Frame& frame) {
    return frame.ui.teaching.presenting.has_value();
}

/// An action that is enabled only while presenting.
Action presented(const char* id, const char* name, const char* sentence, std::vector<KeyPress> keys,
                 std::function<void(const Frame&)> run) {
    return {id, name, "Presenting", sentence, std::move(keys), std::move(run), is_presenting};
}

Action blanked(const char* id, const char* name, std::vector<KeyPress> keys, Blank blank) {
    return presented(id, name, "Any key shows the step again.", std::move(keys),
                     [blank](const Frame& frame) { frame.ui.teaching.presenting->blank = blank; });
}

/// Before the next step: reveals the covered numbers of the page one by one, then answers the
/// question.
void reveal_or_go_on(const Frame& frame) {
    if (guessed(frame))
        reveal_next(frame);
    else if (const auto place = has_covers(frame) ? first_covered_on_page(frame) : std::nullopt)
        reveal_at(frame, place);
    else if (has_open_question(frame))
        show_answer(frame);
    else
        go_to_next_step(frame);
}

void turn_query(const Frame& frame, attn::Index by) {
    const attn::Index count = attn::token_count(frame.document);
    choose_query(frame, (frame.view.query + by + count) % count);
}

bool has_lesson(const Frame& frame) {
    return frame.ui.teaching.lesson && !frame.ui.teaching.presenting;
}

/// Lights the next phrase of the text with its place; after the last one none.
void light_next_phrase(const Frame& frame) {
    LessonState& lesson = *frame.ui.teaching.lesson;
    lesson.chosen_phrase = (lesson.chosen_phrase + 1) % (lesson.current().text.pinned.size() + 1);
}

bool is_at_last_step(const Frame& frame) {
    return current_step(frame) == step_numbers(frame).back();
}

/// The lesson that is taught after this one; empty if it is the last.
std::string lesson_after(const std::vector<PresetName>& lessons, const std::string& name) {
    for (std::size_t at = 0; at + 1 < lessons.size(); ++at)
        if (lessons[at].name == name)
            return lessons[at + 1].name;
    return "";
}

/// Says that the lesson is finished, and offers the next one.
void finish_lesson(const Frame& frame, const std::vector<PresetName>& lessons) {
    const attn::Lesson& lesson = frame.ui.teaching.lesson->opened->lesson;
    Question question{"“" + attn::figure::plain_text(lesson.title) + "” is finished",
                      "It stays open until you close it.",
                      {{"close", "Close the lesson", {CloseLesson{}}}, {"stay", "Stay here", {}}}};
    const std::string after = lesson_after(lessons, lesson.name);
    auto next = attn::io::open_lesson(after);
    if (!after.empty() && next) {
        question.text =
            "The next lesson is “" + attn::figure::plain_text(next->lesson.title) + "”.";
        OpenLesson opens{std::make_shared<const attn::OpenedLesson>(*std::move(next))};
        question.choices.insert(question.choices.begin(),
                                Question::Choice{"next", "Next lesson", {std::move(opens)}});
    }
    frame.ui.question = std::move(question);
}

} // namespace

std::vector<Action> present_actions() {
    const auto start = [](Present wanted) {
        return [wanted](const Frame& frame) { frame.outbox.post(wanted); };
    };
    const auto is_not_presenting = [](const Frame& frame) { return !is_presenting(frame); };
    return {
        {"present.start",
         "Present",
         "Present",
         "Shows one step at a time on the whole screen: from the first, or from the open step of a "
         "lesson. While the canvas shows what moves a number, the steps go through the backward "
         "pass. The file stays as it is.",
         {plain(Key::F5)},
         start(Present::Start),
         is_not_presenting},
        {"present.resume",
         "Resume presenting",
         "Present",
         "Presents again from the step that was shown last.",
         {with_shift(Key::F5)},
         start(Present::Resume),
         is_not_presenting},
        presented("present.speaker", "Speaker's window",
                  "A second window has the notes, the next step and the time: on another screen "
                  "if there is one.",
                  {key('s')}, toggle_speaker_window),
        presented("present.cover", "Cover, or reveal",
                  "Covers the selected number, or else the one under the pointer, with a plate.",
                  {key('c')}, toggle_cover),
        presented(
            "present.next", "Next step",
            "First reveals what is covered on the page, one number at a time, and answers the "
            "question.",
            {plain(Key::PageDown), key(' ')}, reveal_or_go_on),
        presented("present.skip", "Next step at once", "What is covered stays covered.",
                  {plain(Key::Right), plain(Key::Down)}, go_to_next_step),
        presented("present.hint", "A hint", "Shows the next hint to the question of the step.",
                  {key('i')}, show_hint),
        presented("present.previous", "Previous step",
                  "Shows the step before, with all of its results.",
                  {plain(Key::PageUp), plain(Key::Left), plain(Key::Up), plain(Key::Backspace)},
                  go_to_previous_step),
        presented("present.first", "First step",
                  "Type a number and press Enter to go to that step.", {plain(Key::Home)},
                  [](const Frame& frame) { go_to_step(frame, 1); }),
        presented("present.last", "Last step", "", {plain(Key::End)},
                  [](const Frame& frame) { go_to_step(frame, step_numbers(frame).back()); }),
        presented("present.query_next", "Next query word", "Click a word to do the same.",
                  {plain(Key::Tab)}, [](const Frame& frame) { turn_query(frame, 1); }),
        presented("present.query_previous", "Previous query word", "", {with_shift(Key::Tab)},
                  [](const Frame& frame) { turn_query(frame, -1); }),
        blanked("present.black", "Black screen", {key('b'), key('.')}, Blank::Black),
        blanked("present.white", "White screen", {key('w')}, Blank::White),
        presented("present.pointer", "Hide the pointer", "Hides the pointer, or shows it again.",
                  {key('h')},
                  [](const Frame& frame) {
                      bool& hidden = frame.ui.teaching.presenting->is_pointer_hidden;
                      hidden = !hidden;
                  }),
        presented("present.ring", "A ring around the pointer",
                  "Shows the pointer in a ring, or without it.", {key('o')},
                  [](const Frame& frame) {
                      bool& has_ring = frame.ui.teaching.presenting->has_ring;
                      has_ring = !has_ring;
                  }),
        presented("present.reset", "Reset what was changed",
                  "Takes back what you changed while presenting. Undo brings the changes back.",
                  {key('r')}, start(Present::Reset)),
        presented("present.keep", "Keep what was changed",
                  "Keeps your changes when you leave the presentation.", {key('k')},
                  [](const Frame& frame) {
                      bool& keeps = frame.ui.teaching.presenting->keeps_changes;
                      keeps = !keeps;
                  }),
        presented("present.leave", "Leave the presentation",
                  "Takes back your changes unless you chose to keep them. Undo brings them back.",
                  {plain(Key::Escape), plain(Key::F5)}, start(Present::Leave)),
    };
}

std::vector<Action> lesson_actions(const std::vector<PresetName>& lessons) {
    std::vector<Action> list;
    for (const PresetName& lesson : lessons) {
        list.push_back(
            {"lesson." + lesson.name,
             lesson.title,
             "Lessons",
             lesson.sentence,
             {},
             [name = lesson.name](const Frame& frame) {
                 auto opened = attn::io::open_lesson(name);
                 if (opened)
                     frame.outbox.post(OpenLesson{
                         std::make_shared<const attn::OpenedLesson>(*std::move(opened))});
                 else
                     frame.ui.message = Message{opened.error().text(), true};
             },
             [](const Frame& frame) { return !is_presenting(frame); },
             [name = lesson.name](const Frame& frame) {
                 return frame.ui.teaching.lesson &&
                        frame.ui.teaching.lesson->opened->lesson.name == name;
             }});
        list.back().group = lesson.group;
        list.back().has_rich_name = true;
    }
    list.push_back({"lesson.next",
                    "Next step of the lesson",
                    "The open lesson",
                    "After the last step, offers the next lesson.",
                    {plain(Key::PageDown)},
                    [lessons](const Frame& frame) {
                        if (!is_at_last_step(frame))
                            go_to_next_step(frame);
                        else if (!frame.ui.teaching.writing)
                            finish_lesson(frame, lessons);
                    },
                    has_lesson});
    list.push_back({"lesson.previous",
                    "Previous step of the lesson",
                    "The open lesson",
                    "",
                    {plain(Key::PageUp)},
                    go_to_previous_step,
                    has_lesson});
    list.push_back({"lesson.next_place",
                    "Next place of the step",
                    "The open lesson",
                    "Lights each place that the text speaks of, one after the other.",
                    {with_shift(Key::PageDown)},
                    light_next_phrase,
                    [](const Frame& frame) {
                        return has_lesson(frame) &&
                               !frame.ui.teaching.lesson->current().text.pinned.empty();
                    }});
    list.push_back({"lesson.hint",
                    "A hint",
                    "The open lesson",
                    "Shows the next hint to the question of the step.",
                    {key('i'), {Key::Character, 'i', false, true}},
                    show_hint,
                    [](const Frame& frame) { return has_lesson(frame) && has_hint(frame); }});
    list.push_back(
        {"lesson.answer",
         "Answer the question",
         "The open lesson",
         "Shows the answer to the question of the step.",
         {key('a'), {Key::Character, 'a', false, true}},
         show_answer,
         [](const Frame& frame) { return has_lesson(frame) && has_open_question(frame); }});
    list.push_back(
        {"lesson.type_answer",
         "Type an answer",
         "The open lesson",
         "Begins to type the number that the step asks for.",
         {with_shift(Key::Enter)},
         [](const Frame& frame) { begin_editing(frame, AnswerTarget{}); },
         [](const Frame& frame) { return has_lesson(frame) && asks_for_number(frame); }});
    for (std::size_t choice = 0; choice < attn::max_choices; ++choice) {
        const std::string digit = std::to_string(choice + 1);
        list.push_back(
            {"lesson.choice." + digit,
             "Answer " + digit,
             "The open lesson",
             "Chooses this answer to the question of the step.",
             {{Key::Character, digit[0], false, false, true}},
             [choice](const Frame& frame) { answer_by_choice(frame, choice); },
             [](const Frame& frame) { return has_lesson(frame) && asks_for_choice(frame); }});
    }
    list.push_back(
        {"lesson.close",
         "Close the lesson",
         "The open lesson",
         "Keeps the document of this step. Undo brings back the document from before the lesson.",
         {},
         [](const Frame& frame) { frame.outbox.post(CloseLesson{}); },
         has_lesson});
    return list;
}

} // namespace app
