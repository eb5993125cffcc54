import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from './data-dir.ts'
import { StartupFailure } from './startup-failure.ts'

const quickPace = { renewEveryMs: 20, silentForMs: 300 }

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(os.tmpdir(), 'kinora-lock-'))
})

afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

async function plant(change: Record<string, unknown>): Promise<void> {
  const lock = await lockDataDir(dir)
  const file = join(dir, 'instance.lock')
  const own = JSON.parse(await readFile(file, 'utf8'))
  await lock.release()
  await writeFile(file, JSON.stringify({ ...own, ...change }))
}

it('makes the directory, and leaves nothing in it when released', async () => {
  const lock = await lockDataDir(join(dir, 'deep/data'))
  await lock.release()
  expect(await readdir(join(dir, 'deep/data'))).toEqual([])
})

it('refuses a second holder, naming the first', async () => {
  const lock = await lockDataDir(dir)
  const second = lockDataDir(dir)
  await expect(second).rejects.toBeInstanceOf(StartupFailure)
  await expect(second).rejects.toThrow(
    `Another Kinora (process ${process.pid}) is using ${dir}: stop it first`,
  )
  await lock.release()
})

it('gives the directory to exactly one of many concurrent processes', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('takes the lock of a dead process, even if another process has its PID', async () => {
  await plant({ pid: 2 ** 22 + 1 })
  await (await lockDataDir(dir)).release()
  await plant({ pid: 1, startedAt: 'another time' })
  await (await lockDataDir(dir)).release()
})

it('takes an incomplete lock', async () => {
  await writeFile(join(dir, 'instance.lock'), '{"pid":')
  await (await lockDataDir(dir)).release()
})

it('takes the lock of another container that stopped renewing it', async () => {
  await plant({ pidSpace: 'another container', host: 'elsewhere' })
  await (await lockDataDir(dir, quickPace)).release()
})

it('refuses while another container renews its lock', async () => {
  const lock = await lockDataDir(dir, quickPace)
  const file = join(dir, 'instance.lock')
  const own = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...own, pidSpace: 'another container', host: 'elsewhere' }))
  await expect(lockDataDir(dir, quickPace)).rejects.toThrow('on elsewhere')
  await lock.release()
})

it('reports in one line that the path is not a directory', async () => {
  await writeFile(join(dir, 'file'), '')
  await expect(lockDataDir(join(dir, 'file'))).rejects.toThrow(`${join(dir, 'file')} is not a directory.`)
  await expect(lockDataDir(join(dir, 'file/data'))).rejects.toThrow('is not a directory.')
})

it('reports in one line that the directory is not writable', async () => {
  const sealed = process.platform === 'darwin' ? '/System/kinora' : '/sys/kinora'
  await expect(lockDataDir(sealed)).rejects.toThrow(`The data directory ${sealed} is not writable for user`)
})
