// Slow: PostgreSQL and the warehouse are created, copied while they run, and started again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ViewEvent } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../config.ts'
import { startKinora } from '../kinora.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseSource } from '../platform/database/embedded-database.ts'
import { createLog } from '../platform/log.ts'
import { sendViewEvents, viewEventOf } from '../testing/analytics/view-event.ts'
import { type Client, client, contentWhen, isSettled, newOwner, uploadFile } from '../testing/client.ts'
import { h264, makeClip, pattern } from '../testing/clips.ts'
import { patient } from '../testing/machine/patience.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const log = createLog('fatal')
let folder: string
let first: Running
let owner: Client
let playbackId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-backup-'))
  first = await start('data')
  owner = await newOwner(first.url)
  const clip = await makeClip(join(folder, 'clip.mp4'), ...pattern(1, '320x180'), ...h264)
  const { id } = await uploadFile(owner, clip, 'harvest.mp4')
  playbackId = (await contentWhen(owner, id, isSettled)).playbackId ?? ''
})
afterAll(async () => {
  await first.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('that is made while views arrive has each that came before once, and the videos', async () => {
    const views: ViewEvent[] = []
    const sending: Promise<number>[] = []
    const send = () => {
      const some = Array.from({ length: 20 }, () => viewEventOf(playbackId))
      views.push(...some)
      sending.push(sendViewEvents(first.url, some))
    }
    for (let n = 0; n < 10; n += 1) send()
    expect(new Set(await Promise.all(sending))).toEqual(new Set([204]))
    const before = views.length
    const timer = setInterval(send, 20)
    const backup = join(folder, 'backup')
    const parts = await backUp(backup, first.config, log, systemClock)
    clearInterval(timer)
    await Promise.all(sending)
    expect(parts).toEqual(['database', 'files', 'views', 'key'])
    expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual(['backup'])
    expect(await readdir(join(first.config.DATA_DIR, 'warehouse', 'shadow'))).toEqual(['increment.txt'])
    await expect.poll(() => viewsOf(owner)).toBe(views.length)

    await restore(backup, configOf('restored'))
    const second = await start('restored')
    try {
      const again = as(second.url)
      const found = () => viewsOf(again).catch(() => 0)
      await expect.poll(found).toBeGreaterThanOrEqual(before)
      const playlist = await fetch(`${second.url}/play/${playbackId}.m3u8`)
      expect(await playlist.text()).toContain('#EXT-X-STREAM-INF')
      // Those that are in the backup change nothing, and the others are added: if one were lost or counted twice, the sum
      // would not be the same.
      expect(await sendViewEvents(second.url, views)).toBe(204)
      await expect.poll(found).toBe(views.length)
      await sendViewEvents(second.url, [viewEventOf(playbackId)])
      await expect.poll(found).toBe(views.length + 1)
      expect(await viewsOf(again, 72)).toBe(views.length + 1)
    } finally {
      await second.stop()
    }
  })

  it('that is killed leaves nothing that looks like a backup', async () => {
    const backup = join(folder, 'killed')
    const main = join(import.meta.dirname, 'backup-main.ts')
    const env = { DATA_DIR: first.config.DATA_DIR, PATH: process.env.PATH }
    const child = spawn(process.execPath, [main, 'backup', backup], { env, stdio: 'ignore' })
    const exited = once(child, 'exit')
    await expect
      .poll(() => readdir(join(`${backup}.partial`, 'postgres')).catch(() => []), {
        timeout: patient(20_000),
        interval: 2,
      })
      .toEqual(['cluster'])
    child.kill('SIGKILL')
    await exited
    await expect(restore(backup, configOf('other'))).rejects.toThrow('is no whole backup')
    await expect(restore(`${backup}.partial`, configOf('other'))).rejects.toThrow('is no whole backup')
    await backUp(backup, first.config, log, systemClock)
    await expect(backUp(backup, first.config, log, systemClock)).rejects.toThrow('choose a new folder')
    await expect(restore(backup, first.config)).rejects.toThrow('is not empty')
    await cp(backup, `${backup}-newer`, { recursive: true })
    const file = join(`${backup}-newer`, 'backup.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    for (const change of [{ format: 2 }, { migrations: { database: ['9999_x.sql'], warehouse: [] } }]) {
      await writeFile(file, JSON.stringify({ ...manifest, ...change }))
      await expect(restore(`${backup}-newer`, configOf('other'))).rejects.toThrow('of a newer Kinora')
    }
    const empty = join(folder, 'nothing')
    await mkdir(empty)
    const nowhere = { ...first.config, DATA_DIR: empty }
    await expect(backUp(join(folder, 'more'), nowhere, log, systemClock)).rejects.toThrow(
      'There is no Kinora',
    )
  })
})

interface Running {
  readonly url: string
  readonly config: Config
  stop(): Promise<void>
}

async function start(name: string): Promise<Running> {
  const config = configOf(name)
  const source = await databaseSource(config, log)
  const kinora = await startKinora(config, source.url, log, systemClock, inject('tools'))
  return {
    url: kinora.url,
    config,
    async stop() {
      await kinora.stop()
      await source.stop()
    },
  }
}

function configOf(name: string): Config {
  return readConfig({
    PORT: '0',
    ROLES: 'web,delivery,worker',
    DATA_DIR: join(folder, name),
    TRUST_PROXY: '1',
    STORAGE_MIN_FREE_BYTES: '1000000',
    PASSWORD_MEMORY_KIB: '8',
    PASSWORD_PASSES: '1',
  })
}

const as = (url: string) => client(url, owner.token, owner.organizationId, owner.environmentId)

/** @param hours back from now */
async function viewsOf(caller: Client, hours = 1): Promise<number> {
  const from = new Date(Date.now() - hours * 3_600_000).toISOString()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  return (await caller.call('getViews', { query: { from, to } })).total ?? 0
}
