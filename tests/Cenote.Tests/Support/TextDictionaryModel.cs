using System.Text;

namespace Cenote.Tests.Support;

/// <summary>Checks a UTF-16 pool against a dictionary.</summary>
internal abstract class TextDictionaryModel<THandle> : DictionaryModel<THandle, char>
    where THandle : struct, IDisposable
{
    private readonly TestedTextPool<THandle> _pool;

    protected TextDictionaryModel(TestedTextPool<THandle> pool, int seed, bool memoryIsShort)
        : base(pool, seed, memoryIsShort) => _pool = pool;

    protected override char[] RandomText() => Texts.Random(Random, Texts.RandomLength(Random)).ToCharArray();

    protected override char[] RandomReplacement() => Texts.Random(Random, Random.Next(3)).ToCharArray();

    protected override void AddInItsOwnWay()
    {
        int length = Texts.RandomLength(Random);
        if (Random.Next(2) == 0)
        {
            string valid = Texts.RandomValid(Random, length);
            byte[] utf8 = Encoding.UTF8.GetBytes(valid);
            Add(valid.ToCharArray(), () => _pool.Allocate(utf8));
        }
        else
        {
            int number = Random.Next();
            string text = Texts.Random(Random, length);
            Add($"{number:x8}, {text}".ToCharArray(), () => _pool.Allocate($"{number:x8}, {text}"));
        }
    }
}
