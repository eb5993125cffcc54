import { readStored, writeStored } from '../../../lib/browser/storage'

/** The email address whose password is being reset in this tab; null if none is. */
export function resetEmail(): string | null {
  return readStored('tab', 'resetAddress')
}

export function storeResetEmail(email: string): void {
  writeStored('tab', 'resetAddress', email)
}
