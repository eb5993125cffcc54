/** Why a video or a rendition failed. `retryable` says whether `refetch` can succeed. */
export const mediaErrors = {
  'media-unreadable': { retryable: false, title: 'The file is not a valid video' },
  'media-no-tracks': { retryable: false, title: 'The file contains neither video nor audio' },
  'media-no-sound': { retryable: false, title: 'The file contains no readable audio' },
  'media-dimensions': { retryable: false, title: 'The video is too large or too small' },
  'media-frame-rate': { retryable: false, title: 'The frame rate is too high' },
  'media-duration': { retryable: false, title: 'The video has no duration, or is longer than 24 hours' },
  'media-no-frames': { retryable: false, title: 'The video cannot be decoded' },
  'media-codec': { retryable: false, title: 'The file uses an unsupported codec' },
  'media-dolby-vision': {
    retryable: false,
    title:
      'Dolby Vision without an HDR10, HLG or SDR base is not supported. Export the video in one of these formats',
  },
  'media-audio-track': { retryable: false, title: 'The audio track cannot be decoded' },
  'encode-failed': { retryable: true, title: 'Encoding failed' },
  'encode-time-limit': { retryable: true, title: 'Encoding took too long' },
  'encode-memory-limit': { retryable: true, title: 'Encoding ran out of memory' },
  'encode-output-limit': { retryable: true, title: 'The output is too large' },
  'encode-stalled': { retryable: true, title: 'Encoding stopped making progress' },
  'codec-unavailable': { retryable: true, title: 'This installation cannot encode this codec' },
  'text-without-font': { retryable: true, title: 'The server has no font for some characters of the text' },
  'source-missing': { retryable: false, title: 'The source file is missing' },
  'source-replaced': { retryable: false, title: 'The source file has been replaced' },
  'storage-failed': { retryable: true, title: 'The storage did not respond' },
  'storage-full': { retryable: true, title: 'The storage is almost full' },
  'download-failed': { retryable: true, title: 'The file could not be downloaded from the address' },
  'download-refused': { retryable: false, title: 'This address is not allowed' },
  'download-too-large': { retryable: false, title: 'The file at the address is too large' },
  'download-time-limit': { retryable: true, title: 'The download took too long' },
} as const
export type MediaErrorId = keyof typeof mediaErrors
export const mediaErrorIds = Object.keys(mediaErrors) as [MediaErrorId, ...MediaErrorId[]]
