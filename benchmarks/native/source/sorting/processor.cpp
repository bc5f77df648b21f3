#include "sorting/processor.h"

namespace cenote
{

#ifdef __x86_64__

bool has_avx2()
{
    return __builtin_cpu_supports("avx2") != 0;
}

bool has_fast_pext()
{
    const bool is_microcode = __builtin_cpu_is("amdfam15h") || __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
    return __builtin_cpu_supports("bmi2") != 0 && !is_microcode;
}

#else

bool has_avx2()
{
    return false;
}

bool has_fast_pext()
{
    return false;
}

#endif

} // namespace cenote
