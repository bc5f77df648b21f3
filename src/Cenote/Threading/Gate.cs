using System.Runtime.CompilerServices;

namespace Cenote.Threading;

/// <summary>A lock that is always got, see <see cref="Uninterrupted"/>: so that freeing a string cannot throw.</summary>
internal sealed class Gate
{
    private readonly Lock _lock = new();

    /// <summary>Waits for the gate; a thread may enter it several times.</summary>
    public void Enter()
    {
        if (!_lock.TryEnter())
        {
            EnterSlow();
        }
    }

    public void Exit() => _lock.Exit();

    /// <summary>Enters the gate until the result is disposed of.</summary>
    public Held Hold()
    {
        Enter();
        return new Held(this);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EnterSlow() => _ = Uninterrupted.Enter(_lock);

    /// <summary>The gate is held.</summary>
    public readonly ref struct Held(Gate gate)
    {
        public void Dispose() => gate.Exit();
    }
}
