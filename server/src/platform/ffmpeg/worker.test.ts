import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { probeTools, type Tools } from './capabilities.ts'
import { detectFfmpeg } from './ffmpeg.ts'

let cwd: string
let tools: Tools

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'kinora-worker-'))
  tools = await probeTools('ffmpeg', 'ffprobe')
  await (await detectFfmpeg({ tools })).prepareFolder(cwd)
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

/** ffmpeg that is this shell script. */
async function scripted(name: string, script: string) {
  const ffmpegPath = join(cwd, name)
  await writeFile(ffmpegPath, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return detectFfmpeg({ ffmpegPath, tools })
}

const settings = () => ({ cwd, memoryBytes: 2 ** 30, outputs: 1 })

it('waits longer after each failure in a row, says so once, and logs ever less', async () => {
  const ffmpeg = await scripted('exits', 'echo broken >&2; exit 1')
  const lines: string[] = []
  const failing: string[] = []
  let nowMs = 0
  const worker = ffmpeg.worker({
    name: 'the encoder',
    log: createLog('warn', { write: (line) => void lines.push(line) }),
    onFailing: (name) => failing.push(name),
    nowMs: () => nowMs,
  })
  const pauses: number[] = []
  for (let n = 0; n < 9; n += 1) {
    const run = worker.start([], settings())
    await run?.ended
    pauses.push(worker.pauseMs())
    if (worker.pauseMs() > 0) expect(worker.start([], settings())).toBeNull()
    nowMs += worker.pauseMs()
  }
  expect(pauses).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(failing).toEqual(['the encoder'])
  expect(ffmpeg.failing()).toEqual(['the encoder'])
  expect(lines.map((line) => JSON.parse(line).failures)).toEqual([1, 2, 4, 8])
  expect(lines[0]).toContain('broken')
  const last = worker.start([], settings())
  nowMs += 60_000
  await last?.ended
  expect(worker.pauseMs()).toBe(0)
})

it('does not count runs that were ended or killed', async () => {
  const ffmpeg = await scripted('reads', 'cat > /dev/null; exit 1')
  const worker = ffmpeg.worker({ name: 'the encoder', log: createLog('silent') })
  for (let n = 0; n < 4; n += 1) {
    const run = worker.start([], settings())
    if (n % 2 === 0) run?.kill()
    else run?.input.end()
    await run?.ended
    expect(worker.pauseMs()).toBe(0)
  }
  expect(ffmpeg.failing()).toEqual([])
})

it('ends runs that hang, but none that wait for input', async () => {
  const [deaf, mute, echo] = await Promise.all([
    scripted('deaf', 'sleep 1000'),
    scripted('mute', 'cat > /dev/null'),
    scripted('echo', 'cat >&3'),
  ])
  const [unread, unanswered, answered, idle] = [deaf, mute, echo, deaf].map(({ stream }) =>
    stream([], settings()),
  )
  const silent = deaf.stream([], { ...settings(), hasInput: false })
  const fed = [unread, unanswered, answered]
  const timer = setInterval(() => {
    for (const run of fed) run?.input.write('frame')
  }, 100)
  answered?.outputs[0]?.resume()
  const ends = await Promise.all([unread, unanswered, silent].map((run) => run?.ended))
  clearInterval(timer)
  for (const end of ends) expect(end?.stderrTail).toContain('It wrote nothing for 15 s.')
  const stillRuns = [answered, idle].map(
    (run) => run && Promise.race([run.ended.then(() => false), Promise.resolve(true)]),
  )
  expect(await Promise.all(stillRuns)).toEqual([true, true])
  for (const run of [answered, idle]) run?.kill()
})
