// SPDX-License-Identifier: MIT
// The machine and its processes: this boot, its name, the folders for our state.
#pragma once

#include "core/base/result.h"

#include <string>

namespace attn::io {

/// Returns a text that differs between machines and between boots of one machine.
std::string boot_id();
/// Returns the name of this machine.
std::string host_name();
/// Whether a process with this number is running on this machine.
bool is_running(long process);

/// Returns $XDG_STATE_HOME/attention-lab, or the same below ~/.local/state; ignores a relative XDG
/// path, as its specification asks. Empty if there is no home.
std::string state_folder();
/// Returns $XDG_CONFIG_HOME/attention-lab, or the same below ~/.config, by the same rules.
std::string config_folder();
/// Makes the folder and its missing parents, accessible only to the user.
Result<> make_folder(const std::string& path);
/// Checks that files could be made in the folder, or the folder itself if it is missing. Changes
/// nothing. The error names the obstacle.
Result<> can_write_in(const std::string& folder);

} // namespace attn::io
