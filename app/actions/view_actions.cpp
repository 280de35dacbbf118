// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/actions/context_menu.h"
#include "app/actions/menus.h"
#include "app/editing/navigation.h"
#include "app/input/parts.h"
#include "app/session/pages.h"
#include "app/starting/leaflet.h"
#include "app/starting/news.h"
#include "core/figure/glance.h"

#include <algorithm>
#include <iterator>
#include <string>
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
        [tab = page.id](const Frame& frame) { frame.ui.window.panel_tab = tab; },
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
                window.panel_height = std::max(0.0F, window.drawn_panel + by);
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
        number_kind("numbers.automatic", "Automatic", NumberFormat::Kind::Automatic,
                    "Shows whole numbers without decimals, and every other number with them."),
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
        range_kind("range.automatic", "Colour range rounded", ColourRange::Kind::Automatic,
                   "One range for all signed matrices, up to 1, 2, 3, 5, 10 …; scores and scaled "
                   "scores have a range each; weights go up to 0.1, 0.3, 0.5 or 1."),
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
        scaled("canvas.fit", "Fit the canvas", "Fits the whole calculation into the window.",
               {plain(Key::F4)}, &WindowState::canvas_zoom, 0, 1, 1),
        {"view.enlarge",
         "Enlarge a matrix",
         "View",
         "Shows the matrix of the selected number large, beside the matrices it is made from. "
         "If "
         "no number is selected, shows the weights. Double-click a title to do the same; Esc "
         "goes "
         "back.",
         {plain(Key::F3)},
         [](const Frame& frame) {
             std::optional<Stage>& enlarged = frame.ui.window.enlarged;
             if (enlarged)
                 enlarged.reset();
             else
                 enlarged = frame.view.selected ? frame.view.selected->sheet.stage
                                                : figure::glance_stage(frame.document);
         },
         [](const Frame&) { return true; },
         [](const Frame& frame) { return frame.ui.window.enlarged.has_value(); }},
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

} // namespace app
