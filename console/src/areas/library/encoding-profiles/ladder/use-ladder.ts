import type { EncodingProfile } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../../identity'
import { capabilitiesQuery } from '../queries'
import { type LadderPoint, type LadderSeries, type LadderSizes, ladderSeries, ladderSizes } from './ladder'

export interface Ladder {
  readonly series: readonly LadderSeries[]
  readonly sizes: LadderSizes
  /** Frame rates above 30 need more bits. */
  readonly hasHighFrameRate: boolean
}

interface LadderSettings extends Pick<EncodingProfile, 'maxFrameRate' | 'audio'> {
  readonly codecs: readonly EncodingProfile['codecs'][number][]
  readonly rungs: readonly LadderPoint[]
}

/** The renditions of a profile with their sizes; undefined until the bit rates of the codecs are known. */
export function useLadder({ codecs, rungs, maxFrameRate, audio }: LadderSettings): Ladder | undefined {
  const { environment } = useWorkspace()
  const { data } = useQuery(capabilitiesQuery(environment.id))
  if (data === undefined) return undefined
  const factors = new Map(data.codecs.map(({ codec, bitrateFactor }) => [codec, bitrateFactor]))
  const series = ladderSeries(rungs, codecs, factors)
  return {
    series,
    sizes: ladderSizes(series, audio.kbps),
    hasHighFrameRate: maxFrameRate === null || maxFrameRate > 30,
  }
}
