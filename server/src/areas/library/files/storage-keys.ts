import { RENDITION } from '@kinora/media'

/** Storage keys of a video have one prefix, so that one deletion removes everything. */
export const contentPrefix = (contentId: string) => `${CONTENTS_PREFIX}/${contentId}`
export const CONTENTS_PREFIX = 'contents'
/** A file that another area makes of a video. */
export const derivedKey = (contentId: string, name: string) => `${contentPrefix(contentId)}/derived/${name}`
/** @param sourceId null for the first file */
export const sourceKey = (contentId: string, sourceId: string | null = null) =>
  `${contentPrefix(contentId)}/${sourceId === null ? 'source' : `sources/${sourceId}`}`
/** The file of an added audio track. */
export const trackKey = (contentId: string, trackId: string) =>
  `${contentPrefix(contentId)}/tracks/${trackId}`
/** The purpose of an upload, which decides where its file is stored. */
export interface UploadTarget {
  readonly contentId: string
  readonly kind: 'source' | 'track' | 'replacement'
  readonly targetId: string | null
}
export const uploadKey = ({ contentId, kind, targetId }: UploadTarget) =>
  kind === 'track' && targetId !== null ? trackKey(contentId, targetId) : sourceKey(contentId, targetId)
export const renditionPrefix = (contentId: string, outputId: string) =>
  `${contentPrefix(contentId)}/r/${outputId}`
/** @param init number of the init segment */
export const initKey = (contentId: string, outputId: string, init = 0) =>
  `${renditionPrefix(contentId, outputId)}/${initName(init)}`
export const segmentKey = (contentId: string, outputId: string, segment: number) =>
  `${renditionPrefix(contentId, outputId)}/${segmentName(segment)}`
const imageKey = (contentId: string, name: string) => `${contentPrefix(contentId)}/images/${name}`
/**
 * An image that is generated from a source file. Each source file has its own keys, so that a late write cannot
 * overwrite a newer image.
 */
export const generatedImageKey = (contentId: string, sourceId: string | null, name: string) =>
  imageKey(contentId, sourceId === null ? name : `${sourceId}/${name}`)
/** The file of a row of `thumbnails`. */
export const thumbnailKey = (contentId: string, { id, format }: { id: string; format: 'jpg' | 'gif' }) =>
  imageKey(contentId, `kept/${id}.${format}`)
/** The watermark of a profile, which belongs to no video. */
export const watermarkKey = (environmentId: string, watermarkId: string) =>
  `watermarks/${environmentId}/${watermarkId}.png`
export const contentWatermarkKey = (contentId: string, watermarkId: string) =>
  `${contentPrefix(contentId)}/watermarks/${watermarkId}.png`
/** The logo of a social clip. */
export const logoKey = (contentId: string) => `${contentPrefix(contentId)}/logo.png`
export const downloadKey = (contentId: string, outputId: string) =>
  `${contentPrefix(contentId)}/mp4/${outputId}.mp4`

/** Only recordings have more than one. */
export function initName(init: number): string {
  return init === 0 ? RENDITION.init : `init-${init}.mp4`
}

export function segmentName(segment: number): string {
  return `seg-${String(segment).padStart(5, '0')}.m4s`
}
