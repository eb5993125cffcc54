import type { GoogleAnswer } from './google-sign-in'

let kept: GoogleAnswer | undefined

/** Google's response, passed from the redirect to the screen; never stored. */
export function googleAnswer(): GoogleAnswer | undefined {
  return kept
}

export function keepGoogleAnswer(answer: GoogleAnswer | undefined): void {
  kept = answer
}
