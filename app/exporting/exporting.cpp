// SPDX-License-Identifier: MIT
#include "app/exporting/exporting.h"

#include "app/explaining/comparing.h"
#include "app/explaining/folder_words.h"
#include "app/exporting/kept.h"
#include "app/files/saving.h"
#include "app/learning/learning.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"
#include "core/io/journal/file.h"
#include "core/publish/exporters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

/// Changes the saved styles. Reads them first, so that styles saved elsewhere meanwhile stay.
template <class Change>
void change_styles(const Frame& frame, const Change& change) {
    ExportState& state = frame.ui.exporting;
    auto styles = load_styles();
    if (styles) {
        change(*styles);
        if (const auto saved = save_styles(*styles); !saved)
            frame.ui.message = Message{saved.error().text(), true};
        else
            state.styles = *std::move(styles);
    } else {
        frame.ui.message = Message{styles.error().text(), true};
    }
}

} // namespace

FigureStyle style_of(const ExportChoice& choice) {
    FigureStyle style = choice.look;
    style.picture.title.reset();
    style.picture.caption.clear();
    if (style.range.kind != ColourRange::Kind::Fixed) { // The ends are used only for a fixed range.
        style.range.low = ColourRange{}.low;
        style.range.high = ColourRange{}.high;
    }
    return style;
}

void take_style(ExportChoice& choice, const FigureStyle& style) {
    publish::PictureStyle picture = style.picture;
    picture.title = choice.look.picture.title;
    picture.caption = choice.look.picture.caption;
    choice.look = style;
    choice.look.picture = std::move(picture);
}

std::string style_name(const ExportState& state) {
    const FigureStyle chosen = style_of(state.choice);
    const auto& list = state.styles.list;
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& one) { return one.second == chosen; });
    return found == list.end() ? "" : found->first;
}

void read_styles(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    auto styles = load_styles();
    if (!styles) {
        frame.ui.message = Message{styles.error().text(), true};
        return;
    }
    state.styles = *std::move(styles);
    if (!std::exchange(state.has_read_styles, true))
        if (const FigureStyle* const usual = state.styles.find(state.styles.usual))
            take_style(state.choice, *usual);
}

void save_chosen_style(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    const std::string name = state.style_name;
    if (const std::string fault = fault_of_style_name(name); !fault.empty()) {
        frame.ui.message = Message{"Type a name first: " + fault, true};
        return;
    }
    change_styles(frame, [&](SavedStyles& styles) { styles.put(name, style_of(state.choice)); });
}

void make_usual(const Frame& frame, const std::string& name) {
    change_styles(frame, [&](SavedStyles& styles) {
        styles.usual = styles.usual == name || !styles.find(name) ? "" : name;
    });
}

void forget_style(const Frame& frame, const std::string& name) {
    change_styles(frame, [&](SavedStyles& styles) {
        styles.remove(name);
        if (styles.usual == name)
            styles.usual.clear();
    });
}

bool is_worksheet(const ExportChoice& choice) {
    const auto kind = publish::file_kind(choice.path);
    return choice.worksheet.is_on && kind &&
           (*kind == publish::FileKind::Pdf || *kind == publish::FileKind::Html);
}

bool is_form(const ExportChoice& choice) {
    return is_worksheet(choice) && *publish::file_kind(choice.path) == publish::FileKind::Html;
}

bool has_key(const ExportChoice& choice) {
    return is_worksheet(choice) && !is_form(choice) && choice.worksheet.is_key;
}

bool is_table(const ExportChoice& choice) {
    const auto kind = publish::file_kind(choice.path);
    return kind && (*kind == publish::FileKind::Csv || *kind == publish::FileKind::Tsv ||
                    *kind == publish::FileKind::Markdown || *kind == publish::FileKind::Json);
}

const FigureStyle& look_of(const ExportChoice& choice) {
    return is_worksheet(choice) ? choice.sheet_look : choice.look;
}

FigureStyle& look_of(ExportChoice& choice) {
    return is_worksheet(choice) ? choice.sheet_look : choice.look;
}

