// SPDX-License-Identifier: MIT
#include "tests/page/browser.h"

#include "tests/support/child_process.h"
#include "tests/support/python.h"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>

namespace attn::test {
namespace {

/// browser.py, which answers lines.
class ChromiumDriver {
public:
    ChromiumDriver() {
        int ends[2];
        const int made = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
        assert(made == 0 && "a connection to a process of its own can be made");
        posix_spawn_file_actions_t streams;
        posix_spawn_file_actions_init(&streams);
        posix_spawn_file_actions_adddup2(&streams, ends[1], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&streams, ends[1], STDOUT_FILENO);
        const std::vector<std::string> words{"/usr/bin/python3", "-B",
                                             ATTENTION_SOURCE_DIR "/tests/page/browser.py"};
        ::posix_spawn(&process_, words[0].c_str(), &streams, nullptr, pointers_to(words).data(),
                      environ);
        posix_spawn_file_actions_destroy(&streams);
        ::close(ends[1]);
        to_ = ::fdopen(::dup(ends[0]), "w");
        from_ = ::fdopen(ends[0], "r");
    }
    ChromiumDriver(const ChromiumDriver&) = delete;
    ChromiumDriver& operator=(const ChromiumDriver&) = delete;
    /// Lets it end the browser.
    ~ChromiumDriver() {
        std::fclose(to_);
        std::fclose(from_);
        if (process_ > 0)
            ::waitpid(process_, nullptr, 0);
    }

    /// Empty if it has ended.
    std::string answer(const std::string& line) {
        std::fputs((line + "\n").c_str(), to_);
        std::fflush(to_);
        std::string text;
        for (int letter; (letter = std::getc(from_)) != EOF && letter != '\n';)
            text += static_cast<char>(letter);
        return text;
    }

private:
    pid_t process_ = 0;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
};

Driven drive_chromium(const nlohmann::json& all) {
    static ChromiumDriver driver;
    const std::string text = driver.answer(all.dump());
    if (text.empty())
        return {nlohmann::json::array(), "browser.py has ended"};
    const nlohmann::json answer = nlohmann::json::parse(text);
    return {answer.value("results", nlohmann::json::array()), answer.value("fault", "")};
}

Driven drive_firefox(const nlohmann::json& all) {
    const TempDir folder;
    const Ended ended =
        run_shell("/usr/bin/node '" ATTENTION_SOURCE_DIR "/tests/page/firefox.mjs' '" +
                  std::string(node_modules) + "' <'" + folder.file("orders", all.dump()) + "'");
    if (ended.code != 0)
        return {nlohmann::json::array(), ended.err};
    return {nlohmann::json::parse(ended.out), ""};
}

} // namespace

Driven drive_browser(const nlohmann::json& orders, const nlohmann::json& setup, Browser browser) {
    const nlohmann::json all = {{"setup", setup}, {"orders", orders}};
    return browser == Browser::Chromium ? drive_chromium(all) : drive_firefox(all);
}

} // namespace attn::test
