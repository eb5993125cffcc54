import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from './tools/bench.ts'
import { alternately, secondsOf, slowest } from './tools/measure.ts'
import { milliseconds, type Row, ratioRow } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { entriesOf, whenSettled } from './tools/viewer.ts'

const ROUNDS = 9
const MOST_AGAIN_S = 0.005

/** A frame at a time of a video, compared with plain ffmpeg on the segment that contains it. */
export async function pictureRows({ owner, clips, bare, folder }: Bench): Promise<Row[]> {
  const { complete } = await sendParts(owner, clips.short)
  const { id, urls } = await complete()
  await whenSettled(owner, id)
  const media = (await entriesOf(urls.hls)).at(-1) ?? ''
  const span = join(folder, 'span.mp4')
  await writeFile(span, await firstSegmentOf(media))
  // Both sides use the same times, and each time only once.
  const ask = async (seconds: number) => {
    const answer = await fetch(`${urls.thumbnail}?time=${seconds}`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the thumbnail request answered ${answer.status}`)
  }
  await ask(0)
  await bare.still(span, 0)
  let [ours, against] = [0, 0]
  const pair = await alternately(
    ROUNDS,
    () => secondsOf(() => ask(timeOf(++ours))),
    () => bare.still(span, timeOf(++against)),
  )
  const again = () => ask(timeOf(1))
  await slowest(10, again)
  const againS = await slowest(100, again)
  await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  return [
    ratioRow('thumbnail at a time, uncached, compared with plain ffmpeg', pair, milliseconds, { most: 1.2 }),
    {
      what: 'the same thumbnail, cached, p95',
      ours: milliseconds(againS),
      against: '',
      ratio: null,
      aim: `≤ ${milliseconds(MOST_AGAIN_S)}`,
      isMet: againS <= MOST_AGAIN_S,
    },
  ]
}

/** Times within the first two seconds, so in the first segment. */
const timeOf = (round: number) => 0.2 + round * 0.1

/** Joins the initialization section and the first segment into a file. */
async function firstSegmentOf(media: string): Promise<Buffer> {
  const text = await (await fetch(media)).text()
  const init = /URI="([^"]+)"/.exec(text)?.[1] ?? ''
  const [segment = ''] = await entriesOf(media)
  const parts = [new URL(init, media).href, segment].map(async (address) =>
    Buffer.from(await (await fetch(address)).arrayBuffer()),
  )
  return Buffer.concat(await Promise.all(parts))
}
