import { readStored, writeStored } from '../../../lib/browser/storage'

/** Asked for again sooner than this, the server lets the code that is under way do. */
const pauseMs = 45_000
/** As long as a code is good. */
const lifetimeMs = 600_000

export type CodePurpose = 'verify' | 'reset'

/** Notes, for this tab, that a code is on its way to the address. */
export function rememberSending(purpose: CodePurpose, email: string): void {
  writeStored('tab', keyOf(purpose, email), String(Date.now()))
}

/** It did not leave after all. */
export function forgetSending(purpose: CodePurpose, email: string): void {
  writeStored('tab', keyOf(purpose, email), null)
}

/** When another code may be asked for; undefined where none was sent that could still be good. */
export function nextSendingAt(purpose: CodePurpose, email: string): Date | undefined {
  const sentAt = Number(readStored('tab', keyOf(purpose, email)) ?? Number.NaN)
  return Date.now() - sentAt < lifetimeMs ? new Date(sentAt + pauseMs) : undefined
}

function keyOf(purpose: CodePurpose, email: string): string {
  return `codeSentAt.${purpose}.${email.toLowerCase()}`
}
