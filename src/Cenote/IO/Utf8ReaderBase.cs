namespace Cenote.IO;

/// <summary>
/// Reads UTF-8 from a file, stream, pipe or mapped file. The base of <see cref="Utf8LineReader"/> and
/// <see cref="Utf8FieldReader"/>; other classes cannot derive from it.
/// </summary>
/// <example>
/// Both readers count lines:
/// <code>
/// using System.IO;
///
/// using var lines = new Utf8LineReader(new MemoryStream("Tulum\nCobá"u8.ToArray()));
/// lines.Read();
/// Console.WriteLine(Where(lines));   // prints line 1
///
/// static string Where(Utf8ReaderBase reader) => $"line {reader.LineNumber}";
/// </code>
/// </example>
public abstract class Utf8ReaderBase : IDisposable, IAsyncDisposable
{
    private protected readonly InputBuffer _input;
    private protected readonly int _maximumBytes;

    // The array of the input buffer, the end of its text, the start of the next item, and the last block searched.
    private protected byte[] _text;
    private protected int _end;
    private protected int _next;
    private protected int _block = -ByteBlock.Bytes;

    private protected long _lineNumber;

    // Whether the last byte read was a carriage return that ended an item. A line feed that follows belongs to that item.
    private bool _skipsLineFeed;

    private protected Utf8ReaderBase(InputBuffer intake, int maximumBytes)
    {
        _input = intake;
        _maximumBytes = maximumBytes;
        _text = intake.Text;
    }

    /// <summary>The number of the line in which the current line or record begins, from 1; 0 before the first.</summary>
    public long LineNumber => _lineNumber;

    // No derived class has a finalizer.
#pragma warning disable CA1816
    /// <summary>Closes the source, unless the options leave it open. A second call does nothing.</summary>
    public void Dispose()
    {
        Forget();
        _input.Dispose();
    }

    /// <summary>Like <see cref="Dispose"/>, but closes the source asynchronously.</summary>
    public ValueTask DisposeAsync()
    {
        Forget();
        return _input.DisposeAsync();
    }
#pragma warning restore CA1816

    // Reads until the buffer holds a complete item, or until the source ends.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected bool ReadSlow()
    {
        do
        {
            MakeRoom();
            if (!_input.Read())
            {
                return TakeRest();
            }

            Follow();
        }
        while (!TryTake());
        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private protected async ValueTask<bool> ReadSlowAsync(CancellationToken cancellationToken)
    {
        do
        {
            MakeRoom();
            if (!await _input.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                return TakeRest();
            }

            Follow();
        }
        while (!TryTake());
        return true;
    }

    private protected virtual void Forget()
    {
        _input.Forget();
        _text = _input.Text;
        _next = _end = 0;
        _block = -ByteBlock.Bytes;
        Begin();
        Move(shift: 0);
    }

    /// <summary>Takes the next item if the buffer holds it.</summary>
    private protected abstract bool TryTake();

    /// <summary>
    /// Takes a last item without a line end; false if there is no such item. If the source grows, the next item begins after
    /// it.
    /// </summary>
    private protected abstract bool TakeRest();

    /// <summary>Called when the next item begins at <see cref="_next"/>.</summary>
    private protected abstract void Begin();

    /// <summary>
    /// Called before a read, once the whole text has been searched. The text was moved to the front by <paramref name="shift"/>
    /// bytes, which may be 0.
    /// </summary>
    private protected abstract void Move(int shift);

    /// <summary>Throws because the item is longer than the limit.</summary>
    private protected abstract void ThrowTooLong(long offset);

    private void MakeRoom()
    {
        ObjectDisposedException.ThrowIf(_input.IsDisposed, this);
        Begin();
        if (_end - _next > _maximumBytes)
        {
            ThrowTooLong(_input.Offset + _next);
        }

        if (_end > 0)
        {
            _skipsLineFeed = _next == _end && _text[_end - 1] == '\r';
        }

        int shift = _input.MakeRoom(_next);
        _text = _input.Text;
        _end -= shift;
        _next -= shift;
        _block = _end - ByteBlock.Bytes;
        Move(shift);
    }

    // Called after bytes were read.
    private void Follow()
    {
        _end = _input.End;
        if (_skipsLineFeed)
        {
            _skipsLineFeed = false;
            _next += _text[_next] == '\n' ? 1 : 0;
            _block = _next - ByteBlock.Bytes;
            Begin();
        }
    }
}
