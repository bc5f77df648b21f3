using System.Buffers;
using System.Text;
using Cenote.Collections;
using Cenote.Strings;

namespace Cenote.Tests.Memory;

/// <summary>Secrets copied to arrays of the shared pool are cleared before the arrays are rented again.</summary>
public sealed class SharedArrayTests
{
    private const string Secret = "TOPSECRET";

    private static readonly Dictionary<string, Action> s_uses = new()
    {
        ["TryGetString of Utf8StringPool"] = static () =>
            Copy(new Utf8StringPool(new Utf8StringPoolOptions { ClearOnFree = true })),
        ["TryGetString of ConcurrentUtf8StringPool"] = static () =>
            Copy(new ConcurrentUtf8StringPool(new ConcurrentStringPoolOptions { ClearOnFree = true })),
        ["indexer by UTF-8"] = static () => Use(static dictionary => dictionary[Utf8(1_800)] = 1),
        ["Remove"] = static () => Use(static dictionary => dictionary.Remove(Utf8(1_800))),
        ["AddMany"] = static () => Use(static dictionary => dictionary.AddMany(Utf8(180), [0..180], [1])),
        ["GetOrAddUtf8"] = static () =>
        {
            using var table = new StringTable(new StringTableOptions { ClearOnFree = true });
            table.GetOrAdd(Utf8(1_800));
        },
        ["TryAllocate of own text"] = AllocateOwnText,
    };

    public static TheoryData<string> Uses => [.. s_uses.Keys];

    [Theory]
    [MemberData(nameof(Uses))]
    public void No_secret_is_left_in_a_shared_array(string use)
    {
        // Runs on a separate thread, because a thread rents next the array that it returned last. The pool does not clear new
        // arrays, so those may contain old heap data and are not searched.
        bool isLeft = false;
        var thread = new Thread(() =>
        {
            byte[][] bytes = ReturnedArrays<byte>();
            char[][] chars = ReturnedArrays<char>();
            s_uses[use]();
            isLeft = AreLeft(Encoding.UTF8.GetBytes(Secret), bytes) || AreLeft(Secret.ToCharArray(), chars);
        });
        thread.Start();
        thread.Join();

        Assert.False(isLeft, "The next renter can read the secret.");
    }

    // Rents and returns an array of each power of two from 16 to 65,536, so that this thread rents these arrays next.
    private static T[][] ReturnedArrays<T>()
    {
        T[][] arrays = [.. Enumerable.Range(4, 13).Select(static power => ArrayPool<T>.Shared.Rent(1 << power))];
        Array.ForEach(arrays, static array => ArrayPool<T>.Shared.Return(array, clearArray: true));
        return arrays;
    }

    private static bool AreLeft<T>(T[] secret, T[][] arrays)
        where T : IEquatable<T> =>
        arrays.Any(array => array.AsSpan().IndexOf(secret) >= 0);

    // This code must not rent arrays itself.
    private static string Text(int length) => string.Create(length, 0, static (text, _) =>
    {
        for (int i = 0; i < text.Length; i++)
        {
            text[i] = Secret[i % Secret.Length];
        }
    });

    private static byte[] Utf8(int length) => Encoding.UTF8.GetBytes(Text(length));

    private static void Copy(Utf8Pool pool)
    {
        using (pool)
        {
            Assert.True(pool.Allocate(Text(900)).TryGetString(out string? text));
            Assert.Equal(Text(900), text);
        }
    }

    private static void Use(Action<PooledStringDictionary<int>> use)
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { ClearOnFree = true });
        use(dictionary);
    }

    // The source is copied aside if only compaction frees space for the new string.
    private static void AllocateOwnText()
    {
        var options = new UnmanagedStringPoolOptions { InitialCapacityChars = 20_000, ClearOnFree = true };
        using var pool = new UnmanagedStringPool(options)
        {
            AllowGrowth = false,
        };
        var handles = new List<PooledString>();
        while (pool.TryAllocate(Text(700), out PooledString handle))
        {
            handles.Add(handle);
        }

        for (int i = 1; i < handles.Count; i += 2)
        {
            handles[i].Free();
        }

        while (pool.TryAllocate(handles[0].AsSpan(), out _))
        {
        }
    }
}
