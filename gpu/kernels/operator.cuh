// What the reductions combine, and how: chosen when they are compiled, as in
// nvcc -DWS_TYPE=int -DWS_OP=sum
//
//   T               type of the elements
//   combine (a, b)  the operator: associative and commutative
//   identity        combine (identity, a) is a
#pragma once

#include <limits>

using T = WS_TYPE;

namespace op_sum {
constexpr T identity = 0;
__device__ __forceinline__ T combine (T a, T b) { return a + b; }
}

namespace op_product {
constexpr T identity = 1;
__device__ __forceinline__ T combine (T a, T b) { return a * b; }
}

namespace op_max {
using limits = std::numeric_limits<T>;
constexpr T identity = limits::has_infinity ? -limits::infinity () : limits::lowest ();
__device__ __forceinline__ T combine (T a, T b) { return ::max (a, b); }
}

namespace op_min {
using limits = std::numeric_limits<T>;
constexpr T identity = limits::has_infinity ? limits::infinity () : limits::max ();
__device__ __forceinline__ T combine (T a, T b) { return ::min (a, b); }
}

#define WS_JOIN(a, b) a##b
#define WS_NAMESPACE(op) WS_JOIN (op_, op)
using namespace WS_NAMESPACE (WS_OP);
