using System.Diagnostics;
using System.Text;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>The number of addresses per second that one or more threads read into a form.</summary>
internal static class ParseRate
{
    private const int Texts = 100_000;
    private const int BatchSize = 1_000;

    /// <summary>The numbers of threads to measure with.</summary>
    public static IReadOnlyList<int> ThreadCounts { get; } = [1, 2, 4, 8];

    /// <summary>Measures a form for the given duration with each number of threads.</summary>
    public static IReadOnlyList<double> Measure(StorageForm form, TimeSpan duration)
    {
        (string Utf16, byte[] Utf8)[] texts = MakeTexts();
        return [.. ThreadCounts.Select(threads => Measure(form, texts, threads, duration))];
    }

    private static (string Utf16, byte[] Utf8)[] MakeTexts()
    {
        var source = new AddressSource();
        var texts = new (string Utf16, byte[] Utf8)[Texts];
        Span<char> text = stackalloc char[JabberIdText.MaximumLength];
        foreach (ref (string Utf16, byte[] Utf8) entry in texts.AsSpan())
        {
            string address = text[..source.Next(text)].ToString();
            entry = (address, Encoding.UTF8.GetBytes(address));
        }

        return texts;
    }

    private static double Measure(StorageForm form, (string Utf16, byte[] Utf8)[] texts, int threads, TimeSpan duration)
    {
        using IAddressCollection addresses = form.Start(threads * BatchSize);
        using var ready = new Barrier(threads + 1);
        using var stopping = new CancellationTokenSource();
        long total = 0;
        Thread[] crew = [.. Enumerable.Range(0, threads).Select(number => new Thread(() => Work(number)))];
        Array.ForEach(crew, thread => thread.Start());
        ready.SignalAndWait();
        long start = Stopwatch.GetTimestamp();
        Thread.Sleep(duration);
        stopping.Cancel();
        Array.ForEach(crew, thread => thread.Join());
        return total / Stopwatch.GetElapsedTime(start).TotalSeconds;

        void Work(int number)
        {
            // Each thread starts at a different address, so that threads do not read the same addresses at the same time.
            int next = number * (texts.Length / threads);
            long done = 0;
            ready.SignalAndWait();
            while (!stopping.IsCancellationRequested)
            {
                for (int i = 0; i < BatchSize; i++)
                {
                    (string utf16, byte[] utf8) = texts[next];
                    next = next + 1 == texts.Length ? 0 : next + 1;
                    addresses.Read((number * BatchSize) + i, new AddressText(utf16, utf8));
                }

                done += BatchSize;
            }

            Interlocked.Add(ref total, done);
        }
    }
}
