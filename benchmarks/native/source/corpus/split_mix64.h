#pragma once

#include <cstdint>

namespace cenote
{

/// Sebastiano Vigna's SplitMix64: the same random numbers in every language, from a few lines of code.
class SplitMix64
{
public:
    explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next()
    {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// A number below the bound, by remainder; the bias is below bound / 2^64.
    constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
    std::uint64_t state_;
};

} // namespace cenote
