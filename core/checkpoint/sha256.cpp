// SPDX-License-Identifier: MIT
// The only file of the core that sees GLib.
#include "core/checkpoint/sha256.h"

#include <glib.h>

#include <memory>

namespace attn::checkpoint {

std::string sha256(std::string_view bytes) {
    const std::unique_ptr<gchar, decltype(&g_free)> digits(
        g_compute_checksum_for_data(G_CHECKSUM_SHA256,
                                    reinterpret_cast<const guchar*>(bytes.data()), bytes.size()),
        g_free);
    return digits.get();
}

} // namespace attn::checkpoint
