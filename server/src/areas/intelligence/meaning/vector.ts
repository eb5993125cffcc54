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
  const kept = new Int8Array(stored.buffer, stored.byteOffset, stored.length)
  let [dot, own, other] = [0, 0, 0]
  for (let n = 0; n < vector.length; n += 1) {
    const [value = 0, near = 0] = [vector[n], kept[n]]
    dot += value * near
    own += value * value
    other += near * near
  }
  return own === 0 || other === 0 ? 0 : dot / Math.sqrt(own * other)
}
