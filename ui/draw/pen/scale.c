#include "pen/scale.h"

#include <math.h>

#define MOST 1e300 /* differences of two are finite, too */

static double
to_linear (WsScaleKind kind, double value)
{
  switch (kind)
    {
    case WS_SCALE_LOG2:
      return log2 (value);
    case WS_SCALE_LOG10:
      return log10 (value);
    case WS_SCALE_LINEAR:
    default:
      return value;
    }
}

static double
from_linear (WsScaleKind kind, double linear)
{
  switch (kind)
    {
    case WS_SCALE_LOG2:
      return exp2 (linear);
    case WS_SCALE_LOG10:
      return pow (10, linear);
    case WS_SCALE_LINEAR:
    default:
      return linear;
    }
}

static double
make_finite (double value, double otherwise)
{
  return isnan (value) ? otherwise : CLAMP (value, -MOST, MOST);
}

/* Equal ends are drawn apart, so that the value stands in the middle. */
static void
widen (WsScale *self)
{
  if (self->kind != WS_SCALE_LINEAR)
    {
      self->from /= 2;
      self->to *= 2;
    }
  else
    {
      double by = MAX (fabs (self->from) * 0.5, 0.5);

      self->from -= by;
      self->to += by;
    }
}

/**
 * ws_scale_init:
 * @self: (out): the scale
 * @kind: how values are spread
 * @from: least value
 * @to: greatest value
 * @at_from: place of @from
 * @at_to: place of @to
 *
 * Whatever it is given becomes a scale that can be drawn with: no number is 0, reversed values are
 * turned, equal ones drawn apart, and what has no logarithm is lifted to a millionth of the other
 * end.
 */
void
ws_scale_init (WsScale *self, WsScaleKind kind, double from, double to, double at_from,
               double at_to)
{
  *self = (WsScale){ .kind = kind,
                     .from = make_finite (from, 0),
                     .to = make_finite (to, 0),
                     .at_from = make_finite (at_from, 0),
                     .at_to = make_finite (at_to, 0) };
  if (self->from > self->to)
    {
      double other = self->from;

      self->from = self->to;
      self->to = other;
    }
  if (kind != WS_SCALE_LINEAR)
    {
      if (self->to <= 0)
        self->to = 1;
      if (self->from <= 0)
        self->from = MAX (self->to * 1e-6, G_MINDOUBLE);
    }
  /* closer than numbers are exact, they are the same */
  if (self->to - self->from <= fabs (self->to) * 1e-12)
    widen (self);
}

/**
 * ws_scale_to_place:
 * @value: a value; may lie outside
 *
 * Returns: its place, in pixels; NaN only for NaN
 */
double
ws_scale_to_place (const WsScale *self, double value)
{
  double low = to_linear (self->kind, self->from);
  double high = to_linear (self->kind, self->to);
  double share;

  if (self->kind != WS_SCALE_LINEAR && value <= 0)
    return self->at_from;
  share = (to_linear (self->kind, CLAMP (value, -10 * MOST, 10 * MOST)) - low) / (high - low);
  return self->at_from + share * (self->at_to - self->at_from);
}

/**
 * ws_scale_from_place:
 * @place: in pixels; may lie outside
 */
double
ws_scale_from_place (const WsScale *self, double place)
{
  double low = to_linear (self->kind, self->from);
  double high = to_linear (self->kind, self->to);
  double length = self->at_to - self->at_from;

  if (length == 0)
    return self->from;
  return from_linear (self->kind, low + (place - self->at_from) / length * (high - low));
}

/**
 * ws_scale_clamp_place:
 * @place: pixels
 *
 * Returns: the value there, as of ws_scale_from_place(), never outside the scale's
 */
double
ws_scale_clamp_place (const WsScale *self, double place)
{
  double value = ws_scale_from_place (self, place);

  return isnan (value) ? self->from : CLAMP (value, self->from, self->to);
}

/* Whether the value is one of the scale's, its ends included. */
gboolean
ws_scale_contains (const WsScale *self, double value)
{
  return value >= self->from && value <= self->to;
}
