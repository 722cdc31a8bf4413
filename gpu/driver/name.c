/* name.c: libcuda.so.1 where there are no links: who loads it gets libcudart.so.13, which it needs.
 * It has nothing of its own. */
extern const char ws_driver_name[];
const char ws_driver_name[] = "libcudart.so.13";
