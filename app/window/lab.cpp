// SPDX-License-Identifier: MIT
#include "app/window/lab.h"

#include "app/editing/playing.h"
#include "app/explaining/folder_words.h"
#include "app/explaining/sensing.h"
#include "app/exporting/exporting.h"
#include "app/exporting/kept.h"
#include "app/importing/importing.h"
#include "app/input/keys.h"
#include "app/input/parts.h"
#include "app/learning/learning.h"
#include "app/learning/seeking.h"
#include "app/panels/above/light_row.h"
#include "app/panels/above/sentence_row.h"
#include "app/panels/above/typed_number.h"
#include "app/panels/canvas/scrubbing.h"
#include "app/panels/lesson_room.h"
#include "app/panels/lower/training_panel.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/presenting/presenting.h"
#include "app/session/pages.h"
#include "app/starting/glimpse_maker.h"
#include "app/system/signals.h"
#include "app/ui/compat.h"
#include "app/ui/look.h"
#include "app/window/lab_start.h"
#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/model_figures.h"
#include "core/io/document/library.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

namespace app {
namespace {

using attn::figure::Rect;
using attn::figure::Size;

constexpr float base_text = 14; // em size in designed pixels

/// A window larger than designed has larger text, up to twice, because a wall is read from afar.
float text_size(float scale, float interface_scale) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float room = std::min(screen.x / (1600 * scale), screen.y / (900 * scale));
    return std::round(base_text * scale * std::clamp(room, 1.0F, 2.0F) * interface_scale);
}

std::string duration(std::chrono::nanoseconds time) {
    const auto count = static_cast<double>(time.count());
    if (count < 1e6)
        return attn::significant(count / 1e3, 2) + " µs";
    return attn::significant(count / 1e6, 2) + " ms";
}

} // namespace

Lab::Lab(Screen screen, Session& session, std::vector<Action> actions, FontFiles fonts,
         std::function<void(const Probed&)> look)
    : screen_(std::move(screen)), session_(session), actions_(std::move(actions)),
      look_(std::move(look)), fonts_(std::move(fonts), screen_.textures),
      textures_(screen_.textures), files_(screen_.wake) {
    session_.clipboard = screen_.clipboard;
}

void Lab::handle(const WindowEvents& events) {
    if (events.close_asked)
        session_.outbox.post(Quit{});
    if (events.speaker_close_asked && session_.ui.teaching.presenting)
        session_.ui.teaching.presenting->has_speaker_window = false;
    if (!events.keys.empty())
        compat::forget_click(); // Two clicks with typing between them are not a double click.
    for (const KeyEvent& event : events.keys) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press && press->key == Key::Escape && !session_.ui.editing &&
            ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId)) {
            escape_ = true;
            continue;
        }
        take_key(session_.frame(), event, actions_);
        // Carries out a key's requests before the next key, which may depend on them.
        session_.carry_out(attn::io::open_document);
    }
    drop_files(session_.frame(), events.dropped_files);
    session_.carry_out(attn::io::open_document);
}

void Lab::serve_system_dialog() {
    FileDialog* const dialog = session_.ui.files.dialog ? &*session_.ui.files.dialog : nullptr;
    if (!dialog || !(dialog->asks_system || dialog->is_elsewhere)) {
        system_dialog_.reset(); // It closes with the dialog that asked for it.
        return;
    }
    const bool saves = dialog->purpose == FileDialog::Purpose::SaveAs;
    if (std::exchange(dialog->asks_system, false) && !dialog->is_elsewhere) {
        dialog->is_elsewhere = true;
        dialog->fault.clear();
        system_dialog_ = std::make_unique<SystemDialog>(
            SystemDialogWish{saves, dialog->folder, dialog->line.text}, screen_.wake);
        settling_ = std::max(settling_, 2);
    }
    const auto answer = system_dialog_->answer();
    if (!answer)
        return;
    system_dialog_.reset();
    dialog->is_elsewhere = false;
    dialog->fault = answer->fault;
    settling_ = std::max(settling_, 2);
    if (answer->path.empty())
        return;
    take_file(session_.frame(), dialog->purpose,
              saves ? with_ending(*dialog, answer->path) : answer->path);
    session_.carry_out(attn::io::open_document);
}

