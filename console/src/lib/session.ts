import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, takeStored, writeStored } from './browser/storage'

/**
 * `left`: the user signed out; `refused`: the server rejected the token; `elsewhere`: another tab signed out. `acting`:
 * this tab starts or stops impersonation; `replaced`: another tab signed in as another user. The last two reload the
 * page.
 */
type SessionEnd = 'left' | 'refused' | 'elsewhere' | 'acting' | 'replaced'

const listeners = new Set<(why: SessionEnd) => void>()
const watchers = new Set<() => void>()
/** The token whose data this page shows. */
let shown = sessionToken()
let reloading = false

/**
 * The token for calls. While an administrator impersonates a user in this tab, it is that user's token; the
 * administrator's own token stays stored and unused.
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
  writeStored('session', 'token', token)
  know()
}

/** Starts impersonation in this tab only. `from` is the address to return to. */
export function startActing(token: string, from: string): void {
  writeStored('tab', 'acting', token)
  writeStored('tab', 'actingFrom', from)
  notify('acting')
}

/** The address to load after `acting`. */
export function addressAfterActing(): string {
  if (actingToken() !== null) return '/'
  return takeStored('tab', 'actingFrom') ?? '/'
}

/** Whether the page reloaded because the server ended impersonation. Reading it clears it. */
export function wasActingRefused(): boolean {
  return takeStored('tab', 'actingRefused') !== null
}

/**
 * Removes the session from this device and notifies the listeners. An impersonating administrator gets their own
 * session back.
 */
export function endSession(why: 'left' | 'refused'): void {
  if (actingToken() !== null) {
    writeStored('tab', 'acting', null)
    writeStored('tab', 'environment', null)
    if (why === 'refused') writeStored('tab', 'actingRefused', 'yes')
    notify('acting')
    return
  }
  writeStored('session', 'token', null)
  notify(why)
}

/** The server rejected this token. Ignored if the token was already replaced. */
export function refuseToken(token: string | null): void {
  if (token === sessionToken()) endSession('refused')
}

/** Whether the page is about to reload because its user has changed. */
export function isReloading(): boolean {
  return reloading
}

export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows changes by other tabs, also when the browser restores the page from its cache. Called once. */
export function watchSession(): void {
  const look = () => {
    const now = sessionToken()
    if (now !== shown) notify(now === null ? 'elsewhere' : 'replaced')
  }
  onStoredElsewhere('session', 'token', look)
  addEventListener('pageshow', look)
}

/** The environment that the user opened last on this device. It outlives the session. */
export function lastEnvironment(userId: string): string | null {
  return actingToken() === null
    ? readStored('preferences', lastEnvironmentKey(userId))
    : readStored('tab', 'environment')
}

/** Impersonation leaves no trace on the device. */
export function rememberEnvironment(userId: string, environmentId: string): void {
  if (actingToken() === null) writeStored('preferences', lastEnvironmentKey(userId), environmentId)
  else writeStored('tab', 'environment', environmentId)
}

function lastEnvironmentKey(userId: string): string {
  return `${userId}.environment`
}

function actingToken(): string | null {
  return readStored('tab', 'acting')
}

function notify(why: SessionEnd): void {
  know()
  reloading ||= why === 'acting' || why === 'replaced'
  for (const listener of listeners) listener(why)
}

function know(): void {
  shown = sessionToken()
  for (const watcher of watchers) watcher()
}
