import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentWhen, isSettled, newOwner, uploadFile } from '../server/src/testing/client.ts'
import { h264, makeClip, pattern } from '../server/src/testing/clips.ts'

/** All journeys need these videos, so a busy machine gets enough time. */
const PATIENCE_MS = 300_000

/** IDs of videos that journeys copy. */
export interface ReadyVideos {
  /** Kinora's sample for empty libraries: ten seconds in five sizes. */
  readonly sample: string
  /** Six seconds in one size. */
  readonly clip: string
}

/** Creates each kind of video once, in a separate organization. */
export async function makeReadyVideos(url: string): Promise<ReadyVideos> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-ready-'))
  const owner = await newOwner(url, { email: 'ready@example.com', organization: 'Ready videos' })
  const path = await makeClip(join(folder, 'clip.mp4'), ...pattern(6, '426x240'), ...h264, '-c:a', 'aac')
  const videos = [await owner.call('createSample', {}), await uploadFile(owner, path)]
  const [sample = '', clip = ''] = await Promise.all(
    videos.map(async ({ id }) => (await contentWhen(owner, id, isSettled, PATIENCE_MS)).id),
  )
  await rm(folder, { recursive: true, force: true })
  return { sample, clip }
}
