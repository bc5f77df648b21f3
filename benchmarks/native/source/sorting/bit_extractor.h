#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cenote
{

/// Moves the bits that a mask selects to the low end, in order, like the instruction PEXT. Each of six steps moves some
/// bits by a power of two; the constructor computes which ones (Hacker's Delight, 7-4).
class BitExtractor
{
public:
    explicit BitExtractor(std::uint64_t mask);

    std::uint64_t extract(std::uint64_t word) const
    {
        word &= mask_;
        for (std::size_t step = 0; step < moved_.size(); ++step)
        {
            word = move(word, moved_[step], step);
        }

        return word;
    }

private:
    static std::uint64_t move(std::uint64_t word, std::uint64_t moved, std::size_t step)
    {
        const std::uint64_t bits = word & moved;
        return (word ^ bits) | (bits >> (1U << step));
    }

    std::uint64_t mask_;
    std::array<std::uint64_t, 6> moved_{};
};

} // namespace cenote
