import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, takeStored, writeStored } from './browser/storage'

/**
 * `left`: the person chose to; `refused`: the server did; `elsewhere`: another tab signed out. `acting`: this tab begins
 * or ends to act as somebody else; `replaced`: another tab signed somebody else in. After those two the page starts anew.
 */
type SessionEnd = 'left' | 'refused' | 'elsewhere' | 'acting' | 'replaced'

const listeners = new Set<(why: SessionEnd) => void>()
const watchers = new Set<() => void>()
/** The token that this page shows the world of. */
let shown = sessionToken()

/**
 * The token that calls are made with. While an administrator acts as somebody in this tab it is that person's; the
 * administrator's own stays where it is and is not used.
 */
export function sessionToken(): string | null {
  return actingToken() ?? readStored('session', 'token')
}

export function useSignedIn(): boolean {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => sessionToken() !== null,
  )
}

export function startSession(token: string): void {
  writeStored('tab', 'acting', null)
  writeStored('session', 'environment', null)
  writeStored('session', 'token', token)
  know()
}

/** Goes on as somebody else, in this tab only. `from` is the address to come back to. */
export function startActing(token: string, from: string): void {
  writeStored('tab', 'acting', token)
  writeStored('tab', 'actingFrom', from)
  tell('acting')
}

/** Where the page starts anew after `acting`. */
export function addressAfterActing(): string {
  if (actingToken() !== null) return '/'
  return takeStored('tab', 'actingFrom') ?? '/'
}

/** Whether the page started anew because the server ended acting as somebody else. Asked once. */
export function wasActingRefused(): boolean {
  return takeStored('tab', 'actingRefused') !== null
}

/**
 * Forgets what belongs to the signed-in person on this device and tells whoever shows it. Whoever acts as somebody
 * else is themselves again.
 */
export function endSession(why: 'left' | 'refused'): void {
  if (actingToken() !== null) {
    writeStored('tab', 'acting', null)
    writeStored('tab', 'environment', null)
    if (why === 'refused') writeStored('tab', 'actingRefused', 'yes')
    tell('acting')
    return
  }
  writeStored('session', 'token', null)
  writeStored('session', 'environment', null)
  tell(why)
}

/** The server no longer takes this token. One that was given up meanwhile says nothing about the present one. */
export function refuseToken(token: string | null): void {
  if (token === sessionToken()) endSession('refused')
}

export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notices what other tabs do, also when the browser brings a page back as it was left. Called once. */
export function watchSession(): void {
  const look = () => {
    const now = sessionToken()
    if (now !== shown) tell(now === null ? 'elsewhere' : 'replaced')
  }
  onStoredElsewhere('session', 'token', look)
  addEventListener('pageshow', look)
}

export function lastEnvironment(): string | null {
  return readStored(environmentDrawer(), 'environment')
}

export function rememberEnvironment(environmentId: string): void {
  writeStored(environmentDrawer(), 'environment', environmentId)
}

function environmentDrawer(): 'tab' | 'session' {
  return actingToken() === null ? 'session' : 'tab'
}

function actingToken(): string | null {
  return readStored('tab', 'acting')
}

function tell(why: SessionEnd): void {
  know()
  for (const listener of listeners) listener(why)
}

function know(): void {
  shown = sessionToken()
  for (const watcher of watchers) watcher()
}
