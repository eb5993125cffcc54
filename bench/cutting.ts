import { randomUUID } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { encodedCutArgs, STANDARD_ENCODING } from '../media/src/index.ts'
import { cutSpan } from '../server/src/areas/library/clips/cutting.ts'
import { analyzeSource } from '../server/src/areas/library/sources/analyze.ts'
import { detectFfmpeg } from '../server/src/platform/ffmpeg/index.ts'
import { encodeLimits } from '../server/src/platform/ffmpeg/limits.ts'
import type { Bench } from './tools/bench.ts'
import { alternately, secondsOf } from './tools/measure.ts'
import { type Row, ratioRow, seconds } from './tools/table.ts'

/** Cuts almost the whole clip and encodes only its edges, compared with encoding the same span. */
export async function cuttingRows({ clips, plan }: Bench): Promise<Row[]> {
  const ffmpeg = await detectFfmpeg()
  const folder = join(tmpdir(), `kinora-bench-${randomUUID()}`)
  await ffmpeg.prepareFolder(folder)
  try {
    const path = basename(clips.h264)
    await copyFile(clips.h264, join(folder, path))
    const work = { folder, signal: new AbortController().signal }
    const analysis = await analyzeSource(ffmpeg, path, work, STANDARD_ENCODING)
    const span = { startS: 0.52, endS: plan.clipS - 0.52 }
    const input = { path, demuxer: analysis.demuxer }
    const whole = encodedCutArgs(input, analysis.source, span, ffmpeg.capabilities.filters, 'whole.mp4')
    const options = { limits: encodeLimits(plan.clipS), cwd: folder, signal: work.signal }
    const pair = await alternately(
      plan.rounds,
      () => secondsOf(() => cutSpan(ffmpeg, work, path, analysis, span, () => undefined)),
      () => secondsOf(() => ffmpeg.run('ffmpeg', whole, options)),
    )
    const what = `cutting ${plan.clipS - 1} s of H.264, compared with encoding them`
    return [ratioRow(what, pair, seconds, { most: 0.25 })]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
