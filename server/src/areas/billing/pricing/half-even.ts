/** Divides and rounds half to the even integer. @param divisor greater than 0 */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = floorDivide(dividend, divisor)
  const twice = 2n * (dividend - quotient * divisor)
  if (twice < divisor) return quotient
  if (twice > divisor) return quotient + 1n
  return quotient % 2n === 0n ? quotient : quotient + 1n
}

/** Divides and rounds down, also negative numbers. @param divisor greater than 0 */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}
