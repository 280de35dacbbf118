// SPDX-License-Identifier: MIT
#include "app/cli/export.h"

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/made.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "app/exporting/styles.h"
#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/checkpoint/weights.h"
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/open_part.h"
#include "core/engine/graph/place.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"
#include "core/io/journal/save.h"
#include "core/publish/exporters.h"
#include "core/publish/kept.h"
#include "core/publish/pictures/pictures.h"
#include "core/publish/pictures/style.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app::cli {

// Saved styles on the command line: applies one where no option was given, and saves one.

/// Returns the request with its style, or the default one, applied where no option was given. The
/// error lists the styles.
attn::Result<ExportRequest> with_style(ExportRequest request);

/// Saves the picture's look under this name.
attn::Result<> save_style(const std::string& name, const attn::publish::PictureRequest& picture);

namespace {

using namespace attn;

ExitCode usage(const Error& error) {
    say(error);
    return ExitCode::Usage;
}

/// Returns "png, svg, …".
std::string endings() {
    std::string list;
    for (const publish::FileKindInfo& kind : publish::file_kinds())
        list += (list.empty() ? "" : ", ") + std::string(kind.ending.substr(1));
    return list;
}

bool is_text(publish::FileKind kind) {
    using enum publish::FileKind;
    return kind != Png && kind != Pdf && kind != Gif && kind != Npy && kind != Npz &&
           kind != Safetensors;
}

/// Adds the figure that was probably meant to the error, if the name is not a figure.
Error with_meant_figure(const Document& document, const std::string& name, const Error& error) {
    if (name.empty() || figure::named_figure(document, name))
        return error;
    std::vector<std::string> names;
    for (const figure::NamedFigure& one : figure::figures(document))
        names.push_back(one.name);
    return Error{error.message + did_you_mean(name, names), error.where};
}

/// The requested kind of file: from --format, else from the file's ending.
Result<publish::FileKind> kind_of(const ExportRequest& request) {
    const bool is_output = is_standard_output(request.file);
    if (request.format.empty() && is_output)
        return Error{"standard output has no ending that says what to write; add --format with "
                     "one of " +
                     endings()};
    auto by_ending =
        is_output ? Result<publish::FileKind>(Error{}) : publish::file_kind(request.file);
    if (request.format.empty())
        return by_ending;
    const auto by_format = publish::file_kind("." + request.format + "." + request.format);
    if (by_ending && *by_ending != *by_format)
        return Error{"the ending of the name and --format " + request.format +
                         " say different things; leave --format out or choose another name",
                     printable(request.file)};
    return by_format;
}

/// Saves as the window does. Giving the command means agreeing to replace an existing file.
ExitCode save(const Document& document, const std::string& file) {
    io::SaveChoices choices;
    choices.replaces = true;
    choices.copies_folder = io::state_folder() + "/copies";
    io::Saved saved = io::save_document(document, file, std::nullopt, choices);
    if (saved.obstacle == io::Obstacle::HardLink) {
        say(Error{saved.error.message + "; only this name gets the new document",
                  saved.error.where});
        choices.breaks_link = true;
        saved = io::save_document(document, file, std::nullopt, choices);
    }
    if (!saved.obstacle)
        return ExitCode::Done;
    say(saved.error);
    return ExitCode::NotWritten;
}

} // namespace

// Figures that a document keeps: adds one, removes one, writes all of them.

/// Where the document's figures are saved. The error says why they cannot be.
Result<std::string> file_for_figures(const std::string& document);
/// Adds the figure to the document's file.
ExitCode keep_figure(const Document& document, const ExportRequest& request, publish::FileKind kind,
                     const publish::ExportOptions& options);
ExitCode forget_figure(const ExportRequest& request);
ExitCode export_all(const ExportRequest& request);

