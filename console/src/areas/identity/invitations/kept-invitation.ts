import { readStored, writeStored } from '../../../lib/browser/storage'

/** The secret of the invitation link, stored for this tab during sign-in; null if there is none. */
export function keptInvitation(): string | null {
  return readStored('tab', 'invitation')
}

export function keepInvitation(token: string | null): void {
  writeStored('tab', 'invitation', token)
}
