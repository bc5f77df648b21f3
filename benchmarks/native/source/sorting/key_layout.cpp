#include "sorting/key_layout.h"

#include <bit>

namespace cenote
{

KeyLayout::KeyLayout(EightUnits different, int room) : mask_(different)
{
    for (int surplus = std::popcount(mask_.high) + std::popcount(mask_.low) - room; surplus > 0; --surplus)
    {
        // Drops the last bit. The rest of its unit stays in the key, but equal keys must compare that unit again.
        const bool is_low = mask_.low != 0;
        std::uint64_t& word = is_low ? mask_.low : mask_.high;
        const std::uint64_t dropped = word & (~word + 1);
        word ^= dropped;
        whole_units_ = static_cast<std::size_t>(std::countl_zero(dropped)) / 16 + (is_low ? EightUnits::count / 2 : 0);
    }

    low_bits_ = std::popcount(mask_.low);
    bits_ = std::popcount(mask_.high) + low_bits_;
}

} // namespace cenote
