// Word-frequency style analysis with Thrust: hash words, sort_by_key, reduce_by_key,
// a custom transform_reduce for statistics, scan + gather for the longest lines.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

struct Stats {
    double n, sum, sumsq;
    int lo, hi;
};
struct ToStats {
    __host__ __device__ Stats operator()(int x) const { return Stats{1.0, double(x), double(x) * x, x, x}; }
};
struct MergeStats {
    __host__ __device__ Stats operator()(const Stats &a, const Stats &b) const
    {
        return Stats{a.n + b.n, a.sum + b.sum, a.sumsq + b.sumsq, a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
    }
};
// FNV-1a over a slice of the text
struct HashWord {
    const char *text;
    const int *start;
    const int *len;
    __host__ __device__ unsigned operator()(int w) const
    {
        unsigned h = 2166136261u;
        for (int i = 0; i < len[w]; ++i) h = (h ^ (unsigned char)text[start[w] + i]) * 16777619u;
        return h;
    }
};
struct LongerThan {
    int k;
    __host__ __device__ bool operator()(int len) const { return len > k; }
};

int main()
{
    static const char *vocabulary[] = {"kernel", "warp", "thread", "block", "grid", "stream", "event", "memory",
                                       "shared", "texture", "synchronization", "atomics", "a", "of", "the"};
    std::string text;
    std::vector<int> start, len;
    unsigned s = 2025;
    for (int i = 0; i < 4000; ++i) {
        s = s * 1664525u + 1013904223u;
        unsigned r = (s >> 16) % 225;
        unsigned w = (unsigned)std::sqrt((double)r); // frequency grows with the index
        start.push_back((int)text.size());
        text += vocabulary[w];
        len.push_back((int)text.size() - start.back());
        text += ' ';
    }
    const int n = (int)start.size();
    thrust::device_vector<char> d_text(text.begin(), text.end());
    thrust::device_vector<int> d_start(start.begin(), start.end()), d_len(len.begin(), len.end());
    HashWord hasher{thrust::raw_pointer_cast(d_text.data()), thrust::raw_pointer_cast(d_start.data()),
                    thrust::raw_pointer_cast(d_len.data())};

    // histogram: hash -> sort -> count
    thrust::device_vector<unsigned> keys(n);
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), keys.begin(), hasher);
    thrust::device_vector<int> ids(n);
    thrust::sequence(ids.begin(), ids.end());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), ids.begin());

    thrust::device_vector<unsigned> uniq(n);
    thrust::device_vector<int> counts(n), firstSeen(n);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1), uniq.begin(), counts.begin());
    const int m = (int)(ends.first - uniq.begin());
    // the smallest word index within each group
    thrust::reduce_by_key(keys.begin(), keys.end(), ids.begin(), uniq.begin(), firstSeen.begin(),
                          thrust::equal_to<unsigned>(), thrust::minimum<int>());
    counts.resize(m);
    firstSeen.resize(m);
    // by frequency; ties by first appearance, thanks to two stable sorts
    thrust::sort_by_key(firstSeen.begin(), firstSeen.end(), counts.begin());
    thrust::stable_sort_by_key(counts.begin(), counts.end(), firstSeen.begin(), thrust::greater<int>());

    thrust::host_vector<int> h_counts = counts, h_first = firstSeen;
    std::map<std::string, int> ref;
    for (int i = 0; i < n; ++i) ref[text.substr(start[i], len[i])]++;
    bool ok = m == (int)ref.size();
    for (int i = 0; i < m; ++i) {
        std::string w = text.substr(start[h_first[i]], len[h_first[i]]);
        ok = ok && ref[w] == h_counts[i] && (i == 0 || h_counts[i - 1] >= h_counts[i]);
        std::cout << std::setw(16) << w << std::setw(6) << h_counts[i] << '\n';
    }

    Stats init{0, 0, 0, 1 << 30, -1};
    Stats st = thrust::transform_reduce(d_len.begin(), d_len.end(), ToStats(), init, MergeStats());
    double mean = st.sum / st.n, var = st.sumsq / st.n - mean * mean;
    std::cout << std::fixed << std::setprecision(3) << "words " << (int)st.n << " length " << st.lo << ".." << st.hi
              << " mean " << mean << " sd " << std::sqrt(var) << '\n';
    ok = ok && (int)st.n == n && st.lo == 1 && st.hi == 15;

    // running offsets must reproduce the start positions
    thrust::device_vector<int> widths(n), offs(n);
    thrust::transform(d_len.begin(), d_len.end(), thrust::constant_iterator<int>(1), widths.begin(), thrust::plus<int>());
    thrust::exclusive_scan(widths.begin(), widths.end(), offs.begin());
    ok = ok && thrust::equal(offs.begin(), offs.end(), d_start.begin());

    thrust::device_vector<int> longOnes(n);
    auto e = thrust::copy_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), d_len.begin(),
                             longOnes.begin(), LongerThan{10});
    int k = (int)(e - longOnes.begin());
    ok = ok && k == ref["synchronization"] && k == thrust::count_if(d_len.begin(), d_len.end(), LongerThan{10});
    auto mx = thrust::max_element(d_len.begin(), d_len.end());
    std::cout << "long words: " << k << ", first one is word " << (mx - d_len.begin()) << '\n';
    ok = ok && (k == 0 || longOnes[0] == mx - d_len.begin());
    std::cout << (ok ? "PASSED" : "FAILED") << '\n';
    return ok ? 0 : 1;
}
