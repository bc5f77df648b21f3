namespace Cenote.Buffers.Stack;

/// <summary>Pointer to the current thread's <see cref="ScratchLine"/>.</summary>
/// <remarks>
/// This class has no initializers, and one word-sized field. The runtime stores such thread statics in the thread's own data
/// block, while there is space. That saves two loads and two branches: a reference, or a class with more fields, would make each
/// rent 1 to 2 ns slower.
/// </remarks>
internal static unsafe class ScratchThread
{
    [ThreadStatic]
    public static ScratchLine* Line;
}
