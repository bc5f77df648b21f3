#pragma once

#include "corpus/corpus.h"
#include "runner/measurements.h"
#include "runner/options.h"

#include <ostream>
#include <span>

namespace cenote
{

/// Writes a run as lines of JSON, which README.md defines.
void write_report(std::ostream& stream, const Options& options, std::span<const Corpus> corpora,
                  const Measurements& measurements);

} // namespace cenote
