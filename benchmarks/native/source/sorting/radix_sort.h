#pragma once

#include <cstdint>
#include <span>

namespace cenote
{

/// Sorts words by some of their bits, from the lowest digit to the highest (LSD radix sort). Stable.
/// @param words At most 2^32 words, whose bits below the key make each word unique.
/// @param spare Memory for the same number of words.
/// @param shift The position of the lowest bit of the key.
/// @param bits The number of bits of the key, at least one; the bits above are zero.
/// @return words or spare: the span that contains the sorted words.
std::span<std::uint64_t> radix_sort(std::span<std::uint64_t> words, std::span<std::uint64_t> spare, int shift,
                                    int bits);

} // namespace cenote
