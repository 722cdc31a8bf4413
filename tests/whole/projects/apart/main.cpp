#include <cstdio>
#include <vector>

int solve (std::vector<int> &values);

int main ()
{
  std::vector<int> values (64);
  int calls = solve (values), wrong = 0;

  for (int i = 0; i < 64; i++)
    wrong += values[i] != ((i % 2 ? i * 10 : -i) + i % 4 * 100 + 3) + (i * 7);
  printf ("%d wrong, %d calls\n", wrong, calls);
  return wrong;
}