ExitCode export_file(const ExportRequest& asked) {
    if (!asked.into.empty())
        return export_into(asked);
    if (!asked.all.empty())
        return export_all(asked);
    if (!asked.forget.empty())
        return forget_figure(asked);
    const auto kind = kind_of(asked);
    if (!kind)
        return usage(kind.error());
    const bool has_style = publish::is_figure(*kind) && !asked.is_worksheet;
    const auto styled = has_style ? with_style(asked) : Result<ExportRequest>(asked);
    if (!styled)
        return usage(styled.error());
    const ExportRequest& request = *styled;
    Input input;
    auto document = input.document(request.document);
    if (!document)
        if (auto made = document_of_arrays(input, request.document))
            document = *std::move(made);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    if (const auto fault = idle_option(*document, request, *kind))
        return usage(*fault);
    auto options = export_options(*document, request, *kind);
    if (!options)
        return usage(options.error());
    if (!request.keep.empty())
        if (const auto file = file_for_figures(request.document); !file)
            return usage(file.error());
    if (!request.against.empty()) {
        auto other = input.document(request.against);
        if (!other) {
            say(other.error());
            return ExitCode::Rejected;
        }
        compare_with(*options, *std::move(other), request);
    }
    if (*kind == publish::FileKind::Attn && !is_standard_output(request.file))
        return save(*document, request.file);
    if (!is_text(*kind) && would_spoil_terminal(request.file, request.format))
        return ExitCode::Usage;
    const auto file = publish::noted_file(*document, *kind, *options);
    if (!file)
        return usage(with_meant_figure(*document, request.figure, file.error()));
    const bool is_painted = publish::is_figure(*kind);
    if (const std::string note = is_painted ? publish::note_on_letters(*document) : "";
        !note.empty())
        say("note: " + note);
    if (has_style && !request.save_style.empty())
        if (const auto saved = save_style(request.save_style, options->picture); !saved)
            return usage(saved.error());
    if (!file->note.empty())
        say("note: " + file->note);
    if (!request.keep.empty()) // Refused before anything is written.
        if (const auto kept = publish::kept_from(*document, request.keep, *kind, *options, "");
            !kept)
            return usage(Error{"--keep: " + kept.error().message});
    // Does not wait for the disk: a hundred pictures would wait a hundred times, and can be made
    // again.
    const ExitCode written = write_result(file->bytes, request.file, io::Flush::Later);
    return written == ExitCode::Done && !request.keep.empty()
               ? keep_figure(*document, request, *kind, *options)
               : written;
}

