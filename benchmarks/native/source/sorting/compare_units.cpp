#include "sorting/compare_units.h"

#include "sorting/load_units.h"
#include "sorting/processor.h"

#include <algorithm>
#include <cstddef>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace cenote
{

namespace
{

int compare_sizes(std::u16string_view a, std::u16string_view b) noexcept
{
    return static_cast<int>(a.size() > b.size()) - static_cast<int>(a.size() < b.size());
}

} // namespace

int compare_units_portable(std::u16string_view a, std::u16string_view b) noexcept
{
    const std::size_t common = std::min(a.size(), b.size());
    std::size_t i = 0;
    for (; i + 4 <= common; i += 4)
    {
        const std::uint64_t different = load_units(a.data() + i) ^ load_units(b.data() + i);
        if (different != 0)
        {
            i += static_cast<std::size_t>(std::countr_zero(different)) / 16;
            return a[i] - b[i];
        }
    }

    for (; i < common; ++i)
    {
        if (a[i] != b[i])
        {
            return a[i] - b[i];
        }
    }

    return compare_sizes(a, b);
}

#ifdef __x86_64__

namespace
{

// Returns a mask with one bit for each byte that differs.
[[gnu::target("avx2")]] inline unsigned different_bytes(const char16_t* a, const char16_t* b) noexcept
{
    const __m256i left = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a));
    const __m256i right = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b));
    return ~static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi16(left, right)));
}

} // namespace

[[gnu::target("avx2")]] int compare_units_avx2(std::u16string_view a, std::u16string_view b) noexcept
{
    constexpr std::size_t step = 16;
    const std::size_t common = std::min(a.size(), b.size());
    if (common < step)
    {
        return compare_units_portable(a, b);
    }

    // The last step may overlap the previous one, whose units are all equal.
    for (std::size_t i = 0; i < common; i += step)
    {
        i = std::min(i, common - step);
        const unsigned different = different_bytes(a.data() + i, b.data() + i);
        if (different != 0)
        {
            i += static_cast<std::size_t>(std::countr_zero(different)) / 2;
            return a[i] - b[i];
        }
    }

    return compare_sizes(a, b);
}

CompareUnits fastest_compare_units() noexcept
{
    return has_avx2() ? compare_units_avx2 : compare_units_portable;
}

#else

CompareUnits fastest_compare_units() noexcept
{
    return compare_units_portable;
}

#endif

} // namespace cenote
