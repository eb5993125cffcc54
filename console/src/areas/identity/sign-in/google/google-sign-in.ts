/** The request that this tab stores while the user is at Google. */
export interface GoogleRequest {
  readonly state: string
  readonly nonce: string
  readonly back?: string
}

export type GoogleResponse =
  | { readonly credential: string; readonly back: string | undefined }
  /** `cancelled`: the user declined. `foreign`: the response does not belong to a request of this tab. */
  | { readonly failed: 'cancelled' | 'foreign' }

export const googlePath = '/signin/google'

/** Creates a request with a random state and the nonce of the server. */
export function newGoogleRequest(state: string, nonce: string, back: string | undefined): GoogleRequest {
  return { state, nonce, ...(back !== undefined && { back }) }
}

export function readGoogleRequest(stored: string | null): GoogleRequest | null {
  try {
    const { state, nonce, back } = JSON.parse(stored ?? 'null')
    if (typeof state !== 'string' || typeof nonce !== 'string') return null
    return { state, nonce, ...(typeof back === 'string' && { back }) }
  } catch {
    return null
  }
}

/** The address of Google's page, which returns an ID token in the fragment (OpenID Connect Core, section 3.2). */
export function googleAddress(clientId: string, origin: string, { state, nonce }: GoogleRequest): string {
  const address = new URL('https://accounts.google.com/o/oauth2/v2/auth')
  address.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'id_token',
    scope: 'openid email profile',
    redirect_uri: origin + googlePath,
    state,
    nonce,
    prompt: 'select_account',
  }).toString()
  return address.href
}

/** Checks that the response belongs to the request. The server verifies the token itself. */
export function readGoogleResponse(fragment: URLSearchParams, request: GoogleRequest | null): GoogleResponse {
  if (request === null || fragment.get('state') !== request.state) return { failed: 'foreign' }
  const credential = fragment.get('id_token')
  if (credential === null) return { failed: 'cancelled' }
  if (nonceOf(credential) !== request.nonce) return { failed: 'foreign' }
  return { credential, back: request.back }
}

function nonceOf(idToken: string): unknown {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null && 'nonce' in claims ? claims.nonce : undefined
  } catch {
    return undefined
  }
}
