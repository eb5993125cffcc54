import type { AlertPreview } from '@kinora/contract'

type Group = AlertPreview['groups'][number]

const WIDTH = 1000
const HEIGHT = 200
/** Space above and below the values, as a share of their range. */
const SPACE = 0.08

interface ChartShape {
  /** The line, with a gap where values are missing. */
  readonly path: string
  readonly thresholdY: number | null
  readonly bands: readonly { readonly x: number; readonly width: number }[]
  readonly low: number
  readonly high: number
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** The shape of a chart of 1000 by 200 units. Null without values. */
export function chartShape(
  points: Group['points'],
  threshold: number | null,
  alerts: Group['alerts'],
): ChartShape | null {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || known.length === 0) return null
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)]
  const values = threshold === null ? known : [...known, threshold]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const space = (most - least || Math.abs(most) || 1) * SPACE
  // Labels with few digits.
  const unit = 10 ** Math.floor(Math.log10(space * 4)) / 2
  const down = Math.floor((least - space) / unit) * unit
  const [low, high] = [least >= 0 ? Math.max(0, down) : down, Math.ceil((most + space) / unit) * unit]
  const xOf = (ms: number) => round(((ms - from) / Math.max(1, to - from)) * WIDTH)
  const yOf = (value: number) => round(HEIGHT - ((value - low) / (high - low)) * HEIGHT)
  let isDrawing = false
  const path = points
    .map(({ at, value }) => {
      const command = value === null ? '' : `${isDrawing ? 'L' : 'M'}${xOf(Date.parse(at))} ${yOf(value)}`
      isDrawing = value !== null
      return command
    })
    .join('')
  const bands = alerts.map((alert) => {
    const start = Math.max(from, Date.parse(alert.from))
    const end = Math.min(to, alert.to === null ? to : Date.parse(alert.to))
    return { x: xOf(start), width: Math.max(2, xOf(end) - xOf(start)) }
  })
  return { path, thresholdY: threshold === null ? null : yOf(threshold), bands, low, high, from, to }
}

const round = (value: number) => Math.round(value * 10) / 10
