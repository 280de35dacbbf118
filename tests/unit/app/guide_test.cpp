// SPDX-License-Identifier: MIT
// Everything that the guide names exists.
#include "app/actions/actions.h"
#include "app/cli/arguments.h"
#include "app/starting/leaflet.h"
#include "core/io/document/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace app;

namespace {

std::string guide() {
    return attn::test::bytes_of(*attn::io::assets_folder() + "/guide.md");
}

/// Every text that the expression captures.
std::vector<std::string> found(const std::string& text, const char* expression) {
    const std::regex pattern(expression);
    std::vector<std::string> all;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern);
         at != std::sregex_iterator(); ++at)
        all.push_back((*at)[1]);
    return all;
}

} // namespace

TEST(Guide, NamesKeysThatWork) {
    std::set<std::string> known = {"Enter", "Esc"}; // keys of fields and cells
    for (const Action& action : all_actions({}))
        for (const KeyPress& shortcut : action.shortcuts)
            known.insert(to_text(shortcut));
    const auto keys = found(guide(), "<kbd>([^<]*)</kbd>");
    EXPECT_GT(keys.size(), 15U);
    for (const std::string& key : keys)
        EXPECT_TRUE(known.contains(key)) << key;
}

TEST(Guide, NamesCommandsOptionsAndPresetsThatExist) {
    const auto commands = cli::commands();
    std::set<std::string> presets;
    const auto list = attn::io::presets();
    ASSERT_TRUE(list) << list.error().text();
    for (const attn::io::Preset& preset : *list)
        presets.insert(preset.name);
    const auto lines = found(guide(), "`attention-lab ([^`]*)`");
    EXPECT_GT(lines.size(), 5U);
    for (const std::string& line : lines) {
        const std::string name = line.substr(0, line.find(' '));
        const auto command = std::find_if(commands.begin(), commands.end(),
                                          [&](const auto& one) { return one.name == name; });
        ASSERT_NE(command, commands.end()) << name;
        for (const std::string& option : found(line, " (--?[a-z][a-z-]*)")) {
            const bool has_option =
                std::any_of(command->options.begin(), command->options.end(), [&](const auto& one) {
                    return std::find(one.names.begin(), one.names.end(), option) != one.names.end();
                });
            EXPECT_TRUE(has_option) << name << " " << option;
        }
    }
    for (const std::string& name : found(guide(), "scripts/run ([a-z-]+)`"))
        EXPECT_TRUE(presets.contains(name)) << name;
    for (const std::string& script : found(guide(), "`(scripts/[a-z]+)"))
        EXPECT_TRUE(std::filesystem::exists(ATTENTION_SOURCE_DIR "/" + script)) << script;
}

TEST(Guide, IsShownWithoutMarkdown) {
    const Leaflet made =
        leaflet_of("# Title\n\nOne\nline of `code`.\n\n## Part\n\n- **Lead**: press "
                   "<kbd>Ctrl+K</kbd> or see\n  [this](that.md) and "
                   "`weights[0,2]`.\n- second\n- **Undo** takes back\n- **Alone**\n");
    EXPECT_EQ(made.title, "Title");
    ASSERT_EQ(made.passages.size(), 6U);
    EXPECT_EQ(made.passages[0].text, "One line of code.");
    EXPECT_TRUE(made.passages[1].is_heading);
    EXPECT_EQ(made.passages[2].lead, "Lead");
    EXPECT_EQ(made.passages[2].text, "Press Ctrl+K or see this and weights[0,2].");
    EXPECT_TRUE(made.passages[3].is_item);
    EXPECT_EQ(made.passages[3].text, "second");
    EXPECT_EQ(made.passages[4].lead, "Undo");
    EXPECT_EQ(made.passages[4].text, "Takes back");
    EXPECT_EQ(made.passages[5].lead, "Alone");
    EXPECT_EQ(made.passages[5].text, "");
}

TEST(Guide, CanBeRead) {
    const auto leaflet = guide_leaflet();
    ASSERT_TRUE(leaflet) << leaflet.error().text();
    EXPECT_EQ(leaflet->title, "The guide");
    EXPECT_GT(leaflet->passages.size(), 30U);
    for (const Passage& passage : leaflet->passages)
        EXPECT_EQ((passage.lead + passage.text).find_first_of("`*<"), std::string::npos)
            << passage.text;
}
