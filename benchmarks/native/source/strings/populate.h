#pragma once

#include <cstddef>

namespace cenote
{

/// Has the system back all whole pages of some memory at once, instead of one at each first touch, as Cenote's arena does
/// for its own. Does nothing where the system cannot (Linux 5.14 can).
void populate(void* start, std::size_t bytes);

} // namespace cenote