void choose_worksheet(const WorksheetChoice& choice, publish::ExportOptions& options) {
    figure::WorksheetOptions worksheet;
    worksheet.level = choice.level;
    worksheet.is_key = choice.is_key;
    worksheet.seed = choice.seed;
    worksheet.paper = choice.is_letter ? figure::letter : figure::a4;
    options.worksheet = worksheet;
    if (choice.count > 1 || !choice.names.empty())
        options.variants = publish::WorksheetClass{
            choice.names.empty() ? choice.count : choice.names.size(), choice.names};
}

std::string take_names(const std::string& file, WorksheetChoice& into) {
    into.list = file;
    into.names.clear();
    into.list_fault.clear();
    if (file.empty())
        return "";
    constexpr std::size_t most_bytes = 1 << 20;
    const auto text = io::read_file(file, most_bytes);
    auto names = text ? publish::class_list(*text) : text.error();
    if (names)
        into.names = *std::move(names);
    else
        into.list_fault = names.error().text();
    return into.list_fault;
}

namespace {

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
    const ExportChoice& choice = frame.ui.exporting.choice;
    figure::Beside beside;
    if (const auto& comparing = frame.ui.comparing;
        comparing && !comparing->mistake && comparing->pinned)
        beside.compared = {comparing->pinned,
                           choice.a_name.empty() ? comparing->name : choice.a_name,
                           comparing->stage, choice.b_name, choice.lists_changes};
    if (has_effects_of_folder(frame.document))
        beside.effects = known_effects(frame);
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
    const FigureStyle& look = look_of(choice);
    publish::ExportOptions options;
    if (const auto sheet = parse_sheet(choice.figure); sheet && exists(frame.document, *sheet))
        options.stage = *sheet;
    if (is_table(choice))
        options.digits = choice.table_digits;
    options.python = choice.python;
    options.reveals = choice.reveals;
    options.page = choice.page;
    options.picture.figure = choice.figure;
    if (choice.figure == figure::enlarged_figure && frame.ui.window.enlarged)
        options.picture.figure += "/" + std::string(frame.ui.window.enlarged->name());
    options.picture.style = look.picture;
    if (is_worksheet(choice)) {
        if (!choice.worksheet.list_fault.empty())
            return Error{choice.worksheet.list_fault};
        choose_worksheet(choice.worksheet, options);
        // A form marks itself: only a printed worksheet has a key.
        options.worksheet->is_key &= has_key(choice);
    }
    const figure::Beside beside = shown_beside(frame);
    options.picture.compared = beside.compared;
    options.picture.losses = beside.losses;
    options.picture.effects = beside.effects;
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
    view.numbers = look.numbers;
    view.sequential = look.sequential;
    view.diverging = look.diverging;
    view.range = look.range;
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
    state.replacing_all.clear();
    frame.ui.cards.help_open = false;
    frame.ui.cards.palette.reset();
}

void open_export_of(const Frame& frame, std::string_view figure) {
    ExportChoice& choice = frame.ui.exporting.choice;
    choice.figure = figure;
    if (const auto kind = publish::file_kind(choice.path); !kind || !publish::picture_kind(*kind))
        choice.path = ""; // it gets the name of its figure
    open_export(frame);
}

