/**
 * What the console keeps in localStorage. `session` ends with the session; `device` (theme, language) and
 * `preferences` (kept apart by user) outlive it.
 */
type Drawer = 'session' | 'device' | 'preferences'

export function readStored(drawer: Drawer, key: string): string | null {
  try {
    return localStorage.getItem(nameOf(drawer, key))
  } catch {
    return null
  }
}

/** Null removes. A browser that refuses storage loses the value with the page. */
export function writeStored(drawer: Drawer, key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(nameOf(drawer, key))
    else localStorage.setItem(nameOf(drawer, key), value)
  } catch {
    // Storage is full or forbidden.
  }
}

export function clearDrawer(drawer: Drawer): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(nameOf(drawer, '')))
    for (const name of names) localStorage.removeItem(name)
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

/** Calls `listener` when another tab writes the key or clears it. */
export function onStoredElsewhere(drawer: Drawer, key: string, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === nameOf(drawer, key) || event.key === null) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

function nameOf(drawer: Drawer, key: string): string {
  return `kinora.${drawer}.${key}`
}
