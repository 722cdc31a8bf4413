#include "rules.h"

__constant__ int table[4] = { 3, 103, 203, 303 };
