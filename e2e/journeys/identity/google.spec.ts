import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type Server, startKinora } from '../../server.ts'
import { expect, test } from '../support/fixtures.ts'

const clientId = 'console.apps.example.com'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
let certificates: HttpServer
let kinora: Server

// One Kinora for all of them.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  const pem = keys.publicKey.export({ type: 'spki', format: 'pem' })
  certificates = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=3600' })
    response.end(JSON.stringify({ key: pem }))
  })
  certificates.listen(0, '127.0.0.1')
  await once(certificates, 'listening')
  const { port } = certificates.address() as AddressInfo
  kinora = await startKinora({
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CERTS_URL: `http://127.0.0.1:${port}/certs`,
  })
})
test.afterAll(async () => {
  await kinora.stop()
  certificates.close()
})

type Answer = (asked: URLSearchParams) => Record<string, string>

/** Stands in for Google's page: it asks nothing and answers at once. */
async function answerAs(page: Page, answer: Answer): Promise<void> {
  await page.route('https://accounts.google.com/**', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const fragment = new URLSearchParams(answer(searchParams))
    const location = `${searchParams.get('redirect_uri')}#${fragment}`
    await route.fulfill({ status: 302, headers: { location } })
  })
}

const consents: Answer = (asked) => ({
  state: asked.get('state') ?? '',
  id_token: idToken({ nonce: asked.get('nonce') }),
})

test('a user signs in with Google and can add a password', async ({ page }) => {
  await answerAs(page, consents)
  await page.goto(`${kinora.url}/account`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL(`${kinora.url}/account`)
  await expect(page.getByText('You sign in with Google and have no password.')).toBeVisible()
  await page.getByRole('link', { name: 'Set a password' }).click()
  await expect(page.getByLabel('Work email')).toHaveValue('ananya@example.com')
})

test('an unsolicited response from Google is rejected and removed from the URL', async ({ page }) => {
  await page.goto(`${kinora.url}/signin/google#state=guess&id_token=${idToken({ nonce: 'guess' })}`)
  await expect(page.getByText('This Google sign-in was not started in this tab.')).toBeVisible()
  expect(page.url()).toBe(`${kinora.url}/signin/google`)
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await answerAs(page, (asked) => ({ state: asked.get('state') ?? '', error: 'access_denied' }))
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('You left Google’s page without signing in.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('kinora.session.token'))).toBeNull()
})

/** An ID token signed like those of Google (RFC 7515, RS256). */
function idToken(claims: object): string {
  const now = Math.floor(Date.now() / 1000)
  const ananya = { sub: '1001', email: 'ananya@example.com', email_verified: true }
  const given = { given_name: 'Ananya', family_name: 'Rao' }
  const issued = { iss: 'https://accounts.google.com', aud: clientId, iat: now, exp: now + 3600 }
  const text = [
    { alg: 'RS256', kid: 'key' },
    { ...ananya, ...given, ...issued, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), keys.privateKey).toString('base64url')}`
}
