/** A 64-bit integer in JSON: a number where numbers are exact, else text. */
export function integerOf(value: bigint): number | string {
  const isExact = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
  return isExact ? Number(value) : String(value)
}

/** Two amounts, the smaller first. */
export function ascending(one: bigint, other: bigint): readonly [smaller: bigint, larger: bigint] {
  return one < other ? [one, other] : [other, one]
}
