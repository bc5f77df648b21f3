#include "runner/measurements.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace cenote
{

double Measurement::median() const
{
    std::vector<double> sorted = milliseconds;
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

void Measurements::add(std::string_view rival, std::string_view name, double milliseconds, std::uint64_t checksum)
{
    const auto same_case = std::ranges::find(all_, name, &Measurement::name);
    if (same_case != all_.end() && same_case->checksum != checksum)
    {
        throw std::runtime_error(std::string(rival) + " ends '" + std::string(name) + "' with different strings from " +
                                 same_case->rival);
    }

    const auto known = std::ranges::find_if(all_, [&](const Measurement& measurement)
                                            { return measurement.rival == rival && measurement.name == name; });
    if (known != all_.end())
    {
        known->milliseconds.push_back(milliseconds);
    }
    else
    {
        all_.push_back({std::string(rival), std::string(name), {milliseconds}, checksum});
    }
}

} // namespace cenote
