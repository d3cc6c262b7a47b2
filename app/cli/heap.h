#pragma once

namespace shardlens {

/// Prepares the heap for one program that is read, worked on and printed: memory is asked for in few large pieces and never given back,
/// and beyond the first megabytes in large pages. Without effect where the C library knows no such thing.
void prepareHeap();

}  // namespace shardlens
