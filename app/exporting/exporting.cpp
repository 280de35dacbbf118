// SPDX-License-Identifier: MIT
#include "app/exporting/exporting.h"

#include "app/explaining/comparing.h"
#include "app/exporting/export_walk.h"
#include "app/exporting/style_choice.h"
#include "app/exporting/worksheet_choice.h"
#include "app/learning/learning.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/variants.h"
#include "core/figure/figures.h"
#include "core/figure/pages.h"
#include "core/figure/word.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

std::optional<double> number_in(const std::string& text) {
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() ||
        !(value > -1e15 && value < 1e15))
        return std::nullopt;
    return value;
}

/// Reads a number between two limits, or returns what was expected.
template <class Number>
std::string take_number(const std::string& text, double least, double most, Number& into) {
    const auto value = number_in(text);
    if (value && *value >= least && *value <= most) {
        into = static_cast<Number>(*value);
        return "";
    }
    return "Type a number from " + shortest(least) + " to " + shortest(most);
}

/// The same; an empty text gives the usual value.
template <class Number>
std::string take_number_or(std::type_identity_t<Number> usual, const std::string& text,
                           double least, double most, Number& into) {
    if (!text.empty())
        return take_number(text, least, most, into);
    into = usual;
    return "";
}

} // namespace

figure::Beside shown_beside(const Frame& frame) {
    figure::Beside beside;
    if (const auto& comparing = frame.ui.comparing;
        comparing && !comparing->mistake && comparing->pinned)
        beside.compared = {comparing->pinned, comparing->name, comparing->stage};
    const Learning& learning = frame.ui.learning;
    ExportState& state = frame.ui.exporting;
    if (learning.losses.empty()) {
        state.losses.reset();
        return beside;
    }
    if (!state.losses || state.losses_news != learning.news)
        state.losses = std::make_shared<const std::vector<Real>>(learning.losses);
    state.losses_news = learning.news;
    const std::size_t last = learning.losses.size() - 1;
    beside.losses = {state.losses, learning.seen ? std::min(learning.at(), last) : last,
                     learning.is_logarithmic, before(frame).calculation};
    return beside;
}

Result<publish::ExportOptions> export_options(const Frame& frame) {
    const ExportChoice& choice = frame.ui.exporting.choice;
    if (const auto kind = publish::file_kind(choice.path); !kind)
        return kind.error();
    publish::ExportOptions options;
    if (const auto sheet = parse_sheet(choice.figure); sheet && exists(frame.document, *sheet))
        options.stage = *sheet;
    options.python = choice.python;
    options.reveals = choice.reveals;
    options.page = choice.page;
    options.picture.figure = choice.figure;
    if (choice.figure == figure::enlarged_figure && frame.ui.window.enlarged)
        options.picture.figure += "/" + std::string(frame.ui.window.enlarged->name());
    options.picture.style = choice.look.picture;
    if (is_worksheet(choice)) {
        if (!choice.worksheet.list_fault.empty())
            return Error{choice.worksheet.list_fault};
        choose_worksheet(choice.worksheet, options);
    }
    const figure::Beside beside = shown_beside(frame);
    options.picture.compared = beside.compared;
    options.picture.losses = beside.losses;
    if (choice.trains && has_stage(frame.document, Stage::Loss))
        options.training = settings_of_run(frame.document);
    options.picture.shows_query = choice.shows_query;
    options.picture.heads = choice.heads;
    if (!choice.sweep.empty()) {
        const auto sweep = parse_sweep(frame.document, choice.sweep);
        if (!sweep)
            return sweep.error();
        options.picture.sweep = *sweep;
    }
    View& view = options.picture.view;
    view.query = frame.view.query;
    view.head = frame.view.head;
    view.layer = frame.view.layer;
    view.is_cross = frame.view.is_cross;
    if (choice.figure == "derivation" || choice.figure == figure::sensitivity_figure)
        view.selected = frame.view.selected;
    if (frame.ui.sensing && choice.figure == figure::sensitivity_figure)
        view.selected = frame.ui.sensing->of;
    view.show_row_sums = frame.view.show_row_sums;
    view.numbers = choice.look.numbers;
    view.sequential = choice.look.sequential;
    view.diverging = choice.look.diverging;
    view.range = choice.look.range;
    if (choice.shows_marked) {
        view.marked = frame.view.marked;
        if (frame.view.selected)
            view.marked.push_back(*frame.view.selected);
    }
    return options;
}

void open_export(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    name_file(frame);
    if (!figure::named_figure(frame.document, state.choice.figure, shown_beside(frame)))
        state.choice.figure = "canvas";
    read_styles(frame);
    state.is_open = true;
    state.field = ExportField::None;
    state.walk = {};
    state.fault.clear();
    state.replacing.clear();
    frame.ui.cards.help_open = false;
    frame.ui.cards.palette.reset();
}

void open_export_of_losses(const Frame& frame) {
    ExportChoice& choice = frame.ui.exporting.choice;
    choice.figure = figure::loss_figure;
    if (const auto kind = publish::file_kind(choice.path); !kind || !publish::picture_kind(*kind))
        choice.path = ""; // it gets the name of its figure
    open_export(frame);
}

void open_export_of_training(const Frame& frame) {
    ExportChoice& choice = frame.ui.exporting.choice;
    choice.trains = true;
    if (choice.python == publish::Language::Jax)
        choice.python = publish::Language::PyTorch; // JAX programs do not train.
    if (const auto kind = publish::file_kind(choice.path);
        !kind || *kind != publish::FileKind::Python)
        choice.path = free_path(choice.path.empty() ? pictures_folder() + "/train.py"
                                                    : with_ending(choice.path, ".py"));
    open_export(frame);
}

