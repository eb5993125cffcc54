import { RENDITION } from '@kinora/media'

/** Storage keys of a video: everything of it lies under one prefix, so that deleting it leaves nothing. */
export const contentPrefix = (contentId: string) => `contents/${contentId}`
/** @param sourceId of a file that took the place of the first */
export const sourceKey = (contentId: string, sourceId: string | null = null) =>
  `${contentPrefix(contentId)}/${sourceId === null ? 'source' : `sources/${sourceId}`}`
/** The file of an audio track that was added. */
export const trackKey = (contentId: string, trackId: string) =>
  `${contentPrefix(contentId)}/tracks/${trackId}`
export const renditionPrefix = (contentId: string, outputId: string) =>
  `${contentPrefix(contentId)}/r/${outputId}`
export const initKey = (contentId: string, outputId: string) =>
  `${renditionPrefix(contentId, outputId)}/${RENDITION.init}`
export const segmentKey = (contentId: string, outputId: string, segment: number) =>
  `${renditionPrefix(contentId, outputId)}/${segmentName(segment)}`
const imageKey = (contentId: string, name: string) => `${contentPrefix(contentId)}/images/${name}`
/** Of what Kinora draws of a video's file: that of another file lies at another place, however late it is written. */
export const generatedImageKey = (contentId: string, sourceId: string | null, name: string) =>
  imageKey(contentId, sourceId === null ? name : `${sourceId}/${name}`)
/** Of a picture that somebody keeps of the video. */
export const thumbnailKey = (contentId: string, { id, format }: { id: string; format: 'jpg' | 'gif' }) =>
  imageKey(contentId, `kept/${id}.${format}`)
/** Of a profile, and so of no video. */
export const watermarkKey = (environmentId: string, watermarkId: string) =>
  `watermarks/${environmentId}/${watermarkId}.png`
export const contentWatermarkKey = (contentId: string, watermarkId: string) =>
  `${contentPrefix(contentId)}/watermarks/${watermarkId}.png`
/** What is drawn into a corner of a social clip. */
export const logoKey = (contentId: string) => `${contentPrefix(contentId)}/logo.png`
export const downloadKey = (contentId: string, outputId: string) =>
  `${contentPrefix(contentId)}/mp4/${outputId}.mp4`

export function segmentName(segment: number): string {
  return `seg-${String(segment).padStart(5, '0')}.m4s`
}
