// SPDX-License-Identifier: MIT
// The running lab: the session in its window, one frame after another.
#pragma once

#include "app/exporting/file_maker.h"
#include "app/panels/panels.h"
#include "app/session/session.h"
#include "app/system/system_dialog.h"
#include "app/ui/fonts.h"
#include "app/ui/look.h"
#include "app/ui/probe.h"
#include "app/window/screen.h"
#include "app/window/speaker_maker.h"
#include "app/window/typeface_notices.h"
#include "core/figure/canvas.h"
#include "core/figure/loss_curve.h"
#include "core/figure/map_figure.h"
#include "core/figure/temperature_curve.h"

#include <functional>
#include <memory>
#include <string>

namespace app {

/// The texts of a document that figures show.
struct ShownNames {
    std::string title;
    attn::Words tokens, memory, words_out;
    std::vector<std::string> columns, vectors;
    friend bool operator==(const ShownNames&, const ShownNames&) = default;
};

/// The losses of the training so far.
attn::figure::LossCurve shown_losses(const Learning& learning, const attn::Document& document);
ShownNames names_of(const attn::Document& document);

constexpr float line_height = 2; // of the line that explains, in text sizes

/// The figures of the last frame, made again only when what they show changed.
struct Figures {
    attn::figure::Figure canvas, panel, line, derivation, compared;
    std::vector<attn::figure::BlockCardRegion> block_cards; // of the canvas, on that page
    attn::figure::CardRegions head_cards;                   // the same of all heads
    attn::figure::FoldedCards folded;
    attn::figure::MapPanel map;
    attn::figure::LossPlot loss;        // of the page of the training, or in the lower panel
    std::vector<attn::SheetId> learned; // the first of them are shown there while not all fit
    std::size_t ranked_at = 0;          // the step at which they were put into this order
    attn::figure::TemperaturePlot temperature;
    std::uint64_t training = 0; // the news of it that are shown
    std::optional<std::pair<attn::Index, attn::Index>> map_columns;
    std::optional<Comparing> comparing;
    std::shared_ptr<const attn::Calculation> before;    // changes since are marked
    std::shared_ptr<const attn::Sensitivity> gradients; // in place of the numbers
    std::optional<attn::ExpectedRow> expected;          // of the query word's weights
    std::optional<attn::ExpectedNumber> guess;          // of the selected number
    bool is_sensing = false;                            // it may still be computed
    std::uint64_t evaluation = 0;
    PanelTab tab = PanelTab::Query;
    WindowPage page = WindowPage::Forward;
    std::optional<attn::Stage> enlarged;
    attn::View view;
    attn::figure::Size canvas_size, panel_size;
    float text = 0, zoom = 0;
    attn::figure::Rect seen; // of the canvas; only of one larger than the window
    ShownNames names;        // no evaluation changes them
    bool is_made = false, has_old_widths = false; // of letters
    bool holds_ranges = false;                    // while a number or the temperature was dragged
};

/// What the temperature does to the weights, made again only when something else changed.
struct KeptCurve {
    attn::figure::TemperatureCurve curve;
    attn::Document of; // with temperature 1
    attn::Index query = 0, head = 0;
};

class Lab {
public:
    /// `look` sees each frame after it was drawn; it may be empty.
    Lab(Screen screen, Session& session, std::vector<Action> actions, FontFiles fonts,
        std::function<void(const Probed&)> look = nullptr);

    /// Runs until the user quits, or `must_end` says so (it is asked before each wait).
    void run(const std::function<bool()>& must_end);

    // The same in steps, for who moves time on by itself.
    void begin();
    /// Waits for what happens, carries it out, and draws a frame if one is due.
    void step();
    void end();
    /// Whether a thread works on what would be shown.
    bool is_working() const;
    /// Whether a frame is to be drawn without anything happening before.
    bool is_due() const { return settling_ > 0 && screen_.is_visible(); }
    /// No frame is due: only input, or a time that comes, brings another.
    bool is_at_rest() const;
    /// The last frame.
    Probed probed() const;

    /// A frame is drawn though nobody touched anything.
    void must_draw() { settling_ = 3; }

    /// The controls that the last frame drew.
    const std::vector<Control>& controls() const { return controls_; }

private:
    void handle(const WindowEvents& events);
    void draw();
    void follow_results();
    /// Gathers what the window shows; gives where the canvas is.
    CanvasPlace gather();
    CanvasPlace draw_workbench(const Frame& frame, const Look& look);
    CanvasPlace draw_page(const Frame& frame, const Look& of_window);
    void draw_start(const Frame& frame, const Look& look);
    attn::View shown_view() const;
    /// Asks the desktop for its file dialog, and takes what was chosen there.
    void serve_system_dialog();
    /// Starts what was asked for of files, and shows what has been done of it.
    void serve_exports();
    void show_preview(const Frame& frame);
    const attn::Document& exported_document(const attn::publish::ExportOptions& options) const;
    void tell(const FileDone& done);
    attn::figure::Rect part_to_draw(attn::figure::Size canvas) const;
    /// Opens and closes the speaker's window as presenting asks, and has it painted.
    void follow_speaker();
    /// What the card of the temperature shows.
    void make_temperature(const Look& look);
    /// The height of the lower panel that nobody has dragged.
    float usual_panel(float middle, float band, float text) const;
    /// What stands in the canvas's place, of the page that is shown.
    void make_canvas(const attn::OpenPart& part, const attn::figure::CanvasOptions& options,
                     attn::figure::Size table,
                     const std::shared_ptr<const attn::Calculation>& before,
                     const std::string& name);
    /// The page of the training in the canvas's place, and the table in the lower panel; changes
    /// are marked against what was before.
    void make_training_page(const attn::figure::CanvasOptions& options, attn::figure::Size table,
                            const std::shared_ptr<const attn::Calculation>& before,
                            const std::string& name);
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
    ShownNames drawable_; // what the fonts have characters for
    attn::figure::KeptLooks kept_;
    std::optional<KeptCurve> curve_;        // while the temperature is typed
    attn::figure::Rect seen_;               // what of the canvas the last frame showed
    attn::figure::Figure page_;             // the last one that was presented
    std::unique_ptr<SpeakerMaker> speaker_; // while that window is open
    std::vector<Control> controls_;
    attn::figure::Point origin_; // of the canvas in the last frame
    std::uint64_t frame_ = 0;
    std::uint64_t evaluation_ = 0; // the last one that frames were due for
    std::uint64_t training_ = 0;   // the same of the training's news
    bool is_evaluating_ = false;
    bool escape_ = false;
    std::string title_;
    FileWish shown_; // the preview that was asked for last
    std::shared_ptr<attn::figure::Pixels> window_seen_;
    FileMaker files_;
    int settling_ = 3; // frames still to draw: hovering and fonts settle one frame late
};

} // namespace app
