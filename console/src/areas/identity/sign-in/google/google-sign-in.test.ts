import { describe, expect, it } from 'vitest'
import { googleAddress, newGoogleRequest, readGoogleRequest, readGoogleResponse } from './google-sign-in'

const request = newGoogleRequest('word1', 'word2', '/invite')
const idToken = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`
const answer = (given: Record<string, string>) => readGoogleResponse(new URLSearchParams(given), request)

describe('Google sign-in request', () => {
  it('requests an ID token for this client and redirect address', () => {
    const { origin, pathname, searchParams } = new URL(googleAddress('us', 'https://tv.example', request))
    expect(origin + pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'us',
      response_type: 'id_token',
      scope: 'openid email profile',
      redirect_uri: 'https://tv.example/signin/google',
      state: 'word1',
      nonce: 'word2',
    })
  })

  it('survives storage, and rejects other text', () => {
    expect(readGoogleRequest(JSON.stringify(request))).toEqual(request)
    for (const other of [null, 'null', '{', '{"state":1}']) expect(readGoogleRequest(other)).toBeNull()
  })
})

describe("Google's answer", () => {
  it('is accepted if state and nonce match the request', () => {
    const credential = idToken({ nonce: 'word2', name: 'అనన్య' })
    expect(answer({ state: 'word1', id_token: credential })).toEqual({ credential, back: '/invite' })
  })

  it.each([
    ['with another state', { state: 'other', id_token: idToken({ nonce: 'word2' }) }],
    ['without a state', { id_token: idToken({ nonce: 'word2' }) }],
    ['with another nonce', { state: 'word1', id_token: idToken({ nonce: 'other' }) }],
    ['without a nonce', { state: 'word1', id_token: idToken({}) }],
    ['that is no token', { state: 'word1', id_token: 'nonsense' }],
  ])('is left alone %s', (_what, given) => {
    expect(answer(given)).toEqual({ failed: 'foreign' })
  })

  it('reports that the user declined', () => {
    expect(answer({ state: 'word1', error: 'access_denied' })).toEqual({ failed: 'cancelled' })
  })

  it('is rejected without a matching request', () => {
    const given = new URLSearchParams({ state: 'word1', id_token: idToken({ nonce: 'word2' }) })
    expect(readGoogleResponse(given, null)).toEqual({ failed: 'foreign' })
  })
})
