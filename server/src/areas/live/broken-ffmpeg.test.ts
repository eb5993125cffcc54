// Slow: watches for seconds how often processes are started again.
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner, whenFound } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { aacArgs, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { newStream } from '../../testing/livestreams.ts'
import { eventually } from '../../testing/machine/eventually.ts'

/** Without pauses, a failing process would be started some hundred times meanwhile. */
const WATCHED_MS = 6000

let folder: string
let kinora: TestKinora
let owner: Client

/** An ffmpeg that works, or fails in the way that the file `mode` names. Each start makes a link to its arguments: the
 * sandbox allows no files. */
const script = (folderPath: string) => `#!/bin/sh
case " $* " in *" pipe:"*) ;; *) exec ffmpeg "$@" ;; esac
mode=$(cat ${folderPath}/mode)
ln -s -- "$(echo "$*" | tr '/' '_' | cut -c 1-300)" ${folderPath}/starts/$(date +%s%N)
case $mode in
  exits) echo "broken" >&2; exit 1 ;;
  hangs) exec sleep 1000 ;;
  *) exec ffmpeg "$@" ;;
esac
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-broken-ffmpeg-'))
  await chmod(folder, 0o777)
  const path = join(folder, 'ffmpeg')
  await writeFile(path, script(folder), { mode: 0o755 })
  await setMode('works')
  kinora = await startTestKinora({
    env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn', FFMPEG_PATH: path },
  })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
})
afterAll(async () => {
  await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

async function setMode(mode: string): Promise<void> {
  await rm(join(folder, 'starts'), { recursive: true, force: true, maxRetries: 5 })
  await mkdir(join(folder, 'starts'))
  await chmod(join(folder, 'starts'), 0o777)
  await writeFile(join(folder, 'mode'), mode)
}

/** The arguments of each start. */
async function startsOf(): Promise<string[]> {
  const links = await readdir(join(folder, 'starts'))
  return Promise.all(links.map((link) => readlink(join(folder, 'starts', link))))
}

async function liveNote(): Promise<string> {
  const state = (await (await fetch(`${kinora.url}/readyz`)).json()) as { checks: { live: { note: string } } }
  return state.checks.live.note
}

const eventsOf = async (id: string) =>
  (await owner.call('getMonitors', { params: { id }, query: {} })).events.map(({ type }) => type)

describe.each(['exits', 'hangs'])('with an ffmpeg that %s', (mode) => {
  it('streams go on with what needs no ffmpeg, and nothing is started again without a pause', async () => {
    await setMode(mode)
    const [pushed, tested] = await Promise.all([newStream(owner), newStream(owner)])
    const { streamKey } = await owner.call('getStreamKey', { params: { id: pushed.id } })
    const encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${pushed.ingest.rtmp}/${streamKey}`])
    await owner.call('sendTestSignal', { params: { id: tested.id }, body: { seconds: 300 } })
    await whenFound(`${kinora.url}/play/${pushed.playbackId}.m3u8`)
    await pause(WATCHED_MS)
    const starts = await startsOf()
    const ways = Map.groupBy(starts, (line) => line.replace(/\d+/g, ''))
    // Of each stream: at once, then after 1, 2 and 4 s.
    for (const [way, lines] of ways) expect(lines.length, way).toBeLessThanOrEqual(14)
    if (mode === 'exits')
      await eventually(async () => {
        expect(await liveNote()).toContain('keeps failing: ')
        expect(await eventsOf(tested.id)).toEqual(['worker-failed'])
      })
    expect((await eventsOf(tested.id)).length).toBeLessThan(20)

    await setMode('works')
    await eventually(async () =>
      expect((await owner.call('getLivestream', { params: { id: tested.id } })).status).toBe('active'),
    )
    encoder.process.kill('SIGKILL')
    await encoder.exited
    for (const { id } of [pushed, tested]) await owner.call('deleteLivestream', { params: { id } })
  })
})
