#pragma once

namespace cenote
{

/// Whether the processor supports AVX2.
bool has_avx2();

/// Whether the processor supports BMI2 with a fast PEXT. On AMD processors before Zen 3, PEXT is slow microcode.
bool has_fast_pext();

} // namespace cenote
