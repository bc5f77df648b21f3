using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>Addresses in one of the forms.</summary>
internal interface IAddressCollection : IHeld
{
    /// <summary>
    /// Reads an address into a slot. Several threads may do so concurrently if they use different slots.
    /// </summary>
    /// <param name="slot">The slot, whose previous address is dropped.</param>
    /// <param name="text">The address.</param>
    void Read(int slot, in AddressText text);
}
