const steps = [
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'K' },
] as const

/** K from a thousand on, M from a million on, in every language. */
export function shortNumber(tag: string, value: number): string {
  const write = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
  // What would be written as 1,000K is 1M.
  const step = steps.find(({ size }) => Math.round((10 * value) / (size / 1000)) >= 10_000)
  return step === undefined ? write.format(value) : `${write.format(value / step.size)}${step.sign}`
}

const MINUTE_S = 60

/** Seconds up to a minute, minutes above. */
export function durationText(tag: string, seconds: number, number = shortNumber): string {
  const [value, unit] = seconds > MINUTE_S ? [seconds / MINUTE_S, 'minute'] : [seconds, 'second']
  const look = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  const parts = new Intl.NumberFormat(tag, { ...look, useGrouping: false }).formatToParts(value)
  const isNumber = (type: string) => type === 'integer' || type === 'decimal' || type === 'fraction'
  return parts
    .map(({ type, value: text }) => (type === 'integer' ? number(tag, value) : isNumber(type) ? '' : text))
    .join('')
}

/** With all its digits before the point. */
export function fullNumber(tag: string, value: number): string {
  return new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(value)
}
