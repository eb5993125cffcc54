import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from './tools/bench.ts'
import { loadOf } from './tools/load.ts'
import { alternately } from './tools/measure.ts'
import type { Nginx } from './tools/nginx.ts'
import { perSecond, type Row, ratioRow } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { entriesOf, watchFirst, whenSettled } from './tools/viewer.ts'

/** The most frequent requests of players, compared with nginx serving the same bytes as files. */
export async function deliveryRows(bench: Bench): Promise<Row[]> {
  const { nginx, clips, owner } = bench
  if (nginx === null) return []
  const { complete } = await sendParts(owner, clips.short)
  const { id, urls } = await complete()
  await watchFirst(urls.hls)
  await whenSettled(owner, id)
  // The top rendition is the clip itself, with segments of 1 MB.
  const media = (await entriesOf(urls.hls)).at(-1) ?? ''
  const [segment = ''] = await entriesOf(media)
  const rows = [
    await loadRow(bench, nginx, 'segments', segment, 0.7),
    await loadRow(bench, nginx, 'multivariant playlists', urls.hls, 0.5),
    await loadRow(bench, nginx, 'media playlists', media, 0.5),
  ]
  await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  return rows
}

async function loadRow(
  { plan }: Bench,
  nginx: Nginx,
  what: string,
  url: string,
  least: number,
): Promise<Row> {
  const { connections, loadS, rounds } = plan
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const name = url.slice(url.lastIndexOf('/') + 1)
  await writeFile(join(nginx.root, name), bytes)
  // Viewers meet a server that has been running for a while.
  await loadOf(url, connections, loadS)
  const pair = await alternately(
    rounds,
    () => loadOf(url, connections, loadS),
    () => loadOf(`${nginx.url}/${name}`, connections, loadS),
  )
  const size = `${(bytes.length / 1000).toFixed(1)} kB`
  return ratioRow(`${what} of ${size}, ${connections} connections`, pair, perSecond, { least })
}
