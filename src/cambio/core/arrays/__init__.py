"""Arrays: lists when interpreted, C arrays when compiled. The .py and the .pxd differ here and in prefetching only."""