CanvasPlace Lab::draw_workbench(const Frame& frame, const Look& look) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float top = draw_toolbar(frame, look, actions_);
    const float status = look.text * status_row;
    const float middle = screen.y - top - status;
    const float line = look.text * explaining_row;
    const bool is_written = frame.ui.teaching.writing.has_value();
    const float larger = frame.ui.window.interface_scale * frame.ui.window.desktop_text_scale;
    const LessonRoom room =
        is_written ? LessonRoom{lesson_editor_width(look, screen.x)}
        : frame.ui.teaching.lesson
            ? lesson_room({screen.x, screen.y}, look.text, larger, d_model(frame.document))
            : LessonRoom{};
    const float lesson = room.beside, band = room.below;
    const bool is_band = band > 0;
    const std::optional<float>& wanted = frame.ui.window.panel_height;
    const float panel = is_panel_folded(frame.ui) ? 0
                        : wanted ? panel_height_within(*wanted, middle - band, look.text)
                                 : usual_panel(middle, band, look.text);
    const float history =
        frame.ui.history.is_open ? std::clamp(screen.x * 0.2F, look.text * 16, look.text * 24) : 0;
    frame.ui.window.drawn_panel = panel / look.text;
    const Rect canvas{0, top, std::max(1.0F, screen.x - lesson - history),
                      std::max(1.0F, middle - panel - line - band)};
    const Rect between{0, canvas.bottom() + band, screen.x, line};
    const Rect below{0, between.bottom(), screen.x, panel};
    make_figures({canvas.width, canvas.height}, {below.width, below.height}, look);
    draw_light_row(frame, look, actions_, figures_.map);
    const bool is_locked = figures_.from.is_sensing || session_.view.selected.has_value();
    const bool has_curve = figures_.from.page == page_id::training; // in the canvas's place
    CanvasPlace place;
    const std::optional<Comparing>& comparing = figures_.from.comparing;
    if (comparing && comparing->replaces_canvas())
        draw_compare_panel(frame, look, actions_, figures_.compared, canvas);
    else
        place =
            draw_canvas(frame, look, actions_, figures_.canvas.figure, canvas,
                        {has_curve ? &figures_.canvas.loss : nullptr, figures_.canvas.block_cards,
                         figures_.canvas.head_cards, figures_.light ? &*figures_.light : nullptr});
    draw_movement(look, canvas, place.origin);
    ring_canvas(frame, look, canvas);
    seen_ = {canvas.x - place.origin.x, canvas.y - place.origin.y, canvas.width, canvas.height};
    if (is_written)
        draw_lesson_editor(frame, look, actions_,
                           {canvas.right() + history, top, lesson, middle - panel - line});
    else if (frame.ui.teaching.lesson)
        draw_lesson(frame, look, actions_,
                    is_band ? Rect{0, canvas.bottom(), screen.x, band}
                            : Rect{canvas.right() + history, top, lesson, canvas.height});
    if (frame.ui.history.is_open)
        draw_history(frame, look, actions_, {canvas.right(), top, history, canvas.height});
    draw_derivation_line(frame, look, actions_, figures_.line, between, panel);
    const bool is_training = figures_.from.tab == page_id::training; // it takes the whole width
    const float split = is_locked ? attn::figure::query_panel_split * below.width : below.width;
    const bool has_panel = panel > 0;
    if (has_panel && figures_.from.tab == page_id::map)
        draw_map_panel(frame, look, actions_, figures_.panel, {0, below.y, split, below.height});
    else if (has_panel && is_training)
        draw_training_panel(frame, look, actions_, has_curve ? nullptr : &figures_.panel.loss,
                            figures_.panel.figure, below);
    else if (has_panel)
        draw_query_panel(frame, look, figures_.panel.figure, {0, below.y, split, below.height});
    if (is_locked && has_panel && !is_training)
        draw_derivation_panel(frame, look, actions_, figures_.derivation,
                              {split, below.y, below.width - split, below.height});
    draw_status_bar(frame, look,
                    {"recomputed in " + duration(session_.results.time()),
                     session_.work.is_changed(), !session_.ui.files.path.empty()},
                    {0, screen.y - status, screen.x, status});
    make_temperature(look);
    draw_temperature_card(frame, look, actions_, temperature_plot_);
    draw_offered_words(frame, look);
    draw_context_menu(frame, look, actions_, figures_.canvas.figure, place);
    draw_pasting(frame, look);
    draw_filling(frame, look);
    draw_generating(frame, look);
    draw_about(frame, look);
    draw_seeking(frame, look);
    draw_palette(frame, look, actions_);
    draw_export_panel(frame, look, actions_);
    draw_help(frame, look, actions_);
    draw_leaflet(frame, look);
    return place;
}

