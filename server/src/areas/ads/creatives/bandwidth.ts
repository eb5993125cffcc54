import { adBandwidth, addToTotals, bandwidthOf, noSegmentTotals } from '@kinora/media'
import type { AdOutput } from './outputs.ts'

/** Bits per second. */
export type AdBandwidth = NonNullable<AdOutput['bandwidth']>

/** Bandwidth of segments with these lengths in seconds and sizes in bytes. */
export function measuredBandwidth(lengthsS: readonly number[], sizes: readonly number[]): AdBandwidth {
  const totals = lengthsS.reduce(
    (sum, durationS, n) => addToTotals(sum, { durationS, sizeBytes: sizes[n] ?? 0 }),
    noSegmentTotals,
  )
  return bandwidthOf(totals)
}

/** Bandwidth of an output for a rendition of the video, or null for audio. If it was not measured, the limit of the encoder. */
export function adBandwidthOf(
  output: Pick<AdOutput, 'bandwidth'> | null,
  rendition: Parameters<typeof adBandwidth>[0],
): AdBandwidth {
  const most = adBandwidth(rendition)
  return output?.bandwidth ?? { average: most, peak: most }
}
