import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { openTestPool } from '../../../testing/pool.ts'

const clientId = 'console.apps.example.com'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
let issuerServer: Server
let issuer: string
let kinora: TestKinora
const clock = movableClock()

beforeAll(async () => {
  const pem = keys.publicKey.export({ type: 'spki', format: 'pem' })
  issuerServer = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=3600' })
    response.end(JSON.stringify({ one: pem }))
  }).listen(0, '127.0.0.1')
  await once(issuerServer, 'listening')
  const { port } = issuerServer.address() as AddressInfo
  issuer = `http://127.0.0.1:${port}`
  clock.freeze()
  kinora = await startTestKinora({
    clock,
    env: { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer, GOOGLE_CERTS_URL: `${issuer}/certs` },
  })
})
afterAll(async () => {
  await kinora.stop()
  issuerServer.close()
})

const visitor = () => client(kinora.url, null, null, null)
const now = () => Math.floor(Date.now() / 1000)

const newNonce = async () => (await visitor().call('beginGoogleSignIn', {})).nonce

async function idToken(claims: Record<string, unknown>, by = keys.privateKey): Promise<string> {
  const usual = {
    nonce: await newNonce(),
    iss: issuer,
    aud: clientId,
    iat: now(),
    exp: now() + 600,
    email_verified: true,
  }
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(by)
}

const signIn = (credential: string, code?: string) =>
  visitor().send('POST', '/services/api/v1/oauth/callback/google', { body: { credential, code } })

const ananya = { sub: '1001', email: 'ananya@example.com', given_name: 'Ananya', family_name: 'Rao' }

describe('sign-in with Google', () => {
  it('is offered if configured, and creates an account that it finds again by the Google ID', async () => {
    expect(await visitor().call('getSignInOptions', {})).toMatchObject({ google: { clientId } })
    const first = await signIn(await idToken(ananya))
    expect(first).toMatchObject({
      status: 200,
      body: {
        user: { email: 'ananya@example.com', firstName: 'Ananya', isVerified: true, hasPassword: false },
      },
    })
    const moved = await signIn(await idToken({ ...ananya, email: 'moved@example.com' }))
    expect(moved.body).toMatchObject({ user: { email: 'ananya@example.com' } })
  })

  it('gives an unverified account to the owner of the email, not to its creator', async () => {
    const email = 'victim@example.com'
    const body = { email, password: 'Correct-horse1', firstName: 'Mallory', lastName: 'Impostor' }
    const { token } = await visitor().call('signUp', { body })
    const answer = await signIn(await idToken({ ...ananya, sub: '1002', email }))
    expect(answer).toMatchObject({ status: 200, body: { user: { email, hasPassword: false } } })
    const impostor = client(kinora.url, token, null, null)
    expect((await impostor.send('GET', '/services/api/v1/users/me')).status).toBe(401)
    const again = await visitor().send('POST', '/services/api/v1/users/authenticate', { body })
    expect(again.status).toBe(403)
  })

  it('requires the second factor before it links an account to Google, and locks after ten wrong codes', async () => {
    const email = 'careful@example.com'
    const body = { email, password: 'Correct-horse1', firstName: 'Ananya', lastName: 'Rao' }
    const { token } = await visitor().call('signUp', { body })
    const person = client(kinora.url, token, null, null)
    const me = { params: { id: 'me' } }
    const { secret } = await person.call('beginSecondFactor', { ...me, body })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: clock.now().getTime() })
    await person.call('confirmSecondFactor', { ...me, body: { code: code() } })
    const pool = openTestPool(kinora)
    await pool.sql('UPDATE users SET verified_at = now() WHERE email = $1', [email])
    const credential = await idToken({ ...ananya, sub: '1004', email })
    expect(await signIn(credential)).toMatchObject({ body: { type: '/problems/second-factor-required' } })
    for (let n = 0; n < 10; n++)
      expect(await signIn(credential, 'aaaaa-aaaaa')).toMatchObject({
        body: { type: '/problems/second-factor-wrong' },
      })
    clock.advance(30)
    expect(await signIn(credential, code())).toMatchObject({ body: { type: '/problems/account-locked' } })
    const tied = await pool.sql('SELECT 1 FROM users WHERE google_subject = $1', ['1004'])
    await pool.end()
    expect(tied).toEqual([])
  })

  it('accepts a token once, and only with a nonce of its own that is not too old', async () => {
    const credential = await idToken({ ...ananya, sub: '1005', email: 'once@example.com' })
    const answers = await Promise.all([signIn(credential), signIn(credential)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await signIn(credential)).status).toBe(403)
    expect((await signIn(await idToken({ ...ananya, nonce: 'invented' }))).status).toBe(403)
    expect((await signIn(await idToken({ ...ananya, nonce: undefined }))).status).toBe(403)
    const late = await idToken(ananya)
    clock.advance(901)
    expect((await signIn(late)).status).toBe(403)
  })

  it.each<[string, () => Promise<string> | string]>([
    ['signed by somebody else', () => idToken(ananya, otherKeys.privateKey)],
    ['for another client', () => idToken({ ...ananya, aud: 'other.apps.example.com' })],
    ['of another issuer', () => idToken({ ...ananya, iss: 'https://accounts.example.net' })],
    ['that is over', () => idToken({ ...ananya, iat: now() - 90_000, exp: now() - 86_400 })],
    ['whose address is not confirmed', () => idToken({ ...ananya, email_verified: false })],
    ['without an address', () => idToken({ sub: '1003' })],
    ['that is none', () => 'nonsense'],
  ])('refuses a token %s', async (_what, make) => {
    expect(await signIn(await make())).toMatchObject({
      status: 403,
      body: { type: '/problems/google-refused' },
    })
  })

  it('is not found if it is not configured', async () => {
    const plain = await startTestKinora()
    const guest = client(plain.url, null, null, null)
    expect(await guest.call('getSignInOptions', {})).toMatchObject({ google: null })
    const body = { credential: await idToken(ananya) }
    const answer = await guest.send('POST', '/services/api/v1/oauth/callback/google', { body })
    expect(answer.body).toMatchObject({ type: '/problems/google-refused' })
    await plain.stop()
  })
})
