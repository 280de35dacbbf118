// SPDX-License-Identifier: MIT
// The running lab: the session in its window, frame after frame. Read step() in lab.cpp first.
#pragma once

#include "app/explaining/movement.h"
#include "app/exporting/file_maker.h"
#include "app/panels/panels.h"
#include "app/session/newest_maker.h"
#include "app/session/outbox.h"
#include "app/session/session.h"
#include "app/system/system_dialog.h"
#include "app/ui/fonts.h"
#include "app/ui/look.h"
#include "app/ui/probe.h"
#include "app/window/made_figures.h"
#include "app/window/screen.h"
#include "core/figure/base/figure.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/kept_layouts.h"
#include "core/figure/plots/curves.h"
#include "core/publish/pictures/cairo.h"
#include "core/publish/pictures/cairo_line.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace app {

// Paints the speaker's figure on its own thread, so that the room's screen never waits for it.

struct SpeakerMaker {
    /// Calls `wake` from the thread after each painting.
    explicit SpeakerMaker(std::function<void()> wake);
    /// The widths that its texts will have, from the typefaces of pictures. Only for the thread
    /// that made it.
    attn::figure::Measure measure() const { return attn::publish::measure(type); }

    attn::publish::Type type = attn::publish::typesetter();
    NewestMaker<attn::figure::Figure, attn::figure::Pixels> newest;
};

// If text shows boxes because this machine has no typeface for it, tells in the status bar which
// script it is and which Debian package has it: once for each script, when no other message is
// shown.

class TypefaceNotices {
public:
    /// Takes the characters that frames lacked and the place of messages. Returns whether it set a
    /// new message.
    bool follow(const std::vector<char32_t>& lacking, std::optional<Message>& message);

private:
    std::set<std::string> known_; // scripts
    std::vector<attn::publish::ScriptTypeface> waiting_;
};

/// The weights as a function of the temperature. Made again only when something else changes.
struct KeptCurve {
    attn::figure::TemperatureCurve curve;
    attn::Document of; // with temperature 1
    attn::Index query = 0, head = 0;
};

class Lab {
public:
    /// Calls `look` after each frame; it may be empty.
    Lab(Screen screen, Session& session, std::vector<Action> actions, FontFiles fonts,
        std::function<void(const Probed&)> look = nullptr);

    /// Runs until the user quits or `must_end` returns true (called before each wait).
    void run(const std::function<bool()>& must_end);

    // The same in steps, for callers that advance time themselves.
    void begin();
    /// Waits for events, handles them, and draws a frame if one is due.
    void step();
    void end();
    /// Whether a thread works on something that will be shown.
    bool is_working() const;
    /// Whether a frame has to be drawn without waiting for an event.
    bool is_due() const { return settling_ > 0 && screen_.is_visible(); }
    /// Whether no frame is due until input or a timer.
    bool is_at_rest() const;
    /// What the last frame showed.
    Probed probed() const;

    /// Makes a frame due without an event.
    void must_draw() { settling_ = 3; }

    /// The controls of the last frame.
    const std::vector<Control>& controls() const { return controls_; }

private:
    void handle(const WindowEvents& events);
    void draw();
    void follow_results();
    /// Draws the window's content into Dear ImGui's lists, and returns where the canvas is.
    CanvasPlace gather();
    CanvasPlace draw_workbench(const Frame& frame, const Look& look);
    CanvasPlace draw_page(const Frame& frame, const Look& of_window);
    void draw_start(const Frame& frame, const Look& look);
    attn::View shown_view() const;
    /// Opens the desktop's file dialog if asked, and takes its answer.
    void serve_system_dialog();
    /// Starts requested exports, and shows the finished ones.
    void serve_exports();
    void show_preview(const Frame& frame);
    const attn::Document& exported_document(const attn::publish::ExportOptions& options) const;
    void tell(const FileDone& done);
    attn::figure::Rect part_to_draw(attn::figure::Size canvas) const;
    /// Opens and closes the speaker's window as presenting asks, and updates its picture.
    void follow_speaker();
    /// Makes the figure for the card of the temperature.
    void make_temperature(const Look& look);
    /// The default height of the lower panel.
    float usual_panel(float middle, float band, float text) const;
    FigureInput figure_input(attn::figure::Size canvas, attn::figure::Size panel, const Look& look);
    void follow_selection();
    void draw_movement(const Look& look, attn::figure::Rect canvas, attn::figure::Point origin);
    /// Whether new sizes of letters are made after the movement, because making them takes as long
    /// as several of its frames.
    bool holds_letters() const;
    /// Makes the figures again if what they are made from has changed.
    void make_figures(attn::figure::Size canvas, attn::figure::Size panel, const Look& look);

    Screen screen_;
    Session& session_;
    std::vector<Action> actions_;
    std::function<void(const Probed&)> look_;
    std::unique_ptr<SystemDialog> system_dialog_;
    Fonts fonts_;
    TypefaceNotices notices_;
    Textures textures_;
    Figures figures_;
    attn::figure::TemperaturePlot temperature_plot_;
    std::uint64_t letters_ = 0; // counts changes of letters' widths
    ShownNames drawable_;       // the names whose characters the fonts have
    attn::figure::KeptLooks kept_;
    attn::figure::KeptLayouts layouts_;
    std::optional<KeptCurve> curve_;        // while the temperature is edited
    std::optional<Movement> movement_;      // of the canvas, from one spotlight to the next
    attn::figure::Rect seen_;               // the part of the canvas that the last frame showed
    attn::figure::Figure page_;             // the page that was presented last
    std::unique_ptr<SpeakerMaker> speaker_; // while the speaker's window is open
    std::vector<Control> controls_;
    attn::figure::Point origin_; // the canvas's corner in the last frame
    std::uint64_t frame_ = 0;
    std::uint64_t evaluation_ = 0; // the last one that a frame was due for
    std::uint64_t training_ = 0;   // the last training news that a frame was due for
    bool is_evaluating_ = false;
    bool escape_ = false;
    std::string title_;
    FileWish shown_; // the latest requested preview
    std::shared_ptr<attn::figure::Pixels> window_seen_;
    FileMaker files_;
    int settling_ = 3; // frames still to draw: hovering and fonts settle a frame late
};

} // namespace app
