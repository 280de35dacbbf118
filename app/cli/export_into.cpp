// SPDX-License-Identifier: MIT
// Writes a changed head into a copy of its checkpoint, and prints the Python file that captures a
// layer of a PyTorch model.
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/long_work.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/checkpoint/put_back.h"
#include "core/io/file.h"
#include "core/io/library.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace app::cli {

using namespace attn;

ExitCode export_into(const ExportRequest& request) {
    constexpr std::string_view known[] = {"--into", "--output"};
    for (const std::string& option : request.given)
        if (std::find(std::begin(known), std::end(known), option) == std::end(known)) {
            say(option +
                " changes nothing together with --into, which writes only the numbers of the "
                "document; leave it out");
            return ExitCode::Usage;
        }
    if (is_standard_output(request.file)) {
        say("a checkpoint is not written to standard output; name a file with -o FILE");
        return ExitCode::Usage;
    }
    Input input;
    const auto document = input.document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    std::optional<Result<checkpoint::PutBack>> made;
    do_long_work("copying " + printable(request.into), [&](Progress& progress) {
        made.emplace(checkpoint::put_back(*document, request.into, request.file, &progress));
    });
    if (!*made) {
        say(made->error());
        return ExitCode::Rejected;
    }
    say(printable(request.file) + ": " + std::to_string((*made)->changed) + " numbers of " +
        std::to_string((*made)->inputs) + " inputs differ from the numbers of " +
        printable(request.into));
    for (const std::string& part : (*made)->left_out)
        say("left out " + part + ": it came from no tensor of the file");
    say("left out X: the layers before it compute X from the words");
    return ExitCode::Done;
}

ExitCode capture(const CaptureRequest& request) {
    const auto assets = io::assets_folder();
    if (!assets) {
        say(assets.error());
        return ExitCode::Failed;
    }
    const auto script = io::read_file(*assets + "/capture.py");
    if (!script) {
        say(script.error());
        return ExitCode::Failed;
    }
    return write_result(*script, request.output);
}

} // namespace app::cli
