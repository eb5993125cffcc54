import { readStored, writeStored } from '../../../lib/browser/storage'

/** The secret of the invitation link, stored for this tab during sign-in; null if there is none. */
export function storedInvitation(): string | null {
  return readStored('tab', 'invitation')
}

export function storeInvitation(token: string | null): void {
  writeStored('tab', 'invitation', token)
}
