// SPDX-License-Identifier: MIT
// The small pictures of the start page and what is said beside them, made from the documents on a
// thread of their own and kept. The page is there before any of them.
#pragma once

#include "app/starting/start_state.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

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

/// Which document, and in which colours and size.
struct GlimpseWish {
    CardKind kind = CardKind::Preset;
    std::string name; // of the preset or lesson; the path of a file
    attn::ThemeName theme = attn::ThemeName::Light;
    attn::Sequential sequential = attn::Sequential::Violet;
    attn::Diverging diverging = attn::Diverging::BlueRed;
    attn::figure::Size size;

    bool operator<(const GlimpseWish& other) const;
};

struct Glimpse {
    std::string detail;           // "5 words", "4 min · 7 steps"; of a file why it cannot be shown
    attn::figure::Figure picture; // without shapes where there is none
    std::size_t steps = 0;        // of a lesson
};

/// Opens and evaluates the document. One that takes a second or more has no picture.
Glimpse glimpse_of(const GlimpseWish& wish);

class GlimpseMaker {
public:
    /// `wake` is called from the thread whenever something new can be shown.
    explicit GlimpseMaker(std::function<void()> wake);
    /// Waits for the one that is being made.
    ~GlimpseMaker();
    GlimpseMaker(const GlimpseMaker&) = delete;
    GlimpseMaker& operator=(const GlimpseMaker&) = delete;

    /// Null until it is made; wished for by being asked for.
    std::shared_ptr<const Glimpse> glimpse(const GlimpseWish& wish);
    /// Whether anything was made since this was last asked.
    bool has_news();
    /// Whether one is made, or waits to be.
    bool is_working() const;
    /// Files may have changed while the page was away.
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
    std::thread thread_; // last: it uses the others
};

} // namespace app
