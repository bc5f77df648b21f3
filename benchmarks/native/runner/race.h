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

/// All rivals make strings of the texts of a corpus in new memory, sort them, destroy them and make them again in the
/// memory that they leave, one rival after another, as many rounds as wanted.
class Race
{
public:
    Race(const Corpus& corpus, Measurements& measurements) : corpus_(corpus), measurements_(measurements) {}

    /// Memory that was never touched can be many times dearer for the first who does, above all on a virtual machine:
    /// so everyone touches theirs before the first round.
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
    // As in the published benchmark: three times, and all of them stay.
    static constexpr std::size_t creations = 3;

    using Times = std::array<double, creations>;

    template <class Strings, class... Sorts>
    void take_turn()
    {
        // Nobody profits from what the one before has left in the heap.
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
