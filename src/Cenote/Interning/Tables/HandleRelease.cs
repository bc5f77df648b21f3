using System.Runtime.ConstrainedExecution;

namespace Cenote.Interning;

/// <summary>Frees the weak handles of a table when its interner is garbage. Only the interner references this object.</summary>
internal sealed class HandleRelease(InternTable<WeakEntry> table) : CriticalFinalizerObject
{
    // Created up front, because a finalizer that runs out of memory ends the process.
    private readonly Action<WeakEntry> _free = static handle => handle.Free();

    // An earlier finalizer may have resurrected the interner, and other threads may be using it. So the first run makes every
    // later use throw; the second run, when the interner is garbage again and all earlier uses are over, frees the handles.
    ~HandleRelease()
    {
        // The table is null if the constructor failed.
        if (table is null)
        {
            return;
        }

        if (!table.IsDisposed)
        {
            table.MarkDisposed();
            GC.ReRegisterForFinalize(this);
            return;
        }

        table.Free(_free);
    }
}
