using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>Addresses in one of the forms.</summary>
internal interface IAddressCollection : IHeld
{
    /// <summary>
    /// Reads an address and puts it into a slot. Several threads may do so at once, each with slots of its own.
    /// </summary>
    /// <param name="slot">Where it goes; what was there is forgotten.</param>
    /// <param name="text">The address.</param>
    void Read(int slot, in AddressText text);
}
