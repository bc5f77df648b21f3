#include "runner/heap.h"

// Any header of the C library defines __GLIBC__ if the library is glibc.
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace cenote
{

#ifdef __GLIBC__

void keep_freed_memory()
{
    constexpr int never = -1;
    mallopt(M_TRIM_THRESHOLD, never);
    mallopt(M_MMAP_MAX, 0);
}

void return_freed_memory()
{
    malloc_trim(0);
}

#else

void keep_freed_memory() {}

void return_freed_memory() {}

#endif

} // namespace cenote
