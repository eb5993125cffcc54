const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const
const bitUnits = ['bit', 'kilobit', 'megabit', 'gigabit'] as const

export type NumberFormat = ReturnType<typeof numberFormat>

/** Formats numbers and sizes in a language. @param tag its Intl locale */
export function numberFormat(tag: string) {
  const plain = new Intl.NumberFormat(tag)
  const unit = (value: number, name: string, digits = 0, style: 'short' | 'long' | 'narrow' = 'short') =>
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit: name,
      unitDisplay: style,
      maximumFractionDigits: digits,
    }).format(value)
  return {
    unit,
    number: (value: number) => plain.format(value),
    /** An amount with all its decimals, up to six. `look` replaces this. */
    money: (
      amount: number,
      currency: string,
      look: Intl.NumberFormatOptions = { maximumFractionDigits: 6 },
    ) => new Intl.NumberFormat(tag, { style: 'currency', currency, ...look }).format(amount),
    bytes: (bytes: number) => {
      const [value, name] = scaled(bytes, byteUnits)
      // The short style has no plural in some languages: "19 byte".
      return unit(value, name, digitsFor(value, name), name === 'byte' ? 'long' : 'short')
    },
    /** Bits per second as Mb/s. */
    bitrate: (bitsPerSecond: number) => {
      const [value, name] = scaled(bitsPerSecond, bitUnits)
      return unit(value, `${name}-per-second`, digitsFor(value, name))
    },
    /** Bytes per second as MB/s. */
    speed: (bytesPerSecond: number) => {
      const [value, name] = scaled(bytesPerSecond, byteUnits)
      return unit(value, `${name}-per-second`, digitsFor(value, name))
    },
  }
}

/** Storage sizes and bit rates use decimal prefixes. */
function scaled<U extends string>(value: number, units: readonly [U, ...U[]]): [number, U] {
  const step = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return [value / 1000 ** step, units[step] ?? units[0]]
}

function digitsFor(value: number, unit: string): number {
  if (unit === 'byte' || unit === 'bit' || unit.startsWith('kilo')) return 0
  return value < 10 ? 2 : value < 100 ? 1 : 0
}
