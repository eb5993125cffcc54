import { readStored, writeStored } from '../../../lib/browser/storage'

/** The server sends no second code within this time. */
const pauseMs = 45_000
/** How long a code is valid. */
const lifetimeMs = 600_000

export type CodePurpose = 'verify' | 'reset'

/** Records in this tab that a code was sent to the address. */
export function recordCodeSent(purpose: CodePurpose, email: string): void {
  writeStored('tab', keyOf(purpose, email), String(Date.now()))
}

/** Clears the record of a code that could not be sent. */
export function clearCodeSent(purpose: CodePurpose, email: string): void {
  writeStored('tab', keyOf(purpose, email), null)
}

/** When another code can be requested; undefined if no valid code was sent. */
export function nextCodeAt(purpose: CodePurpose, email: string): Date | undefined {
  const sentAt = Number(readStored('tab', keyOf(purpose, email)) ?? Number.NaN)
  return Date.now() - sentAt < lifetimeMs ? new Date(sentAt + pauseMs) : undefined
}

/** The challenge of the last request for a code in this tab. The code works only with it. */
export function challengeOf(purpose: CodePurpose, email: string): string | undefined {
  return readStored('tab', challengeKey(purpose, email)) ?? undefined
}

export function storeChallenge(purpose: CodePurpose, email: string, challenge: string): void {
  writeStored('tab', challengeKey(purpose, email), challenge)
}

function challengeKey(purpose: CodePurpose, email: string): string {
  return `codeChallenge.${purpose}.${email.toLowerCase()}`
}

function keyOf(purpose: CodePurpose, email: string): string {
  return `codeSentAt.${purpose}.${email.toLowerCase()}`
}
