using System.Text;

namespace Cenote.Text;

/// <summary>
/// SipHash-1-3 (Aumasson and Bernstein) over the UTF-16 of a key, with a separate secret, against hash-flooding attacks. The
/// secret is generated on demand. Colliding keys cannot be constructed without knowing the secret.
/// </summary>
internal readonly struct SipHash
{
    private const int CharsPerWord = sizeof(ulong) / sizeof(char);
    private const int SliceChars = 256;

    private readonly ulong _low;
    private readonly ulong _high;

    public SipHash(ulong low, ulong high)
    {
        _low = low;
        _high = high;
    }

    public static SipHash WithNewSecret() => new(KeyHash.NewSecret(), KeyHash.NewSecret());

    public uint Compute(ReadOnlySpan<char> key) => Narrow(ComputeLong(key));

    /// <summary>The hash of a key whose chars are stored as bytes. Allocates nothing.</summary>
    public uint Compute(ReadOnlySpan<byte> ascii) => Narrow(ComputeLong(ascii));

    /// <summary>A 64-bit hash.</summary>
    public ulong ComputeLong(ReadOnlySpan<char> key)
    {
        var state = new State(_low, _high);
        state.Append(key, out ReadOnlySpan<char> rest);
        return state.Finish(rest, key.Length);
    }

    /// <summary>A 64-bit hash of a key whose chars are stored as bytes. Allocates nothing.</summary>
    public ulong ComputeLong(ReadOnlySpan<byte> ascii)
    {
        var state = new State(_low, _high);
        Span<char> slice = stackalloc char[SliceChars];
        int length = ascii.Length;
        while (ascii.Length > SliceChars)
        {
            _ = Encoding.Latin1.GetChars(ascii[..SliceChars], slice);
            state.Append(slice, out _);
            ascii = ascii[SliceChars..];
        }

        int last = Encoding.Latin1.GetChars(ascii, slice);
        state.Append(slice[..last], out ReadOnlySpan<char> rest);
        return state.Finish(rest, length);
    }

    private static uint Narrow(ulong hash) => (uint)(hash ^ (hash >> 32));

    private struct State(ulong low, ulong high)
    {
        private ulong _a = low ^ 0x736f6d6570736575;
        private ulong _b = high ^ 0x646f72616e646f6d;
        private ulong _c = low ^ 0x6c7967656e657261;
        private ulong _d = high ^ 0x7465646279746573;

        /// <summary>Hashes whole words. Pass the rest to <see cref="Finish"/>.</summary>
        public void Append(ReadOnlySpan<char> text, out ReadOnlySpan<char> rest)
        {
            while (text.Length >= CharsPerWord)
            {
                Mix(MemoryMarshal.Read<ulong>(MemoryMarshal.AsBytes(text)));
                text = text[CharsPerWord..];
            }

            rest = text;
        }

        public ulong Finish(ReadOnlySpan<char> rest, int length)
        {
            ulong word = (ulong)(uint)(length * sizeof(char)) << 56;
            for (int i = 0; i < rest.Length; i++)
            {
                word |= (ulong)rest[i] << (16 * i);
            }

            Mix(word);
            _c ^= 0xff;
            Round();
            Round();
            Round();
            return _a ^ _b ^ _c ^ _d;
        }

        private void Mix(ulong word)
        {
            _d ^= word;
            Round();
            _a ^= word;
        }

        private void Round()
        {
            _a += _b;
            _b = ulong.RotateLeft(_b, 13) ^ _a;
            _a = ulong.RotateLeft(_a, 32);
            _c += _d;
            _d = ulong.RotateLeft(_d, 16) ^ _c;
            _a += _d;
            _d = ulong.RotateLeft(_d, 21) ^ _a;
            _c += _b;
            _b = ulong.RotateLeft(_b, 17) ^ _c;
            _c = ulong.RotateLeft(_c, 32);
        }
    }
}
