using Cenote.Arenas;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>Rivals that replace every string of an array with an interpolated one in each call.</summary>
internal sealed class FormattedRivals<TShape>(int count) : IDisposable
    where TShape : struct, IFormattedShape
{
    private readonly SegmentedStringPool _segmented = new();
    private readonly UnmanagedStringPool _contiguous = new(initialCapacityChars: count * 100);
    private readonly Utf8StringPool _utf8 = new();
    private readonly StringArena _arena = new();
    private readonly string[] _strings = new string[count];
    private readonly string[] _stackStrings = new string[count];
    private readonly string[] _zStrings = new string[count];
    private readonly PooledStringRef[] _refs = new PooledStringRef[count];
    private readonly PooledString[] _handles = new PooledString[count];
    private readonly PooledUtf8String[] _utf8Strings = new PooledUtf8String[count];
    private readonly ArenaString[] _values = new ArenaString[count];

    public void Managed()
    {
        for (int i = 0; i < _strings.Length; i++)
        {
            _strings[i] = TShape.Managed(i);
        }
    }

    public void OnStack()
    {
        for (int i = 0; i < _stackStrings.Length; i++)
        {
            _stackStrings[i] = TShape.OnStack(i);
        }
    }

    public void ByZString()
    {
        for (int i = 0; i < _zStrings.Length; i++)
        {
            _zStrings[i] = TShape.ByZString(i);
        }
    }

    public void Refs()
    {
        for (int i = 0; i < _refs.Length; i++)
        {
            _refs[i].Free();
            _refs[i] = TShape.Into(_segmented, i);
        }
    }

    public void Contiguous()
    {
        for (int i = 0; i < _handles.Length; i++)
        {
            _handles[i].Free();
            _handles[i] = TShape.Into(_contiguous, i);
        }
    }

    public void Utf8()
    {
        for (int i = 0; i < _utf8Strings.Length; i++)
        {
            _utf8Strings[i].Free();
            _utf8Strings[i] = TShape.Into(_utf8, i);
        }
    }

    public void Arena()
    {
        _arena.Reset();
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = TShape.Into(_arena, i);
        }
    }

    /// <summary>Checks that all rivals created the same strings.</summary>
    public void Check()
    {
        for (int i = 0; i < _strings.Length; i++)
        {
            string[] others =
            [
                _stackStrings[i], _zStrings[i], _refs[i].ToString(), _handles[i].ToString(), _utf8Strings[i].ToString(),
                _values[i].ToString(),
            ];
            if (Array.Exists(others, other => other != _strings[i]))
            {
                throw new InvalidOperationException("The rivals created different strings.");
            }
        }
    }

    public void Dispose()
    {
        _segmented.Dispose();
        _contiguous.Dispose();
        _utf8.Dispose();
        _arena.Dispose();
    }
}
