#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cenote
{

/// The times of one rival in one case.
struct Measurement
{
    /// For example, "std::u16string, key sort".
    std::string rival;

    /// The case, for example "sort long".
    std::string name;

    /// All times, in the order of the rounds.
    std::vector<double> milliseconds;

    /// The checksum of the final strings, in order.
    std::uint64_t checksum;

    /// The middle time, or the mean of the two middle times.
    double median() const;
};

} // namespace cenote
