#pragma once

#include "sorting/eight_units.h"

#include <cstddef>

namespace cenote
{

/// Which bits of eight units make a key: only those that differ between the texts, as many as there is room for, the
/// first ones first.
class KeyLayout
{
public:
    /// @param different The bits that differ, at least one of them.
    /// @param room Bits a key may have, from 1 to 63.
    KeyLayout(EightUnits different, int room);

    EightUnits mask() const { return mask_; }

    /// Bits of the key that come from the last four units.
    int low_bits() const { return low_bits_; }

    int bits() const { return bits_; }

    /// So many of the units are the same where keys are equal.
    std::size_t whole_units() const { return whole_units_; }

private:
    EightUnits mask_;
    int low_bits_;
    int bits_;
    std::size_t whole_units_ = EightUnits::count;
};

} // namespace cenote
