#include "corpus/corpus.h"
#include "runner/heap.h"
#include "runner/measurements.h"
#include "runner/options.h"
#include "runner/race.h"
#include "runner/report.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace cenote;

namespace
{

void run(const Options& options)
{
    keep_freed_memory();
    const std::array corpora{Corpus::of_long_texts(options.count), Corpus::of_tiny_texts(options.count)};
    Measurements measurements;
    for (std::size_t round = 0; round <= options.rounds; ++round)
    {
        std::cerr << (round == 0 ? "warming up" : "round " + std::to_string(round)) << '\n';
        for (const Corpus& corpus : corpora)
        {
            Race race(corpus, measurements);
            round == 0 ? race.warm_up() : race.run_round();
        }
    }

    write_report(std::cout, options, corpora, measurements);
}

} // namespace

int main(int count, char** values)
{
    try
    {
        const std::vector<std::string> arguments(values + 1, values + count);
        run(Options::parse(arguments));
        return EXIT_SUCCESS;
    }
    catch (const std::invalid_argument& error)
    {
        std::cerr << error.what() << "\nusage: cenote_native " << Options::usage << '\n';
        return 2;
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
