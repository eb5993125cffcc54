import { clearDrawer, onStoredElsewhere, readStored, writeStored } from './storage'

const listeners = new Set<() => void>()

export function sessionToken(): string | null {
  return readStored('session', 'token')
}

export function startSession(token: string): void {
  clearDrawer('session')
  writeStored('session', 'token', token)
}

/** Forgets everything that belongs to the signed-in person on this device and tells whoever shows it. */
export function endSession(): void {
  clearDrawer('session')
  for (const listener of listeners) listener()
}

/** Also called when another tab signs out. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStoredElsewhere('session', 'token', () => {
    if (sessionToken() === null) listener()
  })
  return () => {
    listeners.delete(listener)
    stop()
  }
}

export function lastEnvironment(): string | null {
  return readStored('session', 'environment')
}

export function rememberEnvironment(environmentId: string): void {
  writeStored('session', 'environment', environmentId)
}
