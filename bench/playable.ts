import type { Bench } from './tools/bench.ts'
import { alternately, median } from './tools/measure.ts'
import { type Row, ratioRow, seconds } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { watchFirst, whenSettled } from './tools/viewer.ts'

const MOST_OVER_COPY_S = 1
const MOST_OF_LADDER = 0.05
const MOST_OVER_RUNG = { factor: 1.2, extraS: 1 }

/** Time from the end of the upload until playback can start, and until all renditions are ready. */
export async function playableRows(bench: Bench): Promise<Row[]> {
  const { vp9, mpeg4 } = bench.clips
  return [
    ...(await repackagedRows(bench)),
    await encodedRow(bench, 'VP9/WebM', vp9),
    await encodedRow(bench, 'MPEG-4/AVI', mpeg4),
  ]
}

async function repackagedRows(bench: Bench): Promise<Row[]> {
  const { bare, clips, plan } = bench
  const ladders: number[] = []
  const bareLadders: number[] = []
  const first = await alternately(
    plan.rounds,
    async () => {
      const { firstS, wholeS } = await publish(bench, clips.h264, 'whole')
      ladders.push(wholeS)
      return firstS
    },
    async () => {
      bareLadders.push(await bare.wholeLadder(clips.h264))
      return bare.repackage(clips.h264)
    },
  )
  const ladder = { ours: median(ladders), against: median(bareLadders) }
  const share = first.ours / ladder.ours
  return [
    {
      what: `H.264, ${plan.clipS} s: upload → first segment, compared with \`ffmpeg -c copy\``,
      ours: seconds(first.ours),
      against: seconds(first.against),
      ratio: first.ours / first.against,
      aim: `≤ that + ${MOST_OVER_COPY_S} s`,
      isMet: first.ours <= first.against + MOST_OVER_COPY_S,
    },
    {
      what: 'the same, compared with the whole ladder',
      ours: seconds(first.ours),
      against: seconds(ladder.ours),
      ratio: share,
      aim: `≤ ${MOST_OF_LADDER} ×`,
      isMet: share <= MOST_OF_LADDER,
    },
    ratioRow('H.264: upload → all renditions, compared with one ffmpeg command', ladder, seconds, {
      most: 1.05,
    }),
  ]
}

async function encodedRow(bench: Bench, kind: string, clip: string): Promise<Row> {
  const { bare, plan } = bench
  const pair = await alternately(
    plan.rounds,
    async () => (await publish(bench, clip, 'first')).firstS,
    () => bare.firstSegment(clip),
  )
  const { factor, extraS } = MOST_OVER_RUNG
  return {
    what: `${kind}, ${plan.clipS} s: upload → first segment, compared with plain ffmpeg`,
    ours: seconds(pair.ours),
    against: seconds(pair.against),
    ratio: pair.ours / pair.against,
    aim: `≤ ${factor} × + ${extraS} s`,
    isMet: pair.ours <= pair.against * factor + extraS,
  }
}

/** Uploads a clip, waits for playback and for completion, and deletes it. */
async function publish({ owner }: Bench, clip: string, waitFor: 'first' | 'whole') {
  const { complete } = await sendParts(owner, clip)
  const startedAt = performance.now()
  const { id, urls } = await complete()
  await watchFirst(urls.hls)
  const firstS = (performance.now() - startedAt) / 1000
  if (waitFor === 'whole') await whenSettled(owner, id)
  const wholeS = (performance.now() - startedAt) / 1000
  await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  return { firstS, wholeS }
}
