import { type Decision, lengthOf, type StoredAd } from '../decisions/decision.ts'

/** An ad that was not shown to its end. */
export interface CutAd {
  readonly ad: StoredAd
  /** Counted time that was not shown. */
  readonly cutMs: number
}

/** Finds the ads of a break that were not shown completely, because it was shorter than planned. Time after the end of the break,
 * up to the end of a segment, does not count as filled.
 * @param realMs real length of the break */
export function cutAds({ offered, splice }: Pick<Decision, 'offered' | 'splice'>, realMs: number): CutAd[] {
  const inserted = offered.flatMap((ad) => {
    const output = ad.inserted?.outputs.find(({ type }) => type === 'video')
    return ad.inserted === null
      ? []
      : [{ ad, segments: output?.segments ?? [], lengthMs: 1000 * lengthOf(output) }]
  })
  const shownS = splice === null ? [] : inserted.flatMap(({ segments }) => segments).slice(0, splice.shown)
  const shownMs = 1000 * shownS.reduce((sum, each) => sum + each, 0)
  const endMs = splice === null ? realMs : Math.min(realMs, shownMs)
  let startMs = 0
  return inserted.flatMap(({ ad, lengthMs }) => {
    const leftMs = Math.max(0, endMs - startMs)
    startMs += lengthMs
    const countedMs = Math.round(1000 * (ad.durationS ?? 0))
    const isWhole = leftMs >= lengthMs || ad.filler !== undefined
    const cutMs = isWhole ? 0 : countedMs - Math.min(countedMs, Math.round(leftMs))
    return cutMs === 0 ? [] : [{ ad, cutMs }]
  })
}
