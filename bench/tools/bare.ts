import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  firstArgs,
  ladderArgs,
  parseMediaPlaylist,
  RENDITION,
  STANDARD_ENCODING,
  segmentStarts,
} from '../../media/src/index.ts'
import { analyzeSource } from '../../server/src/areas/library/sources/analyze.ts'
import { detectFfmpeg, lowerPriority, lowPriority } from '../../server/src/platform/ffmpeg/index.ts'
import { secondsOf, until } from './measure.ts'

/** The same work with plain ffmpeg, without sandbox, storage, database or server. All functions return seconds. */
export interface BareFfmpeg {
  /** Repackages the whole file with `-c copy`. */
  repackage(clip: string): Promise<number>
  /** Encodes until the first segments of the first rendition exist. */
  firstSegment(clip: string): Promise<number>
  /** Encodes all renditions of a repackaged clip, in one command. */
  wholeLadder(clip: string): Promise<number>
  /** Extracts one frame of a file. */
  still(clip: string, seconds: number): Promise<number>
}

/** `folder` is emptied before each run. */
export async function bareFfmpeg(folder: string): Promise<BareFfmpeg> {
  const ffmpeg = await detectFfmpeg()
  const { filters } = ffmpeg.capabilities

  async function prepare(clip: string) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const path = basename(clip)
    await copyFile(clip, join(folder, path))
    await ffmpeg.prepareFolder(folder)
    const work = { folder, signal: new AbortController().signal }
    const { demuxer, source, plan } = await analyzeSource(ffmpeg, path, work, STANDARD_ENCODING)
    if (plan.mode === 'audio-only' || source.video === null) throw new Error('the clip has no video')
    const names = [plan.first, ...plan.rest, ...plan.audio].map(({ name }) => name)
    for (const name of names) await mkdir(join(folder, name))
    const first = firstArgs({ path, demuxer }, source, plan, filters)
    return { input: { path, demuxer }, source: { ...source, video: source.video }, plan, first }
  }

  const playlist = async (name: string) => {
    const text = await readFile(join(folder, name, RENDITION.playlist), 'utf8').catch(() => '')
    return parseMediaPlaylist(text)?.segments ?? []
  }

  return {
    async repackage(clip) {
      await prepare(clip)
      const args = ['-v', 'error', '-i', basename(clip), '-c', 'copy', '-f', 'hls', '-hls_time', '4']
      return secondsOf(() => run(folder, [...args, '-hls_list_size', '0', 'copy.m3u8']).ended)
    },
    async firstSegment(clip) {
      const { plan, first } = await prepare(clip)
      const names = [plan.first, ...plan.audio].map(({ name }) => name)
      const running = run(folder, first)
      const taken = await secondsOf(() =>
        until(10, async () => {
          const lists = await Promise.all(names.map(playlist))
          return lists.every(({ length }) => length > 0) ? true : null
        }),
      )
      running.child.kill('SIGKILL')
      await running.ended.catch(() => undefined)
      return taken
    },
    async wholeLadder(clip) {
      const { input, source, plan, first } = await prepare(clip)
      // The ladder is cut at the segment starts of the repackaged rendition, which a previous run determines.
      await run(folder, first).ended
      const starts = segmentStarts(await playlist(plan.first.name))
      const ladder = ladderArgs(input, source, plan, plan.rest, starts, filters)
      const outputs = first.slice(first.indexOf(`file:${input.path}`) + 1)
      return secondsOf(() => run(folder, [...ladder, ...outputs]).ended)
    },
    still(clip, seconds) {
      const args = ['-v', 'error', '-y', '-ss', seconds.toFixed(3), '-i', basename(clip), '-frames:v', '1']
      return secondsOf(() => run(dirname(clip), [...args, '-q:v', '3', '-update', '1', 'still.jpg']).ended)
    },
  }
}

/** At the same low priority as in Kinora, so that other load affects both sides. */
function run(cwd: string, args: string[]) {
  const [program = 'nice', ...words] = [...lowPriority, 'ffmpeg', '-nostdin', ...args]
  const child = spawn(program, words, { cwd, stdio: 'ignore', detached: true })
  if (child.pid !== undefined) void lowerPriority(child.pid)
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`ffmpeg ended with ${code} in ${dirname(cwd)}`)
  })
  return { child, ended }
}
