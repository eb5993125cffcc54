import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretsWithKey } from '../platform/secrets.ts'
import { startTestKinora, type TestKinora } from '../testing/kinora.ts'
import { eventually } from '../testing/machine/eventually.ts'
import { openWorld, type World } from '../testing/world.ts'

/** A key pair as older versions made it. */
const short = generateKeyPairSync('rsa', { modulusLength: 2048 })
let world: World
let strict: TestKinora | undefined

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await strict?.stop()
  await world.end()
})

const startStrict = async () => {
  strict ??= await startTestKinora({ env: { SIGNING_KEY_BITS: '3072' }, beside: world.kinora })
  return strict
}

it('accepts a short signing key of a customer, unless the installation refuses it', async () => {
  const { id: kid } = await world.owner.call('createSigningKey', { body: { product: 'video' } })
  const pem = short.publicKey.export({ type: 'spki', format: 'pem' })
  await world.sql('UPDATE signing_keys SET public_key = $1 WHERE id = $2', [pem, kid])
  const body = { playbackPolicy: 'signed' } as const
  const { urls, playbackId } = await world.owner.call('updateContent', {
    params: { id: world.content.id },
    body,
  })
  const token = await new SignJWT({ sub: playbackId ?? '', aud: 'v' })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setExpirationTime('10 minutes')
    .sign(short.privateKey)
  const path = `${new URL(urls.hls).pathname}?token=${token}`
  const statusAt = async (kinora: TestKinora) => (await fetch(`${kinora.url}${path}`)).status
  await eventually(async () => expect((await fetch(urls.hls)).status).toBe(403))
  expect(await statusAt(world.kinora)).toBe(200)
  expect(await statusAt(await startStrict())).toBe(403)
})

it('replaces a short key of its own at the start', async () => {
  const key = Buffer.from(await readFile(join(world.kinora.dataDir, 'secrets.key'), 'utf8'), 'base64')
  const secrets = secretsWithKey(key)
  const old = short.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const name = 'playback-key'
  await world.sql('UPDATE installation SET value = $1 WHERE name = $2', [secrets.encrypt(old), name])
  const bitsNow = async () => {
    const [row] = await world.sql('SELECT value FROM installation WHERE name = $1', [name])
    return createPrivateKey(secrets.decrypt(String(row?.value))).asymmetricKeyDetails?.modulusLength
  }
  expect(await bitsNow()).toBe(2048)
  const later = await startTestKinora({ beside: world.kinora })
  expect(await bitsNow()).toBe(3072)
  await later.stop()
})
