// SPDX-License-Identifier: MIT
// The rules of the house that can be checked in the sources (core/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Source {
    std::string path; // from the root: "core/io/journal/file.cpp"
    std::vector<std::string> lines;

    bool is_header() const { return path.ends_with(".h"); }
};

std::vector<Source> read_sources() {
    std::vector<Source> sources;
    const fs::path root = ATTENTION_SOURCE_DIR;
    for (const char* top : {"core", "app", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string ending = entry.path().extension();
            if (ending != ".h" && ending != ".cpp")
                continue;
            Source source{fs::relative(entry.path(), root).generic_string(), {}};
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);)
                source.lines.push_back(line);
            sources.push_back(std::move(source));
        }
    return sources;
}

const std::vector<Source>& sources() {
    static const std::vector<Source> all = read_sources();
    return all;
}

/// The text between the quotes or brackets of every #include; library headers keep their "<".
std::vector<std::string> includes(const Source& source) {
    std::vector<std::string> names;
    for (const std::string& line : source.lines) {
        if (!line.starts_with("#include "))
            continue;
        const auto begin = line.find_first_of("\"<");
        const auto end = line.find_first_of("\">", begin + 1);
        if (begin == std::string::npos || end == std::string::npos)
            continue;
        const bool library = line[begin] == '<';
        names.push_back((library ? "<" : "") + line.substr(begin + 1, end - begin - 1));
    }
    return names;
}

/// The floor of a path: "base" … "publish" in core, otherwise the top folder.
std::string floor_of(const std::string& path) {
    const auto first = path.find('/');
    const std::string top = path.substr(0, first);
    return top == "core" ? path.substr(first + 1, path.find('/', first + 1) - first - 1) : top;
}

/// The floors that each floor may include. Lower floors know nothing of higher ones.
const std::map<std::string, std::vector<std::string>> permissions = {
    {"base", {"base"}},
    {"engine", {"base", "engine"}},
    {"document", {"base", "engine", "document"}},
    {"figure", {"base", "engine", "document", "figure"}},
    {"io", {"base", "engine", "document", "io"}},
    {"tokenizer", {"base", "io", "tokenizer"}},
    {"checkpoint", {"base", "engine", "document", "io", "tokenizer", "checkpoint"}},
    {"typing", {"base", "engine", "document", "io", "tokenizer", "checkpoint", "typing"}},
    {"publish", {"base", "engine", "document", "figure", "io", "publish"}},
    {"app",
     {"base", "engine", "document", "figure", "io", "tokenizer", "checkpoint", "typing", "publish",
      "app"}},
    {"tests",
     {"base", "engine", "document", "figure", "io", "tokenizer", "checkpoint", "typing", "publish",
      "app", "tests"}},
};

/// The beginnings of paths that may include each library. Everything else uses our headers.
struct Library {
    std::string header; // the beginning of its includes
    std::vector<std::string> places;
};
const std::vector<Library> libraries = {
    {"<imgui.h", {"app/ui/compat.h", "app/cli/commands.cpp"}},
    {"<imgui_", {"app/ui/compat.cpp"}},
    {"<backends/imgui", {"app/ui/compat.h"}},
    {"<GLFW/", {"app/", "tests/"}},
    {"<epoxy/", {"app/", "tests/"}},
    {"<GL/", {}},
    {"<fontconfig/", {"app/", "tests/"}},
    {"<CLI/", {"app/cli/arguments.cpp", "app/cli/commands.cpp", "app/cli/arguments.cpp"}},
    {"<cairo", {"core/publish/pictures/cairo", "tests/"}},
    {"<pango/", {"core/publish/pictures/cairo", "tests/"}},
    {"<zlib.h",
     {"core/io/journal/journal.cpp", "core/io/document/picture_memory.cpp",
      "core/io/arrays/zip.cpp", "core/io/arrays/zip.cpp"}},
    {"<xcb/",
     {"app/system/clipboard.cpp", "app/system/clipboard.cpp", "app/system/xcb_parts.h",
      "app/system/x11_window.cpp", "app/painting/soft_painter.cpp"}},
    {"<gif_lib.h", {"core/publish/pictures/gif_write.cpp"}},
    {"<libdeflate.h", {"core/io/document/picture_memory.cpp", "core/publish/page_file.cpp"}},
    {"<isa-l/", {"core/publish/pictures/png_write.cpp"}},
    {"<nlopt", {"core/document/learning/goal_seek.cpp"}},
    {"<fast_float/", {"core/base/read_real.h"}},
    {"<unictype", {"core/base/letters.cpp"}},
    {"<unigbrk", {"core/base/letters.cpp"}},
    {"<muParser", {"core/io/text/cell_text.cpp"}},
    {"<sentencepiece_", {"core/tokenizer/sentence_piece.cpp"}},
    {"<unicode/", {"core/tokenizer/unicode.cpp"}},
    {"<nlohmann/", {"core/io/", "app/", "tests/"}},
};

} // namespace

