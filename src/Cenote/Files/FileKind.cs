namespace Cenote.Files;

/// <summary>The type of a file. The values are those of the type bits in a Unix file mode.</summary>
internal enum FileKind
{
    Pipe = 0x1000,
    CharacterDevice = 0x2000,
    Directory = 0x4000,
    BlockDevice = 0x6000,
    Regular = 0x8000,
    Link = 0xA000,
    Socket = 0xC000,
}
