/** An encoded rendition of an ad. */
export interface AdOutput {
  /** Unique name per encoding attempt, so that the file at a URL never changes. */
  readonly name: string
  readonly type: 'video' | 'audio'
  /** Width in pixels. Width and height are 0 for audio. */
  readonly width: number
  readonly height: number
  /** Segment lengths in seconds. */
  readonly segments: readonly number[]
  /** Measured bits per second. Missing in older outputs. */
  readonly bandwidth?: { readonly average: number; readonly peak: number }
}

/** Common prefix of the storage keys of an ad. */
export const creativePrefix = (environmentId: string, creativeId: string) =>
  `ads/${environmentId}/${creativeId}`

const fileName = /^[A-Za-z0-9]{1,12}-(?:a|v\d{1,2})\.(?:init\.mp4|seg-\d{5}\.m4s)$/

/** Name of an output's file, in storage and in URLs. */
export const adFileName = (output: string, file: string) => `${output}.${file}`

/** Storage key of a file. Null if the name is invalid. */
export function adFileKey(environmentId: string, creativeId: string, name: string): string | null {
  return fileName.test(name) ? `${creativePrefix(environmentId, creativeId)}/${name}` : null
}
