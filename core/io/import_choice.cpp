// SPDX-License-Identifier: MIT
#include "core/io/import_choice.h"

#include <cassert>

namespace attn::io {

std::string_view option_name(ImportOption option) {
    switch (option) {
    case ImportOption::Tokens:
        return "--tokens";
    case ImportOption::X:
        return "--x";
    case ImportOption::WQ:
        return "--w-q";
    case ImportOption::WK:
        return "--w-k";
    case ImportOption::WV:
        return "--w-v";
    case ImportOption::Mask:
        return "--mask";
    case ImportOption::MaskTrue:
        return "--mask-true";
    case ImportOption::Heads:
        return "--heads";
    case ImportOption::HeadAxis:
        return "--head-axis";
    case ImportOption::Rows:
        return "--rows";
    case ImportOption::Transposed:
        return "--transposed";
    case ImportOption::AsStored:
        return "--as-stored";
    case ImportOption::QkvLayout:
        return "--qkv-layout";
    }
    assert(false && "every option has a name");
    return "";
}

std::string in_options(const ImportChoice& choice) {
    const std::string name(option_name(choice.option));
    switch (choice.kind) {
    case ImportChoice::Kind::Itself:
        return name;
    case ImportChoice::Kind::Value: // a shell takes brackets for a pattern
        return name + " " +
               (choice.value.find('[') == std::string::npos ? choice.value
                                                            : "'" + choice.value + "'");
    case ImportChoice::Kind::Own:
        return name + (choice.option == ImportOption::Heads ? " N" : " NAME");
    case ImportChoice::Kind::LeftOut:
        return name + (choice.option == ImportOption::Mask ? " none" : " identity");
    }
    assert(false && "every kind has words");
    return name;
}

} // namespace attn::io
