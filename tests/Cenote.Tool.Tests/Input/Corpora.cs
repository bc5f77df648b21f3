using Cenote.IO;
using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

internal static class Corpora
{
    public static TextCorpus Of(params string[] strings)
    {
        var builder = new TextCorpusBuilder();
        foreach (string text in strings)
        {
            builder.Add(text);
        }

        return builder.Build();
    }

    public static string[] Strings(this TextCorpus corpus) =>
        [.. Enumerable.Range(0, corpus.Count).Select(i => corpus[i].ToString())];

    public static string[] Split(SplitBy by, string text, char delimiter = ',', int blockSize = int.MaxValue, Utf8Quoting? quotes = null)
    {
        var sampler = new TextSampler();
        var splitter = TextSplitter.Create(by, delimiter, quotes, sampler);
        for (int i = 0; i < text.Length; i += Math.Min(blockSize, text.Length - i))
        {
            splitter.Accept(text.AsSpan(i, Math.Min(blockSize, text.Length - i)));
        }

        splitter.Complete();
        return sampler.Build().Strings();
    }
}
