/* name.c: libcuda.so.1 on file systems without links: loading it loads libcudart.so.13, its
 * dependency. It has no code. */
extern const char ws_driver_name[];
const char ws_driver_name[] = "libcudart.so.13";
