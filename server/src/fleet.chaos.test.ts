import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Content } from '@kinora/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readConfig } from './config.ts'
import { type DatabaseSource, databaseSource } from './platform/database/embedded-database.ts'
import { createLog } from './platform/log.ts'
import { type Client, client, isSettled, newOwner } from './testing/client.ts'
import { h264, makeClip, pattern } from './testing/clips.ts'
import { freePort, insistentUpload, openProcesses, retryUntilDone } from './testing/test-processes.ts'

/** Two processes of each role on one database and one store, in a bucket if the run has one. */
const roles = ['web', 'delivery', 'worker'] as const
const KILL_EVERY_MS = 20_000
/** `KINORA_CHAOS_UPLOADS` and `KINORA_CHAOS_SECONDS` make the run longer. */
const UPLOADS = Number(process.env.KINORA_CHAOS_UPLOADS ?? 20)
const CHAOS_MS = Number(process.env.KINORA_CHAOS_SECONDS ?? 60) * 1000
const AT_ONCE = 4
const PATIENCE_MS = 900_000

let folder: string
let database: DatabaseSource
let pool: pg.Pool
const processes = openProcesses()
const urls = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-fleet-'))
  database = await databaseSource(readConfig({ DATA_DIR: folder }), createLog('fatal'))
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  pool.on('error', () => undefined)
  const beside = { databaseUrl: database.url, dataDir: folder }
  for (const role of roles)
    for (const copy of [1, 2]) {
      const port = String(role === 'worker' ? 0 : await freePort())
      urls.set(`${role} ${copy}`, `http://127.0.0.1:${port}`)
      processes.keepRunning(`${role} ${copy}`, beside, { ...inject('bucket'), PORT: port, ROLES: role })
    }
})
afterAll(async () => {
  processes.end()
  await pool.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const anyOf = (role: (typeof roles)[number]) => urls.get(`${role} ${Math.random() < 0.5 ? 1 : 2}`) ?? ''
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it(
  'two processes of each role lose nothing and do nothing twice while one of each is killed again and again',
  async () => {
    const path = await makeClip(join(folder, 'clip.mp4'), ...pattern(3, '426x240'), ...h264, '-c:a', 'aac')
    const file = await readFile(path)
    const owner = await retryUntilDone(() =>
      newOwner(anyOf('web'), { email: `fleet-${Date.now()}@example.com` }),
    )
    const anyClient = (): Client =>
      client(anyOf('web'), owner.token, owner.organizationId, owner.environmentId)

    const killing = new AbortController()
    const killer = killAgainAndAgain(killing.signal)
    const began = performance.now()
    const uploaded: Content[] = []
    let next = 0
    const upload = async () => {
      while (next < UPLOADS) {
        const n = next
        next += 1
        // Spread over the whole time.
        await pause(Math.max(0, (n / UPLOADS) * CHAOS_MS - (performance.now() - began)))
        uploaded.push(await insistentUpload(anyClient, file, `file-${n}.mp4`))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, upload))
    killing.abort()
    const kills = await killer

    for (const { id } of uploaded) expectWhole(await whenSettled(anyClient, id))
    for (const each of uploaded) await expectStored(anyClient, each, sha(file))
    await expectNothingTwice(uploaded)
    expect(processes.faults).toEqual([])
    expect(kills).toBeGreaterThan(0)
  },
  CHAOS_MS + PATIENCE_MS,
)

async function killAgainAndAgain(signal: AbortSignal): Promise<number> {
  let kills = 0
  for (;;) {
    await pause(KILL_EVERY_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return kills
    for (const role of roles) {
      processes.kill(`${role} ${Math.random() < 0.5 ? 1 : 2}`)
      kills += 1
    }
  }
}

async function whenSettled(anyClient: () => Client, id: string): Promise<Content> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const content = await retryUntilDone(() => anyClient().call('getContent', { params: { id } }))
    if (isSettled(content) && content.poster !== null) return content
    if (performance.now() > until) throw new Error(`stuck: ${JSON.stringify(content)}`)
    await pause(500)
  }
}

function expectWhole({ status, renditions }: Content): void {
  expect(status).toBe('ready')
  expect(renditions.map((each) => each.status)).toEqual(renditions.map(() => 'ready'))
  expect(renditions.map(({ name }) => name)).toEqual(['240p', 'audio-0'])
}

/** The source is stored unchanged, and every segment of every playlist is there. */
async function expectStored(
  anyClient: () => Client,
  { id, playbackId }: Content,
  sourceSha: string,
): Promise<void> {
  const get = (path: string) =>
    retryUntilDone(async () => {
      const answer = await fetch(new URL(path, anyOf('delivery')))
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    })
  const original = { params: { id }, body: { file: 'original' } } as const
  const { url } = await retryUntilDone(() => anyClient().call('createDownload', original))
  const { pathname, search } = new URL(url ?? '')
  expect(sha(await get(pathname + search))).toBe(sourceSha)
  const read = async (path: string) => new TextDecoder().decode(await get(path))
  const main = `/play/${playbackId}.m3u8`
  const resolved = (uri: string, from: string) => new URL(uri, `http://kinora${from}`).pathname
  const uris = (text: string) =>
    text
      .split('\n')
      .flatMap((line) =>
        line.startsWith('#') ? (/URI="([^"]+)"/.exec(line)?.slice(1) ?? []) : line === '' ? [] : [line],
      )
  for (const uri of uris(await read(main))) {
    const playlist = resolved(uri, main)
    const text = await read(playlist)
    expect(text).toContain('#EXT-X-ENDLIST')
    for (const segment of uris(text))
      expect((await get(resolved(segment, playlist))).length).toBeGreaterThan(0)
  }
}

async function expectNothingTwice(uploaded: readonly Content[]): Promise<void> {
  const ids = uploaded.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const count = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows
  // An upload whose creation was not answered has no parts, and nothing has begun for it.
  expect(
    await count(
      `SELECT file_name FROM contents WHERE status <> 'pending' GROUP BY file_name HAVING count(*) > 1`,
    ),
  ).toEqual([])
  expect(
    await count(
      `SELECT object_id, type, count(*) FROM outbox WHERE object_id = ANY ($1)
       AND type IN ('video.asset.created', 'video.asset.ready') GROUP BY object_id, type HAVING count(*) > 1`,
      [ids],
    ),
  ).toEqual([])
  expect(
    await count(
      `SELECT name, state FROM pgboss.job WHERE state IN ('failed', 'active') OR name LIKE '%.dead'`,
    ),
  ).toEqual([])
}
