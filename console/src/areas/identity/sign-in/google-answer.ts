import type { GoogleAnswer } from './google-sign-in'

let kept: GoogleAnswer | undefined

/** What Google answered, from the address it came in to the screen; never stored. */
export function googleAnswer(): GoogleAnswer | undefined {
  return kept
}

export function keepGoogleAnswer(answer: GoogleAnswer | undefined): void {
  kept = answer
}
