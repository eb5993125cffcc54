/** The response of a network, in the address. */
export interface SocialResponse {
  readonly environmentId: string
  readonly state: string
  /** Null if the person did not allow the access. */
  readonly code: string | null
}

let kept: SocialResponse | null = null

/** Keeps what a network sent back, so that the code is no longer in the address and in the history. */
export function keepSocialResponse(search: URLSearchParams): void {
  const state = search.get('state') ?? ''
  const [environmentId = ''] = state.split('.')
  kept = environmentId === '' ? null : { environmentId, state, code: search.get('code') }
}

export const keptSocialResponse = (): SocialResponse | null => kept
