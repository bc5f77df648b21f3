#pragma once

#include <cstdint>
#include <span>

namespace cenote
{

/// Sorts words by some of their bits, from the lowest digit to the highest (LSD radix sort). Stable.
/// @param words The words, at most 2^32, with a number in the bits below the key that makes each unique.
/// @param spare Memory for as many.
/// @param shift The lowest bit of the key.
/// @param bits Bits of the key, at least one; above them are zeros.
/// @return Where the sorted words are: one of the two spans.
std::span<std::uint64_t> radix_sort(std::span<std::uint64_t> words, std::span<std::uint64_t> spare, int shift,
                                    int bits);

} // namespace cenote
