import type { MediaFile } from './vast.ts'

/** Bitrate above which a better file makes no visible difference after encoding. */
const ENOUGH_KBPS = 12_000

/** Chooses the media file to encode. Null if the ad has no video file to download. */
export function chooseMedia(files: readonly MediaFile[]): MediaFile | null {
  const usable = files.filter(
    ({ type, delivery }) => delivery.toLowerCase() === 'progressive' && /^video\//i.test(type),
  )
  const fitting = usable.filter(({ bitrateKbps }) => bitrateKbps <= ENOUGH_KBPS)
  const [best] = (fitting.length > 0 ? fitting : usable).toSorted(
    (a, b) =>
      (fitting.length > 0 ? b.bitrateKbps - a.bitrateKbps : a.bitrateKbps - b.bitrateKbps) ||
      b.width - a.width,
  )
  return best ?? null
}
