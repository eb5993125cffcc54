import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * A shortcut: `/`, `?`, `mod+k` (⌘ or Ctrl), or a sequence such as `g e`. Without `mod`, it is ignored while a text
 * field has focus or a dialog is open.
 */
interface Shortcut {
  readonly keys: string
  /** The translated description for the list of shortcuts. */
  readonly label: string
  readonly run: () => void
}

/** Marks modal elements; not all of them have a role that says so. */
export const modalMark = { 'data-modal': '' } as const

const sequenceMs = 1200
const active = new Set<Shortcut>()
const watchers = new Set<() => void>()
let listed: readonly Shortcut[] = []
let pending = ''
let pendingUntil = 0

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Registers a shortcut while the component is mounted. The component that mounted last wins. */
export function useShortcut(keys: string | undefined, label: string, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (keys === undefined) return
    const shortcut = { keys, label, run: () => latest.current() }
    active.add(shortcut)
    changed()
    return () => {
      active.delete(shortcut)
      changed()
    }
  }, [keys, label])
}

/** All active shortcuts. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => listed,
  )
}

/** The key caps to show: `mod+k` is ⌘K on a Mac and Ctrl K elsewhere. */
export function keyCaps(keys: string): string[] {
  return keys.split(' ').flatMap((step) => {
    if (!step.startsWith('mod+')) return [step.length === 1 ? step.toUpperCase() : step]
    const key = step.slice(4).toUpperCase()
    return isMac ? [`⌘${key}`] : ['Ctrl', key]
  })
}

/** Starts the keyboard listener; called once. */
export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const shortcut = find(event)
    if (!shortcut) return
    event.preventDefault()
    pending = ''
    shortcut.run()
  })
}

function find(event: KeyboardEvent): Shortcut | undefined {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const key = event.key.toLowerCase()
  const shortcuts = [...active].reverse()
  if (mod) return shortcuts.find(({ keys }) => keys === `mod+${key}`)
  if (event.metaKey || event.ctrlKey || isTyping(event.target) || isDialogOpen()) return undefined

  const sequence = Date.now() < pendingUntil && pending ? `${pending} ${key}` : key
  const whole = shortcuts.find(({ keys }) => keys === sequence) ?? shortcuts.find(({ keys }) => keys === key)
  if (!whole) {
    pending = shortcuts.some(({ keys }) => keys.startsWith(`${key} `)) ? key : ''
    pendingUntil = Date.now() + sequenceMs
  }
  return whole
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const field = target.closest('input, textarea, select, [contenteditable]')
  return field !== null && !field.matches('input[type=checkbox], input[type=radio]')
}

function isDialogOpen(): boolean {
  return document.querySelector('[data-modal], [role=menu]') !== null
}

function changed(): void {
  listed = [...active]
  for (const watcher of watchers) watcher()
}
