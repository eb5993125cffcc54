import { allCalls, type CallName } from '@kinora/contract'
import { type Client, newOwner } from '../server/src/testing/client.ts'
import { liveContests } from './live/fair-live.ts'
import type { Bench } from './tools/bench.ts'
import { contestRow } from './tools/contest.ts'
import { type FloodRequest, floodFrom } from './tools/flood.ts'
import type { Row } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { whenSettled } from './tools/viewer.ts'

const DAY_MS = 86_400_000

/** Measures how long a tenant waits while another one asks for as much as it can. */
export async function fairRows(bench: Bench): Promise<Row[]> {
  const { owner, kinora, clips } = bench
  const other = await newOwner(kinora.url)
  const [busyVideo, video] = [await videoOf(owner, clips.short), await videoOf(other, clips.short)]
  // Each may have few files in a minute, and the slowest of nine says nothing about all.
  const readers = [other, await newOwner(kinora.url), await newOwner(kinora.url)]
  const rows: Row[] = []
  const image = (url: string, n: number) =>
    fetched(`${url}?time=${(n % 20) / 10}&width=${100 + (n % 1000)}`, n)
  // More than are made while it lasts.
  const images = Array.from({ length: 20_000 }, (_, n) => ({
    url: `${busyVideo}?time=${(n % 20) / 10}&width=${100 + Math.floor(n / 20)}`,
    headers: { 'x-forwarded-for': '10.9.{n}.1' },
  }))
  rows.push(
    await contestRow({
      what: 'a new thumbnail',
      flood: () => floodFrom(images),
      ask: (n) => image(video, n),
    }),
  )
  const zone = 'Asia/Kolkata'
  const question = (days: number) => ({ query: { from: ago(days), to: ago(0), timezone: zone } })
  const file = (days: number) => ({
    query: { ...question(days).query, metric: 'views', format: 'csv' } as const,
  })
  rows.push(
    await contestRow({
      what: 'a question about one day of views',
      flood: () => floodFrom([requestOf(owner, 'getViewershipTrend', question(90).query)]),
      ask: () => other.call('getViewershipTrend', question(1)),
    }),
    await contestRow({
      what: 'a file of figures of one day',
      flood: () => floodFrom([requestOf(owner, 'exportFigures', file(90).query)]),
      ask: (n) => (readers[n % readers.length] ?? other).call('exportFigures', file(1)),
      count: 9 * readers.length,
      most: 9 * readers.length,
    }),
    await contestRow({
      what: 'a list of videos, while documents and metrics are loaded',
      flood: () =>
        floodFrom(
          ['docs', 'openapi.json', 'metrics'].map((path) => ({
            url: `${kinora.url}/${path}`,
            headers: { 'x-forwarded-for': '10.9.0.1', 'accept-encoding': 'gzip' },
          })),
        ),
      ask: () => other.call('listContents', { query: {} }),
    }),
    ...(await liveContests(bench, other)),
  )
  return rows
}

function requestOf(
  { url, token, environmentId }: Client,
  name: CallName,
  query: Readonly<Record<string, string>>,
): FloodRequest {
  return {
    url: `${url}${allCalls[name].path}?${new URLSearchParams(query)}`,
    headers: {
      authorization: `Bearer ${token}`,
      'environment-id': environmentId ?? '',
      'x-forwarded-for': '10.9.{n}.1',
    },
  }
}

/** @returns the URL of its thumbnail */
async function videoOf(client: Client, clip: string): Promise<string> {
  const { complete } = await sendParts(client, clip)
  const { id, urls } = await complete()
  await whenSettled(client, id)
  return urls.thumbnail
}

/** Asks from one of many addresses, since each has limits of its own. */
async function fetched(url: string, n: number): Promise<void> {
  const response = await fetch(url, { headers: { 'x-forwarded-for': `10.9.${(n >> 8) % 256}.${n % 256}` } })
  await response.arrayBuffer()
}

function ago(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
