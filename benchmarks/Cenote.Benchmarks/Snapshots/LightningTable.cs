using System.Buffers.Binary;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using LightningDB;

namespace Cenote.Benchmarks.Snapshots;

/// <summary>Numbers by key in a memory-mapped LMDB file. One transaction writes all numbers, and one reads them.</summary>
internal sealed class LightningTable : IDisposable
{
    // Only an upper bound: the file grows as needed.
    private const long MaxBytes = 8L << 30;
    private const int MaxKeyBytes = 64;
    private const EnvironmentOpenFlags OneFile = EnvironmentOpenFlags.NoSubDir;

    private readonly LightningEnvironment _environment;
    private readonly LightningTransaction _transaction;
    private readonly LightningDatabase _database;

    static LightningTable() => NativeLibrary.SetDllImportResolver(typeof(LightningEnvironment).Assembly, Load);

    private LightningTable(string path)
    {
        _environment = Environment(path);
        _environment.Open(OneFile | EnvironmentOpenFlags.ReadOnly);
        _transaction = _environment.BeginTransaction(TransactionBeginFlags.ReadOnly);
        _database = _transaction.OpenDatabase();
    }

    /// <summary>Whether LMDB can be loaded, either the package's or the system's.</summary>
    public static bool IsSupported => Load("lmdb", typeof(LightningEnvironment).Assembly, null) != 0;

    /// <summary>Returns the keys and their numbers in LMDB's order: the fastest way to write a file is to append.</summary>
    public static (byte[] Key, int Value)[] Sort(Collections.Keys keys)
    {
        var entries = new (byte[] Key, int Value)[keys.Count];
        for (int i = 0; i < entries.Length; i++)
        {
            byte[] key = new byte[Encoding.UTF8.GetByteCount(keys[i])];
            Encoding.UTF8.GetBytes(keys[i], key);
            entries[i] = (key, i);
        }

        Array.Sort(entries, static (left, right) => left.Key.AsSpan().SequenceCompareTo(right.Key));
        return entries;
    }

    /// <summary>Writes and flushes a new file.</summary>
    public static void Write(string path, (byte[] Key, int Value)[] entries)
    {
        File.Delete(path);
        using LightningEnvironment environment = Environment(path);
        environment.Open(OneFile);
        using LightningTransaction transaction = environment.BeginTransaction();
        using LightningDatabase database = transaction.OpenDatabase();
        Span<byte> number = stackalloc byte[sizeof(int)];
        foreach ((byte[] key, int value) in entries)
        {
            BinaryPrimitives.WriteInt32LittleEndian(number, value);
            transaction.Put(database, key, number, PutOptions.AppendData).ThrowOnError();
        }

        transaction.Commit().ThrowOnError();
    }

    public static LightningTable Open(string path) => new(path);

    public static void Delete(string path)
    {
        File.Delete(path);
        File.Delete(path + "-lock");
    }

    public bool TryGetValue(ReadOnlySpan<char> key, out int value)
    {
        Span<byte> bytes = stackalloc byte[MaxKeyBytes];
        (MDBResultCode code, _, MDBValue found) = _transaction.Get(_database, bytes[..Encoding.UTF8.GetBytes(key, bytes)]);
        bool isThere = code == MDBResultCode.Success;
        value = isThere ? BinaryPrimitives.ReadInt32LittleEndian(found.AsSpan()) : 0;
        return isThere;
    }

    public void Dispose()
    {
        _database.Dispose();
        _transaction.Dispose();
        _environment.Dispose();
    }

    private static LightningEnvironment Environment(string path) =>
        new(path, new EnvironmentConfiguration { MapSize = MaxBytes });

    // The package's library needs a newer C library than some systems have. The system's own LMDB has a different file name.
    private static nint Load(string name, Assembly assembly, DllImportSearchPath? search) =>
        NativeLibrary.TryLoad(name, assembly, search, out nint library) || NativeLibrary.TryLoad("liblmdb.so.0", out library)
            ? library
            : 0;
}