namespace {

/// Reads "0,2" or "all".
Result<std::vector<Index>> heads_named(const Document& document, const std::string& text) {
    std::vector<Index> heads;
    if (text == "all") {
        for (Index head = 0; head < head_count(document); ++head)
            heads.push_back(head);
        return heads;
    }
    std::istringstream list(text);
    for (std::string one; std::getline(list, one, ',');) {
        const bool is_number = !one.empty() && one.size() < 5 &&
                               one.find_first_not_of("0123456789") == std::string::npos;
        const Index head = is_number ? std::stoi(one) : -1;
        if (head < 0 || head >= head_count(document))
            return Error{"--heads: there is no head " + cite(one) + "; " + head_list(document) +
                         ". Separate them by commas, or say all"};
        heads.push_back(head);
    }
    return heads;
}

/// The requested picture; the error says what the document does not have.
Result<publish::PictureRequest> picture_of(const Document& document, const ExportRequest& request,
                                           publish::FileKind kind) {
    publish::PictureRequest picture;
    picture.style = request.look.picture;
    const auto size = publish::parse_size(request.size);
    if (!size)
        return size.error();
    picture.style.size = *size;
    if (!request.figure.empty())
        picture.figure = request.figure;
    else if (!request.against.empty())
        picture.figure = "comparison";
    else if (!request.stage.empty())
        picture.figure = request.stage;
    if (picture.figure == "comparison" && request.against.empty())
        return Error{"a comparison needs a second document; name it with --against DOCUMENT"};
    View& view = picture.view;
    if (!request.query.empty()) {
        const auto query = query_named(document, request.query);
        if (!query)
            return query.error();
        view.query = *query;
        picture.shows_query = true;
    }
    view.head = request.head.value_or(0);
    if (view.head >= head_count(document))
        return Error{"there is no " + head_name(view.head) + "; " + head_list(document)};
    // The names of other figures include their attention: cross.canvas@1.
    if (request.is_worksheet) {
        view.layer = request.layer.value_or(0);
        if (view.layer >= layer_count(document))
            return Error{"there is no layer " + std::to_string(view.layer) + "; " +
                         layer_list(document)};
        view.is_cross = request.is_cross;
        if (view.is_cross && !has_cross(document))
            return Error{"the document has no cross-attention; leave --cross out"};
    }
    // Without --sweep a .gif shows the usual sweep, and other pictures show none.
    if (!request.sweep.empty() || (request.frames && kind == publish::FileKind::Gif)) {
        auto sweep = request.sweep.empty() ? Result<Sweep>(usual_sweep(document))
                                           : parse_sweep(document, request.sweep);
        if (!sweep)
            return Error{"--sweep: " + sweep.error().message};
        sweep->steps = request.frames.value_or(0);
        picture.sweep = *sweep;
    }
    const auto heads = heads_named(document, request.line_heads);
    if (!heads)
        return heads.error();
    picture.heads = *heads;
    view.numbers = request.look.numbers;
    if (request.decimals)
        view.numbers.digits = *request.decimals;
    for (const std::string& mark : request.marks) {
        const auto place = place_named(document, mark);
        if (!place)
            return place.error();
        view.marked.push_back(*place);
    }
    view.sequential = request.look.sequential;
    view.diverging = request.look.diverging;
    const bool is_signed_given =
        std::find(request.given.begin(), request.given.end(), "--signed") != request.given.end();
    if (view.sequential == Sequential::Grey && !is_signed_given)
        view.diverging = Diverging::Grey;
    view.range.kind = chosen(range_kinds, request.scale);
    if (request.has_shared_range)
        view.range.kind = ColourRange::Kind::Shared;
    if (request.range.size() == 2) {
        if (!(request.range[0] < request.range[1]))
            return Error{"--range must begin with its lower end; found " +
                         shortest(request.range[0]) + " before " + shortest(request.range[1])};
        view.range = {ColourRange::Kind::Fixed, request.range[0], request.range[1]};
    }
    return picture;
}

/// The option that makes a worksheet of the stage; empty if it is one already.
std::string option_for(const SheetId& sheet, const ExportRequest& request) {
    if (sheet.layer > 0 && sheet.layer != request.layer.value_or(0))
        return "--layer " + std::to_string(sheet.layer);
    if (sheet.is_cross && !request.is_cross)
        return "--cross";
    return sheet.head > 0 && sheet.head != request.head.value_or(0)
               ? "--head " + std::to_string(sheet.head)
               : "";
}

/// The requested worksheet; nothing if none was requested.
Result<std::optional<figure::WorksheetOptions>> worksheet_of(const Document& document,
                                                             const ExportRequest& request) {
    using Answer = std::optional<figure::WorksheetOptions>;
    if (!request.is_worksheet)
        return Answer{};
    figure::WorksheetOptions options;
    options.share = request.share;
    options.seed = request.seed;
    options.is_key = request.is_key;
    options.paper = chosen(papers, request.paper);
    if (!request.level.empty())
        options.level = chosen(worksheet_levels, request.level);
    if (request.blank.empty())
        return Answer{options};
    options.stages.emplace();
    std::istringstream names(request.blank);
    for (std::string name; std::getline(names, name, ',');) {
        const auto sheet = sheet_named(document, name);
        if (!sheet)
            return sheet.error();
        if (const std::string option = option_for(*sheet, request); !option.empty())
            return Error{"--blank: " + to_text(*sheet) +
                         " is of another attention than the worksheet; add " + option};
        options.stages->push_back(sheet->stage);
    }
    return Answer{options};
}

/// Whom worksheets are for; nothing for a single one with the document's own numbers.
Result<std::optional<publish::WorksheetClass>> variants_of(const ExportRequest& request) {
    using Answer = std::optional<publish::WorksheetClass>;
    if (!request.is_worksheet || (!request.variants && request.names.empty()))
        return Answer{};
    publish::WorksheetClass of;
    of.count = request.variants.value_or(0);
    if (request.names.empty())
        return Answer{std::move(of)};
    constexpr std::size_t most_bytes = 1 << 20;
    const auto text = io::read_file(request.names, most_bytes);
    if (!text)
        return text.error();
    auto names = publish::class_list(*text);
    if (!names)
        return Error{names.error().message, printable(request.names)};
    of.names = *std::move(names);
    if (request.variants && of.names.size() > *request.variants)
        return Error{"there are " + std::to_string(of.names.size()) + " names for " +
                         std::to_string(*request.variants) +
                         " worksheets; leave --variants out to make one for each",
                     printable(request.names)};
    return Answer{std::move(of)};
}

} // namespace

