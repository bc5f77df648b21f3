#include "runner/report.h"

#include "runner/json_line.h"
#include "sorting/processor.h"

namespace cenote
{

namespace
{

#ifdef __clang__
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

} // namespace

void write_report(std::ostream& stream, const Options& options, std::span<const Corpus> corpora,
                  const Measurements& measurements)
{
    stream << JsonLine()
                  .add("kind", "run")
                  .add("schema", std::size_t{1})
                  .add("compiler", compiler)
                  .add("avx2", has_avx2())
                  .add("pext", has_fast_pext())
                  .add("rounds", options.rounds);

    for (const Corpus& corpus : corpora)
    {
        stream << JsonLine()
                      .add("kind", "corpus")
                      .add("corpus", corpus.name())
                      .add("strings", corpus.size())
                      .add_checksum("checksum", corpus.checksum());
    }

    for (const Measurement& measurement : measurements.all())
    {
        stream << JsonLine()
                      .add("kind", "result")
                      .add("rival", measurement.rival)
                      .add("case", measurement.name)
                      .add("ms", measurement.milliseconds)
                      .add("median", measurement.median())
                      .add_checksum("checksum", measurement.checksum);
    }
}

} // namespace cenote
