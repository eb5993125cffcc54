import { readStored, writeStored } from '../../../lib/browser/storage'

/** The email address whose password is being reset in this tab; null if none is. */
export function resetAddress(): string | null {
  return readStored('tab', 'resetAddress')
}

export function keepResetAddress(email: string): void {
  writeStored('tab', 'resetAddress', email)
}
