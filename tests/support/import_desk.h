// SPDX-License-Identifier: MIT
// A session without a display that imports arrays by keyboard.
#pragma once

#include "app/importing/importing.h"
#include "tests/support/file_desk.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn::test {

using namespace app;

struct ImportDesk : FileDesk {
    using FileDesk::FileDesk;

    void drop(const std::vector<std::string>& paths) {
        drop_files(session->frame(), paths);
        carry_out();
    }
    Importing& panel() { return *ui().importing; }
    void target(ImportTarget wanted) {
        while (panel().target != wanted)
            press(KeyPress{panel().target < wanted ? Key::Down : Key::Up, 0, true});
    }
    /// Moves up or down to the array with this name.
    void array(const std::string& name) {
        const std::size_t lines = panel().shown.size() + 2; // these, "everything" and "none"
        for (std::size_t at = 0; at < lines; ++at)
            press(Key::Up);
        for (std::size_t at = 0; at < lines; ++at) {
            press(Key::Down);
            const auto& own = choice_of(panel().plan, panel().target);
            if (own && panel().files[own->file].arrays[own->array].name == name)
                return;
        }
        FAIL() << "there is no " << name;
    }
    void fill(ImportField field, const std::string& text) {
        for (std::size_t at = 0; at < import_field_count && panel().field != field; ++at)
            press(Key::Tab);
        ASSERT_EQ(panel().field, field);
        press(Key::Backspace); // Tab selected the old text.
        type(text);
    }
    std::string message() { return ui().message ? ui().message->text : ""; }
};

} // namespace attn::test