void open_export_of_training(const Frame& frame) {
    ExportChoice& choice = frame.ui.exporting.choice;
    choice.trains = true;
    if (choice.python == publish::Language::Jax)
        choice.python = publish::Language::PyTorch; // JAX programs do not train.
    if (choice.path.empty())
        name_file(frame);
    if (const auto kind = publish::file_kind(choice.path);
        !kind || *kind != publish::FileKind::Python)
        choice.path = free_path(with_ending(choice.path, ".py"));
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
    const publish::PictureStyle& style = look_of(choice).picture;
    switch (field) {
    case ExportField::None:
        break;
    case ExportField::Style: // not part of the choice
    case ExportField::Keep:
        break;
    case ExportField::NameA:
        return choice.a_name;
    case ExportField::NameB:
        return choice.b_name;
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
    state.line = line_edit(field == ExportField::Style  ? state.style_name
                           : field == ExportField::Keep ? state.keep_name
                                                        : text_of(state.choice, field),
                           field != ExportField::Path);
}

namespace {

/// A name typed without a folder stands beside the document, or, if the document has no file, in
/// the folder that the field showed before.
std::string beside_document(const Frame& frame, const std::string& typed) {
    const ExportState& state = frame.ui.exporting;
    if (typed.empty() || typed.find('/') != std::string::npos)
        return typed;
    std::string folder = state.choice.path;
    if (!frame.ui.files.path.empty())
        folder = frame.ui.files.path;
    else if (folder.find('/') == std::string::npos)
        folder = pictures_folder() + "/";
    const auto slash = folder.rfind('/');
    return slash == std::string::npos ? typed : folder.substr(0, slash + 1) + typed;
}

} // namespace

void take_field(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    ExportChoice& choice = state.choice;
    const std::string& text = state.line.text;
    state.fault.clear();
    switch (state.field) {
    case ExportField::None:
        return;
    case ExportField::Path:
        choice.path = beside_document(frame, text);
        if (const auto kind = publish::file_kind(text); !kind)
            state.fault = "The file name needs an ending that says what to write: .png, .svg, "
                          ".pdf, .csv, .py …";
        return;
    case ExportField::Style:
        state.style_name = text;
        return;
    case ExportField::Keep:
        state.keep_name = text;
        if (const std::string fault = fault_of_figure_name(text); !text.empty() && !fault.empty())
            state.fault = "Type a name first: " + fault;
        return;
    case ExportField::NameA:
        choice.a_name = text;
        return;
    case ExportField::NameB:
        choice.b_name = text;
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
        look_of(choice).picture.title = text.empty() ? std::nullopt : std::optional(text);
        return;
    case ExportField::Caption:
        look_of(choice).picture.caption = text;
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
        if (!std::exchange(state.replacing, "").empty() ||
            !std::exchange(state.replacing_all, {}).empty())
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
        if (state.field == ExportField::Keep)
            keep_chosen(frame);
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

// Names exported files and decides which may be replaced.

namespace {

namespace fs = std::filesystem;

std::string home_setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool is_export_folder(const std::string& path) {
    std::error_code fault;
    return !path.empty() && fs::is_directory(path, fault);
}

/// Identifies a document: where it came from, and where it is saved.
std::string document_key(const Frame& frame) {
    return frame.ui.files.path + "\n" + frame.ui.files.opened;
}

/// The document's name as a file name: "lecture".
std::string document_stem(const Frame& frame) {
    const FileState& files = frame.ui.files;
    const fs::path file = !files.path.empty() ? files.path : files.opened;
    const std::string name = file.empty() ? frame.document.title : file.stem().string();
    const std::string stem = hyphened(name);
    return stem.empty() ? "attention" : stem;
}

/// What a made name says: "lecture-weights", "lecture-weights-key", "lecture-train" for a program
/// that trains. The whole calculation and other programs have the name of the document alone.
std::string file_stem(const Frame& frame) {
    const ExportChoice& choice = frame.ui.exporting.choice;
    const auto kind = publish::file_kind(choice.path);
    const bool is_of_figure = !kind || publish::picture_kind(*kind) || parse_sheet(choice.figure);
    std::string stem = document_stem(frame);
    if (is_worksheet(choice))
        stem += "-worksheet";
    else if (is_of_figure && choice.figure != "canvas")
        stem += "-" + hyphened(choice.figure);
    if (kind && *kind == publish::FileKind::Python && choice.trains &&
        has_stage(frame.document, Stage::Loss))
        stem += "-train";
    if (has_key(choice))
        stem += "-key";
    return stem;
}

/// Replaces the name in the path, keeping folder and ending.
std::string with_stem(const std::string& path, const std::string& stem) {
    const fs::path whole(path);
    const std::string folder = whole.parent_path().string();
    const std::string name = stem + whole.extension().string();
    return is_export_folder(folder) ? (whole.parent_path() / name).string()
                                    : pictures_folder() + "/" + name;
}

/// Turns "sheet.pdf" into "sheet-key.pdf", and back.
std::string with_key(const std::string& path, bool is_key) {
    constexpr std::string_view end = "-key";
    const fs::path whole(path);
    std::string stem = whole.stem().string();
    if (stem.ends_with(end) == is_key)
        return path;
    if (is_key)
        stem += end;
    else
        stem.resize(stem.size() - end.size());
    return (whole.parent_path() / (stem + whole.extension().string())).string();
}

} // namespace

void name_file(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    std::string& path = state.choice.path;
    const std::string now = document_key(frame), stem = file_stem(frame);
    const bool is_of_other = state.named_for && *state.named_for != now;
    if (state.named_for != now)
        state.written.clear();
    if (is_of_other) {
        state.is_key_named = false;
        state.keep_name.clear();
    }
    state.named_for = now;
    const bool is_key = has_key(state.choice);
    const bool is_made =
        path.empty() || is_of_other || with_ending(path, "") == with_ending(state.made_path, "");
    if (!is_made) { // A typed name stays; only an answer key gets another.
        if (is_key != state.is_key_named)
            path = with_key(path, is_key);
    } else if (path.empty() || is_of_other || stem != state.made_stem) {
        const std::string wanted =
            path.empty() ? pictures_folder() + "/" + stem + ".png" : with_stem(path, stem);
        path = state.written.contains(wanted) ? wanted : free_path(wanted);
        state.made_path = path;
    }
    state.made_stem = stem;
    state.is_key_named = is_key;
}

void wish_file(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    const std::string& path = state.choice.path;
    std::error_code fault;
    const bool is_anothers = fs::exists(path, fault) && !state.written.contains(path);
    if (is_anothers && state.replacing != path) {
        state.replacing = path;
        return;
    }
    state.replacing.clear();
    state.write_asked = true;
}

std::string with_ending(const std::string& path, std::string_view ending) {
    const auto slash = path.rfind('/');
    const auto dot = path.rfind('.');
    const bool has_ending =
        dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot > 0;
    return (has_ending ? path.substr(0, dot) : path) + std::string(ending);
}

std::string free_path(const std::string& path) {
    std::error_code fault;
    if (!fs::exists(path, fault))
        return path;
    const std::string stem = with_ending(path, "");
    const std::string ending = path.substr(stem.size());
    // A name that ends in a number continues counting from it.
    auto digits = stem.size();
    while (digits > 0 && stem[digits - 1] >= '0' && stem[digits - 1] <= '9')
        --digits;
    const bool is_numbered =
        digits < stem.size() && digits > 0 && stem[digits - 1] == '-' && stem.size() - digits < 6;
    const std::string base = is_numbered ? stem.substr(0, digits - 1) : stem;
    for (int number = is_numbered ? std::atoi(stem.c_str() + digits) + 1 : 2;; ++number) {
        std::string next = base + "-" + std::to_string(number) + ending;
        if (!fs::exists(next, fault))
            return next;
    }
}

std::string pictures_folder() {
    if (const std::string folder = home_setting("XDG_PICTURES_DIR"); is_export_folder(folder))
        return folder;
    const std::string home = home_setting("HOME");
    if (is_export_folder(home + "/Pictures"))
        return home + "/Pictures";
    if (is_export_folder(home))
        return home;
    std::error_code fault;
    return fs::current_path(fault).string();
}

namespace {

using Stops = std::vector<ExportStop>;

std::optional<std::size_t> found_stop(const Stops& stops, const std::string& name) {
    for (std::size_t at = 0; at < stops.size(); ++at)
        if (stops[at].name == name)
            return at;
    return std::nullopt;
}

void go_to(const Frame& frame, const ExportStop& stop) {
    ExportState& state = frame.ui.exporting;
    if (stop.field != ExportField::None) {
        begin_field(frame, stop.field);
    } else {
        state.field = ExportField::None;
        state.fault.clear();
    }
    state.walk.at = stop.name;
    state.walk.is_by_key = true;
    state.walk.must_scroll = true;
}

/// Whether both are choices under one label; Tab visits only one of them.
bool stand_together(const ExportStop& one, const ExportStop& other) {
    const auto is_choice = [](const ExportStop& stop) {
        return stop.field == ExportField::None && !stop.is_button;
    };
    return is_choice(one) && is_choice(other) && one.row == other.row;
}

/// Moves to the next choice or field; among several choices to the current one.
void turn(const Frame& frame, const Stops& stops, std::optional<std::size_t> now, int by) {
    const auto count = static_cast<int>(stops.size());
    const auto stop = [&](int at) -> const ExportStop& {
        return stops[static_cast<std::size_t>((at % count + count) % count)];
    };
    int at = now ? static_cast<int>(*now) : by > 0 ? -1 : count;
    const int start = at;
    do
        at += by;
    while (now && std::abs(at - start) < count && stand_together(stop(at), stop(start)));
    int first = at, last = at;
    while (at - first < count && stand_together(stop(first - 1), stop(at)))
        --first;
    while (last - first < count && stand_together(stop(last + 1), stop(at)))
        ++last;
    for (int one = first; one <= last; ++one)
        if (stop(one).is_chosen)
            return go_to(frame, stop(one));
    go_to(frame, stop(first));
}

/// Moves to the nearest stop on the line above or below.
void move(const Frame& frame, const Stops& stops, std::optional<std::size_t> now, int by) {
    if (!now)
        return go_to(frame, by > 0 ? stops.front() : stops.back());
    const ExportStop* nearest = nullptr;
    for (const ExportStop& one : stops)
        if (one.line == stops[*now].line + by &&
            (!nearest || std::abs(one.middle - stops[*now].middle) <
                             std::abs(nearest->middle - stops[*now].middle)))
            nearest = &one;
    if (nearest)
        go_to(frame, *nearest);
}

bool press_in_list(ExportWalk& walk, const KeyPress& key) {
    const auto count = static_cast<int>(walk.lines.size());
    const auto mark = [&](int at) {
        if (count == 0)
            return;
        walk.marked = walk.lines[static_cast<std::size_t>(std::clamp(at, 0, count - 1))].name;
        walk.must_scroll = true;
    };
    int now = -1;
    for (int at = count - 1; at >= 0; --at) {
        const ExportStop& line = walk.lines[static_cast<std::size_t>(at)];
        if (walk.marked.empty() ? line.is_chosen : line.name == walk.marked)
            now = at;
    }
    constexpr int page = 10;
    switch (key.key) {
    case Key::Up:
        mark(now - 1);
        return true;
    case Key::Down:
        mark(now + 1);
        return true;
    case Key::PageUp:
        mark(now - page);
        return true;
    case Key::PageDown:
        mark(now + page);
        return true;
    case Key::Home:
        mark(0);
        return true;
    case Key::End:
        mark(count - 1);
        return true;
    case Key::Enter:
        walk.pressed = walk.marked;
        return true;
    case Key::Character:
        if (key.character == ' ' && !key.control && !key.alt)
            walk.pressed = walk.marked;
        return !key.control;
    default:
        return true; // The window handles Esc.
    }
}

} // namespace

bool walk_in_export(const Frame& frame, const KeyPress& key) {
    ExportState& state = frame.ui.exporting;
    ExportWalk& walk = state.walk;
    if (!walk.list.empty())
        return press_in_list(walk, key);
    if (walk.stops.empty() || key.control || key.alt)
        return false;
    const auto now = found_stop(walk.stops, walk.at);
    const bool is_typed = state.field != ExportField::None;
    switch (key.key) {
    case Key::Tab:
        turn(frame, walk.stops, now, key.shift ? -1 : 1);
        return true;
    case Key::Up:
    case Key::Down:
        move(frame, walk.stops, now, key.key == Key::Down ? 1 : -1);
        return true;
    case Key::Left:
    case Key::Right:
        if (is_typed)
            return false;
        if (const bool is_right = key.key == Key::Right; !now)
            go_to(frame, is_right ? walk.stops.front() : walk.stops.back());
        else if (is_right ? *now + 1 < walk.stops.size() : *now > 0)
            go_to(frame, walk.stops[is_right ? *now + 1 : *now - 1]);
        return true;
    case Key::Enter:
        if (is_typed || !now || !walk.stops[*now].is_button)
            return false;
        walk.pressed = walk.at;
        return true;
    case Key::Character:
        if (is_typed || key.character != ' ' || !now)
            return false;
        walk.pressed = walk.at;
        return true;
    default:
        return false;
    }
}

void begin_walk(ExportWalk& walk) {
    walk.drawn.clear();
    walk.drawn_lines.clear();
    walk.list_now.clear();
    walk.row = 0;
}

void end_walk(ExportWalk& walk) {
    std::swap(walk.stops, walk.drawn);
    std::swap(walk.lines, walk.drawn_lines);
    if (walk.list != walk.list_now)
        walk.marked.clear();
    walk.list = walk.list_now;
    walk.pressed.clear();
}

} // namespace app
