#include "strings/populate.h"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace cenote
{

#if defined(__linux__) && defined(MADV_POPULATE_WRITE)

void populate(void* start, std::size_t bytes)
{
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(start) + page - 1) / page * page;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(start) + bytes) / page * page;
    if (first < end)
    {
        madvise(reinterpret_cast<void*>(first), end - first, MADV_POPULATE_WRITE);
    }
}

#else

void populate(void*, std::size_t) {}

#endif

} // namespace cenote
