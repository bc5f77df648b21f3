#include "sorting/key_packing.h"

#include "sorting/bit_extractor.h"
#include "sorting/processor.h"

#include <cstddef>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace cenote
{

void pack_keys_portable(std::span<std::uint64_t> high, std::span<const std::uint64_t> low, const KeyLayout& layout,
                        int index_bits)
{
    const BitExtractor of_high(layout.mask().high);
    const BitExtractor of_low(layout.mask().low);
    for (std::size_t i = 0; i < high.size(); ++i)
    {
        const std::uint64_t key = (of_high.extract(high[i]) << layout.low_bits()) | of_low.extract(low[i]);
        high[i] = (key << index_bits) | i;
    }
}

#ifdef __x86_64__

[[gnu::target("bmi2")]] void pack_keys_bmi2(std::span<std::uint64_t> high, std::span<const std::uint64_t> low,
                                            const KeyLayout& layout, int index_bits)
{
    const EightUnits mask = layout.mask();
    const int low_bits = layout.low_bits();
    for (std::size_t i = 0; i < high.size(); ++i)
    {
        const std::uint64_t key = (_pext_u64(high[i], mask.high) << low_bits) | _pext_u64(low[i], mask.low);
        high[i] = (key << index_bits) | i;
    }
}

PackKeys fastest_pack_keys()
{
    return has_fast_pext() ? pack_keys_bmi2 : pack_keys_portable;
}

#else

PackKeys fastest_pack_keys()
{
    return pack_keys_portable;
}

#endif

} // namespace cenote