Result<publish::ExportOptions>
export_options(const Document& document, const ExportRequest& request, publish::FileKind kind) {
    publish::ExportOptions options;
    options.digits = request.decimals;
    options.python = chosen(libraries_of_python, request.program);
    if (request.is_training) {
        auto run = training_run(document, request.training);
        if (!run)
            return run.error();
        options.training = *std::move(run);
    }
    if (!request.latex.empty())
        options.latex = chosen(latex_kinds, request.latex);
    options.is_fragment = request.is_fragment;
    options.reveals = request.reveals;
    options.page.has_edits = !request.is_only_look;
    options.page.lessons = request.lessons;
    if (!request.stage.empty()) {
        const auto sheet = sheet_named(document, request.stage);
        if (!sheet)
            return sheet.error();
        options.stage = *sheet;
    }
    const auto variants = variants_of(request);
    if (!variants)
        return variants.error();
    options.variants = *variants;
    const auto worksheet = worksheet_of(document, request);
    if (!worksheet)
        return worksheet.error();
    options.worksheet = *worksheet;
    const auto picture = picture_of(document, request, kind);
    if (!picture)
        return picture.error();
    options.picture = *picture;
    // A comparison shows the head in its stage's name.
    if (!request.against.empty() && options.stage && !request.head)
        options.picture.view.head = options.stage->head;
    return options;
}

void compare_with(publish::ExportOptions& options, Document other, const ExportRequest& request) {
    Trace trace = evaluate(other);
    options.picture.compared = {
        std::make_shared<const Calculation>(Calculation{std::move(other), std::move(trace)}), "",
        options.stage ? options.stage->stage : Stage::Weights};
    options.picture.compared.a_name = request.a_name.empty()
                                          ? printable(options.picture.compared.a->document.title)
                                          : request.a_name;
    options.picture.compared.b_name = request.b_name;
    options.picture.compared.lists_changes = request.lists_changes;
}

namespace {

/// Lists the styles for an error: "the styles are mine, poster".
std::string known_styles(const SavedStyles& styles) {
    if (styles.list.empty())
        return "none is saved; export with --save-style NAME saves one";
    std::string names;
    for (const auto& [name, style] : styles.list)
        names += (names.empty() ? "" : ", ") + name;
    return "the styles are " + names;
}

/// Applies the style to everything that no option set.
void take(ExportRequest& request, const FigureStyle& style) {
    const auto is_given = [&](std::initializer_list<std::string_view> options) {
        return std::any_of(options.begin(), options.end(), [&](std::string_view option) {
            return std::find(request.given.begin(), request.given.end(), option) !=
                   request.given.end();
        });
    };
    const publish::PictureStyle& from = style.picture;
    FigureStyle& look = request.look;
    publish::PictureStyle& to = look.picture;
    if (!is_given({"--size"}))
        request.size = publish::to_text(from.size);
    if (!is_given({"--theme"}))
        to.theme = from.theme;
    if (!is_given({"--background"}))
        to.is_transparent = from.is_transparent;
    if (!is_given({"--colours"}))
        look.sequential = style.sequential;
    if (!is_given({"--signed"}))
        look.diverging = style.diverging;
    if (!is_given({"--numbers"}))
        look.numbers.kind = style.numbers.kind;
    if (!is_given({"--digits"}))
        request.decimals = style.numbers.digits;
    if (!is_given({"--dpi"}))
        to.dpi = from.dpi;
    if (!is_given({"--font-size"}))
        to.text = from.text;
    if (!is_given({"--gap"}))
        to.gap = from.gap;
    if (!is_given({"--threshold"}))
        to.least_weight = from.least_weight;
    to.has_labels = to.has_labels && from.has_labels;
    to.has_numbers = to.has_numbers && from.has_numbers;
    to.has_colour_bar = to.has_colour_bar && from.has_colour_bar;
    to.is_blank_where_blocked = to.is_blank_where_blocked || from.is_blank_where_blocked;
    to.outlines = to.outlines || from.outlines;
    if (is_given({"--scale", "--range", "--shared-range"}))
        return;
    request.has_shared_range = style.range.kind == ColourRange::Kind::Shared;
    if (style.range.kind == ColourRange::Kind::Fixed)
        request.range = {style.range.low, style.range.high};
    else if (!request.has_shared_range)
        request.scale = publish::word_of(publish::range_kinds, style.range.kind);
}

} // namespace

