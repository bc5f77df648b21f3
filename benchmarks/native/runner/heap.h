#pragma once

namespace cenote
{

/// Makes the heap keep what is freed until `return_freed_memory`, mapping no large blocks of their own. Does nothing
/// where the C library cannot be told so (glibc can).
void keep_freed_memory();

/// Gives what the heap has kept back to the system.
void return_freed_memory();

} // namespace cenote
