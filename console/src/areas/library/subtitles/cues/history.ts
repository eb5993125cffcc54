/** Past, present and undone states. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** The name of the last change: further changes with the same name merge into one undo step. */
  readonly step: string | null
}

const most = 200

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [], step: null }
}

/** @param step name of a continuing change such as typing; null for a separate step */
export function change<T>(history: History<T>, present: T, step: string | null = null): History<T> {
  const goesOn = step !== null && step === history.step
  const past = goesOn ? history.past : [...history.past, history.present].slice(-most)
  return { past, present, future: [], step }
}

export function undo<T>({ past, present, future, ...history }: History<T>): History<T> {
  const before = past.at(-1)
  if (before === undefined) return { ...history, past, present, future }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], step: null }
}

export function redo<T>({ past, present, future, ...history }: History<T>): History<T> {
  const [next, ...rest] = future
  if (next === undefined) return { ...history, past, present, future }
  return { past: [...past, present], present: next, future: rest, step: null }
}