TEST(House, SourcesAreFound) {
    EXPECT_GT(sources().size(), 50U);
}

TEST(House, FloorsIncludeOnlyLowerOnes) {
    for (const Source& source : sources()) {
        const auto allowed = permissions.find(floor_of(source.path));
        ASSERT_NE(allowed, permissions.end())
            << source.path << " stands on no floor; add it to core/README.md and here";
        for (const std::string& name : includes(source)) {
            if (name.starts_with("<"))
                continue;
            EXPECT_NE(name.find('/'), std::string::npos)
                << source.path << " includes \"" << name << "\"; includes begin at the root";
            EXPECT_NE(std::find(allowed->second.begin(), allowed->second.end(), floor_of(name)),
                      allowed->second.end())
                << source.path << " may not include \"" << name << "\"";
        }
    }
}

TEST(House, EachLibraryIsSeenOnlyInItsPlace) {
    for (const Source& source : sources())
        for (const std::string& name : includes(source))
            for (const Library& library : libraries) {
                if (!name.starts_with(library.header))
                    continue;
                const bool is_in_place = std::any_of(
                    library.places.begin(), library.places.end(),
                    [&](const std::string& place) { return source.path.starts_with(place); });
                EXPECT_TRUE(is_in_place) << source.path << " may not include " << name << ">";
            }
}

// Names that other versions of Dear ImGui lack or call differently.
TEST(House, DifferencesOfImGuiVersionsStandInOneHeader) {
    std::istringstream names(
        "IMGUI_VERSION_NUM GetCurrentContext CmdLists CmdListsCount TexID TexRef "
        "TexData TexPixelsAlpha8 TexPixelsRGBA32 TexWidth TexHeight GetTexID "
        "GetTexDataAsAlpha8 GetTexDataAsRGBA32 TextureId PushTextureID PushTexture "
        "PopTextureID PopTexture PushFont GetFontBaked Ascent Descent FontSize "
        "FindGlyph FindGlyphNoFallback CalcTextSizeA FontDataOwnedByAtlas ConfigData "
        "IsBuilt AddCustomRect AddCustomRectRegular GetCustomRectByIndex "
        "CalcCustomRectUV FontGlobalScale SetWindowFontScale "
        "ImGui_ImplOpenGL3_CreateFontsTexture ImGui_ImplOpenGL3_DestroyFontsTexture "
        "KeyMap KeyMods KeysDown GetKeyIndex ImGuiKeyModFlags_Ctrl "
        "ImGuiKeyModFlags_Shift ImGuiKeyModFlags_Alt ImGuiMod_Ctrl ImGuiMod_Shift "
        "ImGuiMod_Alt AddKeyEvent AddMousePosEvent AddMouseButtonEvent "
        "AddMouseWheelEvent MouseClickedTime SetItemAllowOverlap "
        "SetNextItemAllowOverlap BeginChildFrame");
    const std::set<std::string> differ(std::istream_iterator<std::string>(names), {});
    const auto continues = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
    };
    std::size_t named = 0;
    for (const Source& source : sources()) {
        if (source.path.starts_with("tests/lint/"))
            continue;
        const bool is_compat = source.path.starts_with("app/ui/compat.");
        for (std::size_t at = 0; at < source.lines.size(); ++at) {
            const std::string code = source.lines[at].substr(0, source.lines[at].find("//"));
            for (auto from = code.begin(); from != code.end();) {
                from = std::find_if(from, code.end(), continues);
                const auto to = std::find_if_not(from, code.end(), continues);
                const std::string word(from, to);
                from = to;
                if (!differ.contains(word))
                    continue;
                ++named;
                EXPECT_TRUE(is_compat)
                    << source.path << ":" << at + 1 << " names " << word
                    << ", which is not the same in every version of Dear ImGui. Give "
                       "app/ui/compat.h a function for it";
            }
        }
    }
    EXPECT_GT(named, 20U);
}

TEST(House, HeadersOfCoreHideTheJsonLibrary) {
    // Headers that include it are only for the .cpp files of the floors that read files.
    const std::set<std::string> readers = {"io", "tokenizer", "checkpoint"};
    std::vector<std::string> inner;
    for (const Source& source : sources())
        for (const std::string& name : includes(source))
            if (source.is_header() && source.path.starts_with("core/") &&
                (name.starts_with("<nlohmann/") || name == "core/io/document/json_text.h"))
                inner.push_back(source.path);
    EXPECT_FALSE(inner.empty());
    for (const Source& source : sources())
        for (const std::string& name : includes(source))
            if (std::find(inner.begin(), inner.end(), name) != inner.end()) {
                EXPECT_TRUE(readers.contains(floor_of(source.path)))
                    << source.path << " includes " << name;
            }
}

