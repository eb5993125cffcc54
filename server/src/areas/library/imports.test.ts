import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImportRow, VideoImport } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { movableClock } from '../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'
import { linesOf, newImport, workbook } from '../../testing/sheets.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client
let files: Server
let site: string
let folder: string
const clock = movableClock()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-imports-'))
  const clip = await readFile(await makeClip(join(folder, 'clip.mp4'), ...pattern(1, '160x90'), ...h264))
  files = createServer((request, reply) => {
    if (request.url?.startsWith('/clip')) reply.end(clip)
    else if (request.url?.startsWith('/never')) reply.writeHead(200)
    else reply.writeHead(404).end()
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  kinora = await startTestKinora({ clock })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  files.closeAllConnections()
  await new Promise((resolve) => files.close(resolve))
  await pool.end()
  await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

const idOf = ({ id }: VideoImport) => ({ params: { id } })

async function rowsOf(who: Client, one: VideoImport): Promise<ImportRow[]> {
  return (await who.call('listImportRows', { ...idOf(one), query: { pageSize: 100 } })).items
}

async function whenOver(who: Client, one: VideoImport): Promise<VideoImport> {
  const until = performance.now() + 90_000
  for (;;) {
    const now = await who.call('getImport', idOf(one))
    if (now.status === 'finished' || now.status === 'stopped') return now
    if (performance.now() > until) throw new Error(`still not over: ${JSON.stringify(now)}`)
    await pause(100)
  }
}

describe('an import', () => {
  it('brings in what the rows say, and tells of each how far it is', async () => {
    const { id: collection } = await owner.call('createCollection', { body: { name: 'From a sheet' } })
    const one = await newImport(
      owner,
      [
        ['URL', 'Title', 'Description', 'Tags', 'External ID', 'Playback policy'],
        [`${site}/clip-1.mp4`, 'First', 'About the first', 'news, daily', 'cms-1', 'Signed'],
        [`${site}/clip-2.mp4`, '', '', '', '', ''],
        [`${site}/missing.mp4`, 'Third', '', '', 'cms-3', ''],
        ['http://10.0.0.1/private.mp4', 'Fourth', '', '', '', ''],
        ['not a url', 'Fifth', '', '', '', 'perhaps'],
      ],
      collection,
    )
    expect(one).toMatchObject({
      status: 'draft',
      rowCount: 5,
      mapping: { url: 0, title: 1, description: 2, tags: 3, externalId: 4, playbackPolicy: 5 },
      counts: { waiting: 4, invalid: 1 },
    })
    await owner.call('startImport', idOf(one))
    const over = await whenOver(owner, one)
    expect(over).toMatchObject({ status: 'finished', counts: { ready: 2, failed: 2, invalid: 1 } })
    const rows = await rowsOf(owner, one)
    expect(
      rows.map(({ number, state, error, faults }) => [number, state, error?.id, faults.map(({ id }) => id)]),
    ).toEqual([
      [2, 'ready', undefined, []],
      [3, 'ready', undefined, []],
      [4, 'failed', 'download-failed', []],
      [5, 'failed', 'download-refused', []],
      [6, 'invalid', undefined, ['url-invalid', 'policy-unknown']],
    ])
    const first = await owner.call('getContent', { params: { id: rows[0]?.content?.id ?? '' } })
    expect(first).toMatchObject({
      title: 'First',
      description: 'About the first',
      tags: ['news', 'daily'],
      externalId: 'cms-1',
      playbackPolicy: 'signed',
      assetCollectionUUID: collection,
    })
    const second = await owner.call('getContent', { params: { id: rows[1]?.content?.id ?? '' } })
    expect(second).toMatchObject({ title: 'clip-2.mp4', playbackPolicy: 'public', externalId: null })
    const found = await owner.call('listContents', { query: { phrase: 'about the first' } })
    expect(found.items.map(({ id }) => id)).toEqual([first.id])
  })
})
