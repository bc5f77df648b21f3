#pragma once

#include "sorting/eight_units.h"

#include <cstddef>

namespace cenote
{

/// The bits of eight units that form a key: the first bits that differ between the strings, as many as fit.
class KeyLayout
{
public:
    /// @param different The bits that differ; at least one.
    /// @param room The maximum number of bits in a key, from 1 to 63.
    KeyLayout(EightUnits different, int room);

    EightUnits mask() const { return mask_; }

    /// The number of bits of the key that come from the last four units.
    int low_bits() const { return low_bits_; }

    int bits() const { return bits_; }

    /// The number of leading units that are equal if keys are equal.
    std::size_t whole_units() const { return whole_units_; }

private:
    EightUnits mask_;
    int low_bits_;
    int bits_;
    std::size_t whole_units_ = EightUnits::count;
};

} // namespace cenote
