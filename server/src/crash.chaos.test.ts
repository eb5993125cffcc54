import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Content } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { type DatabaseSource, databaseSource } from './platform/database/embedded-database.ts'
import { createLog } from './platform/log.ts'
import { isSettled, newOwner } from './testing/client.ts'
import { h264, makeClip, pattern } from './testing/clips.ts'
import {
  freePort,
  insistentUpload,
  killPostgres,
  openProcesses,
  retryUntilDone,
} from './testing/test-processes.ts'

const KILLS = 20
const PATIENCE_MS = 420_000

type Victim = 'web' | 'worker' | 'postgres'

let folder: string
let database: DatabaseSource
let url: string
const processes = openProcesses()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-crash-'))
  database = await databaseSource(readConfig({ DATA_DIR: folder }), createLog('fatal'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const beside = { databaseUrl: database.url, dataDir: folder }
  processes.keepRunning('web', beside, { PORT: String(port), ROLES: 'web,delivery' })
  processes.keepRunning('worker', beside, { ROLES: 'worker' })
})
afterAll(async () => {
  processes.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const kill = async (victim: Victim) => (victim === 'postgres' ? killPostgres(folder) : processes.kill(victim))

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

it(
  'loses nothing and leaves nothing stuck when processes and the database are killed at any point',
  async () => {
    const path = await makeClip(join(folder, 'clip.mp4'), ...pattern(6, '640x360'), ...h264, '-c:a', 'aac')
    const clip = await readFile(path)
    // Padding that ffmpeg ignores, so that the upload has several parts.
    const padding = Buffer.alloc(36 * 1024 ** 2)
    padding.writeUInt32BE(padding.length, 0)
    padding.write('free', 4)
    const file = Buffer.concat([clip, padding])
    const owner = await retryUntilDone(() => newOwner(url, { email: `crash-${Date.now()}@example.com` }))

    let killing = true
    const victims: Victim[] = []
    const killer = (async () => {
      const order: Victim[] = ['worker', 'web', 'postgres']
      for (let n = 0; n < KILLS; n++) {
        await pause(200 + Math.random() * 1600)
        const victim = order[Math.floor(Math.random() * order.length)] ?? 'web'
        victims.push(victim)
        await kill(victim)
      }
      killing = false
    })()

    const uploaded: Content[] = []
    for (let n = 0; killing || uploaded.length < 3; n++)
      uploaded.push(await insistentUpload(() => owner, file, `file-${n}.mp4`))
    await killer
    expect(processes.faults).toEqual([])

    for (const { id } of uploaded) {
      const until = performance.now() + PATIENCE_MS
      for (;;) {
        const content = await retryUntilDone(() => owner.call('getContent', { params: { id } }))
        if (content.status === 'ready' && isSettled(content)) {
          expect(content.renditions.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
          break
        }
        if (performance.now() > until)
          throw new Error(`stuck after ${victims.join(', ')}: ${JSON.stringify(content)}`)
        await pause(500)
      }
      const stored = await readFile(join(folder, 'storage/objects/contents', id, 'source'))
      expect(sha(stored)).toBe(sha(file))
    }
  },
  PATIENCE_MS + 120_000,
)
