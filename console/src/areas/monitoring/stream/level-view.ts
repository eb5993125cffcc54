import { type ChannelLevel, readLevels } from '@kinora/contract/live/preview-frames'

/** Shows the levels of all channels of a tile: a bar for the level, and a line for the peak, which falls slowly. */
export interface LevelView {
  take(data: Uint8Array): void
  draw(nowMs: number): void
  /** The level and the peak of the loudest channel in dBFS. Null if nothing is heard of late. */
  loudest(nowMs: number): ChannelLevel | null
}

const FLOOR_DB = -60
/** From here on the bar is yellow, and red. */
const HIGH_DB = -18
const TOP_DB = -9
const FALL_DB_PER_S = 20
/** Without levels for this long, nothing is known. */
const SILENCE_MS = 1500
const MAX_CHANNELS = 8
const MAX_STEPS = 24
const SEGMENT_PX = 4
const GAP_PX = 1

export function createLevelView(canvas: HTMLCanvasElement): LevelView {
  const context = canvas.getContext('2d')
  let steps: { readonly at: number; readonly channels: readonly ChannelLevel[] }[] = []
  let shown: ChannelLevel[] = []
  let lastMs = 0
  let heardMs = Number.NEGATIVE_INFINITY
  let nextMs = 0

  function advance(nowMs: number): void {
    const fall = (Math.min(1000, nowMs - lastMs) / 1000) * FALL_DB_PER_S
    lastMs = nowMs
    let current: readonly ChannelLevel[] | null = null
    while (steps[0] !== undefined && steps[0].at <= nowMs) current = steps.shift()?.channels ?? null
    const quiet = { peak: FLOOR_DB, rms: FLOOR_DB }
    const isOver = nowMs - heardMs > SILENCE_MS
    const count = current?.length ?? shown.length
    shown = Array.from({ length: count }, (_, n) => {
      const { peak, rms } = current?.[n] ?? { peak: FLOOR_DB, rms: shown[n]?.rms ?? FLOOR_DB }
      const before = shown[n] ?? quiet
      return { peak: Math.max(peak, before.peak - fall), rms: isOver ? before.rms - fall : rms }
    })
  }

  return {
    take(data) {
      const { stepMs, steps: added } = readLevels(data)
      const now = performance.now()
      heardMs = now
      if (nextMs < now) nextMs = now
      for (const channels of added) {
        steps.push({ at: nextMs, channels: channels.slice(0, MAX_CHANNELS) })
        nextMs += stepMs
      }
      if (steps.length > MAX_STEPS) {
        steps = steps.slice(-MAX_STEPS / 2)
        nextMs = now
        steps = steps.map(({ channels }) => {
          const at = nextMs
          nextMs += stepMs
          return { at, channels }
        })
      }
    },
    draw(nowMs) {
      advance(nowMs)
      if (context) drawBars(context, shown)
    },
    loudest(nowMs) {
      if (nowMs - heardMs > SILENCE_MS || shown.length === 0) return null
      return {
        peak: Math.max(...shown.map(({ peak }) => peak)),
        rms: Math.max(...shown.map(({ rms }) => rms)),
      }
    },
  }
}

function drawBars(context: CanvasRenderingContext2D, levels: readonly ChannelLevel[]): void {
  const { canvas } = context
  const ratio = devicePixelRatio || 1
  const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio]
  if (canvas.width !== Math.round(width) || canvas.height !== Math.round(height)) {
    canvas.width = Math.round(width)
    canvas.height = Math.round(height)
  }
  context.clearRect(0, 0, width, height)
  const count = Math.max(1, levels.length)
  const gap = 2 * ratio
  const barWidth = (width - gap * (count - 1)) / count
  const step = (SEGMENT_PX + GAP_PX) * ratio
  const segments = Math.floor(height / step)
  for (let n = 0; n < count; n += 1) {
    const { peak, rms } = levels[n] ?? { peak: FLOOR_DB, rms: FLOOR_DB }
    for (let at = 0; at < segments; at += 1) {
      const db = FLOOR_DB * (1 - (at + 0.5) / segments)
      context.fillStyle = colorOf(db, db <= rms)
      context.fillRect(n * (barWidth + gap), height - (at + 1) * step, barWidth, SEGMENT_PX * ratio)
    }
    if (peak <= FLOOR_DB) continue
    context.fillStyle = colorOf(peak, true)
    context.fillRect(n * (barWidth + gap), height * Math.max(0, peak / FLOOR_DB), barWidth, 2 * ratio)
  }
}

/** Meters have the same colors in both themes, because the wall is always dark. */
function colorOf(db: number, isLit: boolean): string {
  if (db > TOP_DB) return isLit ? '#ff5a4f' : '#3a1f1f'
  if (db > HIGH_DB) return isLit ? '#f2b33d' : '#33291a'
  return isLit ? '#3ecf8e' : '#17302a'
}
