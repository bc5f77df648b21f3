#include "sorting/radix_sort.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace cenote
{

namespace
{

// For fewer words, the counters cost more than comparisons.
constexpr std::size_t fewest_words = 256;

// For few words, 256 counters per pass stay in the L1 cache; for more words, fewer passes matter more.
constexpr std::size_t few_words = 8192;
constexpr int bits_for_few = 8;
constexpr int bits_for_many = 11;

constexpr std::size_t most_passes = 64 / bits_for_few;
constexpr std::size_t most_counters = std::size_t{1} << bits_for_many;

using Counters = std::array<std::uint32_t, most_counters>;

} // namespace

std::span<std::uint64_t> radix_sort(std::span<std::uint64_t> words, std::span<std::uint64_t> spare, int shift, int bits)
{
    if (words.size() < fewest_words)
    {
        std::ranges::sort(words);
        return words;
    }

    const int most_bits = words.size() < few_words ? bits_for_few : bits_for_many;
    const int passes = (bits + most_bits - 1) / most_bits;
    const int width = (bits + passes - 1) / passes;
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;

    std::array<Counters, most_passes> counters;
    const std::span used = std::span(counters).first(static_cast<std::size_t>(passes));
    for (Counters& of_pass : used)
    {
        std::fill_n(of_pass.begin(), mask + 1, 0);
    }

    for (std::uint64_t word : words)
    {
        std::uint64_t key = word >> shift;
        for (Counters& of_pass : used)
        {
            ++of_pass[key & mask];
            key >>= width;
        }
    }

    for (Counters& of_pass : used)
    {
        std::uint32_t position = 0;
        for (std::size_t digit = 0; digit <= mask; ++digit)
        {
            position += std::exchange(of_pass[digit], position);
        }

        for (std::uint64_t word : words)
        {
            spare[of_pass[(word >> shift) & mask]++] = word;
        }

        std::swap(words, spare);
        shift += width;
    }

    return words;
}

} // namespace cenote
