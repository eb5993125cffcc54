/** An encoded rendition of an ad. */
export interface AdOutput {
  /** Of the attempt that encoded it, so that a file never changes at its address. */
  readonly name: string
  readonly type: 'video' | 'audio'
  /** 0 for audio. */
  readonly width: number
  readonly height: number
  /** In seconds. */
  readonly segments: readonly number[]
}

/** Storage keys of an ad have one prefix. */
export const creativePrefix = (environmentId: string, creativeId: string) =>
  `ads/${environmentId}/${creativeId}`

const fileName = /^[A-Za-z0-9]{1,12}-(?:a|v\d{1,2})\.(?:init\.mp4|seg-\d{5}\.m4s)$/

/** Names of an output's files, in storage and in addresses. */
export const adFileName = (output: string, file: string) => `${output}.${file}`

/** Null if no output has such a file. */
export function adFileKey(environmentId: string, creativeId: string, name: string): string | null {
  return fileName.test(name) ? `${creativePrefix(environmentId, creativeId)}/${name}` : null
}
