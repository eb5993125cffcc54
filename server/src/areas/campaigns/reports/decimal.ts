const DECIMALS = 9

/** Converts billionths to an exact decimal number. */
export function decimalOf(nanos: bigint): string {
  const digits = nanos.toString().padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}