void Lab::draw_start(const Frame& frame, const Look& look) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    std::shared_ptr<GlimpseMaker>& glimpses = frame.ui.starting.glimpses;
    if (!glimpses)
        glimpses = std::make_shared<GlimpseMaker>(screen_.wake);
    figures_ = {};
    const float top = draw_toolbar(frame, look, actions_), status = look.text * status_row;
    draw_start_page(frame, look, actions_, {0, top, screen.x, screen.y - top - status});
    draw_status_bar(frame, look, {}, {0, screen.y - status, screen.x, status});
    draw_palette(frame, look, actions_);
    draw_help(frame, look, actions_);
    draw_leaflet(frame, look);
}

Probed Lab::probed() const {
    return {frame_, origin_, session_.ui.teaching.presenting ? page_ : figures_.canvas.figure,
            controls_, fonts_.lacks_letters()};
}

void Lab::draw() {
    CanvasPlace place = gather();
    // Requests are carried out before anything is shown: a drag shows its result, not the number
    // before. And no frame has boxes for letters that are still to be made; the first one has the
    // exact sizes too.
    const auto is_whole = [this] {
        return session_.outbox.is_empty() &&
               !(frame_ > 0 ? fonts_.lacks_letters() : fonts_.is_waiting());
    };
    for (int again = 0; again < 2 && !is_whole(); ++again) {
        ImGui::EndFrame();
        session_.carry_out(attn::io::open_document);
        place = gather();
    }
    if (session_.ui.exporting.window_asked)
        window_seen_ = std::make_shared<attn::figure::Pixels>();
    const auto theme =
        session_.ui.teaching.presenting ? presenting_theme(session_.view) : session_.view.theme;
    screen_.end_frame(attn::figure::theme(theme).background, window_seen_.get());
    textures_.sweep();
    fonts_.sweep();
    if (notices_.follow(fonts_.take_lacking(), session_.ui.message))
        settling_ = std::max(settling_, 2);
    ++frame_;
    origin_ = place.origin;
    if (look_)
        look_(probed());
    if (!session_.outbox.is_empty() || (fonts_.is_waiting() && !holds_letters()))
        settling_ = std::max(settling_, 2);
    session_.carry_out(attn::io::open_document);
}

bool Lab::holds_letters() const {
    return movement_ && !movement_->ways.empty() && !fonts_.lacks_letters();
}

CanvasPlace Lab::gather() {
    if (ShownNames names = names_of(session_.document()); names != drawable_) {
        drawable_ = std::move(names);
        fonts_.need(drawable_.title);
        for (const auto& list : {drawable_.tokens.list(), drawable_.memory.list(),
                                 drawable_.words_out.list(), drawable_.columns, drawable_.vectors})
            for (const std::string& name : list)
                fonts_.need(name);
    }
    if (!holds_letters() && fonts_.prepare()) {
        ++letters_; // The widths may differ a little.
        screen_.forget_frames();
        settling_ = std::max(settling_, 2);
    }
    screen_.set_full_screen(session_.ui.window.full_screen);
    const Starting& starting = session_.ui.starting;
    const std::string title = !starting.has_document
                                  ? "Attention Lab"
                                  : (session_.work.is_changed() ? "● " : "") +
                                        attn::figure::visible_word(session_.document().title) +
                                        " – Attention Lab";
    if (title != title_)
        screen_.set_title(title_ = title);
    screen_.begin_frame();
    controls_.clear();
    // A drag is carried out before the frame is made, which then shows the new number.
    if (session_.ui.dragging.moves_numbers()) {
        if (session_.ui.dragging.scrub)
            continue_scrub(session_.frame(), ImGui::GetIO().MousePos.x);
        else
            continue_map_drag(session_.frame());
        session_.carry_out(attn::io::open_document);
    }

    const bool is_clicked = ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1);
    if (is_clicked)
        pause_playing(session_.frame());
    begin_parts(session_.ui.parts, is_clicked);
    const auto theme =
        session_.ui.teaching.presenting ? presenting_theme(session_.view) : session_.view.theme;
    const Look look{attn::figure::theme(theme),
                    fonts_,
                    textures_,
                    text_size(screen_.content_scale(), session_.ui.window.interface_scale *
                                                           session_.ui.window.desktop_text_scale),
                    std::exchange(escape_, false),
                    controls_};
    apply_style(look.theme, look.text);
    fonts_.push(attn::figure::Font::Sans, look.text);

    const Frame frame = session_.frame();
    const bool has_workbench = !frame.ui.teaching.presenting && !frame.ui.starting.is_shown;
    follow_folder_words(frame,
                        {has_workbench, has_workbench && shown_page(frame) == page_id::effects &&
                                            has_effects_of_folder(frame.document)},
                        screen_.wake);
    CanvasPlace place;
    if (frame.ui.teaching.presenting)
        place = draw_page(frame, look);
    else if (frame.ui.starting.is_shown)
        draw_start(frame, look);
    else
        place = draw_workbench(frame, look);

    draw_importing(frame, look);
    draw_model_importing(frame, look);
    draw_file_dialog(frame, look);
    draw_recovery(frame, look);
    draw_reading(frame, look);
    draw_question(frame, look);
    end_parts(session_.ui.parts);
    fonts_.pop();
    return place;
}

