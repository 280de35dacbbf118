// SPDX-License-Identifier: MIT
// Saves one document under a name, for tests that watch or disturb its system calls. Exit code 0 if
// saved, otherwise 1 with the reason on standard error.
#include "core/io/journal/save.h"

#include <csignal>
#include <iostream>

int main(int count, char** arguments) {
    std::signal(SIGXFSZ, SIG_IGN);
    if (count != 3)
        return 2;
    attn::Document document = attn::new_document();
    document.title = arguments[2];
    attn::io::SaveChoices choices;
    choices.replaces = true;
    const auto saved = attn::io::save_document(document, arguments[1], std::nullopt, choices);
    if (saved.obstacle)
        std::cerr << saved.error.text() << "\n";
    return saved.obstacle ? 1 : 0;
}
