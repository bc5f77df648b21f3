// Collections are counted for the whole process, so parallel tests would count each other's collections.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
