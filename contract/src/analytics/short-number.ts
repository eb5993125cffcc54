const steps = [
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'K' },
] as const

/** Shortens numbers: K from a thousand, M from a million, in every language. */
export function shortNumber(tag: string, value: number): string {
  const write = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
  // 999,950 and above would round to 1,000K, so it is 1M.
  const step = steps.find(({ size }) => Math.round((10 * value) / (size / 1000)) >= 10_000)
  return step === undefined ? write.format(value) : `${write.format(value / step.size)}${step.sign}`
}

const MINUTE_S = 60

/** A duration in seconds up to a minute, in minutes above. */
export function durationText(tag: string, seconds: number, number = shortNumber): string {
  const [value, unit] = seconds > MINUTE_S ? [seconds / MINUTE_S, 'minute'] : [seconds, 'second']
  const look = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  const parts = new Intl.NumberFormat(tag, { ...look, useGrouping: false }).formatToParts(value)
  const isNumber = (type: string) => type === 'integer' || type === 'decimal' || type === 'fraction'
  return parts
    .map(({ type, value: text }) => (type === 'integer' ? number(tag, value) : isNumber(type) ? '' : text))
    .join('')
}

/** A number without abbreviation. */
export function fullNumber(tag: string, value: number): string {
  return new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(value)
}
