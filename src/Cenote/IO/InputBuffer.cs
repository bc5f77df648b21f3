using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Cenote.IO;

/// <summary>
/// The buffer of a reader, and the stream that fills it. A line feed always follows the text, so that every search for a line
/// feed ends there. The reader recognizes this line feed by its position, <see cref="End"/>.
/// </summary>
/// <remarks>
/// The buffer is a managed array that is never pooled: a stale span shows other bytes of the source, and keeps the array alive. A
/// new array is zeroed, because the source can read it.
/// </remarks>
internal sealed class InputBuffer
{
    /// <summary>
    /// The highest allowed limit of a line or record in bytes. The largest array then still has space to read more.
    /// </summary>
    public static readonly int MaxBytes = Array.MaxLength - ByteBlock.Bytes - MinReadBytes;

    private const int MinReadBytes = 4_096;

    private static readonly byte[] s_empty = CreateEmpty();

    private readonly Stream _source;
    private readonly bool _leavesOpen;
    private readonly bool _checksUtf8;
    private readonly int _maxBuffer;
    private bool _isPastByteOrderMark;
    private bool _isReading;
    private bool _isTruncated;
    private long _longest;

    // If UTF-8 is validated, the text before this index is valid.
    private int _checked;
    private bool _isCutOff;

    /// <param name="source">The source.</param>
    /// <param name="bufferBytes">The size of the buffer. The buffer is smaller if the source is known to be shorter.</param>
    /// <param name="maxBytes">The maximum bytes of a line or record, up to <see cref="MaxBytes"/>.</param>
    /// <param name="leavesOpen">Whether disposing the reader leaves the source open.</param>
    /// <param name="checksUtf8">Whether to stop before the first line that is not valid UTF-8.</param>
    public InputBuffer(Stream source, int bufferBytes, int maxBytes, bool leavesOpen, bool checksUtf8)
    {
        _source = source;
        _leavesOpen = leavesOpen;
        _checksUtf8 = checksUtf8;
        _maxBuffer = maxBytes + MinReadBytes;
        _longest = source is FileStream { CanSeek: true } file ? file.Length : 0;
        long known = source.CanSeek ? Math.Max(MinReadBytes, source.Length - source.Position + 1) : bufferBytes;
        Text = new byte[(int)Math.Min(bufferBytes, known) + ByteBlock.Bytes];
        Text[0] = (byte)'\n';
    }

    /// <summary>The buffer. One block after <see cref="End"/> is readable.</summary>
    public byte[] Text { get; private set; }

    /// <summary>The number of bytes in the buffer, and the index of the line feed that follows them.</summary>
    public int End { get; private set; }

    /// <summary>The offset of the buffer in the source.</summary>
    public long Offset { get; private set; }

    /// <summary>The offset in the source of the first invalid UTF-8 sequence; -1 if none was found.</summary>
    public long InvalidAt { get; private set; } = -1;

    public bool IsDisposed => Text == s_empty;

    // A truncated sequence at the end may still be completed by the next read.
    private bool IsStopped => InvalidAt >= 0 && !_isCutOff;

    // Excludes the block after the text, which searches may read.
    private int Room => Text.Length - ByteBlock.Bytes - End;

    public void ThrowIfReading()
    {
        if (_isReading)
        {
            Throw.ReadIsPending();
        }
    }

    /// <summary>Frees space for reading, by moving the bytes to keep or allocating a larger buffer.</summary>
    /// <param name="keep">The index of the first byte to keep.</param>
    /// <returns>The number of bytes by which the kept bytes moved to the front.</returns>
    /// <exception cref="OutOfMemoryException">There is no memory for a larger buffer; the buffer is unchanged.</exception>
    public int MakeRoom(int keep)
    {
        ThrowIfReading();

        // Moves or grows only when space is scarce, and grows geometrically: amortized constant time per byte.
        int capacity = Text.Length - ByteBlock.Bytes;
        int kept = End - keep;
        bool isScarce = Room < Math.Max(1, capacity / 8);
        if (kept > 0 && !isScarce)
        {
            return 0;
        }

        byte[] target = Text;
        int larger = (int)Math.Min(2L * capacity, _maxBuffer);
        if (kept > capacity / 2 && larger > capacity)
        {
            target = new byte[larger + ByteBlock.Bytes];
        }
        else if (keep == 0)
        {
            return 0;
        }

        Array.Copy(Text, keep, target, 0, kept);
        Text = target;
        SetEnd(kept);
        _checked = Math.Max(0, _checked - keep);
        Offset += keep;
        return keep;
    }

    /// <summary>Reads at least once, and until a byte-order mark is skipped or ruled out.</summary>
    /// <returns>False at the end of the source, or before a line that is not valid UTF-8.</returns>
    public bool Read()
    {
        bool isFirst = !_isPastByteOrderMark;
        int before = isFirst ? 0 : End;
        _isReading = true;
        try
        {
            do
            {
                if (IsStopped || !Take(_source.Read(Text, End, Room)))
                {
                    break;
                }
            }
            while (!_isPastByteOrderMark || End == 0);
        }
        finally
        {
            EndReading();
        }

        return End > before;
    }