// One step of the lab after another: handles events, takes results of threads, draws what is due.

using attn::figure::Size;

void Lab::run(const std::function<bool()>& must_end) {
    begin();
    while (!session_.ui.window.quit_asked && !must_end())
        step();
    end();
}

void Lab::begin() {
    session_.results.wake_by(screen_.wake);
    session_.wake = screen_.wake;
    session_.work.keeping().wake_by(screen_.wake);
}

void Lab::step() {
    const bool must_draw = is_due();
    const double now = screen_.time();
    auto due = session_.tick(now);
    // A page that covers the canvas ends no movement by drawing it.
    if (movement_ && now >= movement_->began + 2 * movement_seconds)
        movement_.reset();
    if (movement_) {
        const double frame = seconds_to_next_frame(*movement_, now);
        due = std::min(due.value_or(frame), frame);
    }
    if (speaker_) { // its clock shows minutes
        const double minute = seconds_to_next_minute(std::time(nullptr));
        due = std::min(due.value_or(minute), minute);
    }
    note_for_crashes(CrashNote::Doing, "it waited for input");
    const WindowEvents events = screen_.wait(must_draw ? 0 : due ? std::max(*due, 0.001) : -1);
    note_for_crashes(CrashNote::Doing, "it took input and carried out what was asked");
    if (events.anything)
        settling_ = 3;
    else if (due && screen_.time() >= now + *due)
        settling_ = std::max(settling_, session_.ui.history.replay ? 3 : 1);
    const bool was_kept = session_.ui.recovery.not_kept.empty();
    handle(events);
    if (session_.ui.recovery.not_kept.empty() != was_kept)
        settling_ = std::max(settling_, 2);
    follow_results();
    serve_exports();
    serve_system_dialog();
    if (is_due()) {
        note_for_crashes(CrashNote::Doing, "it drew a frame");
        draw();
        if (compat::has_input_waiting())
            settling_ = 3;
        else if (--settling_ == 0) { // the page has come to rest
            follow_speaker();
            keep_settings(session_);
        }
    }
    if (auto painted = speaker_ ? speaker_->newest.take() : std::nullopt)
        screen_.speaker.show(*std::move(painted));
}

void Lab::end() {
    speaker_.reset();                      // its thread calls wake
    session_.ui.model.reset();             // its thread calls wake
    session_.ui.starting.glimpses.reset(); // their threads call wake
    forget_training(session_.ui.learning);
    session_.ui.learning.ending.clear();
    leave_seeking(session_.ui);
    session_.ui.learning.left.clear();
    session_.ui.gradients.reset();
    session_.ui.folder_words.runner.reset(); // its thread calls wake
    session_.wake = nullptr;
    session_.results.wake_by(nullptr);
    session_.work.keeping().wake_by(nullptr);
}

bool Lab::is_working() const {
    return session_.is_working() || files_.is_working() ||
           (speaker_ && speaker_->newest.is_working());
}

bool Lab::is_at_rest() const {
    return !is_due() && session_.outbox.is_empty() && !is_working();
}

