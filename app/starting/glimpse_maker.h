// SPDX-License-Identifier: MIT
// Makes the small pictures of the start page and their texts from the documents, on its own thread,
// and keeps them. The page appears before they are ready.
#pragma once

#include "app/starting/start_state.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace app {

/// Which document, in which colours and size.
struct GlimpseWish {
    CardKind kind = CardKind::Preset;
    std::string name; // a preset or lesson; for a file, its path
    attn::ThemeName theme = attn::ThemeName::Light;
    attn::Sequential sequential = attn::Sequential::Violet;
    attn::Diverging diverging = attn::Diverging::BlueRed;
    attn::figure::Size size;

    bool operator<(const GlimpseWish& other) const;
};

struct Glimpse {
    std::string detail; // "5 words", "4 min · 7 steps"; for a broken file, why it cannot be shown
    attn::figure::Figure picture;                        // without shapes if there is none
    std::size_t steps = 0;                               // how many steps a lesson has
    std::shared_ptr<const attn::Calculation> model = {}; // a model that can be typed to
};

/// Opens and evaluates the document. Makes no picture if that would take a second or more.
Glimpse glimpse_of(const GlimpseWish& wish);

class GlimpseMaker {
public:
    /// Calls `wake` from the thread whenever a new glimpse is ready.
    explicit GlimpseMaker(std::function<void()> wake);
    /// Waits for the glimpse that is being made.
    ~GlimpseMaker();
    GlimpseMaker(const GlimpseMaker&) = delete;
    GlimpseMaker& operator=(const GlimpseMaker&) = delete;

    /// Returns the glimpse, or requests it and returns null.
    std::shared_ptr<const Glimpse> glimpse(const GlimpseWish& wish);
    /// Whether any was made since the last call.
    bool has_news();
    /// Whether a glimpse is being made or waits.
    bool is_working() const;
    /// Drops the glimpses of files, which may have changed while the page was away.
    void forget_files();

private:
    void work();

    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<GlimpseWish> wanted_; // the first is next
    std::map<GlimpseWish, std::shared_ptr<const Glimpse>> made_;
    bool has_news_ = false;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses the members above
};

} // namespace app