TEST(House, EveryTestFileBelongsToAProgram) {
    const std::regex name(R"([\w/]+_test\.cpp)");
    std::set<std::string> compiled;
    const fs::path root = ATTENTION_SOURCE_DIR;
    for (const auto& entry : fs::recursive_directory_iterator(root / "tests")) {
        if (entry.path().filename() != "CMakeLists.txt")
            continue;
        std::ifstream file(entry.path());
        const std::string text(std::istreambuf_iterator<char>(file), {});
        for (std::sregex_iterator found(text.begin(), text.end(), name), end; found != end; ++found)
            compiled.insert(
                fs::relative(entry.path().parent_path() / found->str(), root).generic_string());
    }
    for (const Source& source : sources())
        EXPECT_TRUE(!source.path.ends_with("_test.cpp") || compiled.contains(source.path))
            << source.path << " is in no attn_test of a CMakeLists.txt";
}

TEST(House, FilesBeginWithTheLicence) {
    for (const Source& source : sources()) {
        ASSERT_FALSE(source.lines.empty()) << source.path;
        EXPECT_EQ(source.lines[0], "// SPDX-License-Identifier: MIT") << source.path;
    }
}

TEST(House, HeadersSayTheirIdeaFirst) {
    for (const Source& source : sources()) {
        if (!source.is_header())
            continue;
        ASSERT_GE(source.lines.size(), 3U) << source.path;
        EXPECT_TRUE(source.lines[1].starts_with("// ")) << source.path;
        EXPECT_NE(std::find(source.lines.begin(), source.lines.end(), "#pragma once"),
                  source.lines.end())
            << source.path;
    }
}

TEST(House, NothingIsVirtual) {
    for (const Source& source : sources())
        for (std::size_t at = 0; at < source.lines.size(); ++at) {
            const std::string code = source.lines[at].substr(0, source.lines[at].find("//"));
            EXPECT_EQ(code.find(std::string("virt") + "ual "), std::string::npos)
                << source.path << ":" << at + 1;
        }
}

// The list of faults in tests/README.md: every number is there, and every test exists.
TEST(House, EveryFaultNamesAnExistingTest) {
    std::set<std::string> tests;
    const std::regex test("TEST(?:_F|_P)?\\((\\w+), *(\\w+)\\)");
    for (const Source& source : sources()) {
        std::string text;
        for (const std::string& line : source.lines)
            text += line + " ";
        for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at)
            tests.insert((*at)[1].str() + "." + (*at)[2].str());
    }
    std::ifstream file(fs::path(ATTENTION_SOURCE_DIR) / "tests/README.md");
    std::set<int> faults;
    const std::regex number("F([0-9][0-9])(?: to F([0-9][0-9]))?"), named("`(\\w+\\.\\w+)");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("| F"))
            continue;
        const std::string head = line.substr(0, line.find('|', 1));
        for (std::sregex_iterator at(head.begin(), head.end(), number), end; at != end; ++at)
            for (int one = std::stoi((*at)[1]), last = (*at)[2].matched ? std::stoi((*at)[2]) : one;
                 one <= last; ++one)
                faults.insert(one);
        int found = 0;
        for (std::sregex_iterator at(line.begin(), line.end(), named), end; at != end; ++at) {
            const std::string begin = (*at)[1];
            const auto first = tests.lower_bound(begin);
            EXPECT_TRUE(first != tests.end() && first->starts_with(begin))
                << begin << " is no test";
            ++found;
        }
        EXPECT_GT(found, 0) << line;
    }
    for (int fault = 1; fault <= 78; ++fault)
        EXPECT_TRUE(faults.contains(fault)) << "no test is named for fault " << fault;
}

TEST(House, FoldersHaveNoVagueNames) {
    for (const Source& source : sources())
        for (const char* vague : {"util", "misc", "manager", "helper", "common"})
            EXPECT_EQ(source.path.find(vague), std::string::npos) << source.path;
}

// lintian rejects lines of more than 80 letters in a Debian changelog, where these lines are
// indented by two more (app/desktop/releases.cmake).
TEST(House, LinesOfTheChangelogFitTheDebianPackage) {
    std::ifstream file(fs::path(ATTENTION_SOURCE_DIR) / "CHANGELOG.md");
    int releases = 0;
    for (std::string line; std::getline(file, line);) {
        releases += line.starts_with("## ") ? 1 : 0;
        if (releases > 0) {
            EXPECT_LE(line.size(), 78U) << line;
        }
    }
    EXPECT_GT(releases, 0);
}
