/** A vector in a byte for each number, as it is stored. Its length is lost, which cosines do not need. */
export function storedVector(vector: readonly number[]): Buffer {
  const most = Math.max(...vector.map(Math.abs), Number.MIN_VALUE)
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / most) * 127)).buffer)
}

/** The signs of a vector, by which near ones are found fast: '1' for positive numbers. */
export function signsOf(vector: readonly number[]): string {
  return vector.map((value) => (value > 0 ? '1' : '0')).join('')
}

/** How near a stored vector is: the cosine, from -1 to 1. */
export function nearness(vector: readonly number[], stored: Buffer): number {
  let [dot, own, other] = [0, 0, 0]
  for (const [n, value] of vector.entries()) {
    const kept = stored.readInt8(n)
    dot += value * kept
    own += value * value
    other += kept * kept
  }
  return own === 0 || other === 0 ? 0 : dot / Math.sqrt(own * other)
}
