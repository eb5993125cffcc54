import * as z from 'zod'
import { defineJob } from '../../platform/jobs/jobs.ts'

const contentInput = z.object({ contentId: z.uuid() })

const heartbeatSeconds = 12
const hours = (count: number) => count * 3600

/** Works on the file of one content, however long it is; a day is more than any takes. */
const fileJob = {
  input: contentInput,
  attempts: 3,
  retryDelaySeconds: 2,
  heartbeatSeconds,
  wallLimitSeconds: hours(23),
  concurrency: 1,
} as const

/** Fetches a file by its address. */
export const downloadJob = defineJob({
  name: 'library.download',
  input: contentInput,
  attempts: 4,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: hours(7),
  concurrency: 2,
})

/** Makes the videos of an import. */
export const importJob = defineJob({
  name: 'library.import',
  input: z.object({ importId: z.uuid() }),
  attempts: 4,
  retryDelaySeconds: 5,
  heartbeatSeconds,
  wallLimitSeconds: hours(2),
  concurrency: 2,
})

/** Makes the sample video. */
export const sampleJob = defineJob({
  name: 'library.sample',
  ...fileJob,
  wallLimitSeconds: 120,
})

/** Cuts a clip out of another content's source. */
export const clipJob = defineJob({
  name: 'library.clip',
  ...fileJob,
})

/** Draws a social clip out of another content's source. */
export const socialClipJob = defineJob({
  name: 'library.socialClip',
  ...fileJob,
})

/** Makes the marked first seconds of a test video's file its source. */
export const testJob = defineJob({
  name: 'library.testVideo',
  ...fileJob,
  wallLimitSeconds: hours(2),
})

/** Reads the source and makes it playable: its first rendition and all sound. */
export const ingestJob = defineJob({
  name: 'library.ingest',
  ...fileJob,
  concurrency: 2,
})

/** What takes up a source that has come. */
export function firstJobFor({ isTest }: { readonly isTest: boolean }) {
  return isTest ? testJob : ingestJob
}

/** Encodes the rest of the ladder in H.264. */
export const ladderJob = (concurrency: number) =>
  defineJob({
    name: 'library.ladder',
    ...fileJob,
    concurrency,
  })

/** Encodes the ladder in other codecs, which take far longer and are waited for by nobody. */
export const codecsJob = defineJob({
  name: 'library.codecs',
  ...fileJob,
})

const reencodeInput = z.object({ contentId: z.uuid(), reencodeId: z.uuid(), step: z.int().default(0) })

/** A piece of the work of encoding a video again. */
export type ReencodeStep = Readonly<z.infer<typeof reencodeInput>>

/** Does one piece of encoding a video again beside what is there. */
export const reencodeJob = defineJob({
  name: 'library.reencode',
  ...fileJob,
  input: reencodeInput,
})

/** Makes an audio track that was added. */
export const trackJob = defineJob({
  name: 'library.audioTrack',
  ...fileJob,
  input: z.object({ contentId: z.uuid(), trackId: z.uuid() }),
})

const imagesInput = z.object({ contentId: z.uuid(), sourceId: z.nullable(z.uuid()).default(null) })

/** Which file of a video is drawn: null for its first. */
export type ImageSource = Readonly<z.infer<typeof imagesInput>>

/** Draws poster, storyboard and waveform. */
export const imagesJob = defineJob({
  name: 'library.images',
  ...fileJob,
  input: imagesInput,
  wallLimitSeconds: hours(2),
})

/** Takes the text tracks out of the source. */
export const textsJob = defineJob({
  name: 'library.texts',
  ...fileJob,
})

/** Removes files that nothing names any more. After its attempts the sweep enqueues it again, until they are gone. */
export const removalJob = defineJob({
  name: 'library.remove',
  ...fileJob,
  input: z.object({ removalId: z.uuid() }),
  attempts: 2,
  wallLimitSeconds: hours(1),
  concurrency: 2,
})

/** Joins one rendition and the sound into an MP4 file to download. */
export const mp4Job = defineJob({
  name: 'library.mp4',
  ...fileJob,
  input: z.object({ contentId: z.uuid(), outputId: z.uuid() }),
  attempts: 2,
  wallLimitSeconds: hours(2),
})
