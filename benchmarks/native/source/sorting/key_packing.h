#pragma once

#include "sorting/key_layout.h"

#include <cstdint>
#include <span>

namespace cenote
{

/// Compresses units to keys, in place, with the index of each key in the bits below it.
/// @param high The first four units of each string, which are replaced by its key.
/// @param low The next four units of each string.
/// @param index_bits The number of bits of the index; at most 64 together with those of the key.
using PackKeys = void (*)(std::span<std::uint64_t> high, std::span<const std::uint64_t> low, const KeyLayout& layout,
                          int index_bits);

void pack_keys_portable(std::span<std::uint64_t> high, std::span<const std::uint64_t> low, const KeyLayout& layout,
                        int index_bits);

#ifdef __x86_64__
/// Requires BMI2.
void pack_keys_bmi2(std::span<std::uint64_t> high, std::span<const std::uint64_t> low, const KeyLayout& layout,
                    int index_bits);
#endif

/// Returns the fastest variant that the processor supports.
PackKeys fastest_pack_keys();

} // namespace cenote
