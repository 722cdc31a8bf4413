/* exception.h: what NVIDIA's samples throw. */
#pragma once

#include <iostream>
#include <stdexcept>

template <class Base> class Exception : public Base {
public:
  explicit Exception (const std::string &text) : Base (text)
  {
  }

  static void
  throw_it (const char *file, int line, const char *text = "-")
  {
    throw Exception (std::string (text) + " (" + file + ":" + std::to_string (line) + ")");
  }
};

template <class Base>
void
handleException (const Exception<Base> &exception)
{
  std::cerr << exception.what () << std::endl;
  std::exit (EXIT_FAILURE);
}

#define RUNTIME_EXCEPTION(text) Exception<std::runtime_error>::throw_it (__FILE__, __LINE__, text)
#define LOGIC_EXCEPTION(text)   Exception<std::logic_error>::throw_it (__FILE__, __LINE__, text)
#define RANGE_EXCEPTION(text)   Exception<std::range_error>::throw_it (__FILE__, __LINE__, text)
