#pragma once

namespace cenote
{

/// Makes the heap keep freed memory until `return_freed_memory` is called. Large blocks are no longer mapped
/// separately, so their memory is kept, too. Does nothing if the C library is not glibc.
void keep_freed_memory();

/// Returns the memory that the heap has kept to the operating system. Does nothing if the C library is not glibc.
void return_freed_memory();

} // namespace cenote
