using System.Runtime.ConstrainedExecution;

namespace Cenote.Interning;

/// <summary>Gives the weak handles of a table back once nothing refers to its interner, which alone refers to this.</summary>
internal sealed class HandleRelease(InternTable<WeakEntry> table) : CriticalFinalizerObject
{
    // A finalizer that ran before this one may have brought the interner back to life, and other threads may be using it. So
    // every use is first made to throw; the handles are freed when the interner is found dead again, and with it all uses that
    // had begun before.
    ~HandleRelease()
    {
        // Null if the constructor did not get so far.
        if (table is null)
        {
            return;
        }

        if (!table.HasEnded)
        {
            table.End();
            GC.ReRegisterForFinalize(this);
            return;
        }

        table.Free(static handle => handle.Free());
    }
}
