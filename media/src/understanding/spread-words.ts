/** Words of a text that is said from a start to an end, in seconds. They share the time by their length. */
export function spreadWords({
  text,
  start,
  end,
}: {
  readonly text: string
  readonly start: number
  readonly end: number
}): { text: string; startS: number; endS: number }[] {
  const words = text.split(/\s+/u).filter(Boolean)
  const chars = words.reduce((sum, word) => sum + word.length, 0)
  let before = 0
  return words.map((word) => {
    const startS = start + ((end - start) * before) / chars
    before += word.length
    return { text: word, startS, endS: start + ((end - start) * before) / chars }
  })
}
