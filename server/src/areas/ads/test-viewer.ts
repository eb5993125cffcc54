import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AdChannel, SessionAds } from '@kinora/contract'

const run = promisify(execFile)

/** A session with ads, as a player knows it. */
export interface ViewedSession {
  readonly sessionId: string
  readonly audio: URL
  /** Playlist of the first rendition. `renditions` has all of them. */
  readonly video: URL
  readonly renditions: readonly URL[]
  readonly bandwidth: number
}

export const textOf = async (url: string | URL) => (await fetch(url)).text()

export const urisOf = (playlist: string) =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Opens a session like a player. */
export async function openSession({ finalUrl }: Pick<AdChannel, 'finalUrl'>): Promise<ViewedSession> {
  const text = await textOf(finalUrl)
  const audio = new URL(/URI="([^"]+)"/.exec(text)?.[1] ?? '', finalUrl)
  const renditions = urisOf(text).map((uri) => new URL(uri, finalUrl))
  const [video] = renditions
  if (video === undefined) throw new Error(text)
  const bandwidth = Number(/:BANDWIDTH=(\d+)/.exec(text)?.[1])
  return { audio, video, renditions, bandwidth, sessionId: /\/s\/([^.]+)\./.exec(video.href)?.[1] ?? '' }
}

/** Fetches all files of a playlist. */
export async function play(playlist: URL): Promise<Response[]> {
  const text = await textOf(playlist)
  const inits = Array.from(text.matchAll(/URI="([^"]+)"/g), ([, uri = '']) => uri)
  return Promise.all([...inits, ...urisOf(text)].map((uri) => load(new URL(uri, playlist))))
}

/** Fetches a whole file: only then does it count as delivered. */
export async function load(url: URL): Promise<Response> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer
}

/** Probes the pre-roll with ffprobe. */
export async function probeAd(playlist: URL, folder: string) {
  const [part = ''] = (await textOf(playlist)).split('#EXT-X-DISCONTINUITY\n')
  const uris = [/URI="([^"]+)"/.exec(part)?.[1] ?? '', ...urisOf(part)]
  const files = await Promise.all(uris.map(async (uri) => (await fetch(new URL(uri, playlist))).bytes()))
  const path = join(folder, 'joined.mp4')
  await writeFile(path, Buffer.concat(files))
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-count_packets',
    '-show_streams',
    '-of',
    'json',
    path,
  ])
  const { streams } = JSON.parse(stdout) as { streams: Record<string, unknown>[] }
  return streams[0]
}

/** Fetches a file relative to the path of a session. */
export function fetchOf({ video }: Pick<ViewedSession, 'video'>, path: string, init?: RequestInit) {
  return fetch(new URL(`../${path}`, video), init)
}

export async function adsOf(session: ViewedSession): Promise<SessionAds> {
  return (await fetchOf(session, 'ads.json')).json() as Promise<SessionAds>
}

/** Reports events like a player. @returns the HTTP status */
export async function report(session: Pick<ViewedSession, 'video'>, ...events: unknown[]): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ events })
  return (await fetchOf(session, 'events', { method: 'POST', headers, body })).status
}
