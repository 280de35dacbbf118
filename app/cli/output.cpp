// SPDX-License-Identifier: MIT
#include "app/cli/output.h"

#include "app/cli/input.h"
#include "core/io/file.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace app::cli {
namespace {

/// Returns 0 or the error number. Waits for a non-blocking pipe.
int write_whole(int number, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(number, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd wait = {number, POLLOUT, 0};
            (void)::poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

} // namespace

ExitCode write_result(std::string_view bytes) {
    const int code = write_whole(STDOUT_FILENO, bytes);
    if (code == 0 || code == EPIPE)
        return ExitCode::Done;
    say(std::string("the result could not be written to standard output: ") + std::strerror(code));
    return ExitCode::NotWritten;
}

bool is_standard_output(const std::string& path) {
    return path.empty() || path == standard_stream;
}

bool would_spoil_terminal(const std::string& path, std::string_view kind) {
    if (!is_standard_output(path) || ::isatty(STDOUT_FILENO) == 0)
        return false;
    say(std::string(kind) + " is not text, so it is not printed on a terminal; name a file, or "
                            "send it to another program with |");
    return true;
}

ExitCode write_result(std::string_view bytes, const std::string& path, attn::io::Flush flush) {
    if (is_standard_output(path))
        return write_result(bytes);
    const auto written = attn::io::write_file(path, bytes, flush);
    if (written)
        return ExitCode::Done;
    say(written.error());
    return ExitCode::NotWritten;
}

void tell(std::string_view text) {
    // If this fails too, the failure cannot be reported anywhere.
    (void)write_whole(STDERR_FILENO, text);
}

void say(std::string_view message) {
    tell("attention-lab: " + std::string(message) + "\n");
}

void say(const attn::Error& error) {
    say(error.text());
}

} // namespace app::cli
