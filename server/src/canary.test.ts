import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCampaign } from './testing/ads/campaigns.ts'
import { client, newOwner } from './testing/client.ts'
import { movableClock } from './testing/clock.ts'
import { startTestKinora, type TestKinora } from './testing/kinora.ts'
import { codeIn, emailTo, linkTokenIn } from './testing/mailbox.ts'
import { openTestPool, type TestPool } from './testing/pool.ts'
import { newImport } from './testing/sheets.ts'

let kinora: TestKinora
let pool: TestPool
const clock = movableClock()
beforeAll(async () => {
  kinora = await startTestKinora({ clock })
  pool = openTestPool(kinora)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await pool.sql(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => pool.sql(`SELECT t::text AS row FROM ${name} AS t`)),
  )
  return rows
    .flat()
    .map(({ row }) => String(row))
    .join('\n')
}

/** Every file in the data directory except emails and the key, which must contain secrets. */
async function everyFile(): Promise<string> {
  const entries = await readdir(kinora.dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'secrets.key' && !entry.parentPath.endsWith('/mail'))
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1'))
  return (await Promise.all(files)).join('\n')
}

it('finds no secret again that was ever typed or given out, in database, log or files', async () => {
  const secrets: string[] = []
  const seen = (secret: string): string => {
    expect(secret.length).toBeGreaterThanOrEqual(6)
    secrets.push(secret)
    return secret
  }
  const me = { params: { id: 'me' } }
  const email = 'canary@example.com'
  const owner = await newOwner(kinora.url, { email })
  seen(owner.token ?? '')
  const environment = { ...owner, environmentId: owner.environmentId }

  const typed = seen(`Canary-${randomUUID()}-A1`)
  const changed = { currentPassword: 'Correct-horse1', newPassword: typed }
  await owner.call('changePassword', { ...me, body: changed })
  const wrong = seen(`Canary-${randomUUID()}-B2`)
  const refused = { body: { email, password: wrong } }
  expect((await owner.send('POST', '/services/api/v1/users/authenticate', refused)).status).toBe(403)
  seen((await owner.call('signIn', { body: { email, password: typed } })).token)

  const factor = await owner.call('beginSecondFactor', { ...me, body: { password: typed } })
  seen(factor.secret)
  // The code is valid however slow the machine is.
  clock.freeze()
  const code = new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate({
    timestamp: clock.now().getTime(),
  })
  const { recoveryCodes } = await owner.call('confirmSecondFactor', { ...me, body: { code } })
  recoveryCodes.forEach(seen)

  // Also with a key, which stores the response.
  const idempotent = { 'idempotency-key': randomUUID() }
  const give = async (path: string, body: object, name: string): Promise<string> => {
    const answer = await environment.send('POST', `/services/api/v1/${path}`, { body, headers: idempotent })
    expect(answer.status).toBe(201)
    idempotent['idempotency-key'] = randomUUID()
    return seen(String(Reflect.get(Object(answer.body), name)))
  }
  await give('api-access-tokens', { name: 'Ingest', permission: ['read'] }, 'secret')
  const privateKey = await give('signingkeys', { product: 'video' }, 'privateKey')
  const pem = Buffer.from(privateKey, 'base64').toString().split('\n')
  seen(pem[3] ?? '')
  await give('webhooks', { url: `${kinora.url}/hook` }, 'secret')

  const stream = { params: { id: (await owner.call('createLivestream', { body: { name: 'Final' } })).id } }
  for (let turn = 0; turn < 2; turn++) {
    const { streamKey, srtPassphrase } = await owner.call('getStreamKey', stream)
    seen(streamKey)
    seen(srtPassphrase)
    await owner.call('rotateStreamKey', { ...stream, body: { oldKeyValidS: 60 } })
  }

  const guest = 'guest@example.com'
  const organization = { id: owner.organizationId ?? '' }
  const { items } = await owner.call('listRoles', { params: organization })
  const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  const invited = await owner.send('POST', `/services/api/v1/organizations/${organization.id}/invite`, {
    body: { email: guest, roleId },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(invited.status).toBe(201)
  const token = seen(linkTokenIn(await emailTo(kinora, guest)))
  const visitor = client(kinora.url, null, null, null)
  await visitor.call('readInvitation', { body: { token } })
  const password = seen(`Canary-${randomUUID()}-C3`)
  const names = { firstName: 'Guest', lastName: 'Canary' }
  seen((await visitor.call('joinByInvitation', { body: { token, password, ...names } })).token)
  // Emails are ordered by their time.
  clock.advance(1)
  const { challenge } = await visitor.call('requestPasswordReset', { body: { email: guest } })
  seen(challenge)
  const otp = codeIn(await emailTo(kinora, guest, 2))
  const reset = seen(`Canary-${randomUUID()}-D4`)
  await visitor.call('resetPassword', {
    body: { email: guest, challenge, otp, password: reset },
  })

  expect(await placesOf(secrets, email)).toEqual([])
})

it('finds no secret of an address again, in answers, database, log or files', async () => {
  const owner = await newOwner(kinora.url, { email: 'addresses@example.com' })
  const canary = (kind: string) => `CANARY${kind}${randomUUID().slice(0, 8).toUpperCase()}`
  const secrets = ['PATH', 'NAME', 'STREAM', 'TOKEN', 'USER'].map(canary)
  const [path, name, stream, token, user] = secrets
  const server = '127.0.0.1:9'
  const sources = [
    `rtmp://${server}/live/${name}`,
    `srt://${server}?streamid=${stream}`,
    `https://${server}/${path}/live.m3u8?hdnts=exp=1~hmac=${token}`,
  ]
  const answers: unknown[] = []
  let streamId = ''
  for (const url of sources) {
    const source = { type: 'pull', url } as const
    const made = await owner.call('createLivestream', { body: { name: 'Pulled', source } })
    streamId = made.id
    // The placeholders of an answer keep the secrets.
    const params = { id: made.id }
    answers.push(made, await owner.call('updateLivestream', { params, body: { source: made.source } }))
  }
  const tag = `http://${server}/${path}/vast?password=${token}&cb=[CACHEBUSTING]`
  const house = [`http://${server}/house.mp4?sig=${token}`]
  const ads = { prerollAdTagUrl: tag, midrollAdTagUrl: tag, houseAdUrls: house }
  const channel = await owner.call('createAdChannel', { body: { name: 'Ads', streamId, ...ads } })
  const { prerollAdTagUrl, houseAdUrls } = channel
  const changed = { name: 'Other', prerollAdTagUrl, houseAdUrls, midrollAdTagUrl: tag }
  answers.push(channel, await owner.call('updateAdChannel', { params: { id: channel.id }, body: changed }))
  const { id } = await owner.call('createWebhook', { body: { url: `http://${server}/${path}?key=${token}` } })
  const url = `http://${server}/hook/${path}`
  answers.push(await owner.call('updateWebhook', { params: { id }, body: { url } }))
  const video = `https://${server}/${path}/film.mp4?X-Amz-Signature=${token}`
  answers.push(await owner.call('createContent', { body: { url: video, playbackPolicy: 'public' } }))
  const refused = `https://${user}:${token}@192.0.2.1/${path}/film.mp4`
  await owner.send('POST', '/video/api/v1/contents', { body: { url: refused } })
  const imported = await newImport(owner, [
    ['url', 'note'],
    [`${video}&row=1`, tag],
  ])
  const { mapping, playbackPolicy, encodingProfileId, repeats, isTest } = imported
  const chosen = { mapping, playbackPolicy, encodingProfileId, repeats, isTest }
  const imports = { params: { id: imported.id } }
  answers.push(imported, await owner.call('updateImport', { ...imports, body: chosen }))
  answers.push(await owner.call('listImportRows', { ...imports, query: {} }))
  answers.push(await owner.call('startImport', imports))
  const campaign = { params: { id: await newCampaign({ owner }) } }
  const media = `http://${server}/${path}/soap.mp4?token=${token}`
  const creative = { name: 'Foam', mediaUrl: media }
  const added = await owner.call('createCampaignCreative', { ...campaign, body: creative })
  const kept = {
    params: { ...campaign.params, creativeId: added.id },
    body: { name: 'Bubbles', mediaUrl: added.mediaUrl },
  }
  answers.push(added, await owner.call('updateCampaignCreative', kept))
  const whip = { headers: { authorization: `Bearer ${name}` } }
  await owner.send('POST', `/whip/${stream}`, whip)

  expect(JSON.stringify(answers)).not.toContain('CANARY')
  expect(await placesOf(secrets, 'addresses@example.com')).toEqual([])
})

/** The places of secrets in what is kept. @param shown a value that is not secret */
async function placesOf(secrets: readonly string[], shown: string): Promise<string[]> {
  const places = { database: await everythingStored(), files: await everyFile(), log: kinora.logged() }
  // The search works.
  expect(places.database).toContain(shown)
  return Object.entries(places).flatMap(([place, text]) =>
    secrets
      .filter((secret) => text.includes(secret))
      .map((secret) => {
        const at = text.indexOf(secret)
        return `${secret.slice(0, 12)}… in the ${place}, after ${text.slice(at - 40, at)}`
      }),
  )
}
