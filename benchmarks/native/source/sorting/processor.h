#pragma once

namespace cenote
{

/// Whether the processor compares 32 bytes at once.
bool has_avx2();

/// Whether the processor extracts bits by one instruction, and not by a long piece of microcode, as AMD's before Zen 3
/// do.
bool has_fast_pext();

} // namespace cenote
