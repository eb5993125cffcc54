// Values and limits without schemas: the first screen of a browser loads these, and not zod.

export const playbackPolicies = ['public', 'signed'] as const
export type PlaybackPolicy = (typeof playbackPolicies)[number]
export const contentStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type ContentStatus = (typeof contentStatuses)[number]

export const videoCodecs = ['h264', 'hevc', 'vp9', 'av1'] as const
export type VideoCodec = (typeof videoCodecs)[number]

/** Extensions of supported files. */
export const videoExtensions = ['mkv', 'mp4', 'avi', '3gp', 'm4v', 'mov', 'webm', 'wmv', 'mxf', 'ts'] as const

export function isVideoFileName(fileName: string): boolean {
  const ending = fileName.toLowerCase().split('.').at(-1) ?? ''
  return fileName.includes('.') && videoExtensions.some((extension) => extension === ending)
}

export const uploadLimits = {
  /** Maximum file size in bytes (5 TiB, the limit of S3 for one object). */
  maxFileBytes: 5 * 1024 ** 4,
  /** Size of all parts except the last. It is larger if the file would exceed `maxParts`. */
  partBytes: 16 * 1024 ** 2,
  maxParts: 10_000,
  partsAtOnce: 3,
  /** An incomplete upload is deleted after this time. */
  abandonedAfterHours: 24,
} as const

/** Extensions of audio file names. The type of a file is detected from its bytes. */
export const audioExtensions = [
  'aac',
  'm4a',
  'mp3',
  'wav',
  'flac',
  'ogg',
  'oga',
  'opus',
  'aif',
  'aiff',
  'mka',
  'wma',
  'mp4',
  'mov',
  'mkv',
  'webm',
] as const

export const collectionLimits = {
  /** Maximum number of folders in an environment, including those in the trash. */
  most: 5000,
  /** Maximum depth of nested folders. */
  depth: 20,
  /** Days until trashed folders and videos are deleted. */
  trashDays: 30,
} as const

export const savedViewLimits = {
  /** Private views of a person, per list. */
  own: 50,
  /** Shared views of an environment, per list. */
  shared: 200,
  nameLength: 60,
  /** Characters of its JSON. */
  searchLength: 4096,
} as const

export const downloadLimits = {
  /** Maximum number of videos in one archive. */
  maxContents: 100,
  /** Lifetime of a link. A download that started in time can finish. */
  linkSeconds: 3600,
} as const
