/** Frames around a value whose median replaces it. */
const MEDIAN_FRAMES = 5
/** Spread of the values around the true ones, in lengths of the window. */
const NOISE = 0.22
/** How much the speed changes, in lengths of the window per second and square root of a second. */
const RESTLESSNESS = 0.12
/** Spread of the speed at the beginning. */
const FIRST_SPEED = 0.5

interface State {
  readonly position: number
  readonly speed: number
  /** Variances of both, and their covariance. */
  readonly pp: number
  readonly ps: number
  readonly ss: number
}

/** A path without jitter through values of which some are wrong or missing: their median, then a Kalman filter with
 * constant speed, smoothed backward (Rauch, Tung and Striebel 1965).
 * @param values in lengths of the window, at a constant rate; null where nothing was seen */
export function smoothPath(values: readonly (number | null)[], rate: number): number[] {
  const steady = withoutOutliers(values)
  const first = steady.find((value) => value !== null)
  if (first === undefined || first === null) return []
  const stepS = 1 / rate
  const predicted: State[] = []
  const filtered: State[] = []
  let state: State = { position: first, speed: 0, pp: NOISE ** 2, ps: 0, ss: FIRST_SPEED ** 2 }
  for (const [n, value] of steady.entries()) {
    const expected = n === 0 ? state : advance(state, stepS)
    state = value === null ? expected : correct(expected, value)
    predicted.push(expected)
    filtered.push(state)
  }
  for (let n = filtered.length - 2; n >= 0; n -= 1) {
    const [own, next, later] = [filtered[n], predicted[n + 1], filtered[n + 1]]
    if (own && next && later) filtered[n] = lookBack(own, next, later, stepS)
  }
  return filtered.map(({ position }) => position)
}

function withoutOutliers(values: readonly (number | null)[]): (number | null)[] {
  const half = Math.floor(MEDIAN_FRAMES / 2)
  return values.map((value, n) => {
    if (value === null) return null
    const near = values.slice(Math.max(0, n - half), n + half + 1).filter((other) => other !== null)
    return medianOf(near)
  })
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [lower = 0, upper = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (lower + upper) / 2
}

function advance({ position, speed, pp, ps, ss }: State, stepS: number): State {
  const change = RESTLESSNESS ** 2
  return {
    position: position + speed * stepS,
    speed,
    pp: pp + 2 * stepS * ps + stepS ** 2 * ss + (change * stepS ** 3) / 3,
    ps: ps + stepS * ss + (change * stepS ** 2) / 2,
    ss: ss + change * stepS,
  }
}

function correct({ position, speed, pp, ps, ss }: State, value: number): State {
  const certainty = pp + NOISE ** 2
  const [toPosition, toSpeed] = [pp / certainty, ps / certainty]
  const error = value - position
  return {
    position: position + toPosition * error,
    speed: speed + toSpeed * error,
    pp: (1 - toPosition) * pp,
    ps: (1 - toPosition) * ps,
    ss: ss - toSpeed * ps,
  }
}

/** Only the positions and speeds are corrected, since nothing needs the variances afterwards. */
function lookBack(own: State, next: State, later: State, stepS: number): State {
  const determinant = next.pp * next.ss - next.ps ** 2
  if (determinant <= 0) return own
  // The gain: covariance of this state with the next one, times the inverse of the next one's.
  const [pp, ps] = [own.pp + stepS * own.ps, own.ps]
  const [sp, ss] = [own.ps + stepS * own.ss, own.ss]
  const position = later.position - next.position
  const speed = later.speed - next.speed
  const gain = (toPosition: number, toSpeed: number) =>
    ((toPosition * next.ss - toSpeed * next.ps) * position +
      (toSpeed * next.pp - toPosition * next.ps) * speed) /
    determinant
  return { ...own, position: own.position + gain(pp, ps), speed: own.speed + gain(sp, ss) }
}

/** A window rests where it would move by less than this in so many seconds, and in the end be where it was. */
const REST_RANGE = 0.06
const REST_DRIFT = 0.03
const LEAST_REST_S = 3

/** Makes a window stand still where it would only creep. @param path in lengths of the window, at a constant rate */
export function withRests(path: readonly number[], rate: number): number[] {
  const rested = [...path]
  for (let from = 0; from < path.length; ) {
    const to = endOfRest(path, from)
    const [first = 0, last = 0] = [path[from], path[to - 1]]
    if (to - from < LEAST_REST_S * rate || Math.abs(last - first) > REST_DRIFT) {
      from += 1
      continue
    }
    rested.fill(medianOf(path.slice(from, to)), from, to)
    from = to
  }
  return rested
}

function endOfRest(path: readonly number[], from: number): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let to = from
  for (; to < path.length; to += 1) {
    least = Math.min(least, path[to] ?? 0)
    most = Math.max(most, path[to] ?? 0)
    if (most - least > REST_RANGE) break
  }
  return to
}