void Lab::follow_speaker() {
    std::optional<Presenting>& presenting = session_.ui.teaching.presenting;
    const bool is_wanted = presenting && presenting->has_speaker_window;
    if (is_wanted && !speaker_) {
        const auto opened = screen_.speaker.open
                                ? screen_.speaker.open()
                                : attn::Error{"there is no display for the speaker's window"};
        if (!opened) {
            presenting->has_speaker_window = false;
            session_.ui.message = Message{opened.error().text(), true};
            return;
        }
        speaker_ = std::make_unique<SpeakerMaker>(screen_.wake);
    }
    if (!is_wanted && speaker_) {
        speaker_.reset();
        screen_.speaker.close();
    }
    if (!speaker_)
        return;
    const Size size = screen_.speaker.size();
    if (size.width > 0 && size.height > 0 && has_page(session_.frame()))
        speaker_->newest.ask(speaker_figure(session_.frame(), page_.size, size, speaker_->measure(),
                                            std::time(nullptr)));
}

/// Makes a frame due if a thread brought a result, or if there will be none.
void Lab::follow_results() {
    const Results& results = session_.results;
    if (results.count() != evaluation_ || (is_evaluating_ && !results.running()))
        settling_ = 3;
    if (session_.ui.model && session_.ui.model->reader->has_news())
        settling_ = 3;
    if (session_.ui.starting.glimpses && session_.ui.starting.glimpses->has_news())
        settling_ = 3;
    if (has_sensed(session_.frame()) || has_folder_news(session_.frame()))
        settling_ = 3;
    if (session_.ui.learning.news != training_)
        settling_ = 3;
    training_ = session_.ui.learning.news;
    evaluation_ = results.count();
    is_evaluating_ = results.running().has_value();
}

// The lab's part in exporting: passes requests to the thread that makes files, and shows the
// results.

namespace {

using namespace attn;

std::string size_text(std::size_t bytes) {
    const auto count = static_cast<double>(bytes);
    return count < 1e3   ? std::to_string(bytes) + " bytes"
           : count < 1e6 ? significant(count / 1e3, 3) + " kB"
                         : significant(count / 1e6, 3) + " MB";
}

std::string about(const MadeFile& file) {
    std::string text =
        file.width > 0
            ? std::to_string(file.width) + " × " + std::to_string(file.height) + " pixels, "
        : file.pages > 0 ? std::to_string(file.pages) + (file.pages == 1 ? " page, " : " pages, ")
                         : "";
    return text + size_text(file.bytes.size());
}

bool is_same_worksheet(const publish::ExportOptions& a, const publish::ExportOptions& b) {
    if (!a.worksheet || !b.worksheet)
        return !a.worksheet && !b.worksheet;
    return a.worksheet->level == b.worksheet->level && a.worksheet->seed == b.worksheet->seed &&
           a.worksheet->is_key == b.worksheet->is_key && a.worksheet->paper == b.worksheet->paper &&
           a.variants == b.variants;
}

/// Whether both wishes make the same file.
bool is_same(const FileWish& a, const FileWish& b) {
    const publish::PictureRequest& left = a.options.picture;
    const publish::PictureRequest& right = b.options.picture;
    return a.path == b.path && a.document == b.document && left.figure == right.figure &&
           left.view == right.view && left.style == right.style &&
           left.shows_query == right.shows_query && left.heads == right.heads &&
           left.sweep == right.sweep && left.compared.a == right.compared.a &&
           left.compared.stage == right.compared.stage &&
           left.compared.a_name == right.compared.a_name &&
           left.compared.b_name == right.compared.b_name &&
           left.compared.lists_changes == right.compared.lists_changes &&
           a.options.stage == b.options.stage && a.options.digits == b.options.digits &&
           left.losses.losses == right.losses.losses && left.losses.at == right.losses.at &&
           left.losses.is_logarithmic == right.losses.is_logarithmic &&
           left.losses.start == right.losses.start && a.options.reveals == b.options.reveals &&
           is_same_worksheet(a.options, b.options) && a.options.python == b.options.python &&
           a.options.training == b.options.training;
}

} // namespace

/// A program that trains starts with the document, not with the training state that is shown.
const Document& Lab::exported_document(const publish::ExportOptions& options) const {
    return options.training ? session_.work.document() : session_.document();
}

