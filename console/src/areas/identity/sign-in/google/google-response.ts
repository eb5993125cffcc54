import type { GoogleResponse } from './google-sign-in'

let kept: GoogleResponse | undefined

/** Google's response, passed from the redirect to the screen; never stored. */
export function googleResponse(): GoogleResponse | undefined {
  return kept
}

export function storeGoogleResponse(answer: GoogleResponse | undefined): void {
  kept = answer
}
