#pragma once

#include "sorting/key_layout.h"

#include <cstdint>
#include <span>

namespace cenote
{

/// Makes keys of units, in place: each with its index in the bits below it.
/// @param high The first four units of each text, which become its key.
/// @param low The other four.
/// @param index_bits Bits of the index; with those of the key at most 64.
using PackKeys = void (*)(std::span<std::uint64_t> high, std::span<const std::uint64_t> low, const KeyLayout& layout,
                          int index_bits);

void pack_keys_portable(std::span<std::uint64_t> high, std::span<const std::uint64_t> low, const KeyLayout& layout,
                        int index_bits);

#ifdef __x86_64__
/// On a processor with BMI2.
void pack_keys_bmi2(std::span<std::uint64_t> high, std::span<const std::uint64_t> low, const KeyLayout& layout,
                    int index_bits);
#endif

/// The fastest that this processor can do.
PackKeys fastest_pack_keys();

} // namespace cenote
