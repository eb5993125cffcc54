import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner } from '../../testing/client.ts'
import { makeClip, pattern } from '../../testing/clips.ts'
import { startServer } from '../../testing/intake/servers/servers.ts'
import { newAccountFolder } from '../../testing/intake/watched.ts'
import { skipIngest } from '../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'
import { openProcesses } from '../../testing/test-processes.ts'

// Slow: a killed worker is replaced when the lease of its job ends.

const processes = openProcesses()
let web: TestKinora
let pool: TestPool
let owner: Client
let film: Buffer

beforeAll(async () => {
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  owner = await newOwner(web.url)
  await skipIngest(pool.sql)
  const path = await makeClip(join(tmpdir(), 'kinora-killed.mp4'), ...pattern(1, '160x90'))
  // Room at the end makes it large enough to be killed while it is read.
  const free = Buffer.alloc(40_000_000)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4)
  free.fill(1, 8)
  film = Buffer.concat([await readFile(path), free])
  await rm(path)
  processes.keepRunning('worker', web, { ROLES: 'worker' })
})
afterAll(async () => {
  processes.end()
  await pool.end()
  await web.stop()
})

it.each([
  ['s3', 'fetching'],
  ['s3', 'ingested'],
  ['sftp', 'fetching'],
  ['sftp', 'ingested'],
] as const)(
  'makes one video of a file by %s, and moves it, although its worker is killed while it is %s',
  async (kind, state) => {
    const server = await startServer(kind)
    const title = `${kind}_${state}`
    server.tree.put(`in/${title}.mp4`, film)
    const folder = await newAccountFolder(owner, server, { path: 'in', after: 'move' })
    const stateOf = async () => {
      const [row] = await pool.sql('SELECT state FROM watch_files WHERE folder_id = $1', [folder.id])
      return String(row?.state)
    }
    while (!['fetching', 'ingested'].includes(await stateOf())) {
      await owner.call('scanWatchFolder', { params: { id: folder.id } })
      await pause(100)
    }
    while ((await stateOf()) !== state) await pause(5)
    processes.kill('worker')
    await eventually(async () => expect([...server.tree.files.keys()]).toEqual([`in/Ingested/${title}.mp4`]))
    const { items } = await owner.call('listContents', { query: { phrase: title } })
    expect(items).toHaveLength(1)
    const [row] = await pool.sql(
      'SELECT count(*)::int AS files, min(content_id::text) AS content FROM watch_files WHERE folder_id = $1',
      [folder.id],
    )
    expect(row).toEqual({ files: 1, content: items[0]?.id })
    expect(processes.faults).toEqual([])
    await server.die()
  },
)
