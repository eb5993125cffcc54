import { clearDrawer, onStoredElsewhere, readStored, writeStored } from './storage'

/** `left`: the person chose to; `refused`: the server did; `elsewhere`: another tab signed out. */
type SessionEnd = 'left' | 'refused' | 'elsewhere'

const listeners = new Set<(why: SessionEnd) => void>()

export function sessionToken(): string | null {
  return readStored('session', 'token')
}

export function startSession(token: string): void {
  clearDrawer('session')
  writeStored('session', 'token', token)
}

/** Forgets everything that belongs to the signed-in person on this device and tells whoever shows it. */
export function endSession(why: SessionEnd): void {
  clearDrawer('session')
  for (const listener of listeners) listener(why)
}

export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  listeners.add(listener)
  const stop = onStoredElsewhere('session', 'token', () => {
    if (sessionToken() === null) listener('elsewhere')
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
