#pragma once

#include <string_view>

namespace cenote
{

/// Compares by UTF-16 code unit, as memcmp does by byte: negative, zero or positive.
/// The standard library of GCC compares char16_t one by one, which makes a weak rival.
using CompareUnits = int (*)(std::u16string_view, std::u16string_view) noexcept;

/// Four units at a time.
int compare_units_portable(std::u16string_view a, std::u16string_view b) noexcept;

#ifdef __x86_64__
/// Sixteen units at a time, on a processor with AVX2.
int compare_units_avx2(std::u16string_view a, std::u16string_view b) noexcept;
#endif

/// The fastest that this processor can do.
CompareUnits fastest_compare_units() noexcept;

} // namespace cenote
