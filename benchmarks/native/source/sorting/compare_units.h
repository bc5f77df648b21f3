#pragma once

#include <string_view>

namespace cenote
{

/// Compares by UTF-16 code unit, as memcmp does by byte: returns a negative number, zero or a positive number. The
/// standard library of GCC compares char16_t one by one, which would make the key sort slower.
using CompareUnits = int (*)(std::u16string_view, std::u16string_view) noexcept;

/// Compares four units at a time.
int compare_units_portable(std::u16string_view a, std::u16string_view b) noexcept;

#ifdef __x86_64__
/// Compares sixteen units at a time; requires AVX2.
int compare_units_avx2(std::u16string_view a, std::u16string_view b) noexcept;
#endif

/// Returns the fastest comparison that the processor supports.
CompareUnits fastest_compare_units() noexcept;

} // namespace cenote
