import { readStored, writeStored } from '../../../lib/browser/storage'

/** The secret of an invitation's link, for the way through sign-in in this tab; null where there is none. */
export function keptInvitation(): string | null {
  return readStored('tab', 'invitation')
}

export function keepInvitation(token: string | null): void {
  writeStored('tab', 'invitation', token)
}
