// Slow: time limits and stalls pass in real time.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Progress } from '@kinora/media'
import { durationArgs, probeArgs, sampleArgs } from '@kinora/media'
import { runArgs } from '@kinora/media/probe/input-args'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTurns } from '../turns/turns.ts'
import type { Ffmpeg, RunLimits } from './index.ts'
import { detectFfmpeg, FfmpegFailure, linkOrCopyFile } from './index.ts'

/** Longer than any test, so that only the limit under test ends a run. */
const limits: RunLimits = {
  wallMs: 120_000,
  cpuS: 20,
  memoryBytes: 4 * 1024 ** 3,
  outputBytes: 64 * 1024 ** 2,
  noProgressMs: 120_000,
}
const isRoot = process.getuid?.() === 0
const endless = [...runArgs, '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30', '-f', 'null', '-']
const words = '-f lavfi -i testsrc2=s=64x64:d=10 -bf 0'.split(' ')
const tenSeconds = (file: string) => [...runArgs, ...words, file]

let ffmpeg: Ffmpeg
let root: string
let cwd: string

beforeAll(async () => {
  ffmpeg = await detectFfmpeg()
  root = await mkdtemp(join(tmpdir(), 'kinora-ffmpeg-'))
  cwd = join(root, 'job')
  await ffmpeg.prepareFolder(cwd)
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function failureOf(run: Promise<unknown>): Promise<FfmpegFailure> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof FfmpegFailure) return error
  throw new Error(`expected an FfmpegFailure, got ${String(error)}`)
}

describe.runIf(existsSync('/proc/self/autogroup'))('on Linux with groups of sessions', () => {
  it('lowers the priority of its whole session', async () => {
    const stop = new AbortController()
    const running = failureOf(ffmpeg.run('ffmpeg', endless, { limits, cwd, signal: stop.signal }))
    await expect.poll(() => groupsIn(cwd)).toEqual([expect.stringMatching(/nice 5$/)])
    stop.abort()
    expect((await running).reason).toBe('aborted')
  })

  it('lowers it further for those who have other tasks too', async () => {
    const stop = new AbortController()
    const inTurn = inTurns({ count: 2 })
    const run = () => failureOf(ffmpeg.run('ffmpeg', endless, { limits, cwd, signal: stop.signal }))
    const running = [inTurn(run, 'one'), inTurn(run, 'one')]
    const lowered = () =>
      groupsIn(cwd).then((groups) => groups.map((group) => group.split(' ').at(-1)).sort())
    await expect.poll(lowered).toEqual(['5', '8'])
    stop.abort()
    for (const each of running) expect((await each).reason).toBe('aborted')
  })
})

/** Scheduler groups of the processes with this working directory. */
async function groupsIn(folder: string): Promise<string[]> {
  const groups = (await readdir('/proc')).map(async (pid) => {
    const place = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return place === folder ? (await readFile(`/proc/${pid}/autogroup`, 'utf8')).trim() : null
  })
  return (await Promise.all(groups)).filter((group) => group !== null)
}

describe('detectFfmpeg', () => {
  it('finds the features of this machine', () => {
    const { ok, version, missing, decoders, encoders, filters } = ffmpeg.capabilities
    expect({ ok, missing }).toEqual({ ok: true, missing: [] })
    expect(version).toMatch(/\d/)
    expect([
      decoders.has('h264'),
      decoders.has('av1'),
      encoders.has('libx264'),
      filters.has('scale'),
    ]).toEqual([true, true, true, true])
  })

  it('reports a missing ffmpeg instead of failing', async () => {
    const { capabilities } = await detectFfmpeg({ ffmpegPath: '/nowhere/ffmpeg' })
    expect(capabilities.ok).toBe(false)
    expect(capabilities.missing).toContain('ffmpeg')
  })
})

