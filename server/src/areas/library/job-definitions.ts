import * as z from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

const contentInput = z.object({ contentId: z.uuid() })

const heartbeatSeconds = 12
const hours = (count: number) => count * 3600

/** Defaults of jobs that process the file of one content. No file takes a whole day. */
const fileJob = {
  input: contentInput,
  attempts: 3,
  retryDelaySeconds: 2,
  heartbeatSeconds,
  wallLimitSeconds: hours(23),
  concurrency: 1,
} as const

/** Fetches a file from its URL. */
export const downloadJob = defineJob({
  name: 'library.download',
  input: contentInput,
  attempts: 4,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: hours(7),
  concurrency: 2,
})

/** Creates the videos of an import. */
export const importJob = defineJob({
  name: 'library.import',
  input: z.object({ importId: z.uuid() }),
  attempts: 4,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: hours(2),
  concurrency: 2,
})

/** Creates the sample video. */
export const sampleJob = defineJob({
  name: 'library.sample',
  ...fileJob,
  wallLimitSeconds: 120,
})

/** Cuts a clip from another content's source. */
export const clipJob = defineJob({
  name: 'library.clip',
  ...fileJob,
})

/** Renders a social clip from another content's source. */
export const socialClipJob = defineJob({
  name: 'library.socialClip',
  ...fileJob,
})

/** Replaces a test video's source with its marked first seconds. */
export const testJob = defineJob({
  name: 'library.testVideo',
  ...fileJob,
  wallLimitSeconds: hours(2),
})

/** Reads the source and makes it playable: the first rendition and all audio. */
export const ingestJob = defineJob({
  name: 'library.ingest',
  ...fileJob,
  concurrency: 2,
})

/** The first job of a stored source. */
export function firstJobFor({ isTest }: { readonly isTest: boolean }) {
  return isTest ? testJob : ingestJob
}

/** Encodes the other H.264 rungs. */
export const ladderJob = (concurrency: number) =>
  defineJob({
    name: 'library.ladder',
    ...fileJob,
    concurrency,
  })

/** Encodes the ladder in other codecs, which take much longer and are not urgent. */
export const codecsJob = defineJob({
  name: 'library.codecs',
  ...fileJob,
})

const reencodeInput = z.object({ contentId: z.uuid(), reencodeId: z.uuid(), step: z.int().default(0) })

/** One step of a re-encoding. */
export type ReencodeStep = Readonly<z.infer<typeof reencodeInput>>

/** Runs one step of a re-encoding; the current renditions stay. */
export const reencodeJob = defineJob({
  name: 'library.reencode',
  ...fileJob,
  input: reencodeInput,
})

/** Encodes an added audio track. */
export const trackJob = defineJob({
  name: 'library.audioTrack',
  ...fileJob,
  input: z.object({ contentId: z.uuid(), trackId: z.uuid() }),
})

/** Generates the poster, storyboard and waveform. */
export const imagesJob = defineJob({
  name: 'library.images',
  ...fileJob,
  // Names the source file: null for the first.
  input: z.object({ contentId: z.uuid(), sourceId: z.nullable(z.uuid()).default(null) }),
  wallLimitSeconds: hours(2),
})

/** Extracts the text tracks of the source. */
export const textsJob = defineJob({
  name: 'library.texts',
  ...fileJob,
})

/**
 * Removes files that no row names. When its attempts are used up, the sweep enqueues it again until the files are gone.
 */
export const removalJob = defineJob({
  name: 'library.remove',
  ...fileJob,
  input: z.object({ removalId: z.uuid() }),
  attempts: 2,
  wallLimitSeconds: hours(1),
  concurrency: 2,
})

/** Joins one rendition and the audio into an MP4 for download. */
export const mp4Job = defineJob({
  name: 'library.mp4',
  ...fileJob,
  input: z.object({ contentId: z.uuid(), outputId: z.uuid() }),
  attempts: 2,
  wallLimitSeconds: hours(2),
  isExclusive: true,
})

/** Publishes the events of videos that were trashed or restored with their folder. */
export const trashEventsJob = defineJob({
  name: 'library.trash-events',
  input: z.object({}),
  attempts: 4,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: hours(1),
  concurrency: 1,
})
