#include "runner/options.h"

#include <charconv>
#include <stdexcept>
#include <system_error>

namespace cenote
{

namespace
{

constexpr std::size_t most = 100'000'000;

std::size_t parse_number(const std::string& text)
{
    std::size_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end || number == 0 || number > most)
    {
        throw std::invalid_argument("not a number from 1 to 100000000: '" + text + "'");
    }

    return number;
}

} // namespace

Options Options::parse(std::span<const std::string> arguments)
{
    Options options;
    for (std::size_t i = 0; i < arguments.size(); i += 2)
    {
        const std::string& name = arguments[i];
        if (name != "--count" && name != "--rounds")
        {
            throw std::invalid_argument("not an option: '" + name + "'");
        }

        if (i + 1 == arguments.size())
        {
            throw std::invalid_argument("a number must follow " + name);
        }

        (name == "--count" ? options.count : options.rounds) = parse_number(arguments[i + 1]);
    }

    return options;
}

} // namespace cenote
