import type { Secrets } from '../secrets.ts'
import { hideSecrets, keepSecrets } from './address-secrets.ts'

/** An address in a column: as people see it, and encrypted behind that if it has secrets. It is no text for the compiler, so
 * that it is not shown or used by mistake. */
export interface StoredAddress {
  readonly storedAddress: never
}

/** Between both parts. Addresses have no spaces. */
const MARK = ' sealed:'
const sealed = new RegExp(`^(.*)${MARK}([A-Za-z0-9+/=]+)$`, 's')
const sealedPart = new RegExp(`${MARK}([A-Za-z0-9+/=]+)`, 'g')

/** @param before the address that it replaces, whose secrets stay where the new one has placeholders */
export function storeAddress(
  secrets: Secrets,
  address: string,
  before: StoredAddress | null | undefined = null,
): StoredAddress {
  const known = before ? openAddress(secrets, before) : null
  const whole = known === null ? address : keepSecrets(address, known)
  // An unchanged address is the same text.
  if (before && whole === known) return before
  const shown = hideSecrets(whole)
  const text = shown === whole && !whole.includes(MARK) ? whole : `${shown}${MARK}${secrets.encrypt(whole)}`
  return text as unknown as StoredAddress
}

/** The same for an address that can be missing. */
export function storeOptional(
  secrets: Secrets,
  address: string | null,
  before: StoredAddress | null = null,
): StoredAddress | null {
  return address === null ? null : storeAddress(secrets, address, before)
}

/** The whole address. @throws if it was encrypted with another key */
export function openAddress(secrets: Secrets, stored: StoredAddress): string {
  const text = String(stored)
  const [, , cipher] = sealed.exec(text) ?? []
  return cipher === undefined ? text : secrets.decrypt(cipher)
}

/** The address as people see it. */
export function shownAddress(stored: StoredAddress): string {
  const text = String(stored)
  // Rows can be older than the rules for secrets.
  return hideSecrets(sealed.exec(text)?.[1] ?? text)
}

/** The text of a stored address, encrypted with the first key. One that is older than the rules for secrets is encrypted now. */
export function renewAddress(secrets: Secrets, text: string): string {
  const isOlder = sealedParts(text).length === 0 && hideSecrets(text) !== text
  return isOlder ? String(storeAddress(secrets, text)) : renewParts(secrets, text)
}

/** A text with stored addresses, such as a list, whose encrypted parts are encrypted with the first key. */
export function renewParts(secrets: Secrets, text: string): string {
  return sealedParts(text).reduce(
    (all, part) =>
      secrets.isCurrent(part) ? all : all.replace(part, secrets.encrypt(secrets.decrypt(part))),
    text,
  )
}

function sealedParts(text: string): string[] {
  return Array.from(text.matchAll(sealedPart), ([, part = '']) => part)
}
