import { isSealed, seal, unseal } from './sealed-values'

/**
 * The console's browser storage. `session` ends with the session; `device` (theme, language) and `preferences` (per
 * user) outlive it; `tab` belongs to this tab and survives a reload.
 */
type Drawer = 'session' | 'device' | 'preferences' | 'tab'

export function readStored(drawer: Drawer, key: string): string | null {
  try {
    const stored = placeOf(drawer).getItem(nameOf(drawer, key))
    if (stored === null || !isSecret(drawer, key)) return stored
    const value = unseal(stored)
    // Stored before there was a key.
    if (!isSealed(stored) && seal(stored) !== stored) writeStored(drawer, key, value)
    return value
  } catch {
    return null
  }
}

/** Null removes the value. If the browser refuses storage, the value is not kept. */
export function writeStored(drawer: Drawer, key: string, value: string | null): void {
  try {
    if (value === null) placeOf(drawer).removeItem(nameOf(drawer, key))
    else placeOf(drawer).setItem(nameOf(drawer, key), isSecret(drawer, key) ? seal(value) : value)
  } catch {
    // Storage is full or forbidden.
  }
}

/** Reads a value and removes it. */
export function takeStored(drawer: Drawer, key: string): string | null {
  const value = readStored(drawer, key)
  writeStored(drawer, key, null)
  return value
}

/** Calls `listener` when another tab writes or removes the key. */
export function onStoredElsewhere(drawer: Drawer, key: string, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === nameOf(drawer, key) || event.key === null) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/** Session tokens, which other pages on this origin must not read. */
function isSecret(drawer: Drawer, key: string): boolean {
  return (drawer === 'session' && key === 'token') || (drawer === 'tab' && key === 'acting')
}

function placeOf(drawer: Drawer): Storage {
  return drawer === 'tab' ? sessionStorage : localStorage
}

function nameOf(drawer: Drawer, key: string): string {
  return `kinora.${drawer}.${key}`
}
