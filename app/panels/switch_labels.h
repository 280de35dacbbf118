// SPDX-License-Identifier: MIT
// What the buttons of the toolbar say about the switches as they are.
#pragma once

#include "core/document/document.h"
#include "core/document/view.h"

#include <string>

namespace app {

std::string scale_label(const attn::Scale& scale);
std::string mask_label(const attn::Mask& mask);
std::string normaliser_label(attn::Normaliser normaliser);
std::string number_label(const attn::NumberFormat& numbers);

} // namespace app
