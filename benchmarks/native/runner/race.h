#pragma once

#include "corpus/checksum.h"
#include "corpus/corpus.h"
#include "rivals/rivals.h"
#include "runner/heap.h"
#include "runner/measurements.h"
#include "runner/stopwatch.h"

#include <array>
#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>

namespace cenote
{

/// Runs the rivals in turn: each creates the strings of a corpus in new memory, sorts them, destroys them, and creates
/// them again in the memory that they leave.
class Race
{
public:
    Race(const Corpus& corpus, Measurements& measurements) : corpus_(corpus), measurements_(measurements) {}

    /// Creates the collections of every rival without recording times. On a virtual machine, the very first touch of
    /// memory can take many times as long.
    void warm_up()
    {
        for_each_rival(
            [this]<class Strings, class... Sorts>()
            {
                Times unused;
                return_freed_memory();
                create<Strings>(unused);
            });
    }

    void run_round()
    {
        for_each_rival([this]<class Strings, class... Sorts>() { take_turn<Strings, Sorts...>(); });
    }

private:
    // As in the published benchmark: three collections, all of which stay live.
    static constexpr std::size_t creations = 3;

    using Times = std::array<double, creations>;

    template <class Strings, class... Sorts>
    void take_turn()
    {
        // No rival reuses memory that the previous one left in the heap.
        return_freed_memory();
        {
            std::deque<Strings> created = measure_creations<Strings>("create ");
            [[maybe_unused]] std::size_t next = 0;
            (sort<Sorts>(next < creations ? created[next++] : created.emplace_back(corpus_)), ...);
        }

        measure_creations<Strings>("recreate ");
    }

    template <class Strings>
    std::deque<Strings> measure_creations(std::string_view work)
    {
        Times times;
        std::deque<Strings> created = create<Strings>(times);
        for (std::size_t i = 0; i < creations; ++i)
        {
            add(Strings::name, work, times[i], created[i]);
        }

        return created;
    }

    template <class Strings>
    std::deque<Strings> create(Times& times) const
    {
        std::deque<Strings> created;
        for (double& time : times)
        {
            const Stopwatch watch;
            created.emplace_back(corpus_);
            time = watch.milliseconds();
        }

        return created;
    }

    template <class Sort, class Strings>
    void sort(Strings& created)
    {
        const Stopwatch watch;
        Sort::sort(created.strings());
        const double time = watch.milliseconds();
        add(std::string(Strings::name) += Sort::suffix, "sort ", time, created);
    }

    template <class Strings>
    void add(std::string_view rival, std::string_view work, double time, Strings& strings)
    {
        using String = typename Strings::String;
        measurements_.add(rival, std::string(work) += corpus_.name(), time, checksum_of<String>(strings.strings()));
    }

    const Corpus& corpus_;
    Measurements& measurements_;
};

} // namespace cenote