    /// <summary>Like <see cref="Read"/>, without blocking the thread.</summary>
    public async ValueTask<bool> ReadAsync(CancellationToken cancellationToken)
    {
        bool isFirst = !_isPastByteOrderMark;
        int before = isFirst ? 0 : End;
        _isReading = true;
        try
        {
            do
            {
                if (IsStopped || !Take(await _source.ReadAsync(Text.AsMemory(End, Room), cancellationToken).ConfigureAwait(false)))
                {
                    break;
                }
            }
            while (!_isPastByteOrderMark || End == 0);
        }
        finally
        {
            EndReading();
        }

        return End > before;
    }

    /// <summary>Releases the buffer, which is then empty.</summary>
    public void Forget()
    {
        Text = s_empty;
        End = 0;
    }

    public void Dispose()
    {
        if (!_leavesOpen)
        {
            _source.Dispose();
        }
    }

    public ValueTask DisposeAsync() => _leavesOpen ? ValueTask.CompletedTask : _source.DisposeAsync();

    private static byte[] CreateEmpty()
    {
        byte[] nothing = new byte[ByteBlock.Bytes];
        nothing.AsSpan().Fill((byte)'\n');
        return nothing;
    }

    // False at the end of the source, where an incomplete byte-order mark counts as text.
    private bool Take(int read)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, typeof(InputBuffer));
        if ((uint)read > (uint)Room)
        {
            CommonThrow.InvalidReadCount(read, Room);
        }

        if (read == 0 && _source is FileStream { CanSeek: true } file)
        {
            // Files in /proc have a length of 0, but are not empty.
            long length = file.Length;
            _isTruncated |= length < _longest && length < file.Position;
            _longest = Math.Max(_longest, length);
        }

        if (_isTruncated)
        {
            Throw.IsTruncated(Offset + End);
        }

        // Readers have not yet seen bytes that may be a byte-order mark.
        int before = _isPastByteOrderMark ? End : 0;
        SetEnd(End + read);
        if (!_isPastByteOrderMark)
        {
            SkipByteOrderMark(isComplete: read == 0);
        }

        if (_checksUtf8 && _isPastByteOrderMark)
        {
            Check(before, isComplete: read == 0);
        }

        return read > 0;
    }

    // Lines before the first invalid one are still returned; that line and later ones are not.
    private void Check(int before, bool isComplete)
    {
        ReadOnlySpan<byte> text = Text.AsSpan(_checked, End - _checked);
        int cut = BytesCutOff(text);
        int valid = Utf8.IsValid(text[..^cut]) ? text.Length - cut : ValidLength(text);
        _isCutOff = valid + cut == text.Length;
        bool isValid = _isCutOff && (cut == 0 || !isComplete);
        _checked += valid;
        InvalidAt = isValid ? -1 : Offset + _checked;
        if (!_isCutOff)
        {
            SetEnd(Math.Max(before, Text.AsSpan(0, _checked).LastIndexOfAny((byte)'\n', (byte)'\r') + 1));
        }
    }

    // The length of an incomplete character at the end, whose remaining bytes may still follow.
    private static int BytesCutOff(ReadOnlySpan<byte> text)
    {
        for (int length = 1; length <= Math.Min(3, text.Length); length++)
        {
            if (text[^length] >= 0x80 && Rune.DecodeFromUtf8(text[^length..], out _, out _) == OperationStatus.NeedMoreData)
            {
                return length;
            }
        }

        return 0;
    }

    private static int ValidLength(ReadOnlySpan<byte> text)
    {
        int length = 0;
        while (length < text.Length && Rune.DecodeFromUtf8(text[length..], out _, out int bytes) == OperationStatus.Done)
        {
            length += bytes;
        }

        return length;
    }

    private void SkipByteOrderMark(bool isComplete)
    {
        ReadOnlySpan<byte> mark = [0xEF, 0xBB, 0xBF];
        ReadOnlySpan<byte> text = Text.AsSpan(0, End);

        // The byte-order mark of UTF-32LE begins with the byte-order mark of UTF-16LE.
        bool canBecomeUtf32 = !isComplete
            && text is [0xFF, 0xFE] or [0xFF, 0xFE, 0] or [0] or [0, 0] or [0, 0, 0xFE];
        if (text is [0xFF, 0xFE, 0, 0, ..])
        {
            Throw.IsOtherEncoding("UTF-32LE", "Encoding.UTF32");
        }
        else if (text is [0, 0, 0xFE, 0xFF, ..])
        {
            Throw.IsOtherEncoding("UTF-32BE", "new UTF32Encoding(bigEndian: true, byteOrderMark: true)");
        }
        else if (text is [0xFE, 0xFF, ..])
        {
            Throw.IsOtherEncoding("UTF-16BE", "Encoding.BigEndianUnicode");
        }
        else if (text is [0xFF, 0xFE, ..] && !canBecomeUtf32)
        {
            Throw.IsOtherEncoding("UTF-16LE", "Encoding.Unicode");
        }

        if (text.StartsWith(mark))
        {
            int rest = End - mark.Length;
            Array.Copy(Text, mark.Length, Text, 0, rest);
            SetEnd(rest);
            Offset += mark.Length;
            _isPastByteOrderMark = true;
        }
        else
        {
            bool canBecomeMark = canBecomeUtf32 || mark.StartsWith(text) || text is [0xFE] or [0xFF];
            _isPastByteOrderMark = !canBecomeMark || (isComplete && End > 0);
        }
    }

    // A failed read may have overwritten the line feed.
    private void EndReading()
    {
        _isReading = false;
        SetEnd(End);
    }

    // No assertion: if threads share a reader by mistake, the process must not end.
    private void SetEnd(int end)
    {
        End = end;
        Text[end] = (byte)'\n';
    }
}
