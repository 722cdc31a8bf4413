// Memory that kernels ask for while they run, given back too early, twice or by halves, and the same done right.
#define KERNEL extern "C" __global__ void

// launch: 1 32
KERNEL used_after_free (int *in, int *out, int n)
{
  int *p = (int *)malloc (4 * sizeof (int));
  p[0] = in[threadIdx.x];
  p[1] = 1;
  free (p); // use-after-free
  out[threadIdx.x] = p[0]; // use-after-free
}

// launch: 1 64
KERNEL freed_by_the_first_thread (int *in, int *out, int n)
{
  __shared__ int *p;
  if (threadIdx.x == 0)
    p = (int *)malloc (64 * sizeof (int));
  __syncthreads ();
  p[threadIdx.x] = in[threadIdx.x];
  __syncthreads ();
  if (threadIdx.x == 0)
    free (p); // use-after-free
  __syncthreads ();
  out[threadIdx.x] = p[threadIdx.x]; // use-after-free
}

// launch: 1 32
KERNEL freed_twice (int *in, int *out, int n)
{
  int *p = (int *)malloc (4 * sizeof (int));
  p[0] = in[threadIdx.x];
  out[threadIdx.x] = p[0];
  free (p); // invalid-free
  if (in[threadIdx.x] >= 0)
    free (p); // invalid-free
}

// launch: 1 32
KERNEL freed_by_all_of_them (int *in, int *out, int n)
{
  __shared__ int *p;
  if (threadIdx.x == 0)
    p = (int *)malloc (32 * sizeof (int));
  __syncthreads ();
  p[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = p[threadIdx.x];
  __syncthreads ();
  free (p); // invalid-free
}

// launch: 1 32
KERNEL freed_from_the_middle (int *in, int *out, int n)
{
  int *p = (int *)malloc (4 * sizeof (int));
  for (int i = 0; i < 4; i++)
    *p++ = in[i];
  out[threadIdx.x] = p[-1];
  free (p - 2); // invalid-free
}

// launch: 1 32
KERNEL frees_the_input (int *in, int *out, int n)
{
  out[threadIdx.x] = in[threadIdx.x];
  free (in); // invalid-free
}

// launch: 1 32
KERNEL half_of_it_never_written (int *in, int *out, int n)
{
  int *p = (int *)malloc (4 * sizeof (int));
  p[0] = in[threadIdx.x];
  out[threadIdx.x] = p[in[threadIdx.x] & 1]; // uninitialised
  free (p);
}

// launch: 1 64
KERNEL freed_while_others_read (int *in, int *out, int n)
{
  __shared__ int *p;
  if (threadIdx.x == 63)
    p = (int *)malloc (64 * sizeof (int));
  __syncthreads ();
  p[threadIdx.x] = in[threadIdx.x];
  __syncthreads ();
  out[threadIdx.x] = p[threadIdx.x]; // race
  if (threadIdx.x == 63)
    free (p); // race
}

// launch: 1 64
KERNEL no_barrier_on_the_heap (int *in, int *out, int n)
{
  __shared__ int *p;
  if (threadIdx.x == 0)
    p = (int *)malloc (64 * sizeof (int));
  __syncthreads ();
  p[threadIdx.x] = in[threadIdx.x]; // race
  out[threadIdx.x] = p[(threadIdx.x + 32) % 64]; // race
  __syncthreads ();
  if (threadIdx.x == 0)
    free (p);
}

// launch: 2 64
KERNEL each_block_has_its_own (int *in, int *out, int n)
{
  __shared__ int *p;
  if (threadIdx.x == 0)
    p = (int *)malloc (64 * sizeof (int));
  __syncthreads ();
  p[threadIdx.x] = in[threadIdx.x];
  __syncthreads ();
  out[blockIdx.x * 64 + threadIdx.x] = p[63 - threadIdx.x];
  __syncthreads ();
  if (threadIdx.x == 0)
    free (p);
}

// launch: 2 32
KERNEL a_list_of_its_own (int *in, int *out, int n)
{
  struct Node { int value; Node *next; } *head = nullptr;
  int sum = 0;
  for (int i = 0; i < 3; i++)
    {
      Node *node = (Node *)malloc (sizeof (Node));
      node->value = in[i];
      node->next = head;
      head = node;
    }
  free (nullptr);
  while (head != nullptr)
    {
      Node *next = head->next;
      sum += head->value;
      free (head);
      head = next;
    }
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}
