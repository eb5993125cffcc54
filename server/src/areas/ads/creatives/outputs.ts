/** An encoded rendition of an ad. */
export interface AdOutput {
  readonly outputId: string
  readonly type: 'video' | 'audio'
  /** 0 for audio. */
  readonly width: number
  readonly height: number
  readonly frameRate: number
  /** In seconds. */
  readonly segments: readonly number[]
}

/** Storage keys of an ad have one prefix. */
export const creativePrefix = (environmentId: string, creativeId: string) =>
  `ads/${environmentId}/${creativeId}`

export const creativeFileKey = (environmentId: string, creativeId: string, outputId: string, name: string) =>
  `${creativePrefix(environmentId, creativeId)}/${outputId}/${name}`
