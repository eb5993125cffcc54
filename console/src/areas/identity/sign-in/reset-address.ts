import { readStored, writeStored } from '../../../lib/browser/storage'

/** Whose password is being set anew in this tab; null where nobody's is. */
export function resetAddress(): string | null {
  return readStored('tab', 'resetAddress')
}

export function keepResetAddress(email: string): void {
  writeStored('tab', 'resetAddress', email)
}
