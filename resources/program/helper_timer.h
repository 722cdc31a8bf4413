/* helper_timer.h: the stop watch of NVIDIA's samples, in milliseconds. */
#pragma once

#include <chrono>

class StopWatchInterface {
  using Clock = std::chrono::steady_clock;
  Clock::time_point began;
  float total = 0;
  int rounds = 0;
  bool runs = false;

  float
  since () const
  {
    return std::chrono::duration<float, std::milli> (Clock::now () - began).count ();
  }

public:
  virtual ~StopWatchInterface () = default;

  virtual void
  start ()
  {
    began = Clock::now ();
    runs = true;
  }

  virtual void
  stop ()
  {
    total += since ();
    rounds++;
    runs = false;
  }

  virtual void
  reset ()
  {
    total = 0;
    rounds = 0;
    began = Clock::now ();
  }

  virtual float
  getTime ()
  {
    return runs ? since () : total;
  }

  virtual float
  getAverageTime ()
  {
    return rounds > 0 ? total / (float)rounds : 0;
  }
};

using StopWatchLinux = StopWatchInterface;

inline bool
sdkCreateTimer (StopWatchInterface **timer)
{
  *timer = new StopWatchInterface;
  return true;
}

inline bool
sdkDeleteTimer (StopWatchInterface **timer)
{
  delete *timer;
  *timer = nullptr;
  return true;
}

inline bool
sdkStartTimer (StopWatchInterface **timer)
{
  if (*timer != nullptr)
    (*timer)->start ();
  return true;
}

inline bool
sdkStopTimer (StopWatchInterface **timer)
{
  if (*timer != nullptr)
    (*timer)->stop ();
  return true;
}

inline bool
sdkResetTimer (StopWatchInterface **timer)
{
  if (*timer != nullptr)
    (*timer)->reset ();
  return true;
}

inline float
sdkGetTimerValue (StopWatchInterface **timer)
{
  return *timer != nullptr ? (*timer)->getTime () : -1;
}

inline float
sdkGetAverageTimerValue (StopWatchInterface **timer)
{
  return *timer != nullptr ? (*timer)->getAverageTime () : 0;
}