void export_again(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    if (!state.is_chosen && !state.is_open) {
        open_export(frame);
        return;
    }
    if (state.is_open)
        return wish_file(frame);
    name_file(frame);
    if (const bool is_made = state.choice.path == state.made_path;
        !state.written.contains(state.choice.path)) {
        state.choice.path = free_path(state.choice.path);
        if (is_made)
            state.made_path = state.choice.path;
    }
    state.write_asked = true;
}

std::string text_of(const ExportChoice& choice, ExportField field) {
    const publish::PictureStyle& style = choice.look.picture;
    switch (field) {
    case ExportField::None:
        break;
    case ExportField::Style: // not part of the choice
        break;
    case ExportField::Path:
        return choice.path;
    case ExportField::Size:
        return publish::to_text(style.size);
    case ExportField::Dpi:
        return style.dpi > 0 ? std::to_string(style.dpi) : "";
    case ExportField::Font:
        return style.text > 0 ? shortest(static_cast<double>(style.text)) : "";
    case ExportField::Title:
        return style.title.value_or("");
    case ExportField::Caption:
        return style.caption;
    case ExportField::Threshold:
        return style.least_weight > 0 ? shortest(style.least_weight) : "";
    case ExportField::Gap:
        return style.gap >= 0 ? shortest(static_cast<double>(style.gap)) : "";
    case ExportField::Sweep:
        return choice.sweep;
    case ExportField::Count:
        return std::to_string(choice.worksheet.count);
    case ExportField::Seed:
        return std::to_string(choice.worksheet.seed);
    case ExportField::List:
        return choice.worksheet.list;
    case ExportField::Low:
        return shortest(choice.look.range.low);
    case ExportField::High:
        return shortest(choice.look.range.high);
    }
    return "";
}

void begin_field(const Frame& frame, ExportField field) {
    ExportState& state = frame.ui.exporting;
    state.field = field;
    for (const ExportStop& stop : state.walk.stops)
        if (stop.field == field)
            state.walk.at = stop.name;
    state.fault.clear();
    state.line =
        line_edit(field == ExportField::Style ? state.style_name : text_of(state.choice, field),
                  field != ExportField::Path);
}

void take_field(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    ExportChoice& choice = state.choice;
    const std::string& text = state.line.text;
    state.fault.clear();
    switch (state.field) {
    case ExportField::None:
        return;
    case ExportField::Path:
        choice.path = text;
        if (const auto kind = publish::file_kind(text); !kind)
            state.fault = "The file name needs an ending that says what to write: .png, .svg, "
                          ".pdf, .csv, .py …";
        return;
    case ExportField::Style:
        state.style_name = text;
        return;
    case ExportField::Size:
        if (const auto size = publish::parse_size(text))
            choice.look.picture.size = *size;
        else
            state.fault = "Type a width such as 89mm or 3.25in, or width and height such as "
                          "89x60mm, or 800x600 in pixels.";
        return;
    case ExportField::Dpi:
        state.fault = take_number_or(0, text, 36, 2400, choice.look.picture.dpi);
        return;
    case ExportField::Font:
        state.fault = take_number_or(0, text, 4, 72, choice.look.picture.text);
        return;
    case ExportField::Title:
        choice.look.picture.title = text.empty() ? std::nullopt : std::optional(text);
        return;
    case ExportField::Caption:
        choice.look.picture.caption = text;
        return;
    case ExportField::Threshold:
        state.fault = take_number_or(0, text, 0, 1e9, choice.look.picture.least_weight);
        return;
    case ExportField::Gap:
        state.fault = take_number_or(-1, text, 0, 100, choice.look.picture.gap);
        return;
    case ExportField::Sweep:
        if (const auto sweep = parse_sweep(frame.document, text); sweep || text.empty())
            choice.sweep = text;
        else
            state.fault = sweep.error().text();
        return;
    case ExportField::Count:
        state.fault = take_number(text, 1, max_variants, choice.worksheet.count);
        return;
    case ExportField::Seed:
        state.fault = take_number(text, 0, 4294967295, choice.worksheet.seed);
        return;
    case ExportField::List:
        state.fault = take_names(text, choice.worksheet);
        return;
    case ExportField::Low:
        state.fault = take_number(text, -1e9, choice.look.range.high, choice.look.range.low);
        return;
    case ExportField::High:
        state.fault = take_number(text, choice.look.range.low, 1e9, choice.look.range.high);
        return;
    }
}

bool press_in_export(const Frame& frame, const KeyPress& key) {
    ExportState& state = frame.ui.exporting;
    if (walk_in_export(frame, key))
        return true;
    switch (key.key) {
    case Key::Escape:
        if (!std::exchange(state.replacing, "").empty())
            return true;
        if (state.field == ExportField::None)
            state.is_open = false;
        state.field = ExportField::None;
        state.fault.clear();
        return true;
    case Key::Enter:
        if (!state.fault.empty())
            return true;
        if (state.field == ExportField::Style)
            save_chosen_style(frame);
        // In a field Enter ends the typing; elsewhere, and with Ctrl, it writes.
        if (state.field == ExportField::None || key.control)
            wish_file(frame);
        state.field = ExportField::None;
        return true;
    default:
        break;
    }
    if (state.field == ExportField::None || !state.line.press(key, frame.clipboard))
        return false;
    take_field(frame);
    return true;
}

void type_in_export(const Frame& frame, const std::string& text) {
    if (frame.ui.exporting.field == ExportField::None)
        return;
    frame.ui.exporting.line.insert(text);
    take_field(frame);
}

} // namespace app