Result<ExportRequest> with_style(ExportRequest request) {
    if (request.style_name == no_style)
        return request;
    const auto styles = load_styles();
    if (!styles)
        return styles.error();
    const std::string name = request.style_name.empty() ? styles->usual : request.style_name;
    if (name.empty())
        return request;
    const FigureStyle* const style = styles->find(name);
    if (!style) {
        std::vector<std::string> names;
        for (const auto& one : styles->list)
            names.push_back(one.first);
        return Error{"there is no style " + cite(name) + "; " + known_styles(*styles) +
                     did_you_mean(name, names)};
    }
    take(request, *style);
    return request;
}

Result<> save_style(const std::string& name, const publish::PictureRequest& picture) {
    if (const std::string fault = fault_of_style_name(name); !fault.empty())
        return Error{"--save-style: found " + cite(name) + "; " + fault};
    auto styles = load_styles();
    if (!styles)
        return styles.error();
    const View& view = picture.view;
    styles->put(name, {picture.style, view.numbers, view.sequential, view.diverging, view.range});
    return save_styles(*styles);
}

Result<std::string> file_for_figures(const std::string& document) {
    const std::string file = document == standard_stream ? "" : io::file_of(document);
    if (file.empty())
        return Error{shown_name(document) +
                     " is no file, so figures cannot be kept in it; copy it first: attention-lab "
                     "export " +
                     (document == standard_stream ? "-" : printable(document)) + " copy.attn"};
    if (!file.ends_with(".attn"))
        return Error{"figures are kept in .attn files; copy the document first: attention-lab "
                     "export " +
                         printable(document) + " copy.attn",
                     printable(document)};
    return file;
}

namespace {

/// The error, if an option was given that --all and --forget do not read.
std::optional<Error> fault_of_others(const ExportRequest& request, std::string_view only) {
    for (const std::string& option : request.given)
        if (option != only)
            return Error{option + " changes nothing together with " + std::string(only) +
                         ": each figure is kept with its own choices; leave it out"};
    return std::nullopt;
}

Error no_kept_figure(const Document& document, const std::string& name) {
    std::vector<std::string> names;
    for (const KeptFigure& one : document.figures)
        names.push_back(one.name);
    return Error{"there is no kept figure " + cite(name) + "; " + kept_names(document) +
                 did_you_mean(name, names)};
}

Result<Document> with_figures(const Document& document, std::vector<KeptFigure> figures) {
    return apply(document, SetFigures{std::move(figures), ""});
}

} // namespace

ExitCode keep_figure(const Document& document, const ExportRequest& request, publish::FileKind kind,
                     const publish::ExportOptions& options) {
    const auto file = file_for_figures(request.document);
    if (!file)
        return usage(file.error());
    auto kept = publish::kept_from(document, request.keep, kind, options, request.sweep);
    if (!kept)
        return usage(Error{"--keep: " + kept.error().message});
    const auto after = with_figures(document, with_figure(document, *std::move(kept)));
    if (!after)
        return usage(after.error());
    return save(*after, *file);
}

