// SPDX-License-Identifier: MIT
// A session without a window that trains a document of two words, driven by keys and requests.
#pragma once

#include "app/actions/actions.h"
#include "app/input/keys.h"
#include "app/learning/learning.h"
#include "app/session/session.h"
#include "core/document/learning/training_run.h"
#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

namespace app {

/// Two words that should learn to attend to each other.
inline attn::Document scholar() {
    return *attn::io::read_document(R"({
      "format": "attention-lab", "version": [2, 0],
      "model": {"target": "weights", "loss": "cross_entropy"},
      "lists": {"words": ["a", "b"]},
      "inputs": {"X": [[1, 0], [0.5, 1]], "W_Q": [[0.3, -0.2], [0.1, 0.4]],
                 "W_K": [[1, 0], [0, 1]], "W_V": [[1, 2], [3, 4]], "target": [[0, 1], [1, 0]]}
    })",
                                    "scholar");
}

struct LearningDesk {
    Session session{scholar()};
    std::vector<Action> actions = all_actions({});

    void carry_out() {
        session.carry_out([](const std::string& name) -> attn::Result<attn::Document> {
            return attn::Error{"there is no such file", name};
        });
    }
    void ask(Request request) {
        session.outbox.post(std::move(request));
        carry_out();
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    void press(Key key, bool shift = false) { press(KeyPress{key, 0, false, shift}); }
    void type(const std::string& text) {
        for (const char c : text)
            take_key(session.frame(), Typed{std::string(1, c)}, actions);
        carry_out();
    }
    Learning& learning() { return session.ui.learning; }
    template <class Holds>
    bool until(Holds holds) {
        for (int waited = 0; waited < 5000; ++waited) {
            carry_out();
            if (holds())
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return false;
    }
    attn::TrainingSettings settings() const { return attn::training_settings(kept()); }
    /// Changes how the document learns.
    template <class Change>
    void set(Change change) {
        attn::TrainingSettings wanted = settings();
        change(wanted);
        ask(Edit{attn::SetTraining{wanted}});
    }
    /// Makes single steps until this step is reached.
    bool run(std::size_t steps) {
        for (std::size_t step = learning().at(); step < steps; ++step)
            ask(Train::Step);
        return until([&] { return learning().at() == steps && !learning().is_running; });
    }
    const attn::Document& kept() const { return session.work.document(); }
};

inline attn::Document trained(const attn::Document& document, std::size_t steps) {
    auto training = attn::begin_training(document, attn::TrainingSettings{});
    for (std::size_t step = 0; step < steps; ++step)
        EXPECT_TRUE(training->step());
    return training->document();
}

} // namespace app
