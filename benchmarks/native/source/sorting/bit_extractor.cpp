#include "sorting/bit_extractor.h"

namespace cenote
{

BitExtractor::BitExtractor(std::uint64_t mask) : mask_(mask)
{
    std::uint64_t gaps = ~mask << 1;
    for (std::size_t step = 0; step < moved_.size(); ++step)
    {
        // The bits with an odd number of gaps below them move in this step, which leaves half of the gaps.
        std::uint64_t odd = gaps;
        for (unsigned shift = 1; shift < 64; shift *= 2)
        {
            odd ^= odd << shift;
        }

        moved_[step] = odd & mask;
        mask = move(mask, moved_[step], step);
        gaps &= ~odd;
    }
}

} // namespace cenote
