#pragma once

#include "sorting/compare_units.h"
#include "sorting/eight_units.h"
#include "sorting/key_layout.h"
#include "sorting/key_packing.h"
#include "sorting/radix_sort.h"
#include "sorting/raw_array.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace cenote
{

/// Sorts strings by UTF-16 code unit, like Cenote's StringArena: skips the common prefix, compresses the next eight
/// units to keys of few bits, sorts the keys as numbers, each with the index of its string in the low bits, and
/// recurses into runs of equal keys.
template <class String>
requires std::movable<String> && std::convertible_to<const String&, std::u16string_view>
class KeySort
{
public:
    /// Sorts at most 2^32 strings. Allocates two words per string, and memory for a second copy of the handles.
    static void sort(std::span<String> strings)
    {
        const CompareUnits compare = fastest_compare_units();
        const auto is_before = [compare](const String& a, const String& b) { return compare(a, b) < 0; };
        if (!std::ranges::is_sorted(strings, is_before))
        {
            KeySort(strings, compare).sort_by_text(0, strings.size(), 0, patience);
        }
    }

private:
    // Up to this many strings are sorted by insertion.
    static constexpr std::size_t few_strings = 16;

    // How often keys may leave more than half of the strings in one run before std::sort takes over. This bounds the
    // time for adversarial strings.
    static constexpr int patience = 8;

    // The prefetch distance: the cache line arrives before its use, and is not evicted until then.
    static constexpr std::size_t ahead = 12;

    static constexpr std::size_t sampled_texts = 8;

    // Statistics of the strings in a run.
    struct Survey
    {
        // The length of the common prefix at the depth, at most the guess.
        std::size_t common;
        std::size_t longest;

        // The bits that differ within the units read.
        EightUnits different;
    };

    KeySort(std::span<String> strings, CompareUnits compare)
        : strings_(strings),
          compare_(compare),
          moved_(strings.size()),
          words_(std::make_unique_for_overwrite<std::uint64_t[]>(2 * strings.size())),
          keys_(words_.get(), strings.size()),
          spare_(words_.get() + strings.size(), strings.size())
    {
    }

    static std::u16string_view rest(std::u16string_view text, std::size_t depth)
    {
        return text.substr(std::min(depth, text.size()));
    }

    static std::size_t common_units(std::u16string_view a, std::u16string_view b)
    {
        return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    }

    // The standard library compares char16_t one by one; memcmp does not accept the null pointer of an empty view.
    static bool starts_with(std::u16string_view text, std::u16string_view start)
    {
        return start.empty() || (text.size() >= start.size() &&
                                 std::memcmp(text.data(), start.data(), start.size() * sizeof(char16_t)) == 0);
    }

    // All strings of the run, padded with NULs, share their first units.
    void sort_by_text(std::size_t first, std::size_t count, std::size_t depth, int patience_left)
    {
        const std::span run = strings_.subspan(first, count);
        if (count <= few_strings)
        {
            sort_by_insertion(run, depth);
            return;
        }

        for (; patience_left > 0; --patience_left)
        {
            const std::size_t guess = guess_common(run, depth);
            Survey survey = read_units(first, count, depth, guess);
            if (survey.common < guess)
            {
                survey = read_units(first, count, depth, survey.common);
            }

            depth += survey.common;
            if ((survey.different.high | survey.different.low) != 0)
            {
                sort_by_keys(first, count, depth, survey.different, patience_left);
                return;
            }

            depth += EightUnits::count;
            if (survey.longest <= depth)
            {
                // The strings can differ only in trailing NULs.
                std::ranges::sort(run, {}, [](const String& string) { return std::u16string_view(string).size(); });
                return;
            }
        }

        std::ranges::sort(run, [this, depth](const String& a, const String& b) { return is_before(a, b, depth); });
    }

    // For strings that share their first units, padded with NULs: if the rest is equal, the shorter one is a prefix.
    bool is_before(std::u16string_view a, std::u16string_view b, std::size_t depth) const
    {
        const int compared = compare_(rest(a, depth), rest(b, depth));
        return compared != 0 ? compared < 0 : a.size() < b.size();
    }

    void sort_by_insertion(std::span<String> run, std::size_t depth)
    {
        for (std::size_t i = 1; i < run.size(); ++i)
        {
            String string = std::move(run[i]);
            std::size_t hole = i;
            for (; hole > 0 && is_before(string, run[hole - 1], depth); --hole)
            {
                run[hole] = std::move(run[hole - 1]);
            }

            run[hole] = std::move(string);
        }
    }

    // The length of the common prefix of a sample at the depth; the prefix of all strings may be shorter.
    static std::size_t guess_common(std::span<const String> run, std::size_t depth)
    {
        std::u16string_view common = rest(run[0], depth);
        for (std::size_t i = 1; i < sampled_texts && !common.empty(); ++i)
        {
            common = common.substr(0, common_units(common, rest(run[run.size() * i / sampled_texts], depth)));
        }

        return common.size();
    }

    // Compares the guessed common prefix and reads the next eight units in one pass, because each string is a cache
    // miss.
    Survey read_units(std::size_t first, std::size_t count, std::size_t depth, std::size_t guess)
    {
        const std::span<const String> run = strings_.subspan(first, count);
        const std::span high = keys_.subspan(first, count);
        const std::span low = spare_.subspan(first, count);
        std::u16string_view common = rest(run[0], depth).substr(0, guess);
        const EightUnits units_of_first = EightUnits::of(run[0], depth + guess);
        Survey survey{.common = 0, .longest = 0, .different = {0, 0}};
        for (std::size_t i = 0; i < count; ++i)
        {
            if (i + ahead < count)
            {
                __builtin_prefetch(rest(run[i + ahead], depth + guess).data());
            }

            const std::u16string_view text = run[i];
            if (!starts_with(rest(text, depth), common))
            {
                common = common.substr(0, common_units(common, rest(text, depth)));
            }

            const EightUnits units = EightUnits::of(text, depth + guess);
            high[i] = units.high;
            low[i] = units.low;
            survey.different.high |= units.high ^ units_of_first.high;
            survey.different.low |= units.low ^ units_of_first.low;
            survey.longest = std::max(survey.longest, text.size());
        }

        survey.common = common.size();
        return survey;
    }

    // Sorts by the units read, then recurses into runs of equal keys.
    void sort_by_keys(std::size_t first, std::size_t count, std::size_t depth, EightUnits different, int patience_left)
    {
        static const PackKeys pack_keys = fastest_pack_keys();
        const auto index_bits = static_cast<int>(std::bit_width(count - 1));
        const KeyLayout layout(different, 64 - index_bits);
        const std::span high = keys_.subspan(first, count);
        const std::span low = spare_.subspan(first, count);
        pack_keys(high, low, layout, index_bits);
        const std::span keys = radix_sort(high, low, index_bits, layout.bits());
        permute(first, keys, index_bits);

        // A run is sorted in the memory of its keys, which are no longer needed.
        for (std::size_t start = 0, end; start < count; start = end)
        {
            const std::uint64_t key = keys[start] >> index_bits;
            end = start + 1;
            while (end < count && keys[end] >> index_bits == key)
            {
                ++end;
            }

            if (end - start > 1)
            {
                const bool is_most = end - start > count / 2;
                sort_by_text(first + start, end - start, depth + layout.whole_units(),
                             patience_left - (is_most ? 1 : 0));
            }
        }
    }

    void permute(std::size_t first, std::span<const std::uint64_t> keys, int index_bits)
    {
        const std::uint64_t index_mask = (std::uint64_t{1} << index_bits) - 1;
        const std::span run = strings_.subspan(first, keys.size());
        String* moved = moved_.data() + first;
        for (std::size_t i = 0; i < keys.size(); ++i)
        {
            std::construct_at(moved + i, std::move(run[keys[i] & index_mask]));
        }

        for (std::size_t i = 0; i < keys.size(); ++i)
        {
            run[i] = std::move(moved[i]);
            std::destroy_at(moved + i);
        }
    }

    std::span<String> strings_;
    CompareUnits compare_;
    RawArray<String> moved_;
    std::unique_ptr<std::uint64_t[]> words_;
    std::span<std::uint64_t> keys_;
    std::span<std::uint64_t> spare_;
};

} // namespace cenote
