import { setTimeout as pause } from 'node:timers/promises'
import { problem } from '../../../platform/problem.ts'
import { cacheRules, type DownloadSource, type FileAnswer } from '../../delivery/index.ts'
import { downloadKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import type { PlayableRendition, PlayableVideo } from '../playable/playable-video.ts'
import { openArchive } from './archive.ts'
import { openTicket, resolveFile } from './download-links.ts'
import { assertMp4NotFailed, requestMp4 } from './mp4-requests.ts'

const POLL_MS = 250

/**
 * The MP4 of a rendition, made on the first request; pending if that takes longer than `signal`.
 * @param name of the rendition, or `highest`
 * @throws problem not-found, content-not-ready, mp4-failed
 */
export async function downloadAnswer(
  library: Library,
  video: PlayableVideo,
  name: string,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const { outputId } = chooseDownload(video, name)
  const key = downloadKey(video.contentId, outputId)
  const isStored = async () => (await library.storage.head(key)) !== null
  const answer = {
    kind: 'object',
    key,
    type: 'video/mp4',
    cache: cacheRules.hour,
    attachment: `${video.title}.mp4`,
  } as const
  if (await isStored()) return answer
  await requestMp4(library, video, outputId)
  for (;;) {
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
    if (await isStored()) return answer
    // A failure stays for the next caller if this one has left.
    if (signal.aborted) return { kind: 'pending', waitMs: 0 }
    await assertMp4NotFailed(library, outputId)
  }
}

function chooseDownload({ renditions }: PlayableVideo, name: string): PlayableRendition {
  // H.264 plays everywhere; other codecs must be requested by name.
  const videos = renditions.filter(
    ({ type, codec }) => type === 'video' && (name !== 'highest' || codec === 'h264'),
  )
  const choices = videos.length > 0 ? videos : renditions
  const found =
    name === 'highest' ? choices.findLast(({ ended }) => ended) : choices.find((each) => each.name === name)
  if (found === undefined) throw problem(name === 'highest' ? 'content-not-ready' : 'not-found')
  if (!found.ended) throw problem('content-not-ready')
  return found
}

/** Download source for the links of members: originals, MP4s and archives. */
export function downloadSource(library: Library): DownloadSource {
  return {
    async open(ticketText) {
      const ticket = openTicket(library, ticketText)
      if (ticket.kind === 'file') {
        const file = await resolveFile(library, ticket)
        if (file === null) throw problem('not-found')
        return { kind: 'object', ...file }
      }
      if (ticket.kind !== 'archive') return null
      const archive = await openArchive(library, ticket)
      if (archive === null) throw problem('not-found')
      const { fileName, size: sizeBytes, open } = archive
      return { kind: 'stream', fileName, type: 'application/zip', sizeBytes, open }
    },
  }
}
