// Slow: PostgreSQL is created, killed and started again many times.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from './index.ts'
import { within } from './postmaster.ts'
import { hasWorkingDir, processStart } from './process-identity.ts'

const writeRows = fileURLToPath(new URL('./fixtures/write-rows.ts', import.meta.url))

let dataDir: string
let running: Postgres[]
let said: string[]

const hear = (_about: object, message: string) => void said.push(message)
const log = { info: hear, warn: hear, error: hear }

beforeEach(async () => {
  dataDir = await mkdtemp(join(os.tmpdir(), 'kinora-pg-'))
  running = []
  said = []
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(dir = dataDir): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir: dir, log })
  running.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

/** Starts a program that writes rows, and kills it when it has written `rows` of them. */
async function killWhileWriting(rows: number): Promise<{ postmaster: number; acknowledged: number }> {
  const child = spawn(process.execPath, [writeRows, dataDir, '1000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let postmaster = 0
  let acknowledged = 0
  for await (const line of linesOf(child)) {
    const [word, number] = line.split(' ')
    if (word === 'pid') postmaster = Number(number)
    if (word === 'row') acknowledged = Number(number)
    if (acknowledged >= rows) child.kill('SIGKILL')
  }
  return { postmaster, acknowledged }
}

function linesOf(child: ChildProcess): AsyncIterable<string> {
  if (child.stdout === null) throw new Error('no output to read')
  return createInterface({ input: child.stdout })
}

describe('startPostgres', () => {
  it('creates a database on the first start and opens it on the second', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept (n int)')
    await first.stop()

    const startedAt = performance.now()
    const second = await start()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([])
  })

  it('flushes to disk, uses UTF-8 and listens on no network', async () => {
    const { url } = await start()
    const [shown] = await query(
      url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages, current_setting('server_encoding') AS encoding,
              current_setting('listen_addresses') AS addresses, current_setting('TimeZone') AS zone`,
    )
    const safe = { fsync: 'on', commit: 'on', pages: 'on' }
    expect(shown).toEqual({ ...safe, encoding: 'UTF8', addresses: '', zone: 'UTC' })
  })

  it('protects the socket from other users', async () => {
    const postgres = await start()
    expect((await stat(socketDirOf(postgres))).mode & 0o777).toBe(0o700)
  })

  it('starts in a directory with a path that is too long for a socket', async () => {
    const deep = join(dataDir, 'd'.repeat(100), 'with a space and ü', 'e'.repeat(60))
    const { url } = await start(deep)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('stops cleanly without leaving a process or a socket', async () => {
    const postgres = await start()
    const socketDir = socketDirOf(postgres)
    let unexpected = ''
    postgres.onExit((reason) => {
      unexpected = reason
    })
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(await processStart(postgres.pid)).toBeNull()
    await expect(stat(socketDir)).rejects.toThrow('ENOENT')
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['cluster'])
    expect(unexpected).toBe('')
  })

  it('reports why PostgreSQL ended', async () => {
    const postgres = await start()
    const reason = new Promise<string>((resolve) => postgres.onExit(resolve))
    process.kill(postgres.pid, 'SIGKILL')
    expect(await reason).toContain('PostgreSQL ended unexpectedly (signal SIGKILL)')
  })

  it('refuses a second start on the same directory in one clear line', async () => {
    await start()
    await expect(start()).rejects.toThrow(
      /^Another Kinora \(process \d+\) is using .*postgres: stop it first/,
    )
  })
})

describe('startPostgres after a crash', () => {
  it('ends PostgreSQL with its killed parent and loses no acknowledged row', async () => {
    const { postmaster, acknowledged } = await killWhileWriting(200)
    if (process.platform === 'linux') {
      expect(await within(10_000, async () => (await processStart(postmaster)) === null)).toBe(true)
    }
    const { url } = await start()
    const [found] = await query(url, 'SELECT count(*)::int AS rows, max(n) AS last FROM written')
    expect(found?.rows).toBeGreaterThanOrEqual(acknowledged)
    expect(found?.last).toBe(found?.rows)
  })

  it('loses no acknowledged row when PostgreSQL itself is killed', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT n FROM generate_series(1, 1000) n')
    process.kill(first.pid, 'SIGKILL')
    await new Promise((resolve) => first.onExit(resolve))
    await first.stop()

    const second = await start()
    expect(await query(second.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 1000 }])
  })

  it('starts over when the creation of the database was interrupted', async () => {
    const half = join(dataDir, 'postgres', 'cluster.new-half')
    await mkdir(join(half, 'base'), { recursive: true })
    await writeFile(join(half, 'PG_VERSION'), '18\n')
    const { url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('cluster.new-half')
  })

  it('starts over when it was killed while creating the database', async () => {
    const child = spawn(process.execPath, [writeRows, dataDir, '1'], { stdio: 'ignore' })
    const made = within(20_000, async () =>
      (await readdir(join(dataDir, 'postgres')).catch(() => [])).some(isDraft),
    )
    expect(await made).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'close')
    const { url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await readdir(join(dataDir, 'postgres'))).some(isDraft)).toBe(false)
  })

  it('ignores lock files with a PID that another program has now', async () => {
    const first = await start()
    const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
    const socketDir = socketDirOf(first)
    const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
    await first.stop()
    // The pid of our parent: PostgreSQL recognizes that of its own parent.
    const stale = [process.ppid, ...rest].join('\n')
    await writeFile(pidFile, stale)
    await mkdir(socketDir, { mode: 0o700 })
    await writeFile(join(socketDir, '.s.PGSQL.5432.lock'), stale)

    const { url } = await start()
    expect(new URL(url).searchParams.get('host')).toBe(socketDir)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('shuts down a PostgreSQL that outlived its Kinora and replaces it', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept (n int)')
    await rm(join(dataDir, 'postgres/instance.lock'))
    const ended = new Promise((resolve) => first.onExit(resolve))

    const second = await start()
    await ended
    expect(said).toContain('shut down an orphaned PostgreSQL')
    expect(await hasWorkingDir(first.pid, join(dataDir, 'postgres/cluster'))).toBe(false)
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([])
  })
})

describe('startPostgres on a database that it must not touch', () => {
  it('explains how to handle another major version', async () => {
    const first = await start()
    await first.stop()
    await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(
      /was created by PostgreSQL 17, but this Kinora includes PostgreSQL 18: /,
    )
  })

  it('does not create a database over unknown files', async () => {
    await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/cluster/notes.txt'), 'mine')
    await expect(start()).rejects.toThrow('contains no complete PostgreSQL database')
  })
})

function socketDirOf({ url }: Postgres): string {
  return new URL(url).searchParams.get('host') ?? ''
}

function isDraft(name: string): boolean {
  return name.startsWith('cluster.new-')
}
