// One process is looked at, and it stands still meanwhile.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
