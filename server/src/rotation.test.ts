import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { secretsWithKey } from './platform/secrets.ts'
import { newCreative } from './testing/ads/campaigns.ts'
import { client, newOwner } from './testing/client.ts'
import { startTestKinora, type TestKinora } from './testing/kinora.ts'
import { eventually } from './testing/machine/eventually.ts'
import { openTestPool, type TestPool } from './testing/pool.ts'
import { newImport } from './testing/sheets.ts'

const current = randomBytes(32)
const text = (...keys: readonly Buffer[]) => keys.map((key) => key.toString('base64')).join(',')
const START = { ROLES: 'web,delivery,worker' }

/** Names of columns in which any row contains the text. */
async function columnsWith(pool: TestPool, part: string): Promise<string[]> {
  const columns = await pool.sql(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'ARRAY')`,
  )
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const [row] = await pool.sql(
        `SELECT count(*)::int AS count FROM "${table}" WHERE position($1 in "${column}"::text) > 0`,
        [part],
      )
      return Number(row?.count) > 0 ? [`${table}.${column}`] : []
    }),
  )
  return found.flat().sort()
}

it('replaces the key of stored secrets, which all work afterwards without the old key', async () => {
  const first = await startTestKinora({ env: START })
  const old = Buffer.from(await readFile(join(first.dataDir, 'secrets.key'), 'utf8'), 'base64')
  const pool = openTestPool(first)
  const started: TestKinora[] = []
  const start = async (...keys: readonly Buffer[]) => {
    const kinora = await startTestKinora({ env: { ...START, SECRETS_KEY: text(...keys) }, beside: first })
    started.push(kinora)
    return kinora
  }
  try {
    // A secret of each kind.
    const owner = await newOwner(first.url)
    const password = 'Correct-horse1'
    const factor = await owner.call('beginSecondFactor', { params: { id: 'me' }, body: { password } })
    const url = 'http://127.0.0.1:9/hook?token=canary-token'
    const hook = await owner.call('createWebhook', { body: { url } })
    await owner.call('rotateWebhookSecret', { params: { id: hook.id } })
    const source = { type: 'pull', url: 'rtmp://127.0.0.1:9/live/canary-key' } as const
    const stream = await owner.call('createLivestream', { body: { name: 'Final', source } })
    const { streamKey } = await owner.call('getStreamKey', { params: { id: stream.id } })
    const tags = {
      prerollAdTagUrl: url,
      midrollAdTagUrl: url,
      houseAdUrls: [url, 'http://127.0.0.1:9/plain.mp4'],
    }
    const channel = await owner.call('createAdChannel', {
      body: { name: 'Ads', streamId: stream.id, ...tags },
    })
    await owner.call('createContent', { body: { url: `${url}&v=1`, playbackPolicy: 'public' } })
    const params = { org: owner.organizationId ?? '' }
    await owner.call('createAlertChannel', { params, body: { name: 'Pager', kind: 'webhook', url } })
    const listed = 'http://127.0.0.1:9/listed.mp4?token=canary-token'
    const imported = await newImport(owner, [
      ['url', 'title'],
      [listed, 'One'],
    ])
    const { params: creative } = await newCreative({ owner })
    // As an earlier version stored them.
    const plain = 'http://127.0.0.1:9/older?token=canary-token'
    const older = await owner.call('createLivestream', { body: { name: 'Older' } })
    const pulled = JSON.stringify({ type: 'pull', url: plain })
    await pool.sql('UPDATE ad_channels SET slate_url = $1 WHERE id = $2', [plain, channel.id])
    await pool.sql('UPDATE live_streams SET source = $1 WHERE id = $2', [pulled, older.id])
    await pool.sql('UPDATE campaign_creatives SET media_url = $1 WHERE id = $2', [plain, creative.creativeId])
    await pool.sql(
      `INSERT INTO import_rows (import_id, number, cells, "values", faults, state)
       SELECT import_id, n, ARRAY['Two', $1], jsonb_set("values", '{url}', to_jsonb($1::text)), faults, state
       FROM import_rows, generate_series(1000, 1450) AS n WHERE import_id = $2`,
      [plain, imported.id],
    )
    const before = await columnsWith(pool, secretsWithKey(old).prefix)
    expect(before).toContain('users.totp_secret')
    expect(before).toContain('ad_channels.house_ad_urls')
    expect(before).toContain('import_rows.cells')
    expect(await columnsWith(pool, listed)).toEqual([])

    await expect(start(current)).rejects.toThrow('set SECRETS_KEY to that key')
    const second = await start(current, old)
    await eventually(async () => expect(await columnsWith(pool, secretsWithKey(old).prefix)).toEqual([]))
    // The fingerprint changes last.
    const third = await eventually(() => start(current))
    expect(await columnsWith(pool, secretsWithKey(current).prefix)).toEqual(
      [...before, 'ad_channels.slate_url', 'campaign_creatives.media_url'].sort(),
    )
    expect(await columnsWith(pool, plain)).toEqual([])

    for (const { url: address } of [second, third]) {
      const again = client(address, owner.token, owner.organizationId, owner.environmentId)
      expect((await again.call('getStreamKey', { params: { id: stream.id } })).streamKey).toBe(streamKey)
    }
    const again = client(third.url, owner.token, owner.organizationId, owner.environmentId)
    const code = new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate()
    await again.call('confirmSecondFactor', { params: { id: 'me' }, body: { code } })
    const shown = await again.call('getAdChannel', { params: { id: channel.id } })
    expect(shown).toMatchObject({
      prerollAdTagUrl: 'http://127.0.0.1:9/hook?token=***',
      slateUrl: 'http://127.0.0.1:9/older?token=***',
    })
    const stream2 = await again.call('getLivestream', { params: { id: older.id } })
    expect(stream2.source).toEqual({ type: 'pull', url: plain.replace('canary-token', '***') })
    const rows = await again.call('listImportRows', { params: { id: imported.id }, query: { pageSize: 100 } })
    expect(rows.totalItems).toBe(452)
    expect(new Set(rows.items.map(({ url: shown }) => shown))).toEqual(
      new Set([listed, plain].map((address) => address.replace('canary-token', '***'))),
    )
    const other = secretsWithKey(current)
    const [row] = await pool.sql(
      `SELECT preroll_ad_tag_url AS tag, source_url_encrypted AS source FROM ad_channels, live_streams
       WHERE live_streams.name = 'Final'`,
    )
    expect(other.decrypt(String(row?.tag).split(' sealed:')[1] ?? '')).toBe(url)
    expect(other.decrypt(String(row?.source))).toBe(source.url)
    await expect(start(old)).rejects.toThrow('set SECRETS_KEY to that key')
  } finally {
    for (const kinora of started) await kinora.stop()
    await pool.end()
    await first.stop()
  }
})
