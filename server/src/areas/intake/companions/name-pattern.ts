/** Whether a name has the form of a pattern, in which `*` is any text and `?` any character. Its time grows with the product of both
 * lengths at most. */
export function matchesPattern(name: string, pattern: string): boolean {
  let [at, inPattern] = [0, 0]
  /** The last star, and how much of the name it has taken. */
  let [star, taken] = [-1, 0]
  while (at < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern
      taken = at
      inPattern += 1
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === name[at]) {
      at += 1
      inPattern += 1
    } else if (star >= 0) {
      taken += 1
      at = taken
      inPattern = star + 1
    } else return false
  }
  return /^\**$/.test(pattern.slice(inPattern))
}