ExitCode forget_figure(const ExportRequest& request) {
    if (const auto fault = fault_of_others(request, "--forget"))
        return usage(*fault);
    const auto file = file_for_figures(request.document);
    if (!file)
        return usage(file.error());
    Input input;
    const auto document = input.document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    if (!kept_figure(*document, request.forget))
        return usage(no_kept_figure(*document, request.forget));
    return save(*with_figures(*document, without_figure(*document, request.forget)), *file);
}

ExitCode export_all(const ExportRequest& request) {
    if (const auto fault = fault_of_others(request, "--all"))
        return usage(*fault);
    Input input;
    const auto document = input.document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    if (document->figures.empty()) {
        say(Error{kept_names(*document), shown_name(request.document)});
        return ExitCode::Rejected;
    }
    if (const auto made = io::make_folder(request.all); !made) {
        say(made.error());
        return ExitCode::NotWritten;
    }
    // One figure that cannot be made does not keep the others from being written.
    ExitCode worst = ExitCode::Done;
    std::size_t count = 0;
    const auto write = [&](const KeptFigure& figure) {
        const auto options = publish::options_of(*document, figure);
        const auto file = options
                              ? publish::noted_file(*document, publish::kind_of(figure), *options)
                              : Result<publish::NotedFile>(options.error());
        if (!file) {
            const std::string& where = file.error().where;
            say(Error{printable(figure.name) + ": " + file.error().message,
                      shown_name(request.document) + (where.empty() ? "" : ": " + where)});
            worst = ExitCode::Rejected;
            return;
        }
        if (!file->note.empty())
            say("note: " + printable(figure.name) + ": " + file->note);
        const ExitCode written = write_result(
            file->bytes, request.all + "/" + publish::file_name_of(figure), io::Flush::Later);
        if (written == ExitCode::Done)
            ++count;
        else
            worst = written;
    };
    do_long_work("exporting " + std::to_string(document->figures.size()) + " figures",
                 [&](Progress& progress) {
                     for (std::size_t at = 0; at < document->figures.size(); ++at) {
                         if (is_cancelled(&progress))
                             return;
                         write(document->figures[at]);
                     }
                 });
    say("wrote " + std::to_string(count) + " of " + std::to_string(document->figures.size()) +
        " figures to " + printable(request.all));
    return worst;
}

// Writes a changed head into a copy of its checkpoint, and prints the Python file that captures a
// layer of a PyTorch model.

ExitCode export_into(const ExportRequest& request) {
    constexpr std::string_view known[] = {"--into", "--output"};
    for (const std::string& option : request.given)
        if (std::find(std::begin(known), std::end(known), option) == std::end(known)) {
            say(option +
                " changes nothing together with --into, which writes only the numbers of the "
                "document; leave it out");
            return ExitCode::Usage;
        }
    if (is_standard_output(request.file)) {
        say("a checkpoint is not written to standard output; name a file with -o FILE");
        return ExitCode::Usage;
    }
    Input input;
    const auto document = input.document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    std::optional<Result<checkpoint::PutBack>> made;
    do_long_work("copying " + printable(request.into), [&](Progress& progress) {
        made.emplace(checkpoint::put_back(*document, request.into, request.file, &progress));
    });
    if (!*made) {
        say(made->error());
        return ExitCode::Rejected;
    }
    say(printable(request.file) + ": " + std::to_string((*made)->changed) + " numbers of " +
        std::to_string((*made)->inputs) + " inputs differ from the numbers of " +
        printable(request.into));
    for (const std::string& part : (*made)->left_out)
        say("left out " + part + ": it came from no tensor of the file");
    say("left out X: the layers before it compute X from the words");
    return ExitCode::Done;
}

ExitCode capture(const CaptureRequest& request) {
    const auto assets = io::assets_folder();
    if (!assets) {
        say(assets.error());
        return ExitCode::Failed;
    }
    const auto script = io::read_file(*assets + "/capture.py");
    if (!script) {
        say(script.error());
        return ExitCode::Failed;
    }
    return write_result(*script, request.output);
}

} // namespace app::cli