describe('run', () => {
  it('makes a file and reports progress to its end', async () => {
    const seen: Progress[] = []
    await ffmpeg.run('ffmpeg', sampleArgs('sample.mp4'), {
      limits,
      cwd,
      onProgress: (each) => seen.push(each),
    })
    const input = { path: 'sample.mp4', demuxer: 'mov' }
    const { stdout } = await ffmpeg.run('ffprobe', probeArgs(input), { limits, cwd })
    expect(JSON.parse(stdout)).toMatchObject({ streams: [{ codec_name: 'h264' }, { codec_name: 'aac' }] })
    expect(seen.at(-1)).toMatchObject({ done: true })
    expect(seen.at(-1)?.outTimeS).toBeCloseTo(10, 0)
  })

  it('keeps the end of the progress output, which has the duration of the file', async () => {
    await ffmpeg.run('ffmpeg', tenSeconds('long.mp4'), { limits, cwd })
    const { stdout } = await ffmpeg.run('ffmpeg', durationArgs({ path: 'long.mp4', demuxer: 'mov' }), {
      limits,
      cwd,
    })
    expect(stdout).toMatch(/out_time=00:00:(10|09\.9)[\s\S]*progress=end/)
  })

  it('ends the whole group when aborted', async () => {
    const abort = new AbortController()
    const run = ffmpeg.run('ffmpeg', endless, {
      limits,
      cwd,
      signal: abort.signal,
      onProgress: () => abort.abort(),
    })
    expect((await failureOf(run)).reason).toBe('aborted')
    expect(await processesIn(cwd)).toEqual([])
  })

  it('does not start a run that is already aborted', async () => {
    const run = ffmpeg.run('ffmpeg', endless, { limits, cwd, signal: AbortSignal.abort() })
    expect((await failureOf(run)).reason).toBe('aborted')
  })

  it.each<{ what: string; reason: string; narrowed: Partial<RunLimits>; args: string[] }>([
    { what: 'time on the wall', reason: 'wall-limit', narrowed: { wallMs: 700 }, args: endless },
    { what: 'processor time', reason: 'cpu-limit', narrowed: { cpuS: 1 }, args: endless },
    {
      what: 'bytes written',
      reason: 'output-limit',
      narrowed: { outputBytes: 200_000 },
      args: [
        ...runArgs,
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=320x180:r=30',
        '-c:v',
        'rawvideo',
        '-f',
        'avi',
        'big.avi',
      ],
    },
    {
      what: 'memory',
      reason: 'memory-limit',
      narrowed: { memoryBytes: 600 * 1024 ** 2 },
      args: [...runArgs, '-f', 'lavfi', '-i', 'color=s=8192x4320', '-c:v', 'libx264', '-f', 'null', '-'],
    },
    {
      what: 'memory that ffmpeg itself takes for the end of its input',
      reason: 'memory-limit',
      narrowed: { memoryBytes: 600 * 1024 ** 2 },
      args: [...runArgs, '-f', 'lavfi', '-i', 'color=s=8192x4320', '-vf', 'reverse', '-f', 'null', '-'],
    },
  ])('names the limit of $what', async ({ reason, narrowed, args }) => {
    const failure = await failureOf(ffmpeg.run('ffmpeg', args, { limits: { ...limits, ...narrowed }, cwd }))
    expect(failure.reason).toBe(reason)
  })

  it('ends a run without progress', async () => {
    const fifo = join(cwd, 'never.mp4')
    await promisify(execFile)('mkfifo', ['-m', '666', fifo])
    const args = durationArgs({ path: 'never.mp4', demuxer: 'mov' })
    const failure = await failureOf(
      ffmpeg.run('ffmpeg', args, { limits: { ...limits, noProgressMs: 500 }, cwd }),
    )
    expect(failure.reason).toBe('no-progress')
  })

  it('reports the fault of a file and the command that found it', async () => {
    await writeFile(join(cwd, 'noise.mp4'), 'this is no video', { mode: 0o644 })
    const failure = await failureOf(
      ffmpeg.run('ffprobe', probeArgs({ path: 'noise.mp4', demuxer: 'mov' }), { limits, cwd }),
    )
    expect(failure.reason).toBe('invalid-data')
    expect(failure.command).toContain('ffprobe -v error')
    expect(failure.stderrTail).toContain('Invalid data')
  })

  it('keeps the secrets of the server out of the environment of ffmpeg', async () => {
    process.env.KINORA_TEST_SECRET = 'hunter2'
    const abort = new AbortController()
    let begun = () => {}
    const begins = new Promise<void>((resolve) => {
      begun = resolve
    })
    const run = failureOf(
      ffmpeg.run('ffmpeg', endless, { limits, cwd, signal: abort.signal, onProgress: () => begun() }),
    )
    await begins
    const environment = (
      await Promise.all((await processesIn(cwd)).map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')))
    ).join()
    abort.abort()
    await run
    delete process.env.KINORA_TEST_SECRET
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('hunter2')
  })
})

describe('an attack', () => {
  it('by a playlist named .mp4 fails without the file it names being opened', async () => {
    await ffmpeg.run('ffmpeg', tenSeconds('victim.mp4'), { limits, cwd })
    const victim = join(cwd, 'victim.mp4')
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${victim}\n#EXT-X-ENDLIST\n`
    await writeFile(join(cwd, 'evil.mp4'), playlist, { mode: 0o644 })
    const failure = await failureOf(
      ffmpeg.run('ffprobe', probeArgs({ path: 'evil.mp4', demuxer: 'mov' }), { limits, cwd }),
    )
    expect(failure.reason).toBe('invalid-data')
    expect(failure.stderrTail).not.toContain('victim')
  })

  it.runIf(isRoot)('cannot read files of root or other folders', async () => {
    const private_ = join(root, 'storage')
    await mkdir(private_, { mode: 0o700 })
    await writeFile(join(private_, 'stored'), 'secret', { mode: 0o444 })
    for (const path of ['/etc/shadow', join(private_, 'stored')]) {
      const args = ['-f', 'rawvideo', '-video_size', '2x2', '-i', `file:${path}`]
      const failure = await failureOf(ffmpeg.run('ffprobe', args, { limits, cwd }))
      expect(failure.stderrTail).toContain('Permission denied')
    }
  })

  it.runIf(isRoot)('cannot reach the network', async () => {
    const connections: string[] = []
    const server = createServer((socket) => connections.push(String(socket.remoteAddress)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const failure = await failureOf(ffmpeg.run('ffprobe', ['-i', `tcp://127.0.0.1:${port}`], { limits, cwd }))
    server.close()
    expect(failure.stderrTail).toContain('Network is unreachable')
    expect(connections).toEqual([])
  })
})

describe('linkOrCopyFile', () => {
  it.runIf(isRoot)('lets the sandbox read a stored file in a closed folder', async () => {
    const storage = join(root, 'closed')
    const job = join(storage, 'jobs', 'one')
    await mkdir(storage, { mode: 0o700 })
    await ffmpeg.prepareFolder(job)
    await ffmpeg.run('ffmpeg', tenSeconds('made.mp4'), { limits, cwd: job })
    const stored = join(storage, 'source')
    await writeFile(stored, await readFile(join(job, 'made.mp4')), { mode: 0o600 })
    await linkOrCopyFile(stored, job, 'source')
    const { stdout } = await ffmpeg.run('ffprobe', probeArgs({ path: 'source', demuxer: 'mov' }), {
      limits,
      cwd: job,
    })
    expect(JSON.parse(stdout)).toMatchObject({ format: { format_name: expect.stringContaining('mp4') } })
    expect((await stat(stored)).uid).toBe(0)
    await chmod(storage, 0o700)
  })
})

/** Ids of processes whose working directory is `folder`. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const place = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      return place === folder ? [pid] : []
    }),
  )
  return found.flat()
}
