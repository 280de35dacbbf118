// SPDX-License-Identifier: MIT
// Who and where we are: this boot of this machine, its processes, the folder for our state.
#pragma once

#include "core/base/result.h"

#include <string>

namespace attn::io {

/// A text that differs between machines and between boots of one machine.
std::string boot_id();
/// The name of this machine.
std::string host_name();
/// Whether a process with this number runs on this machine now.
bool is_running(long process);

/// $XDG_STATE_HOME/attention-lab, or below ~/.local/state; a relative XDG path is ignored as its
/// specification asks. Empty when there is no home.
std::string state_folder();
/// $XDG_CONFIG_HOME/attention-lab, or below ~/.config, in the same way.
std::string config_folder();
/// Makes the folder and those above it that are missing, for nobody but the user.
Result<> make_folder(const std::string& path);
/// Whether files could be made in the folder, or the folder itself where it is missing. Changes
/// nothing. The error names what is in the way.
Result<> can_write_in(const std::string& folder);

} // namespace attn::io
