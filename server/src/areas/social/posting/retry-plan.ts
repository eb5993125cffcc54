/** Seconds before the attempts after one that failed because of the network. */
const WAITS_S = [5, 20, 60, 300, 1200, 3600] as const

/** Seconds until the next attempt; null if there is none. @param failures attempts that failed without any progress, from 1
 * @param wishS what the network asks for */
export function retryAfterS(failures: number, wishS: number | null): number | null {
  const wait = WAITS_S[failures - 1]
  return wait === undefined ? null : Math.max(wait, wishS ?? 0)
}
