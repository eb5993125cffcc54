import { cutText, logBodyLimit } from '@kinora/contract'

/** More than the log shows. */
const MAX_CHARS = 2 * logBodyLimit
const MAX_DEPTH = 40

/** The start of a JSON value, which is all that the log shows of it. */
export function startOfBody(value: unknown): unknown {
  let left = MAX_CHARS
  const start = (each: unknown, depth: number): unknown => {
    left -= 1
    if (typeof each === 'string') {
      const text = cutText(each, MAX_CHARS)
      left -= text.length
      return text
    }
    if (typeof each !== 'object' || each === null) return each
    if (depth === MAX_DEPTH) return null
    return Array.isArray(each) ? startOfList(each, depth) : startOfObject(each, depth)
  }
  const startOfList = (list: readonly unknown[], depth: number) => {
    const started: unknown[] = []
    for (const item of list) {
      if (left <= 0) break
      started.push(start(item, depth + 1))
    }
    return started
  }
  const startOfObject = (fields: object, depth: number) => {
    const started: [string, unknown][] = []
    for (const name in fields) {
      if (left <= 0) break
      left -= name.length
      started.push([name, start(Reflect.get(fields, name), depth + 1)])
    }
    return Object.fromEntries(started)
  }
  return start(value, 0)
}