void Lab::show_preview(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    if (!state.is_open)
        return;
    const auto options = export_options(frame);
    if (!options)
        return;
    FileWish wish{
        FileUse::Show, state.choice.path, exported_document(*options), *options, 2048, {}};
    if (state.made && is_same(wish, shown_))
        return;
    shown_ = wish;
    if (!state.made) // Until there is one, an empty one stands for it.
        state.made = std::make_shared<const MadeFile>();
    state.is_outdated = true;
    ++state.working;
    files_.ask(std::move(wish));
}

void Lab::serve_exports() {
    const Frame frame = session_.frame();
    ExportState& state = frame.ui.exporting;
    for (FileDone& done : files_.take()) {
        settling_ = std::max(settling_, 2);
        state.working = std::max(0, state.working - 1);
        if (!done.kept.empty()) {
            count_kept(frame, done);
        } else if (done.use == FileUse::Show) {
            state.is_outdated = false;
            state.made = std::make_shared<const MadeFile>(std::move(done.file));
        } else {
            tell(done);
        }
    }
    show_preview(frame);
    if (state.window_asked && window_seen_) {
        state.window_asked = false;
        ++state.working;
        FileWish wish;
        wish.use = FileUse::Write;
        wish.path = free_path(pictures_folder() + "/attention-lab-1.png");
        wish.window = std::exchange(window_seen_, nullptr);
        files_.ask(std::move(wish));
    } else if (state.window_asked) {
        settling_ = std::max(settling_, 1);
    }
    for (FileWish& wish : take_wishes_for_all(frame)) {
        ++state.working;
        files_.ask(std::move(wish));
    }
    for (bool* asked : {&state.write_asked, &state.copy_asked}) {
        if (!std::exchange(*asked, false))
            continue;
        const bool is_copy = asked == &state.copy_asked;
        if (is_copy && !publish::file_kind(state.choice.path)) {
            state.choice.path.clear();
            name_file(frame);
        }
        const auto options = export_options(frame);
        if (!options) {
            frame.ui.message = Message{options.error().text(), true};
            continue;
        }
        state.is_chosen = state.is_chosen || !is_copy;
        ++state.working;
        files_.ask({is_copy ? FileUse::Copy : FileUse::Write,
                    state.choice.path,
                    exported_document(*options),
                    *options,
                    64,
                    {}});
    }
}

void Lab::tell(const FileDone& done) {
    UiState& ui = session_.ui;
    const MadeFile& file = done.file;
    if (!file.fault.empty()) {
        ui.message = Message{file.fault, true};
        return;
    }
    if (done.use == FileUse::Copy) {
        const auto copied = screen_.copy_picture(file.bytes);
        ui.message = copied ? Message{"Copied the picture (" + about(file) + ")", false}
                            : Message{copied.error().text(), true};
        return;
    }
    std::error_code fault;
    const auto whole = std::filesystem::absolute(done.path, fault);
    ui.exporting.written.insert(done.path);
    ui.message =
        Message{"Wrote " + (fault ? done.path : whole.string()) + " (" + about(file) + ")", false};
}

namespace {

/// Has its own typesetter, because it runs on its own thread.
struct SpeakerPainter {
    publish::Type type;

    std::optional<figure::Pixels> operator()(const figure::Figure& figure) {
        if (!type)
            type = publish::typesetter();
        auto painted = publish::paint_pixels(figure, 1, type);
        // If the window is too large for a picture, nothing new is shown.
        return painted ? std::optional(*std::move(painted)) : std::nullopt;
    }
};

} // namespace

SpeakerMaker::SpeakerMaker(std::function<void()> wake)
    : newest(SpeakerPainter{}, std::move(wake)) {}

bool TypefaceNotices::follow(const std::vector<char32_t>& lacking,
                             std::optional<Message>& message) {
    for (const char32_t code : lacking)
        if (const auto typeface = attn::publish::typeface_for(code);
            known_.insert(typeface.script).second)
            waiting_.push_back(typeface);
    if (waiting_.empty() || message)
        return false;
    const auto [script, package] = waiting_.front();
    waiting_.erase(waiting_.begin());
    const std::string letters = script.empty()      ? "some of these letters"
                                : script == "emoji" ? "these emoji"
                                                    : "letters of " + script;
    message =
        Message{"No typeface on this machine has " + letters + ". Install the Debian package " +
                    package + " and start Attention Lab again to see them.",
                false};
    return true;
}

} // namespace app
