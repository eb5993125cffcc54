import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AdChannel, SessionAds } from '@kinora/contract'

const run = promisify(execFile)

/** What a player knows of a session with ads. */
export interface ViewedSession {
  readonly sessionId: string
  readonly audio: URL
  /** The first rendition of the video, and all. */
  readonly video: URL
  readonly renditions: readonly URL[]
  readonly bandwidth: number
}

export const textOf = async (url: string | URL) => (await fetch(url)).text()

export const urisOf = (playlist: string) =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Starts a session as a player does. */
export async function openSession({ finalUrl }: Pick<AdChannel, 'finalUrl'>): Promise<ViewedSession> {
  const text = await textOf(finalUrl)
  const audio = new URL(/URI="([^"]+)"/.exec(text)?.[1] ?? '', finalUrl)
  const renditions = urisOf(text).map((uri) => new URL(uri, finalUrl))
  const [video] = renditions
  if (video === undefined) throw new Error(text)
  const bandwidth = Number(/:BANDWIDTH=(\d+)/.exec(text)?.[1])
  return { audio, video, renditions, bandwidth, sessionId: /\/s\/([^.]+)\./.exec(video.href)?.[1] ?? '' }
}

/** Fetches everything that a playlist names. */
export async function play(playlist: URL): Promise<Response[]> {
  const text = await textOf(playlist)
  const inits = Array.from(text.matchAll(/URI="([^"]+)"/g), ([, uri = '']) => uri)
  return Promise.all([...inits, ...urisOf(text)].map((uri) => fetch(new URL(uri, playlist))))
}

/** The ad before the video, as ffprobe sees it. */
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

/** A file below the path of a session. */
export function fetchOf({ video }: Pick<ViewedSession, 'video'>, path: string, init?: RequestInit) {
  return fetch(new URL(`../${path}`, video), init)
}

export async function adsOf(session: ViewedSession): Promise<SessionAds> {
  return (await fetchOf(session, 'ads.json')).json() as Promise<SessionAds>
}

/** Reports events as a player does. @returns the status of the answer */
export async function report(session: Pick<ViewedSession, 'video'>, ...events: unknown[]): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ events })
  return (await fetchOf(session, 'events', { method: 'POST', headers, body })).status
}
