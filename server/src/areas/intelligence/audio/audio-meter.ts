/** Start and end in seconds. */
export type SpanS = [startS: number, endS: number]

/** Quieter than this for so long is silence. */
const SILENCE_DB = -50
const LEAST_SILENCE_S = 0.5
const STEPS_A_SECOND = 20
/** The level of digital silence. */
const FLOOR_DB = -90

/** Measures the level of mono audio, and finds silence. */
export function audioMeter(rate: number) {
  const stepSamples = rate / STEPS_A_SECOND
  const steps: number[] = []
  let sum = 0
  let count = 0
  const endStep = () => {
    if (count > 0) steps.push(sum / count)
    sum = 0
    count = 0
  }
  return {
    /** @param samples from -1 to 1 */
    push(samples: Float32Array) {
      for (const sample of samples) {
        sum += sample * sample
        count += 1
        if (count >= stepSamples) endStep()
      }
    },
    /** @returns spans of silence in seconds, and the level of each second in dB below full scale */
    end(): { silence: SpanS[]; levels: number[] } {
      endStep()
      return { silence: silenceIn(steps), levels: levelsOf(steps) }
    },
  }
}

function silenceIn(steps: readonly number[]): SpanS[] {
  const spans: SpanS[] = []
  for (let from = 0; from < steps.length; from += 1) {
    let to = from
    while (to < steps.length && decibels(steps[to] ?? 0) < SILENCE_DB) to += 1
    if (to - from >= LEAST_SILENCE_S * STEPS_A_SECOND)
      spans.push([from / STEPS_A_SECOND, to / STEPS_A_SECOND])
    from = to
  }
  return spans
}

function levelsOf(steps: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(steps.length / STEPS_A_SECOND) }, (_, second) => {
    const own = steps.slice(second * STEPS_A_SECOND, (second + 1) * STEPS_A_SECOND)
    const power = own.reduce((sum, step) => sum + step, 0) / own.length
    return Math.round(decibels(power) * 10) / 10
  })
}

function decibels(power: number): number {
  return Math.max(FLOOR_DB, 10 * Math.log10(Math.max(power, Number.MIN_VALUE)))
}
