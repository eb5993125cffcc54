/** A media file of an ad. */
export interface MediaFile {
  readonly url: string
  readonly type: string
  readonly delivery: string
  readonly width: number
  readonly height: number
  readonly bitrateKbps: number
}

/** Bitrate above which a better file makes no visible difference after encoding. */
export const ENOUGH_KBPS = 12_000

/** Chooses the media file to encode: a video file, or else an HLS playlist. Null if the ad has neither. */
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
  return best ?? files.find(isHls) ?? null
}

function isHls({ url, type }: MediaFile): boolean {
  return /mpegurl/i.test(type) || (/^(?:video\/.*)?$/i.test(type) && /\.m3u8(?:[?#]|$)/i.test(url))
}
