interface ToastMessage {
  readonly text: string
  readonly tone?: 'plain' | 'good' | 'bad'
  /** Usually Undo. Doubles the display time. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

export interface ShownToast extends ToastMessage {
  readonly id: number
}

const shownMs = 3000
const maxAtOnce = 3
const watchers = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let shown: readonly ShownToast[] = []
let lastId = 0

/** Shows a message at the top of the screen for three seconds. */
export function toast(message: ToastMessage): void {
  lastId += 1
  const id = lastId
  for (const { id: old } of shown.slice(0, -(maxAtOnce - 1))) dismissToast(old)
  show([...shown, { ...message, id }])
  timers.set(
    id,
    setTimeout(() => dismissToast(id), message.action ? shownMs * 2 : shownMs),
  )
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  show(shown.filter((message) => message.id !== id))
}

/** Pauses the timer while the user reads or is about to press. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissToast(id), shownMs * 2),
  )
}

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}

function show(next: readonly ShownToast[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}
