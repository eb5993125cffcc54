import { useState } from 'react'
import { nearestPoint, type TimePoint, type TimeSpan } from '../time/time-series'

/** The point of a time series that several charts read. */
export interface TimeCursor<P extends TimePoint> {
  readonly points: readonly P[]
  readonly span: TimeSpan
  /** The chosen point. Null if none is. */
  readonly chosen: P | null
  /** The chosen point, or else the last one. Undefined without points. */
  readonly shown: P | undefined
  /** Chooses a point by its index. */
  readonly choose: (index: number | null) => void
  /** Chooses the point nearest to a position from 0 to 1. */
  readonly move: (position: number | null) => void
}

/** A cursor that stays on its point while new points arrive. */
export function useTimeCursor<P extends TimePoint>(points: readonly P[], span: TimeSpan): TimeCursor<P> {
  const [chosenAt, setChosenAt] = useState<string | null>(null)
  const chosen = points.find(({ at }) => at === chosenAt) ?? null
  const choose = (index: number | null) => setChosenAt(index === null ? null : (points[index]?.at ?? null))
  return {
    points,
    span,
    chosen,
    shown: chosen ?? points.at(-1),
    choose,
    move: (position) => choose(position === null ? null : nearestPoint(points, position, span)),
  }
}
