// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/exporting/styles.h"
#include "core/base/nearest.h"
#include "core/base/utf8.h"

#include <string>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;

ExitCode list_styles(const SavedStyles& styles) {
    std::string text;
    for (const auto& [name, style] : styles.list)
        text += name + "\t" + publish::to_text(style.picture.size) +
                (name == styles.usual ? ", the default" : "") + "\n";
    return write_result(text);
}

} // namespace

ExitCode style(const StyleRequest& request) {
    auto styles = load_styles();
    if (!styles) {
        say(styles.error());
        return ExitCode::Rejected;
    }
    if (request.action == StyleAction::List)
        return list_styles(*styles);
    const bool is_none = request.action == StyleAction::Default && request.name == no_style;
    if (!is_none && !styles->find(request.name)) {
        std::vector<std::string> names;
        for (const auto& one : styles->list)
            names.push_back(one.first);
        say(Error{"there is no style " + cite(request.name) +
                  "; attention-lab style list prints the saved ones" +
                  did_you_mean(request.name, names)});
        return ExitCode::Usage;
    }
    if (request.action == StyleAction::Remove)
        styles->remove(request.name);
    if (request.action == StyleAction::Default)
        styles->usual = is_none ? "" : request.name;
    else if (styles->usual == request.name)
        styles->usual.clear();
    if (const auto saved = save_styles(*styles); !saved) {
        say(saved.error());
        return ExitCode::NotWritten;
    }
    return ExitCode::Done;
}

} // namespace app::cli
