#pragma once

#include "runner/measurement.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cenote
{

/// The measurements of all rivals, in the order in which rivals and cases first occurred.
class Measurements
{
public:
    /// Adds a time. Throws std::runtime_error if the checksum differs from the first one in the same case.
    void add(std::string_view rival, std::string_view name, double milliseconds, std::uint64_t checksum);

    std::span<const Measurement> all() const { return all_; }

private:
    std::vector<Measurement> all_;
};

} // namespace cenote
