#include "corpus/corpus.h"
#include "rivals/rivals.h"
#include "runner/options.h"
#include "runner/stopwatch.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace cenote;

namespace
{

// Times only creating the strings, not destroying them.
template <class Strings>
void create(benchmark::State& state, const Corpus& corpus)
{
    for (auto _ : state)
    {
        const Stopwatch watch;
        Strings strings(corpus);
        state.SetIterationTime(watch.seconds());
    }
}

// Times only sorting the strings.
template <class Strings, class Sort>
void sort(benchmark::State& state, const Corpus& corpus)
{
    for (auto _ : state)
    {
        Strings strings(corpus);
        const Stopwatch watch;
        Sort::sort(strings.strings());
        state.SetIterationTime(watch.seconds());
    }
}

template <class Work>
void add(std::string name, const Corpus& corpus, Work work)
{
    benchmark::RegisterBenchmark((name += corpus.name()).c_str(),
                                 [&corpus, work](benchmark::State& state)
                                 {
                                     work(state, corpus);
                                     const std::size_t strings =
                                         corpus.size() * static_cast<std::size_t>(state.iterations());
                                     state.SetItemsProcessed(static_cast<std::int64_t>(strings));
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

void add_all(const Corpus& corpus)
{
    for_each_rival(
        [&corpus]<class Strings, class... Sorts>()
        {
            const std::string rival(Strings::name);
            add(rival + "/create/", corpus, create<Strings>);
            (add(rival + std::string(Sorts::suffix) + "/sort/", corpus, sort<Strings, Sorts>), ...);
        });
}

} // namespace

// Accepts the options of Google Benchmark and those of the runner, of which only --count has an effect.
int main(int count, char** values)
{
    benchmark::Initialize(&count, values);
    try
    {
        const std::vector<std::string> arguments(values + 1, values + count);
        const std::size_t strings = Options::parse(arguments).count;
        const std::array corpora{Corpus::of_long_texts(strings), Corpus::of_tiny_texts(strings)};
        for (const Corpus& corpus : corpora)
        {
            add_all(corpus);
        }

        benchmark::RunSpecifiedBenchmarks();
        return 0;
    }
    catch (const std::invalid_argument& error)
    {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
