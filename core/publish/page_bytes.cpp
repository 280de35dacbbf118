// SPDX-License-Identifier: MIT
// The page without a document, as app/page builds it, embedded in the program.
#include "core/publish/page_file.h"

#ifdef ATTENTION_PAGE
asm(".pushsection .rodata\n"
    ".global attention_page_begin, attention_page_end\n"
    "attention_page_begin: .incbin \"" ATTENTION_PAGE "\"\n"
    "attention_page_end: .byte 0\n"
    ".popsection\n");
extern "C" const char attention_page_begin[], attention_page_end[];

std::string_view attn::publish::page_bytes() {
    return {attention_page_begin,
            static_cast<std::size_t>(attention_page_end - attention_page_begin)};
}
#else
std::string_view attn::publish::page_bytes() {
    return {};
}
#endif
