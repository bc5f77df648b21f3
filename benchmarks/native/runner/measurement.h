#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cenote
{

/// What one rival needed for one case.
struct Measurement
{
    /// Such as "std::u16string, key sort".
    std::string rival;

    /// Such as "sort long".
    std::string name;

    /// Of every time it was done, in the order of the rounds.
    std::vector<double> milliseconds;

    /// Of the strings in the order they had then.
    std::uint64_t checksum;

    /// The middle one, or the mean of the two in the middle.
    double median() const;
};

} // namespace cenote
